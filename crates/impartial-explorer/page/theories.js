// The pictures of the other theories: structure diagrams, nim tables, abelian groups, codes.
import { askText } from "./ask.js";
import { badge, card, descriptionOf, h, math, picture, tableOf } from "./dom.js";
import { get } from "./questions.js";
import { waiting } from "./heaps.js";
import { copyMenu } from "./copy.js";
import { groupCard } from "./expert.js";
import { nimSteps } from "./nimsteps.js";
import { remember, state, update } from "./state.js";
import { zoomable } from "./zoom.js";

/** A click on a cell asks what `textOf` makes of its data. */
const choose = (textOf) => (event) => {
  const cell = event.target.closest("[data-row]");
  if (cell) askText(textOf(cell.dataset));
};

/** The same picture with one cell marked. */
function mark(svg, chosen) {
  if (chosen) svg.querySelector(chosen)?.classList.add("chosen");
  return svg;
}

/** A card with a picture of the engine, under the picture's own words unless there is a note; no card where there is no picture.
 * `list(answer)` gives the picture's content as a table: its heads and rows. */
export function pictureCard({ id, title, note, wide, question, of, onclick, chosen, tools = [], badge: own, list, below }) {
  const drawn = { ...question, format: "svg" };
  const reply = get(drawn);
  if (reply?.status === "failed") return null;
  const answer = of && get(of)?.answer;
  const data = list && get(question)?.answer;
  return card({ id, title, note: note ?? (reply?.text ? descriptionOf(reply.text) : ""), wide, badge: own ?? (answer && badge(answer.claim, answer.because)), tools: [...tools, copyMenu(question, reply?.text)] },
    reply?.text ? zoomable(title, mark(picture(reply.text, title), chosen), { onclick }) : waiting(reply),
    data ? asTable(id, list(data)) : below);
}

const asTable = (id, { heads, rows }) => tableOf(`${id}-table`, heads, () => rows.map(([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first), rest.map((cell) => h("td", {}, cell)))));

/** The classes of a structure diagram: what they are, what one more element can do. */
const classes = ({ classes: all, arrows }) => ({
  heads: ["class", "order of the closure", "even-sized sets", "odd-sized sets", "classes folded", "leads to"],
  rows: all.map(({ type, count }, at) => [at + 1, type ? (type[0] ? "odd" : "even") : "", type ? `∗${type[1]}` : "", type ? `∗${type[2]}` : "", count ?? 1, arrows.filter(([from]) => from === at).map(([, to]) => to + 1).join(", ") || "no other class"]),
});

/** The questions for the structure diagram and the simplified one. */
export function diagramsOf(canonical) {
  const text = canonical.replace(/\[[^\]]*\]$/, "");
  return [{ question: "diagram", text, options: { full: true } }, { question: "diagram", text }];
}

/** The two triangles that a diagram is made of. */
function triangles() {
  const SVG = "http://www.w3.org/2000/svg";
  const draw = (tag, attributes, text) => {
    const node = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    if (text) node.textContent = text;
    return node;
  };
  const label = (x, y, text, size = 13) => draw("text", { x, y, "text-anchor": "middle", "font-size": size, class: "fill-ink" }, text);
  const svg = draw("svg", { viewBox: "0 0 300 118", width: 300, class: "picture", role: "img", "aria-label": "A triangle that points down, and one that points up" });
  svg.append(draw("path", { d: "M40 8H130L85 92Z M58 42H112", class: "hollow" }), label(85, 30, "even"), label(85, 60, "odd", 11),
    draw("path", { d: "M170 92H260L215 8Z M188 58H242", class: "hollow" }), label(215, 50, "odd", 11), label(215, 80, "even"),
    label(85, 112, "closure of odd order"), label(215, 112, "of even order"));
  return svg;
}

/** So many structure classes fit beside something else. */
const MOST_BESIDE = 12;

/** GEN and DNG: every structure class, and one of each type; the other game on the same group. */
export function groupPanels(play, why) {
  const text = state.parse.canonical.replace(/\[[^\]]*\]$/, "");
  const [full, simple] = diagramsOf(text);
  const isGen = text.startsWith("gen(");
  const other = `${isGen ? "dng" : "gen"}${text.slice(3)}`;
  const nimber = (question) => { const value = get(question)?.answer?.nimber; return value === undefined ? "" : ` The game is ∗${value}.`; };
  const go = h("button", { type: "button", class: "tool", "data-key": "other-game", onclick: () => askText(other) }, "open");
  const structure = pictureCard({ id: "structure", title: "Structure diagram", question: full, of: simple, list: classes, note: "One triangle for each intersection subgroup; arrows: what one more element can do." });
  // A wide one stands alone.
  const isWide = (get(full)?.answer?.classes?.length ?? 0) > MOST_BESIDE;
  return [h("div", { class: "split" },
    h("div", { class: "column" }, play, isWide ? why : structure,
      structure && card({ id: "how-to-read", title: "How to read a triangle" }, triangles(), h("p", { class: "prose" }, "A class holds every set of chosen elements with the same closure. The small part carries the nim-number of its odd-sized sets, the wide part that of its even-sized sets. A triangle that points down has a closure of odd order."))),
    h("div", { class: "column" }, pictureCard({ id: "simplified", title: "Simplified", question: simple, list: classes, note: `Same type, same fate: classes of one type folded together.${nimber(simple)}` }),
      isWide ? null : why,
      pictureCard({ id: "other-game", title: isGen ? "Avoidance on the same group" : "Achievement on the same group", question: { question: "diagram", text: other }, tools: [go],
        note: `${isGen ? "DNG: whoever has to generate the group loses." : "GEN: whoever generates the group wins."}${nimber({ question: "diagram", text: other })}` }))), isWide ? structure : null, groupCard()];
}

/** The question for the value of an expression in nimbers. */
export const nimOf = ({ canonical }) => ({ question: "nim", text: canonical, mathml: true });

/** Nimbers: the multiplication table below 16, and the larger field sorted by logarithm. */
export function nimPanels() {
  const { canonical, mathml, value_mathml: value } = state.parse;
  const [, a, b] = /^\s*(\d+)\s*\*\s*(\d+)\s*$/.exec(canonical) ?? [];
  const isInside = a !== undefined && Number(a) < 16 && Number(b) < 16;
  const chosen = isInside ? `[data-row="${a}"][data-column="${b}"]` : null;
  const answer = get(nimOf(state.parse))?.answer;
  const result = value ?? answer?.mathml;
  return h("div", { class: "split picture-first" },
    pictureCard({ id: "nim-table", title: "Products below 16", wide: "grow", question: { question: "nim", options: { table: 16 } }, chosen, onclick: choose(({ row, column }) => `${row} * ${column}`),
      list: ({ table }) => ({ heads: ["×", ...table.map((_, at) => at)], rows: table.map((row, at) => [at, ...row]) }),
      note: "Click a product. Inside an outlined square no later colour ever appears: numbers below 2, below 4 and below 16 multiply among themselves." }),
    h("div", { class: "column" }, card({ id: "nim-value", title: "The calculation", badge: answer && badge(answer.claim, answer.because), tools: [copyMenu(nimOf(state.parse))] },
      h("p", { class: "formula big", tabindex: "0" }, math(mathml), " = ", result ? math(result) : "…"),
      nimSteps(canonical),
      h("p", { class: "prose" }, answer?.because ?? ""),
      h("p", { class: "prose" }, "+ * / are the Field operations, ** is a power with an ordinary integer, w is omega, and w^… is an ordinal.")),
    largeTable()));
}

/** The products below 256: by size texture, by logarithm stripes. */
function largeTable() {
  const { by } = state;
  const tool = (key, text) => h("button", { type: "button", class: "tool", "data-key": `by-${key}`, "aria-pressed": String(by === key), onclick: () => { update({ by: key }); remember(false); } }, text);
  return pictureCard({ id: "nim-large", title: `Below 256, by ${by}`, question: { question: "nim", options: { table: 256, by } }, tools: [tool("size", "by size"), tool("logarithm", "by logarithm")],
    note: by === "size" ? "The small table is the outlined corner. In the first 16 rows the two hexadecimal digits are multiplied separately: hence the bands." : "The same products, sorted as powers of a generator: the smaller fields become diagonals." });
}

/** Abelian groups of two cyclic parts of one prime: their table, with the options of this one framed. */
export function abelianPanels() {
  const exponents = twoExponents(state.parse.canonical);
  if (!exponents) return null;
  const { prime, n, m } = exponents;
  const question = { question: "abelian", text: `${Math.max(11, n)},${Math.max(14, m)}`, options: { select: `${n},${m}` } };
  return pictureCard({ id: "abelian-table", title: "All groups with two cyclic parts", question,
    list: ({ groups }) => ({ heads: ["exponents", "nimber"], rows: groups.map(({ exponents: [low, high], nimber }) => [`${low}, ${high}`, nimber]) }),
    onclick: choose(({ row, column }) => { const [low, high] = [Number(row), Number(column)].sort((x, y) => x - y); return `abelian(Z/${prime ** low} + Z/${prime ** high})`; }) });
}

const LARGEST_EXPONENT = 24;

/** The exponents n <= m of Z/p^n + Z/p^m. */
function twoExponents(text) {
  const found = /^abelian\(\s*Z\/(\d+)\s*\+\s*Z\/(\d+)\s*\)$/.exec(text);
  if (!found) return null;
  const orders = found.slice(1).map(Number);
  const prime = [2, 3, 5, 7, 11, 13].find((candidate) => orders.every((order) => order > 1 && order % candidate === 0));
  if (!prime) return null;
  const exponents = orders.map((order) => Math.round(Math.log(order) / Math.log(prime))).sort((x, y) => x - y);
  const isPower = orders.every((order) => exponents.some((exponent) => prime ** exponent === order));
  return isPower && exponents[1] <= LARGEST_EXPONENT ? { prime, n: exponents[0], m: exponents[1] } : null;
}

/** The code whose words are the lost positions when up to d - 1 coins may be turned. */
const CODES = { "mock-turtles": [4, 16], moebius: [6, 18], mogul: [8, 24] };

export function coinPanels() {
  const name = /^coins\(([a-z-]+)\)/.exec(state.parse.canonical)?.[1];
  const [distance, length] = CODES[name] ?? [];
  if (!distance) return null;
  const question = { question: "lexicode", options: { length, distance } };
  const basis = get(question)?.answer?.basis;
  // The greatest coin stands first in a word of the code.
  const headsOf = (row) => [...basis[row]].reverse().flatMap((sign, place) => sign === "1" ? [place] : []);
  return pictureCard({ id: "lexicode", title: `The lost positions on ${length} coins are a code`, question, onclick: basis && choose(({ row }) => `coins(${name})[${headsOf(Number(row)).join("+")}]`),
    list: (answer) => ({ heads: ["word", "coins that show heads"], rows: answer.basis.map((word, at) => [at + 1, headsOf(at).join(", ")]) }),
    note: `Each row is lost for the player to move, and so is every sum of rows: ${basis ? 2 ** basis.length : "…"} positions in all. Click a row to put it on the table.` });
}
