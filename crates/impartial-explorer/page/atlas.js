// The atlas: every code of a family as a tile, with its state in both plays; a click asks it.
import { askText } from "./ask.js";
import { badge, card, h, plural, tableOf } from "./dom.js";
import { get } from "./questions.js";
import { waiting } from "./heaps.js";
import { copyMenu } from "./copy.js";
import { remember, state, update } from "./state.js";

/** A quick look at each code: enough to name what is easy, and honest about the rest. */
export const surveyOf = (family) => ({ question: "survey", text: family, options: { to: 1000, "misere-to": 300, order: 60, work: 1000 } });

/** The states: a sign, words, and the kind of tile. */
const STATES = {
  tame: ["⊕", "tame", "misère play is normal play but for the end"],
  wild_solved: ["⊖", "wild, solved", "the misère quotient is finite and known"],
  wild_normal_solved: ["★", "wild, normal play solved", "the nim-values are periodic, the misère quotient is not known"],
  wild_unsolved: ["–", "wild, open here", "neither play is solved as far as it was looked at"],
};

/** What is told of one code, in a line. */
function aboutCode({ code, state: kind, period, first_period_heap: first, order, heap }) {
  const normal = period ? `period ${period} from heap ${first}` : "no period seen";
  return `${code}: ${STATES[kind][1]}; ${normal}; misère quotient of ${plural(order, "element")} to heap ${heap}`;
}

/** The chart of the family in the box. */
export function atlasPanels() {
  const family = state.parse.canonical;
  const question = surveyOf(family);
  const known = get(question);
  const rows = known?.answer?.rows;
  const answer = known?.answer;
  return [card({ id: "atlas", title: "Every code, as far as a quick look goes", badge: answer && badge(answer.claim, answer.because), tools: [copyMenu(question, null)],
    note: "A row for all digits but the last, a column for the last. Click a code to open it." },
  rows ? [filters(rows), chart(family, rows), table(rows)] : waiting(known))];
}

function filters(rows) {
  const count = (kind) => rows.filter((row) => row.state === kind).length;
  const all = Object.entries(STATES).filter(([kind]) => count(kind));
  return h("div", { class: "filters", role: "group", "aria-label": "Show" }, all.map(([kind, [sign, name, what]]) =>
    h("button", { type: "button", class: `chip state-${kind}`, "data-key": `filter-${kind}`, "aria-pressed": String(state.filter === kind), title: what,
      onclick: () => { update({ filter: state.filter === kind ? "" : kind }); remember(false); } }, h("b", { "aria-hidden": "true" }, sign), ` ${name} `, h("small", {}, count(kind)))));
}

/** The digits of a code, as many as its family has. */
function digitsOf(code, length) {
  const [zeroth, digits] = code.split(".");
  return [zeroth, digits.padEnd(length, "0")];
}

function chart(family, rows) {
  const base = family.startsWith("octal") ? 8 : 4;
  const length = Number(/\d+$/.exec(family)[0]);
  const byStart = new Map();
  for (const row of rows) {
    const [zeroth, all] = digitsOf(row.code, zerothLength(row.code, length));
    const start = `${zeroth}.${all.slice(0, -1)}`;
    if (!byStart.has(start)) byStart.set(start, []);
    byStart.get(start)[Number(all.at(-1))] = row;
  }
  const tile = (row) => row && h("button", { type: "button", class: `atlas-tile state-${row.state}${state.filter && state.filter !== row.state ? " dim" : ""}`, "data-key": `code-${row.code}`, "aria-label": aboutCode(row), title: aboutCode(row),
    onclick: () => askText(row.code) }, STATES[row.state][0]);
  const heads = Array.from({ length: base }, (_, digit) => digit);
  const line = ([start, tiles]) => h("tr", {}, h("th", { scope: "row" }, start), heads.map((digit) => h("td", {}, tile(tiles[digit]))));
  const lines = [...byStart].map(line);
  // Two or three tables side by side, so that a long chart can be seen at once.
  const parts = lines.length > 40 ? 3 : lines.length > 12 ? 2 : 1;
  const size = Math.ceil(lines.length / parts);
  const part = (at) => h("table", { class: "atlas" }, h("thead", {}, h("tr", {}, h("td"), heads.map((digit) => h("th", { scope: "col" }, digit)))), h("tbody", {}, lines.slice(at * size, (at + 1) * size)));
  return h("div", { class: "atlas-parts" }, Array.from({ length: parts }, (_, at) => part(at)));
}

/** 4.d…d has one digit less after the point. */
const zerothLength = (code, length) => code.startsWith("4") ? Math.max(1, length - 1) : length;

function table(rows) {
  const cell = (text) => h("td", {}, text ?? "–");
  const row = ({ code, state: kind, period, first_period_heap: first, first_wild_heap: wild, order, heap }) =>
    h("tr", { "data-code": code }, h("th", { scope: "row" }, code), cell(STATES[kind][1]), cell(period), cell(first), cell(wild), cell(order), cell(heap));
  return tableOf("atlas-table", ["code", "state", "period", "from heap", "wild from heap", "quotient", "to heap"], () => rows.map(row));
}
