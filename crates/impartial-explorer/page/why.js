// Why: the computation as numbered steps, with the same three lines for a move that wins.
import { card, h, word } from "./dom.js";
import { answerTo, get } from "./questions.js";
import { whole } from "./quotient.js";
import { board, changeOf, movesNow, nameOfRow, playOf, positionQuestions, sizesOf } from "./position.js";
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
  // One board alone is no sum: the engine has more to say of it.
  const isAlone = rows?.length === 1 && rows[0].size === undefined;
  const steps = (rows?.length && !isAlone && (play === "misere" ? misere(rows) : normal(rows))) || reasonOf(answer);
  const proof = proofOf(question);
  const source = proof && proof !== question ? answerTo(proof) : answer;
  return card({ id: "why", title: "Why" }, h("ol", { class: "steps" }, steps.map((step) => h("li", {}, step)),
    h("li", { class: "claim-step" }, h("span", {}, `${source?.because ?? answer.because}. `), proof && [checkTool(proof, source ?? answer), verdict(proof)])));
}

/** The question whose certificate proves the outcome: of the position itself, or of its board. */
const proofOf = (question) => state.parse.theory === "lattices" ? latticeProof() : question;

const comma = (list) => list.map((item, at) => [at ? ", " : "", item]);
const line = (...content) => h("p", { class: "formula" }, content);
const now = (isP) => isP ? h("span", { class: "p-word" }, "P: the player to move loses") : h("span", { class: "n-word" }, "not P: the player to move wins");
const leftP = () => h("span", { class: "p-word" }, "P: leave your opponent here");

/** A move that wins, in a fold that is closed until one asks: nothing is given away. */
function winning(steps) {
  const moves = movesNow();
  const move = moves?.options?.find((option) => option.outcome === "P");
  if (!move?.change) return null;
  const rows = [...moves.rows.filter((_, at) => at !== move.change.row), ...move.change.left];
  return h("details", { class: "spoiler", "data-key": "spoiler", open: state.hint > 1 }, h("summary", {}, "a move that wins"), `The move ${changeOf(move.change, moves.rows)} leaves`, steps(rows));
}

function misere(rows) {
  const all = whole();
  const sizes = sizesOf(rows);
  const phis = sizes?.map((size) => all?.phi(size));
  if (!all || !phis || phis.some((phi) => !phi)) return null;
  const product = all.product(...phis);
  const dots = (list) => list.flatMap((phi, at) => [at ? " · " : "", word(phi)]);
  const steps = [["Each row stands for an element.", line(comma(sizes.map((size, at) => [`Φ(${size}) = `, word(phis[at])])))],
    ["A sum of rows is a product.", line(dots(phis), phis.length > 1 ? [" = ", word(product)] : "", " ", now(all.isP(product)))]];
  const move = winning((left) => {
    const after = left.map(({ size }) => all.phi(size));
    return line(after.length ? dots(after) : word("1"), " = ", word(after.length ? all.product(...after) : "1"), " ", leftP());
  });
  if (move) steps.push([move]);
  else if (all.isP(product)) steps.push(["Every move leaves an element that is not P."]);
  return steps;
}

/** The nim-values of rows, as the engine tells them; none where one is not a number. */
function nimbersOf(rows, known) {
  const byText = new Map(known?.map(({ text, nimber }) => [text, nimber]));
  const values = rows.map(({ text, nimber }) => nimber ?? byText.get(text));
  return values.every((value) => /^\d+$/.test(String(value ?? ""))) ? values.map(Number) : null;
}

const nimSum = (list) => list.reduce((a, b) => a ^ b, 0);

function normal(rows) {
  const moves = movesNow();
  const nimbers = nimbersOf(rows, moves?.rows);
  if (!nimbers) return null;
  const total = nimSum(nimbers);
  const show = (list) => [list.join(" ⊕ ") || "0", " = ", String(nimSum(list))];
  const name = (row) => row.code === state.parse.code && row.code !== undefined ? `row of ${row.size}` : nameOfRow(row);
  const each = rows.every(({ size, code }, at) => size === nimbers[at] && (code === undefined || state.parse.is_nim))
    ? [`Each ${rows[0].code === undefined ? "heap" : "row"} stands for its size.`] : ["Each row stands for a nim-value.", line(comma(rows.map((row, at) => `${name(row)}: ${nimbers[at]}`)))];
  const steps = [each, ["A sum of rows is a nim sum: digits in base two, added without carrying.", binary(rows, nimbers), line(show(nimbers), " ", now(total === 0))]];
  // What a move leaves in other rows is told by the engine as a whole.
  const option = moves?.options?.find(({ outcome }) => outcome === "P");
  const move = total !== 0 && option && winning(() => line(`a nim sum of ${option.nimber ?? 0} `, leftP()));
  if (move) steps.push([move]);
  else if (total === 0) steps.push(["Every move changes one row, and leaves a nim sum that is not 0."]);
  return steps;
}

const MOST_BITS = 8;

/** Nim-values in columns of base two; a column with an odd number of ones is what a winning move must mend. */
function binary(rows, nimbers) {
  const bits = Math.max(...nimbers, 1).toString(2).length;
  if (rows.length < 2 || rows.length > 12 || bits > MOST_BITS) return null;
  const places = Array.from({ length: bits }, (_, at) => bits - 1 - at);
  const digits = (value) => places.map((place) => h("td", { class: (value >> place) & 1 ? "one" : "zero" }, (value >> place) & 1));
  const total = nimSum(nimbers);
  return h("table", { class: "binary", "aria-label": "nim-values in base two" }, h("thead", {}, h("tr", {}, h("td"), places.map((place) => h("th", { scope: "col" }, 2 ** place)), h("td"))),
    h("tbody", {}, rows.map((row, at) => h("tr", {}, h("th", { scope: "row" }, nameOfRow(row)), digits(nimbers[at]), h("td", { class: "value" }, nimbers[at])))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "⊕"), places.map((place) => h("td", { class: (total >> place) & 1 ? "odd" : "even" }, (total >> place) & 1)), h("td", { class: "value" }, total))));
}

/** The engine's own steps, and a move that wins in a fold. */
function reasonOf(answer) {
  const steps = (answer.steps?.length ? answer.steps : [`${answer.game} is ${answer.outcome}`]).map((step) => [step]);
  const moves = movesNow();
  const found = moves?.options?.find((option) => option.outcome === "P")?.game ?? moves?.winning_moves?.[0] ?? answer.winning_moves?.[0];
  if (answer.outcome === "P") steps.push(["Every move leaves a position that is not P. ", now(true)]);
  else if (found) steps.push([h("details", { class: "spoiler", "data-key": "spoiler", open: state.hint > 1 }, h("summary", {}, "a move that wins"), `The move to ${found} wins.`, line(leftP()))]);
  return steps;
}
