// Lattice games: the P-positions of the whole board where a strategy is proved, and any layer of it, point by point.
import { badge, card, h, tableOf } from "./dom.js";
import { answerTo, get } from "./questions.js";
import { waiting } from "./heaps.js";
import { playOf } from "./position.js";
import { state, update, remember } from "./state.js";
import { pictureCard } from "./theories.js";

/** How long a proof is looked for unasked, and the side of the box that is drawn. */
const SECONDS = 8;
const SIDE = 96;
/** The layers that are offered, and how many points are left out between two that are drawn. */
const LAYERS = [0, 1, 2, 3];
const STEPS = [1, 2, 3, 6];
/** Boards whose pattern is seen in points that are further apart. */
const APART = { "fink.toml": 6 };
/** How far apart the points are that are drawn, if nothing else was chosen. */
const stepOf = (name) => state.every || APART[name] || 1;

/** `lattice(board.toml)[3,0,2]`: its file and its coordinates. */
function readLattice(text) {
  const [, name, inside] = /^lattice\(([^)]*)\)\[([^\]]*)\]$/.exec(text) ?? [];
  return name ? { name, point: inside.split(",").map(Number) } : null;
}

const namesOf = (dimension) => dimension <= 3 ? ["x", "y", "z"].slice(0, dimension) : Array.from({ length: dimension }, (_, at) => `x${at + 1}`);

const strategyOf = (name) => ({ question: "strategy", text: name, seconds: SECONDS });

/** The question for a proof of all positions whose last coordinate is at most so large. */
function belowOf({ name, point }, at) {
  const axis = namesOf(point.length).at(-1);
  return { question: "strategy", text: name, seconds: SECONDS, options: { below: `${axis}=${at}` } };
}

/** The question whose proof covers the position: the whole board, or the layers up to it; none where nothing is proved. */
export function latticeProof() {
  const game = readLattice(state.parse.canonical);
  if (!game || playOf() !== "normal") return null;
  const proofs = [strategyOf(game.name), ...(game.point.length > 2 ? [belowOf(game, game.point.at(-1))] : [])];
  return proofs.find((question) => answerTo(question)?.status === "proved") ?? null;
}

/** The pictures of a lattice game: the whole board, and a layer where the boards do not show them all. */
export function latticePanels() {
  const game = readLattice(state.parse.canonical);
  if (!game) return null;
  const isSeen = game.point.length < 3 || (game.point.length > 3 && answerTo(strategyOf(game.name))?.status === "proved");
  return [...boards(game), isSeen ? null : layer(game)];
}

/** All P-positions, in the shapes and colours of the proof; while none is known, the box as far as it is solved. */
function boards({ name, point }) {
  const question = strategyOf(name);
  const known = get(question);
  if (known?.status === "failed") return [card({ id: "lattice", title: "This is not a lattice game" }, h("p", { class: "trouble" }, known.message))];
  const answer = known?.answer;
  if (answer?.status === "proved") return [pictureCard({ id: "lattice", title: "The P-positions", question: { question: "strategy", text: name }, of: question, below: strata(answer) })];
  if (!answer) return [card({ id: "lattice", title: "The P-positions", note: "A proof for the whole board is looked for." }, waiting(known))];
  if (point.length > 2) return [];
  return [pictureCard({ id: "lattice", title: "The P-positions", question: boxOf(name, point, []), note: `No description of the whole board was proved in ${SECONDS} seconds. ${answer.because}.`, badge: badge("up_to", answer.because), list: points })];
}

/** The strata of the proof: the picture in words. */
function strata(answer) {
  if (!Array.isArray(answer.strata)) return null;
  const vector = (list) => `(${list.join(", ")})`;
  const row = ({ offset, generators }) => h("tr", {}, h("td", {}, vector(offset)), h("td", {}, generators.length ? generators.map(vector).join(" ") : "alone"));
  return [h("p", { class: "note" }, `P is the disjoint union of ${answer.strata.length} translates; the table has a point of each, and the steps that lead from it to all the others.`),
    tableOf("lattice-table", ["from", "in steps of"], () => answer.strata.map(row))];
}

/** The question for a slice of the board: two coordinates vary, the others have the values of a point. */
function boxOf(name, point, fixed, every = 1) {
  const names = namesOf(point.length);
  const ranges = point.map((_, at) => at < 2 ? `0..${SIDE * Math.min(every, 4) - 1}` : `0..${Math.max(1, fixed[at])}`);
  const slice = names.slice(2).map((axis, at) => `${axis}=${fixed[at + 2]}`).join(",");
  return { question: "table", text: name, options: { box: ranges.join(","), ...(slice ? { slice } : {}), ...(every > 1 ? { every } : {}) } };
}

/** One layer of a board with more than two coordinates: the last of them is chosen. */
function layer({ name, point }) {
  const names = namesOf(point.length);
  const last = point.length - 1;
  const at = state.layer >= 0 ? state.layer : Math.min(point[last], LAYERS.at(-1));
  const fixed = point.map((value, axis) => axis === last ? at : value);
  const proof = answerTo(belowOf({ name, point }, at));
  const isProved = proof?.status === "proved";
  const what = isProved ? `Proved for all positions with ${names[last]} ≤ ${at}: ${proof.because}.` : proof ? `Each point of this box is solved; what lies beyond is not known.` : "A proof for this layer is looked for; each point of this box is solved.";
  const choose = (to) => () => { update({ layer: to }); remember(false); };
  const tools = [...LAYERS.map((value) => h("button", { type: "button", class: "tool", "data-key": `layer-${value}`, "aria-pressed": String(value === at), onclick: choose(value) }, `${names[last]} = ${value}`)),
    h("button", { type: "button", class: "tool", "data-key": "layer-back", "aria-label": "one layer back", disabled: at === 0, onclick: choose(at - 1) }, "◀"),
    h("button", { type: "button", class: "tool", "data-key": "layer-on", "aria-label": "one layer on", disabled: at === LAYERS.at(-1), onclick: choose(at + 1) }, "▶")];
  const steps = STEPS.map((every) => h("button", { type: "button", class: "tool", "data-key": `every-${every}`, "aria-pressed": String(every === stepOf(name)), onclick: () => { update({ every }); remember(false); } }, every === 1 ? "every point" : `${every} apart`));
  return pictureCard({ id: "layer", title: `The layer ${names[last]} = ${at}`, note: `Orange: leave your opponent there. ${what}`, question: boxOf(name, point, fixed, stepOf(name)), tools: [...tools, h("span", { class: "gap" }), ...steps], list: (answer) => points(answer, stepOf(name)),
    badge: isProved ? badge("proved", proof.because) : badge("up_to", `${SIDE} × ${SIDE}`, `up to ${SIDE} × ${SIDE}`) });
}

/** The points of a table that are P, a row for each line of the board. */
function points(answer, every = 1) {
  const free = answer.lower.flatMap((low, at) => low < answer.upper[at] ? [at] : []);
  const [across, up] = free;
  const side = (axis) => answer.upper[axis] - answer.lower[axis] + 1;
  const names = namesOf(answer.lower.length);
  const drawn = (axis) => Array.from({ length: side(axis) }, (_, at) => at).filter((at) => (at + answer.lower[axis]) % every === 0);
  const isP = (x, y) => answer.cells[x * side(up) + y] === "P";
  const lines = drawn(up).map((y) => [y + answer.lower[up], drawn(across).filter((x) => isP(x, y)).map((x) => x + answer.lower[across])]);
  return { heads: [names[up], `${names[across]} of the P-positions`], rows: lines.filter(([, list]) => list.length).map(([y, list]) => [y, list.join(", ")]) };
}
