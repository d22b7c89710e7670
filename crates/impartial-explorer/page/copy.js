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

/** A picture in pixels, twice as fine as it is drawn; light, as it is on paper. */
async function toPng(svg) {
  const light = svg.replace(/@media screen and \(prefers-color-scheme:dark\)\{(?:[^{}]*\{[^{}]*\})*\}/, "");
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(light)}`;
  await image.decode();
  const canvas = h("canvas", { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
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
    const told = await ask({ ...question, format }, () => {}, new AbortController().signal);
    if (told.status === "failed") throw new Error(told.message);
    return told.text ?? JSON.stringify(told.answer);
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
    h("b", { class: "menu-head" }, "save"), picture && [saving("picture (SVG)", () => save(`${name}.svg`, "image/svg+xml", picture)), saving("picture (PNG)", async () => save(`${name}.png`, "image/png", await toPng(picture)))],
    forms.map(([label, format]) => saving(`file (${label})`, async () => save(`${name}.${ENDINGS[format] ?? "txt"}`, "text/plain", await form(format)())))));
  return menu;
}
