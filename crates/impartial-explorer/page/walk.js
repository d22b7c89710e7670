// Φ along the heaps: step through them, scrub, or let the walk play; the egg-box shows where each heap leads.
import { card, h, picture, word } from "./dom.js";
import { answerTo } from "./questions.js";
import { quotientOf } from "./heaps.js";
import { monoid, ofFirstHeaps } from "./words.js";
import { state, update, remember } from "./state.js";
import { zoomable } from "./zoom.js";

/** Heaps in a row of the strip, and the time that a walk rests on each. */
const ROW = 24;
const REST = 250;

let timer = null;

/** The quotient that is walked through: the whole one, of a game whose quotient is known and has words. */
function walked() {
  const answer = state.parse?.kind === "game" && !state.at ? ofFirstHeaps(answerTo(quotientOf(state.parse))) : null;
  return answer?.generators?.length && answer.phi?.length > 2 && answer.pictures?.[`strip=${ROW}`] && monoid(answer)?.elements() ? answer : null;
}

/** The last heap of the walk: through the first period, and no further than the strip is drawn. */
function lastHeap({ phi, period, first_period_heap: first, proved }) {
  const goal = proved && period ? first + period - 1 : phi.length - 1;
  return Math.max(1, Math.min(goal, phi.length - 1, 4 * ROW));
}

function stand(heap) {
  update({ walk: heap });
  remember(false);
}

function stopWalk() {
  clearInterval(timer);
  timer = null;
}

/** Walks on from where it stands; where motion is not wanted, it is at the end at once. */
function play(last) {
  if (timer) {
    stopWalk();
    return update({});
  }
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return stand(last);
  if (state.walk >= last) update({ walk: 0 });
  timer = setInterval(() => {
    const answer = walked();
    const next = state.walk + 1;
    if (!answer || next > lastHeap(answer)) {
      stopWalk();
      return update({});
    }
    stand(next);
  }, REST);
  return stand(state.walk + 1);
}

/** Marks where the walk stands and how often each element was visited. */
export function markWalk(tiles) {
  const answer = state.walk ? walked() : null;
  if (!answer) return;
  const visits = new Map();
  for (const element of answer.phi.slice(1, state.walk + 1)) visits.set(element, (visits.get(element) ?? 0) + 1);
  for (const tile of tiles) {
    const count = visits.get(tile.dataset.element);
    tile.classList.toggle("unvisited", !count);
    tile.classList.toggle("walking", tile.dataset.element === answer.phi[state.walk]);
    if (!count) continue;
    const box = tile.querySelector("rect");
    const label = document.createElementNS("http://www.w3.org/2000/svg", "text");
    for (const [name, value] of [["x", Number(box.getAttribute("x")) + 6], ["y", Number(box.getAttribute("y")) + Number(box.getAttribute("height")) - 5], ["font-size", 11], ["class", "visits"]]) label.setAttribute(name, value);
    const letters = tile.querySelector("text");
    if (letters) label.setAttribute("fill", letters.getAttribute("fill"));
    label.textContent = `${count}×`;
    tile.append(label);
  }
}

/** The strip to walk on. */
export function walkPanel() {
  const answer = walked();
  if (!answer) return null;
  const last = lastHeap(answer);
  const at = Math.min(state.walk, last);
  const step = (by) => () => { stopWalk(); stand(Math.max(0, Math.min(last, at + by))); };
  const tool = (key, label, text, act, disabled) => h("button", { type: "button", class: "tool", "data-key": key, "aria-label": label, disabled, onclick: act }, text);
  const tools = [tool("walk-back", "one heap back", "◀", step(-1), at === 0), tool("walk-on", "one heap on", "▶", step(1), at === last),
    tool("walk-play", timer ? "stop the walk" : "walk through the heaps", timer ? "stop" : "walk", () => play(last))];
  // While it walks the page is drawn anew every moment: a press counts when it begins.
  if (timer) tools.at(-1).addEventListener("pointerdown", () => { stopWalk(); update({}); });
  const scrub = h("input", { type: "range", class: "scrub", min: 0, max: last, value: at, "data-key": "walk-scrub", "aria-label": "heap",
    "aria-valuetext": at ? `heap ${at}, ${answer.phi[at]}` : "before the first heap", oninput: (event) => { stopWalk(); stand(Number(event.target.value)); } });
  return card({ id: "walk", title: "Φ along the heaps", tools, note: "Each heap leads to one element of the quotient. Walk through them, and the egg-box counts the visits." },
    scrub, h("p", { class: "walk-said", role: "status" }, said(answer, at)), walkStrip(answer.pictures[`strip=${ROW}`], at));
}

function said(answer, at) {
  if (!at) return "Before the first heap.";
  const p = answer.p_words.includes(answer.phi[at]);
  const grown = answer.growth?.findIndex(({ heap }) => heap === at) ?? -1;
  const before = answer.growth?.[grown - 1]?.order ?? 1;
  const isNew = grown < 0 ? "" : ` With it the quotient grows from ${before} to ${answer.growth[grown].order} elements.`;
  const first = answer.phi.indexOf(answer.phi[at]) === at ? " for the first time" : "";
  return [h("b", {}, `Heap ${at}`), " leads to ", word(answer.phi[at]), first, p ? [": ", h("b", { class: "p-word" }, "P")] : "", ".", isNew];
}

function walkStrip(text, at) {
  const svg = picture(text, "Φ of each heap, in rows of 24");
  svg.querySelector(`[data-heap="${at}"]`)?.classList.add("chosen");
  svg.addEventListener("click", (event) => {
    const heap = Number(event.target.closest("[data-heap]")?.dataset.heap);
    if (heap) {
      stopWalk();
      stand(Math.min(heap, lastHeap(walked())));
    }
  });
  return zoomable("Φ of each heap", svg);
}
