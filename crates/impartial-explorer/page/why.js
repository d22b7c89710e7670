// Why: the computation as numbered steps, with the same three lines for a move that wins.
import { card, h, word } from "./dom.js";
import { answerTo, get } from "./questions.js";
import { sequenceOf } from "./heaps.js";
import { shownQuotient, whole } from "./quotient.js";
import { board, changeOf, heapsIn, movesNow, playOf, positionQuestions } from "./position.js";
import { checkTool, verdict } from "./check.js";
import { latticeProof } from "./lattice.js";
import { state } from "./state.js";

/** The reasons of the position on the board. */
export function whyPanel() {
  const { text, rows } = board();
  const play = playOf();
  const question = positionQuestions(text, play).outcome;
  const answer = get(question)?.answer;
  if (!answer?.outcome) return null;
  const steps = (rows && rows.length && (play === "misere" ? misere(rows) : normal(rows))) || told(answer);
  const proof = proofOf(question, rows);
  const source = proof && proof !== question ? answerTo(proof) : answer;
  return card({ id: "why", title: "Why" }, h("ol", { class: "steps" }, steps.map((step) => h("li", {}, step)),
    h("li", { class: "claim-step" }, h("span", {}, `${source?.because ?? answer.because}. `), proof && [checkTool(proof, source ?? answer), verdict(proof)])));
}

/** The question whose certificate proves the outcome: of the position itself, of the quotient it lives in, or of its board. */
function proofOf(question, rows) {
  if (state.parse.theory === "lattices") return latticeProof();
  if (!rows || playOf() !== "misere") return question;
  const known = get(shownQuotient());
  // While it is not known which proof there will be, none is offered.
  if (!known || known.status === "running") return null;
  return whole() || known.answer?.status === "infinite" ? shownQuotient() : question;
}

const comma = (list) => list.map((item, at) => [at ? ", " : "", item]);
const line = (...content) => h("p", { class: "formula" }, content);
const now = (isP) => isP ? h("span", { class: "p-word" }, "P: the player to move loses") : h("span", { class: "n-word" }, "not P: the player to move wins");
const left = () => h("span", { class: "p-word" }, "P: leave your opponent here");

/** A winning move, if hints may show one. */
function winning(rows) {
  const move = state.hint > 1 || state.parse.kind === "position" ? movesNow()?.options?.find((option) => option.outcome === "P") : null;
  return move && { change: changeOf(rows, move.game), heaps: heapsIn(move.game) };
}

function misere(rows) {
  const all = whole();
  const phis = rows.map((size) => all?.phi(size));
  if (!all || phis.some((phi) => !phi)) return null;
  const product = all.product(...phis);
  const dots = (list) => list.flatMap((phi, at) => [at ? " · " : "", word(phi)]);
  const steps = [["Each row stands for an element.", line(comma(rows.map((size, at) => [`Φ(${size}) = `, word(phis[at])])))],
    ["A sum of rows is a product.", line(dots(phis), phis.length > 1 ? [" = ", word(product)] : "", " ", now(all.isP(product)))]];
  const move = winning(rows);
  if (move) {
    const after = move.heaps.map((size) => all.phi(size));
    steps.push([`The move ${move.change} leaves`, line(after.length ? dots(after) : word("1"), " = ", word(after.length ? all.product(...after) : "1"), " ", left())]);
  } else if (all.isP(product)) {
    steps.push(["Every move leaves an element that is not P."]);
  }
  return steps;
}

function normal(rows) {
  const values = answerTo(sequenceOf(state.parse))?.values;
  if (!values || rows.some((size) => size >= values.length)) return null;
  const sum = (list) => list.reduce((a, b) => a ^ b, 0);
  const show = (list) => [list.join(" ⊕ ") || "0", " = ", String(sum(list))];
  const nimbers = rows.map((size) => values[size]);
  const steps = [["Each row stands for a nim-value.", line(comma(rows.map((size, at) => `G(${size}) = ${nimbers[at]}`)))],
    ["A sum of rows is a nim sum.", line(show(nimbers), " ", now(sum(nimbers) === 0))]];
  const move = winning(rows);
  if (move) steps.push([`The move ${move.change} leaves`, line(show(move.heaps.map((size) => values[size])), " ", left())]);
  else if (sum(nimbers) === 0) steps.push(["Every move leaves a nim sum that is not 0."]);
  return steps;
}

/** The engine's own steps, and a move that wins, if hints may show one. */
function told(answer) {
  const steps = (answer.steps?.length ? answer.steps : [`${answer.game} is ${answer.outcome}`]).map((step) => [step]);
  const moves = movesNow();
  const winning = moves?.options?.find((option) => option.outcome === "P")?.game ?? moves?.winning_moves?.[0] ?? answer.winning_moves?.[0];
  if (answer.outcome === "P") steps.push(["Every move leaves a position that is not P. ", now(true)]);
  else if (winning && (state.hint > 1 || state.parse.kind === "position")) steps.push([`The move to ${winning} wins.`, line(left())]);
  return steps;
}
