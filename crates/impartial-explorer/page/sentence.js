// The sentence: the rules in one clause, the result in one clause, and what the result rests on.
import { badge, h, math, plural } from "./dom.js";
import { answerTo, get } from "./questions.js";
import { quotientOf, sequenceOf } from "./heaps.js";
import { positionQuestions, playOf } from "./position.js";
import { surveyOf } from "./atlas.js";
import { diagramsOf, nimOf } from "./theories.js";
import { state } from "./state.js";

/** The sentence of what is asked. */
export function sentence() {
  const { parse } = state;
  if (!state.asked && state.error) return h("p", { class: "sentence" }, "Nothing is asked yet: mend the text above, or try one of the examples.");
  if (!parse?.ok || !state.asked) return null;
  const draw = parse.theory === "nim" ? nim : parse.theory === "atlas" ? atlas : parse.kind === "game" ? game : position;
  const said = draw(parse);
  return said && h("p", { class: state.error ? "sentence old" : "sentence" }, said);
}

/** More letters than these do not stand in one line of a narrow page. */
const LONG_FORMULA = 20;
const strong = (...text) => h("strong", {}, text);
/** What is asked, as a formula where it is one. */
const asked = ({ mathml, canonical, theory }) => {
  if (!mathml || !["nim", "groups", "algebra", "sum", "trees"].includes(theory)) return strong(canonical);
  const formula = math(mathml);
  // A formula has no lines: a long one scrolls where the page is narrow.
  if (canonical.length > LONG_FORMULA) {
    formula.classList.add("long");
    for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", canonical]]) formula.setAttribute(name, value);
  }
  return strong(formula);
};
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function game(parse) {
  const rules = [parse.name ? ["In ", strong(parse.name), " you "] : ["In ", strong(parse.canonical), " you "], parse.rules, ". "];
  const [wantsNormal, wantsMisere] = [state.play !== "misere", state.play !== "normal"];
  const normal = wantsNormal ? normalClause(parse) : null;
  const misere = wantsMisere ? misereClause(parse) : null;
  const parts = [normal, misere].filter(Boolean);
  if (parts.some((part) => part.waiting)) return [rules, h("span", { class: "waiting" }, parts.filter((part) => part.waiting).map((part) => part.waiting).join(" "))];
  const claim = parts.every((part) => part.claim === "proved") ? "proved" : "up_to";
  const lead = parts.length === 2 && parts.every((part) => part.solved) ? "It is solved both ways: " : "";
  // Each clause of its own is a sentence.
  const clause = ({ when, solved, said }, at) => [lead ? (at ? "; " : "") : at ? ". " : "", lead ? when : capital(when), ", ", lead || !solved ? "" : "it is solved ", said];
  return [rules, lead, parts.map(clause), ". ", badge(claim, parts.map((part) => part.because).join(" · "))];
}

function waitingFor(known, what) {
  if (known?.status === "failed") return { waiting: `${what}: ${known.message}.` };
  if (known?.partial) return { waiting: `Heap ${known.partial.heap}, order ${known.partial.order} …` };
  return { waiting: "Thinking …" };
}

const WINS = "if the last move wins";
const LOSES = "if the last move loses";

function normalClause(parse) {
  const known = get(sequenceOf(parse));
  const answer = known?.answer;
  if (!answer) return waitingFor(known, "Normal play");
  const { period, saltus, first_period_heap: first, proved, claim, because, computed_to: last } = answer;
  const solved = { when: WINS, solved: true, claim, because };
  if (proved && period && saltus) {
    const said = period === 1 && saltus === 1 && first === 0 ? ["by counting each heap for ", strong("its size")] : ["by ", strong("numbers that grow"), ` by ${saltus} every ${period} heaps, from heap ${first} on`];
    return { ...solved, said };
  }
  if (proved && period) {
    const numbers = period === 1 ? "one number" : `${period} repeating numbers`;
    return { ...solved, said: ["by ", strong(numbers), ` from heap ${first} on`] };
  }
  if (proved) return { ...solved, said: ["by ", strong("values that grow in step")] };
  return { when: WINS, claim: "up_to", because, said: [`no pattern is proved to heap ${last ?? answer.values.length - 1}`] };
}

function misereClause(parse) {
  const known = get(quotientOf(parse));
  const answer = known?.answer;
  if (!answer) return waitingFor(known, "Misère play");
  const { status, order, period, heap, claim, because, ultimate_nim: nim } = answer;
  const elements = order === 1 ? "one element" : `${order} elements`;
  const solved = { when: LOSES, solved: true, claim, because };
  if (status === "complete") {
    const words = period === 1 ? "one word" : `${period} repeating words`;
    return { ...solved, said: ["by ", strong(words), " from a monoid of ", strong(elements)] };
  }
  if (nim) return { ...solved, said: ["like ", strong("Nim"), `: while there is a heap above ${nim.last_small}, the same nim sum tells who wins`] };
  if (status === "algebraic") return { ...solved, said: ["by an ", strong("infinite monoid"), " with a finite description"] };
  if (status === "infinite") return { when: LOSES, claim: "proved", because, said: ["the quotient is ", strong("infinite"), ` from heap ${(answer.finite?.heap ?? heap) + 1} on`] };
  const size = order === null || order === undefined ? "not known" : `of ${elements}`;
  const open = status === "diverging" ? ", and with the next heap it seems to be infinite" : "";
  return { when: LOSES, claim: "up_to", because, said: [`the quotient to heap ${heap} is `, strong(size), open] };
}

function position(parse) {
  const play = playOf();
  const { moves, outcome } = positionQuestions(parse.canonical, play);
  const reply = get(outcome);
  const answer = reply?.answer;
  const how = parse.theory === "groups" && play === "normal" ? groupRule(parse) : play === "misere" ? "Last move loses. " : "Last move wins. ";
  if (reply?.status === "failed") return [capital(reply.message), "."];
  if (!answer) return [how, h("span", { class: "waiting" }, "Thinking …")];
  if (!answer.outcome) return [how, asked(parse), ": not known. ", answer.stopped ? capital(answer.stopped) + "." : ""];
  const options = answerTo(moves)?.options;
  const wins = answer.winning_moves?.length ?? 0;
  const said = answer.outcome === "P"
    ? ["The player to move ", strong("loses"), " against best play"]
    : ["The player to move ", strong("can win"), wins && options ? `, with ${wins} of ${plural(options.length, "move")}` : ""];
  const nimber = play === "normal" && parse.theory !== "heaps" ? answerTo({ question: "nimber", text: parse.canonical, mathml: true }) : undefined;
  const named = nimber?.nimber === undefined ? "" : [asked(parse), " = ", strong(star(nimber)), ". "];
  return [how, named, contrast(parse, play), said, ". ", badge(answer.claim, answer.because)];
}

/** A nimber with its star; of an infinite one with more than one letter, in brackets. */
function star({ nimber, mathml }) {
  if (/^\d+$/.test(nimber)) return `∗${nimber}`;
  return nimber === "w" ? ["∗", math(mathml)] : ["∗(", math(mathml), ")"];
}

/** The rule of a game on a group, and how its positions fold together. */
function groupRule({ canonical }) {
  const rule = canonical.startsWith("gen(") ? "Players choose elements in turn; whoever generates the group wins. " : "Players choose elements in turn; whoever has to generate the group loses. ";
  const [all, folded] = diagramsOf(canonical).map((question) => answerTo(question)?.classes?.length);
  return all && folded && all > folded ? [rule, "All positions fold into ", strong(`${all} triangles`), ", then into ", strong(String(folded)), ". "] : rule;
}

/** What the other play would say, where that differs. */
function contrast(parse, play) {
  if (play !== "misere" || parse.theory !== "heaps") return "";
  const nimber = answerTo({ question: "nimber", text: parse.canonical });
  if (!nimber) return "";
  return nimber.outcome === "P" ? "In normal play the nim-values add up to 0, and the mover would have lost. " : `In normal play the nim-value is ${nimber.nimber}, a win. `;
}

function nim(parse) {
  const reply = get(nimOf(parse));
  if (reply?.status === "failed") return [reply.message, "."];
  const value = parse.value_mathml ?? reply?.answer?.mathml;
  if (value === undefined) return [h("span", { class: "waiting" }, reply?.answer?.stopped ?? "Thinking …")];
  return [asked(parse), " = ", strong(math(value)), " in Conway’s Field of nimbers. ", reply?.answer ? badge(reply.answer.claim, reply.answer.because) : ""];
}

function atlas(parse) {
  const known = get(surveyOf(parse.canonical));
  const rows = known?.answer?.rows;
  if (known?.status === "failed") return [`${known.message}.`];
  const count = rows && ((kind) => rows.filter((row) => row.state === kind).length);
  if (!rows) return ["Every code of ", strong(parse.canonical), ", in both plays. ", h("span", { class: "waiting" }, "Looking at each …")];
  return ["Of ", strong(`${rows.length} codes`), `, ${count("tame")} are tame: misère play is normal play but for the end. Of the wild ones, `, strong(`${count("wild_solved")} are solved`), ` in misère play, ${count("wild_normal_solved")} in normal play only. `, badge("up_to", known.answer.because)];
}
