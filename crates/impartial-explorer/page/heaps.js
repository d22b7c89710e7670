// Heap games: the folded strips of both plays, and how far out the pattern goes.
import { badge, card, descriptionOf, h, picture, tableOf } from "./dom.js";
import { get } from "./questions.js";
import { copyMenu } from "./copy.js";
import { FAR, remember, state, update } from "./state.js";
import { shownQuotient, whole } from "./quotient.js";
import { zoomable } from "./zoom.js";

/** One answer has the values and the pictures of them. */
export const sequenceOf = (parse) => ({ question: "sequence", text: parse.code, options: { to: 600, pictures: "strip" } });
export const quotientOf = (parse, to) => ({ question: "quotient", text: parse.code, mathml: true, options: { ...(to ? { to } : {}), pictures: `${eggBoxName()},strip,strip=24` } });

const NARROW = matchMedia("(max-width: 620px)");
NARROW.addEventListener("change", () => update({}));

/** The egg-box that fits: on a narrow page at most four elements stand in a row. */
export const eggBoxName = () => NARROW.matches ? "egg-box=4" : "egg-box";

/** The strips of the plays that are shown. */
export function strips() {
  const { parse, play } = state;
  const normal = play === "misere" ? null : strip({ id: "normal", title: "Normal play", question: sequenceOf(parse), heads: ["heap", "nim-value"] });
  const misere = play === "normal" ? null : strip({ id: "misere", title: "Misère play", question: shownStrip(parse), heads: ["heap", "Φ"] });
  return [normal, misere].filter(Boolean);
}

/** The misère strip is of the quotient that is shown, but does not step back with it. */
const shownStrip = (parse) => state.at ? quotientOf(parse) : shownQuotient();

function strip({ id, title, question, heads }) {
  const known = get(question);
  const answer = known?.answer;
  const text = answer?.pictures?.strip;
  const drawn = text && drawing(text, title);
  const rows = () => [...drawn.querySelectorAll("[data-heap]")].map(({ dataset }) => h("tr", {}, h("th", { scope: "row" }, dataset.heap), h("td", {}, dataset.element ?? dataset.value)));
  return card({ id, title, wide: "half", badge: answer && badge(answer.claim, answer.because), note: text ? descriptionOf(text) : "", tools: [copyMenu(question, text)] },
    drawn || waiting(known), drawn && tableOf(`${id}-table`, heads, rows));
}

/** Nim-values far out, as a scatter plot. */
export function farOut() {
  const { parse, far } = state;
  const question = { question: "sequence", text: parse.code, options: { to: far } };
  const drawn = { ...question, format: "svg", options: { to: far, picture: "scatter" } };
  const reply = get(drawn);
  const tools = FAR.map((to) => h("button", { type: "button", class: "tool", "data-key": `far-${to}`, "aria-pressed": String(to === far), onclick: () => { update({ far: to }); remember(false); } }, to.toLocaleString("en").replace(",", " ")));
  return card({ id: "far-out", title: "Far out", note: `Nim-values to heap ${far}.`, tools: [...tools, copyMenu(question, reply?.text)] },
    reply?.text ? zoomable(`Nim-values to heap ${far}`, picture(reply.text, `Nim-values to heap ${far}`)) : waiting(reply));
}

/** A strip; clicking a heap selects its element. */
function drawing(text, label) {
  const svg = picture(text, label);
  svg.addEventListener("click", (event) => {
    const heap = event.target.closest("[data-heap]")?.dataset.heap;
    const phi = heap && whole()?.phi(Number(heap));
    if (phi) update({ sel: phi });
  });
  return zoomable(svg.getAttribute("aria-label") ?? "A strip of heaps", svg);
}

/** What stands where an answer is waited for, or failed. */
export function waiting(known) {
  if (known?.status === "failed") return h("p", { class: "trouble" }, known.message);
  if (known?.status === "stopped") return h("p", { class: "trouble" }, known.answer?.stopped ?? "Stopped before there was anything to show.");
  const how = known?.partial ? `heap ${known.partial.heap}, order ${known.partial.order}` : known?.progress ? `${known.progress.done} done` : "";
  return h("p", { class: "waiting", role: "status" }, how || "…");
}
