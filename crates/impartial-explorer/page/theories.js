// The pictures of the other theories: structure diagrams, nim tables, abelian groups, codes, lattices.
import { askText } from "./ask.js";
import { badge, card, descriptionOf, h, picture } from "./dom.js";
import { get } from "./questions.js";
import { waiting } from "./heaps.js";
import { copyMenu } from "./copy.js";
import { state } from "./state.js";

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

/** A card with a picture of the engine, under the picture's own words unless there is a note; no card where there is no picture. */
function pictureCard({ id, title, note, wide, question, of, onclick, chosen }) {
  const drawn = { ...question, format: "svg" };
  const told = get(drawn);
  if (told?.status === "failed") return null;
  const answer = of && get(of)?.answer;
  return card({ id, title, note: note ?? (told?.text ? descriptionOf(told.text) : ""), wide, badge: answer && badge(answer.claim, answer.because), tools: [copyMenu(question, drawn)] },
    told?.text ? h("div", { class: "scroll centre", onclick }, mark(picture(told.text, title), chosen)) : waiting(told));
}

/** GEN and DNG: every structure class, and one of each type. */
export function groupPanels() {
  const text = state.parse.canonical.replace(/\[[^\]]*\]$/, "");
  const full = { question: "diagram", text, options: { full: true } };
  const simple = { question: "diagram", text };
  return h("div", { class: "split" },
    pictureCard({ id: "structure", title: "Structure diagram", wide: "grow", question: full, of: simple, note: "One triangle for each intersection subgroup; arrows: what one more element can do." }),
    h("div", { class: "column" }, pictureCard({ id: "simplified", title: "Simplified", question: simple, note: "Same type, same fate: classes of one type folded together." }),
      card({ id: "how-to-read", title: "How to read a triangle" }, h("p", { class: "prose" }, "A class holds every set of chosen elements with the same closure. The small part carries the nim-number of its odd-sized sets, the wide part that of its even-sized sets. A triangle that points down has a closure of odd order."))));
}

/** Nimbers: the multiplication table below 16, and the larger field sorted by logarithm. */
export function nimPanels() {
  const { canonical, value } = state.parse;
  const [, a, b] = /^\s*(\d+)\s*\*\s*(\d+)\s*$/.exec(canonical) ?? [];
  const isInside = a !== undefined && Number(a) < 16 && Number(b) < 16;
  const chosen = isInside ? `[data-row="${a}"][data-column="${b}"]` : null;
  const answer = get({ question: "nim", text: canonical })?.answer;
  return h("div", { class: "split" },
    pictureCard({ id: "nim-table", title: "Products below 16", wide: "grow", question: { question: "nim", options: { table: 16 } }, chosen, onclick: choose(({ row, column }) => `${row} * ${column}`),
      note: "Click a product. Inside an outlined square no later colour ever appears: numbers below 2, below 4 and below 16 multiply among themselves." }),
    h("div", { class: "column" }, card({ id: "nim-value", title: "The calculation", badge: answer && badge(answer.claim, answer.because) },
      h("p", { class: "formula big" }, canonical, " = ", answer?.value ?? value ?? "…"),
      h("p", { class: "prose" }, answer?.because ?? ""),
      h("p", { class: "prose" }, "+ * / are the Field operations, ** is a power with an ordinary integer, w is omega, and w^… is an ordinal.")),
    pictureCard({ id: "nim-logarithm", title: "Below 256, by logarithm", question: { question: "nim", options: { table: 256, by: "logarithm" } } })));
}

/** Abelian groups of two cyclic parts of one prime: their table, with the options of this one framed. */
export function abelianPanels() {
  const exponents = twoExponents(state.parse.canonical);
  if (!exponents) return null;
  const { prime, n, m } = exponents;
  const question = { question: "abelian", text: `${Math.max(11, n)},${Math.max(14, m)}`, options: { select: `${n},${m}` } };
  return pictureCard({ id: "abelian-table", title: "All groups with two cyclic parts", question,
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
  return pictureCard({ id: "lexicode", title: `The lost positions on ${length} coins are a code`, question });
}

/** A lattice game: its P-positions, all of them. */
export function latticePanels() {
  const name = /^lattice\(([^)]*)\)/.exec(state.parse.canonical)?.[1];
  return name ? pictureCard({ id: "lattice", title: "The P-positions", question: { question: "strategy", text: name } }) : null;
}
