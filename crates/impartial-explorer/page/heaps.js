// Heap games: the folded strips of both plays, and how far out the pattern goes.
import { badge, card, h, picture } from "./dom.js";
import { get } from "./questions.js";
import { copyMenu } from "./copy.js";
import { state, update } from "./state.js";
import { whole } from "./quotient.js";

/** How many heaps a strip shows: eight rows of the period, as near to 96 as that comes. */
export function extent(period) {
  if (!period) return 96;
  const rows = Math.max(2, Math.round(96 / period));
  return Math.min(rows * period, 600);
}

export const sequenceOf = (parse) => ({ question: "sequence", text: parse.code, options: { to: 600 } });
export const quotientOf = (parse) => ({ question: "quotient", text: parse.code });

/** The strips of the plays that are shown. */
export function strips() {
  const { parse, play } = state;
  const normal = play !== "misere" && normalStrip(parse);
  const misere = play !== "normal" && misereStrip(parse);
  return [normal, misere].filter(Boolean);
}

function normalStrip(parse) {
  const known = get(sequenceOf(parse));
  const answer = known?.answer;
  const drawn = answer && { question: "sequence", text: parse.code, format: "svg", options: { to: extent(answer.proved ? answer.period : 0) } };
  const note = !answer ? "" : answer.proved && answer.period
    ? `Nim-value of each heap, folded at its period, ${answer.period}. Ringed: the ${plural(exceptions(answer))} that break the pattern. Below the dotted line none ever will.`
    : `Nim-value of each heap. No period is proved by the heaps to ${answer.computed_to ?? 600}.`;
  return card({ id: "normal", title: "Normal play", wide: "half", badge: answer && badge(answer.claim, answer.because), note, tools: [copyMenu(sequenceOf(parse), drawn)] },
    drawing(drawn, known, "Nim-values of heaps"), answer && table("heap", "nim-value", answer.values.slice(1, 97)));
}

const plural = (count) => count === 1 ? "one heap" : `${count} heaps`;

/** How many heaps before the period break its pattern. */
function exceptions({ values, period, first_period_heap: first }) {
  let count = 0;
  for (let heap = 1; heap < first; heap += 1) {
    const later = heap + period * Math.ceil((first - heap) / period);
    if (values[heap] !== values[later]) count += 1;
  }
  return count;
}

function misereStrip(parse) {
  const known = get(quotientOf(parse));
  const answer = known?.answer;
  const to = answer?.status === "complete" ? extent(answer.period) : answer?.heap;
  const drawn = answer?.phi && answer.generators?.length && { question: "quotient", text: parse.code, format: "svg", options: { picture: "strip", to } };
  const note = !answer ? "" : answer.status === "complete"
    ? "Φ of each heap in the quotient: same fold, same colours. Orange: a heap that is lost for the player to move. Ringed: the heaps that break the pattern."
    : `Φ of each heap in the quotient to heap ${answer.heap}${answer.stopped ? `: ${answer.stopped}` : ""}.`;
  return card({ id: "misere", title: "Misère play", wide: "half", badge: answer && badge(answer.claim, answer.because), note, tools: [copyMenu(quotientOf(parse), drawn)] },
    drawn ? drawing(drawn, known, "Words of heaps", true) : waiting(known), answer?.phi && table("heap", "Φ", answer.phi.slice(1, 97)));
}

/** A picture when it is there; clicking a heap selects its element. */
export function drawing(question, known, label, isWords) {
  if (!question) return waiting(known);
  const told = get(question);
  if (!told?.text) return waiting(told);
  const svg = picture(told.text, label);
  if (isWords) svg.addEventListener("click", (event) => {
    const heap = event.target.closest("[data-heap]")?.dataset.heap;
    const phi = heap && whole()?.phi(Number(heap));
    if (phi) update({ sel: phi });
  });
  return h("div", { class: "scroll" }, svg);
}

/** What stands where an answer is waited for, or failed. */
export function waiting(known) {
  if (known?.status === "failed") return h("p", { class: "trouble" }, known.message);
  if (known?.status === "stopped") return h("p", { class: "trouble" }, known.answer?.stopped ?? "Stopped before there was anything to show.");
  const how = known?.partial ? `heap ${known.partial.heap}, order ${known.partial.order}` : known?.progress ? `${known.progress.done} done` : "";
  return h("p", { class: "waiting", role: "status" }, how || "…");
}

/** The content of a picture as a table, for those who cannot see it. */
function table(head, value, list) {
  return h("details", { class: "as-table" }, h("summary", {}, "as a table"),
    h("div", { class: "scroll" }, h("table", {}, h("tbody", {}, h("tr", {}, h("th", { scope: "row" }, head), list.map((_, at) => h("td", {}, at + 1))),
      h("tr", {}, h("th", { scope: "row" }, value), list.map((item) => h("td", {}, item)))))));
}
