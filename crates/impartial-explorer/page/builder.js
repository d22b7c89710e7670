// The code builder: one column a digit, one square for each number of heaps that may be left.
import { card, h } from "./dom.js";
import { askText } from "./ask.js";
import { state } from "./state.js";

const LEAVES = ["leave nothing", "leave one heap", "leave two heaps", "leave three heaps"];
const WORDS = ["nothing", "one heap", "two heaps", "three heaps"];

/** The rules as squares, for codes that squares can say. */
export function builder() {
  const shown = state.parse?.builder;
  if (!shown) return null;
  const { zeroth, digits } = shown;
  const columns = Math.max(digits.length, 4);
  const rows = Math.max(zeroth, ...digits) >= 8 ? 4 : 3;
  const all = [...digits, ...Array(columns - digits.length).fill(0)];
  const withZeroth = zeroth > 0;
  const heads = [...(withZeroth ? [0] : []), ...all.map((_, at) => at + 1)];
  const digitOf = (taken) => taken === 0 ? zeroth : all[taken - 1];
  const toggle = (taken, row) => {
    const next = [zeroth, ...all];
    next[taken] ^= 1 << row;
    askText(code(next));
  };
  const square = (taken, row) => {
    const isOn = Boolean(digitOf(taken) & (1 << row));
    const impossible = taken === 0 && row < 2;
    const label = `take ${taken}, leave ${WORDS[row]}`;
    return h("td", {}, h("button", {
      type: "button", class: "square", "aria-pressed": String(isOn), "aria-label": label, disabled: impossible, "data-key": `square-${taken}-${row}`,
      "data-column": taken, "data-row": row, title: impossible ? "a move that takes nothing must split the heap, or it would change nothing" : label, onclick: () => toggle(taken, row),
    }, pictogram(taken, row)));
  };
  const grid = h("table", { class: "builder", onkeydown: arrows },
    h("thead", {}, h("tr", {}, h("td"), heads.map((taken) => h("th", { scope: "col" }, `take ${taken}`)))),
    h("tbody", {}, Array.from({ length: rows }, (_, row) =>
      h("tr", {}, h("th", { scope: "row" }, LEAVES[row]), heads.map((taken) => square(taken, row))))),
    h("tfoot", {}, h("tr", {}, h("td", { class: "digit lead" }, withZeroth ? "" : "0."), heads.map((taken) => {
      const value = digitOf(taken);
      const bits = [1, 2, 4, 8].filter((bit) => value & bit);
      return h("td", { class: value ? "digit" : "digit none" }, digit(value) + (withZeroth && taken === 0 ? "." : ""), h("small", {}, bits.length ? bits.join("+") : "–"));
    }))));
  const more = h("button", { type: "button", class: "tool", "data-key": "more-digits", disabled: digits.length >= 12, onclick: () => askText(code([zeroth, ...digits, 3])) }, "+ digit");
  return card({ id: "builder", title: "The rules", tools: [more], note: "Click squares: what may taking that many leave?" }, h("div", { class: "scroll" }, grid));
}

const digit = (value) => "0123456789ABCDEF"[value];

function code([zeroth, ...digits]) {
  const used = digits.map(digit).join("").replace(/0+$/, "");
  return `${digit(zeroth)}.${used || "0"}`;
}

/** Taken pins hollow, heaps left solid. */
function pictogram(taken, row) {
  const rings = h("span", { class: "rings" }, Array.from({ length: Math.min(taken, 5) }, () => h("i")));
  const heap = () => h("span", { class: "heap" });
  const parts = row === 0 ? [rings] : row === 1 ? [rings, heap()] : row === 2 ? [heap(), rings, heap()] : [heap(), rings, heap(), heap()];
  return h("span", { class: "pictogram", "aria-hidden": "true" }, parts);
}

function arrows(event) {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const { column, row } = event.target.dataset ?? {};
  if (!step || column === undefined) return;
  const next = event.currentTarget.querySelector(`[data-column="${Number(column) + step[0]}"][data-row="${Number(row) + step[1]}"]`);
  if (next) {
    event.preventDefault();
    next.focus();
  }
}
