// Making elements. Text reaches the page as text only; SVG of the engine is parsed, cleaned and imported.

/** Makes an element: `h("button", { class: "x", onclick: f }, "text", child)`.
 * @param {string} tag @param {Record<string, any>} [props] @param {...any} children */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A card with a heading, an optional badge, tools and a sentence under it. */
export function card({ id, title, badge, tools = [], note, wide }, ...children) {
  return h("section", { class: `card ${wide ?? ""}`, id, "aria-label": title },
    h("header", { class: "card-head" }, h("h2", {}, title), badge, h("span", { class: "tools" }, tools)),
    note && h("p", { class: "note" }, note), children);
}

const BADGES = { proved: "proved", up_to: "up to", cited: "cited" };

/** The badge of a claim, with its own words where they say more. */
export function badge(claim, because, words) {
  if (!BADGES[claim]) return null;
  return h("span", { class: `badge ${claim}`, title: because ?? "" }, words ?? BADGES[claim]);
}

const MATHML = "http://www.w3.org/1998/Math/MathML";
const FORMULA = { math: [], mrow: [], mi: ["mathvariant"], mn: [], mo: ["stretchy", "separator", "lspace", "rspace"], mspace: ["width"], msub: [], msup: [], msubsup: [] };

/** An element of a formula. */
function m(tag, ...children) {
  const element = document.createElementNS(MATHML, tag);
  element.append(...children);
  return element;
}

/** Formulas of the engine: of what it wrote, only the elements and attributes of formulas come into the page. */
export function math(text) {
  const copy = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    const allowed = Object.hasOwn(FORMULA, node.localName) && FORMULA[node.localName];
    if (!allowed) return "";
    const element = m(node.localName, ...[...node.childNodes].map(copy));
    for (const name of allowed) if (node.hasAttribute(name)) element.setAttribute(name, node.getAttribute(name));
    return element;
  };
  const root = new DOMParser().parseFromString(`<p>${text}</p>`, "application/xml").documentElement;
  return h("span", { class: "math" }, root.localName === "p" ? [...root.childNodes].map(copy) : "");
}

/** A word of a monoid, `ab^2x_51`, as a formula. */
export function word(text) {
  const letter = ([, name, index, power]) => {
    const base = m(/\d/.test(name) ? "mn" : "mi", name);
    const [low, high] = [index && m("mn", index), power && m("mn", power)];
    return low && high ? m("msubsup", base, low, high) : low ? m("msub", base, low) : high ? m("msup", base, high) : base;
  };
  const set = m("math", ...[...text.matchAll(/(\d+|\p{L})(?:_(\d+))?(?:\^(\d+))?/gu)].map(letter));
  set.classList.add("word");
  return set;
}

/** Pictures that were read, by their text: drawing the page anew reads none of them again. */
const parsed = new Map();
const MOST_READ = 60;
/** The smallest letters on the page, in pixels. */
const SMALLEST_LETTERS = 11;

/** A picture of the engine, as a node: no style sheet of its own (the page has the same rules), no ground, cut to its body. */
export function picture(text, label) {
  if (!parsed.has(text)) {
    if (parsed.size >= MOST_READ) parsed.clear();
    parsed.set(text, readPicture(text));
  }
  const svg = /** @type {SVGSVGElement} */ (parsed.get(text)?.cloneNode(true));
  if (!svg) return h("p", { class: "note" }, "The picture could not be read.");
  if (label) svg.setAttribute("aria-label", label);
  return svg;
}

function readPicture(text) {
  // The page's policy allows no style sheet in a picture.
  const parsed = new DOMParser().parseFromString(text.replace(/<style>[^<]*<\/style>/, ""), "image/svg+xml");
  if (parsed.documentElement.nodeName !== "svg") return null;
  const svg = document.importNode(parsed.documentElement, true);
  for (const bad of svg.querySelectorAll("style, script, foreignObject, g.heading")) bad.remove();
  svg.querySelector(":scope > rect.fill-card")?.remove();
  svg.classList.add("picture");
  // The card has the heading; the picture says where its body is without one.
  const body = svg.dataset.body;
  if (body) {
    svg.setAttribute("viewBox", body);
    const width = Number(body.split(" ")[2]);
    const letters = [...svg.querySelectorAll("text[font-size]")].filter((item) => item.textContent.trim()).map((item) => Number.parseFloat(item.getAttribute("font-size")));
    // On a narrow page it is drawn smaller, as long as its smallest letters (exponents apart) can be read; then it scrolls.
    const least = Math.min(1, letters.length ? SMALLEST_LETTERS / Math.min(...letters) : 0.6);
    svg.setAttribute("width", width);
    svg.removeAttribute("height");
    svg.style.minWidth = `${Math.ceil(least * width)}px`;
  }
  return svg;
}

/** A place that scrolls when what is in it is wider than the page; the keyboard can scroll it too. */
export const scroller = (label, content, props = {}) => h("div", { class: "scroll centre", tabindex: "0", role: "region", "aria-label": label, ...props }, content);

/** What a picture says about itself, for those who read. */
export function descriptionOf(text) {
  const found = /<desc>([^<]*)<\/desc>/.exec(text)?.[1] ?? "";
  return found.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

/** The content of a picture as a table, for those who cannot see it; its rows are made when it is opened. */
export function tableOf(key, heads, rows) {
  const body = h("tbody");
  const fill = () => { if (!body.childElementCount) body.append(...rows()); };
  return h("details", { class: "as-table", "data-key": key, ontoggle: fill }, h("summary", {}, "as a table"),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "The picture as a table" }, h("table", {}, h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))), body)));
}

/** Says something for a moment. */
export function toast(text) {
  const place = document.getElementById("toast");
  place.textContent = text;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { place.textContent = ""; }, 2500);
}

/** Number and noun: `plural(2, "move")` is "2 moves". */
export const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
