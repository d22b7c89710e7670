// Heap games: the folded strips of both plays, and how far out the pattern goes.
import { badge, card, descriptionOf, h, picture, tableOf } from "./dom.js";
import { get } from "./questions.js";
import { copyMenu } from "./copy.js";
import { state, update } from "./state.js";
import { whole } from "./quotient.js";

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
  const period = answer?.proved && answer.period;
  // As many rows of the period as come near to 96 heaps.
  const to = period ? Math.min(period * Math.max(2, Math.round(96 / period)), 600) : 96;
  const drawn = answer && { question: "sequence", text: parse.code, format: "svg", options: { to } };
  return strip({ id: "normal", title: "Normal play", known, drawn, question: sequenceOf(parse), heads: ["heap", "nim-value"], list: answer?.values });
}

/** The question for a picture of a quotient that is known: not further than it is. */
export const drawnQuotient = (question, answer, options = {}) => ({ ...question, format: "svg",
  options: { ...question.options, ...options, ...(answer.status === "complete" ? {} : { to: answer.heap }) } });

function misereStrip(parse) {
  const known = get(quotientOf(parse));
  const answer = known?.answer;
  const drawn = answer?.phi?.length && answer.generators?.length ? drawnQuotient(quotientOf(parse), answer, { picture: "strip" }) : null;
  return strip({ id: "misere", title: "Misère play", known, drawn, question: quotientOf(parse), heads: ["heap", "Φ"], list: answer?.phi });
}

function strip({ id, title, known, drawn, question, heads, list }) {
  const answer = known?.answer;
  const text = drawn && get(drawn)?.text;
  return card({ id, title, wide: "half", badge: answer && badge(answer.claim, answer.because), note: text ? descriptionOf(text) : "", tools: [copyMenu(question, drawn)] },
    drawing(drawn, known, title), list && tableOf(`${id}-table`, heads, () => list.slice(1, 97).map((item, at) => h("tr", {}, h("th", { scope: "row" }, at + 1), h("td", {}, item)))));
}

const FAR = [300, 3000, 20_000];

/** Nim-values far out, as a scatter plot. */
export function farOut() {
  const { parse, far } = state;
  const question = { question: "sequence", text: parse.code, options: { to: far } };
  const drawn = { ...question, format: "svg", options: { to: far, picture: "scatter" } };
  const told = get(drawn);
  const tools = FAR.map((to) => h("button", { type: "button", class: "tool", "data-key": `far-${to}`, "aria-pressed": String(to === far), onclick: () => update({ far: to }) }, to.toLocaleString("en").replace(",", " ")));
  return card({ id: "far-out", title: "Far out", note: `Nim-values to heap ${far}.`, tools: [...tools, copyMenu(question, drawn)] },
    told?.text ? h("div", { class: "scroll" }, picture(told.text, `Nim-values to heap ${far}`)) : waiting(told));
}

/** A picture when it is there; clicking a heap selects its element. */
function drawing(question, known, label) {
  if (!question) return waiting(known);
  const told = get(question);
  if (!told?.text) return waiting(told);
  const svg = picture(told.text, label);
  svg.addEventListener("click", (event) => {
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
