// The copy menu: the answer in other forms, from the engine, and the command line that gives it.
import { ask } from "./api.js";
import { h, toast } from "./dom.js";
import { bare } from "./questions.js";

const FORMS = {
  sequence: [["CSV", "csv"], ["b-file", "bfile"], ["LaTeX", "latex"], ["JSON", "json"]],
  quotient: [["LaTeX", "latex"], ["MathML", "mathml"], ["GAP", "gap"], ["Sage", "sage"], ["Macaulay2", "m2"], ["TikZ", "tikz"], ["Graphviz", "dot"], ["JSON", "json"]],
  diagram: [["TikZ", "tikz"], ["Graphviz", "dot"], ["JSON", "json"]],
  nim: [["LaTeX", "latex"], ["MathML", "mathml"], ["JSON", "json"]],
  table: [["LaTeX", "latex"], ["CSV", "csv"], ["JSON", "json"]],
  moves: [["CSV", "csv"], ["JSON", "json"]],
};

const quote = (text) => /^[\w.,=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** The command line that asks a question. */
export function commandLine({ question, text, format, options = {} }) {
  const flags = Object.entries(options).map(([name, value]) => value === true ? `--${name}` : `--${name} ${value}`);
  const form = format && format !== "text" ? [`--format ${format}`] : [];
  return ["impartial", question, ...(text ? [quote(text)] : []), ...flags, ...form].join(" ");
}

const ENDINGS = { latex: "tex", json: "json", csv: "csv", mathml: "mml", bfile: "txt", tikz: "tikz", dot: "dot", gap: "g", sage: "sage", m2: "m2" };

/** Saves content as a file. */
function save(name, kind, content) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: kind }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A picture drawn in pixels, so many times as fine as it is on the page; light, as it is on paper. */
async function toCanvas(svg, fine) {
  const light = svg.replace(/@media screen and \(prefers-color-scheme:dark\)\{(?:[^{}]*\{[^{}]*\})*\}/, "");
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(light)}`;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  // Browsers draw no canvas that is larger.
  const scale = Math.min(fine, Math.sqrt(MOST_PIXELS / (width * height)), LONGEST_SIDE / Math.max(width, height));
  const canvas = h("canvas", { width: Math.ceil(scale * width), height: Math.ceil(scale * height) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return { canvas, width, height };
}

const MOST_PIXELS = 6e7;
const LONGEST_SIDE = 16_000;

/** A picture in pixels, twice as fine as it is drawn. */
async function toPng(svg) {
  const { canvas } = await toCanvas(svg, 2);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}

/** A picture on a page of its own size, three times as fine as it is drawn. */
async function toPdf(svg) {
  const { canvas, width, height } = await toCanvas(svg, 3);
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Uint8Array(data.length / 4 * 3);
  for (let at = 0; at < data.length / 4; at += 1) colours.set(data.subarray(4 * at, 4 * at + 3), 3 * at);
  const packed = await new Response(new Blob([colours]).stream().pipeThrough(new CompressionStream("deflate"))).arrayBuffer();
  return pdfOf(canvas.width, canvas.height, packed, width * POINTS, height * POINTS);
}

/** Points of a page to a pixel of the screen. */
const POINTS = 0.75;

/** A page of PDF with one picture that fills it. */
function pdfOf(across, down, packed, width, height) {
  const parts = [];
  let length = 0;
  const places = [];
  const add = (part) => {
    parts.push(part);
    length += part.length ?? part.byteLength;
  };
  const object = (head, ...rest) => {
    places.push(length);
    add(`${places.length} 0 obj\n${head}`);
    rest.forEach(add);
    add("\nendobj\n");
  };
  const drawn = `q ${width} 0 0 ${height} 0 0 cm /I Do Q`;
  add("%PDF-1.4\n");
  object("<< /Type /Catalog /Pages 2 0 R >>");
  object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
  object(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /XObject << /I 5 0 R >> >> /Contents 4 0 R >>`);
  object(`<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`);
  object(`<< /Type /XObject /Subtype /Image /Width ${across} /Height ${down} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /Length ${packed.byteLength} >>\nstream\n`, packed, "\nendstream");
  const table = length;
  const line = (place) => `${String(place).padStart(10, "0")} 00000 n \n`;
  add(`xref\n0 ${places.length + 1}\n0000000000 65535 f \n${places.map(line).join("")}trailer\n<< /Size ${places.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  return new Blob(parts, { type: "application/pdf" });
}

/** Prints one card alone. */
function printAlone(item) {
  const alone = item.closest(".card");
  alone?.classList.add("printed-alone");
  document.body.classList.add("printing");
  print();
  document.body.classList.remove("printing");
  alone?.classList.remove("printed-alone");
}

/** A plain name for the file of a question. */
const fileName = ({ question, text = "" }) => `${question}-${text}`.replace(/[^A-Za-z0-9.]+/g, "-").replace(/^-|-$/g, "").slice(0, 60);

/** A menu for the forms of a question, and for its picture when it is there. */
export function copyMenu(asked, picture) {
  const question = bare(asked);
  const menu = h("details", { class: "menu", "data-key": `menu-${JSON.stringify(question)}` }, h("summary", { class: "tool" }, "copy, save ▾"));
  const done = (text) => {
    menu.open = false;
    toast(text);
  };
  const item = (label, getText) => h("button", { type: "button", onclick: async () => {
    try {
      await navigator.clipboard.writeText(await getText());
      done("copied");
    } catch (error) {
      done(error.message);
    }
  } }, label);
  const form = (format) => async () => {
    const reply = await ask({ ...question, format }, () => {}, new AbortController().signal);
    if (reply.status === "failed") throw new Error(reply.message);
    return reply.text ?? JSON.stringify(reply.answer);
  };
  const forms = FORMS[question.options.table ? "table" : question.question] ?? [["JSON", "json"]];
  const name = fileName(question);
  const saving = (label, act) => h("button", { type: "button", onclick: async () => {
    try {
      await act();
      done("saved");
    } catch (error) {
      done(error.message);
    }
  } }, label);
  menu.append(h("div", { class: "menu-list" }, h("b", { class: "menu-head" }, "copy"), forms.map(([label, format]) => item(label, form(format))),
    picture && item("SVG", async () => picture), item("command line", async () => commandLine(question)),
    h("b", { class: "menu-head" }, "save"), picture && [saving("picture (SVG)", () => save(`${name}.svg`, "image/svg+xml", picture)), saving("picture (PNG)", async () => save(`${name}.png`, "image/png", await toPng(picture))), saving("picture (PDF)", async () => save(`${name}.pdf`, "application/pdf", await toPdf(picture)))],
    forms.map(([label, format]) => saving(`file (${label})`, async () => save(`${name}.${ENDINGS[format] ?? "txt"}`, "text/plain", await form(format)()))),
    h("b", { class: "menu-head" }, "print"), h("button", { type: "button", onclick: () => { menu.open = false; printAlone(menu); } }, "this card"), h("button", { type: "button", onclick: () => { menu.open = false; print(); } }, "the whole page")));
  return menu;
}
