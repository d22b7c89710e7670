// The misère quotient: its egg-box, an element under the glass, the presentation, and how it grew.
import { badge, card, h, math, picture, tableOf, word } from "./dom.js";
import { answerTo, get } from "./questions.js";
import { eggBoxName, quotientOf, waiting } from "./heaps.js";
import { copyMenu } from "./copy.js";
import { checkTool } from "./check.js";
import { monoid, ofFirstHeaps } from "./words.js";
import { markWalk, walkPanel } from "./walk.js";
import { board, sizesOf } from "./position.js";
import { state, update, remember } from "./state.js";
import { zoomable } from "./zoom.js";

/** The largest order to which a quotient is followed unasked. */
const MOST_ELEMENTS = 100;
/** The heaps of a quotient that is Nim in the end, of which it is drawn; and the largest heap up to which a part is worked out. */
const FIRST_OF_NIM = 15;
const LARGEST_PART = 300;

/** The quotient that is shown: the whole one, one on the way to it, or the one that a position needs. */
export function shownQuotient() {
  const { parse, at } = state;
  const largest = parse.heaps ? Math.max(0, ...parse.heaps.map(([size]) => size)) : 0;
  const entire = quotientOf(parse);
  // What is Nim from some heap on has an infinite quotient; its beginning shows how it goes on.
  if (parse.kind === "game" && !at) return answerTo(entire)?.ultimate_nim ? quotientOf(parse, FIRST_OF_NIM) : entire;
  if (!at && largest > LARGEST_PART) return entire;
  const part = quotientOf(parse, at || Math.max(30, largest));
  if (at) return part;
  // Where the quotient is small so far, the whole of it is worth asking for: it comes with a proof.
  const known = answerTo(part);
  const isSmall = known?.order && known.order <= MOST_ELEMENTS;
  return isSmall && answerTo(quotientOf(parse))?.status === "complete" ? quotientOf(parse) : part;
}

/** The monoid that is shown, when it is known. */
export const whole = () => state.parse?.code ? monoid(ofFirstHeaps(answerTo(shownQuotient()))) : null;

/** The egg-box and what stands beside it. */
export function quotientPanels() {
  const question = shownQuotient();
  const known = get(question);
  const answer = ofFirstHeaps(known?.answer);
  if (known?.status === "failed") return null;
  return [h("div", { class: "split picture-first" }, eggBox(question, known, answer), h("div", { class: "column" }, answer?.generators ? [beyond(answer), toSee(answer), inspector(), presentation(answer)] : null)), walkPanel()];
}

function eggBox(question, known, answer) {
  const drawn = answer?.pictures?.[eggBoxName()];
  // Of an infinite quotient the last finite one is drawn.
  const { order, heap } = answer?.finite ?? answer ?? {};
  const scope = answer && answer.status !== "complete" ? ` to heap ${heap}` : "";
  const title = order ? `The ${order} elements of misère ${state.parse.name ?? state.parse.code}${scope}` : "The misère quotient";
  return card({ id: "egg-box", title, wide: "grow", badge: answer && badge(answer.claim, answer.because), tools: [answer && checkTool(question, answer), copyMenu(question, drawn)],
    note: "Boxes are classes of elements that divide one another; adding heaps moves you down a line, never up. Orange: leave your opponent here." },
  growth(answer), drawn ? eggPicture(drawn, answer) : waiting(known));
}

function eggPicture(text, answer) {
  const svg = picture(text, `Egg-box of the misère quotient of order ${(answer.finite ?? answer).order}, ${(answer.finite ?? answer).p_portion} of them P`);
  // Its tiles can be chosen: a group of buttons, not one image.
  svg.setAttribute("role", "group");
  const tiles = [...svg.querySelectorAll("[data-element]")];
  const chosen = plain(chosenElement());
  const isChosen = (tile) => plain(tile.dataset.element) === chosen;
  tiles.forEach((tile, at) => {
    const name = nameOf(tile.dataset.element);
    tile.setAttribute("role", "button");
    tile.setAttribute("aria-label", `${name}${tile.querySelector(".stroke-p") ? ", P" : ""}`);
    tile.setAttribute("tabindex", isChosen(tile) || (at === 0 && !tiles.some(isChosen)) ? "0" : "-1");
    tile.setAttribute("data-key", `tile-${plain(name)}`);
    if (isChosen(tile)) tile.classList.add("chosen");
    tile.addEventListener("click", () => select(name));
    tile.addEventListener("keydown", (event) => walk(event, tiles, at, name));
  });
  markWalk(tiles);
  return [zoomable("Egg-box", svg), elementTable(answer)];
}

/** The elements as a table, for those who cannot see the picture. */
function elementTable(answer) {
  const all = whole();
  const list = all?.elements();
  if (!list) return null;
  const row = (name) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, answer.p_words.includes(name) ? "P" : "N"), h("td", {}, all.classOf(name).join(", ")));
  return tableOf("egg-box-table", ["element", "outcome", "its class"], () => list.map(row));
}

/** Arrow keys go to the nearest tile in their direction. */
function walk(event, tiles, at, name) {
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    select(name);
    return;
  }
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -2, ArrowDown: 2 }[event.key];
  if (!step) return;
  event.preventDefault();
  let next = tiles[at + Math.sign(step)];
  if (Math.abs(step) === 2) {
    const middle = (tile) => { const box = tile.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [x, y] = middle(tiles[at]);
    const distance = (tile) => { const [u, v] = middle(tile); return (v - y) * Math.sign(step) < 4 ? Infinity : Math.abs(u - x) + 2 * Math.abs(v - y); };
    next = tiles.reduce((best, tile) => distance(tile) < distance(best) ? tile : best, tiles[at]);
    if (distance(next) === Infinity) return;
  }
  if (!next) return;
  for (const tile of tiles) tile.setAttribute("tabindex", tile === next ? "0" : "-1");
  next.focus();
}

/** The element under the glass: the one that was selected, else that of the position on the board. */
function chosenElement() {
  const { sel, parse } = state;
  const sizes = !sel && parse.kind === "position" ? sizesOf(board().rows) : null;
  const phis = sizes?.map((size) => whole()?.phi(size));
  return phis?.length && phis.every(Boolean) ? whole().product(...phis) : sel;
}

const plain = (text) => text.replaceAll("^", "").replaceAll("{", "").replaceAll("}", "");
const nameOf = (element) => whole()?.elements()?.find((text) => plain(text) === plain(element)) ?? element;

function select(name) {
  update({ sel: state.sel === name ? "" : name });
  remember(false);
}

/** The orders through which the quotient grew; each can be looked at. */
function growth(answer) {
  const full = state.parse.kind === "game" && answerTo(quotientOf(state.parse));
  const steps = full?.growth;
  if (!steps || steps.length < 2) return null;
  const step = (heap, order, isLast) => h("button", { type: "button", "data-key": `step-${heap}`,
    "aria-pressed": String(isLast ? !state.at : state.at === heap), onclick: () => { update({ at: isLast ? 0 : heap, sel: "" }); remember(false); } },
  h("b", {}, order), h("small", {}, isLast ? "all heaps" : `to heap ${heap}`));
  const shown = steps.length > 9 ? [...steps.slice(0, 4), ...steps.slice(-5)] : steps;
  const isWhole = full.status === "complete";
  return h("div", { class: "growth scroll", role: "group", "aria-label": "How the quotient grew" }, shown.map((item, at) => step(item.heap, item.order, isWhole && at === shown.length - 1)));
}

/** What is proved where the quotient is infinite. */
function beyond({ finite, statements, because }) {
  if (!finite || !statements) return null;
  return card({ id: "beyond", title: `Infinite from heap ${finite.heap + 1} on`, badge: badge("proved", because), note: `The picture shows the last finite quotient. Beyond it, with H${finite.heap + 1} for a heap of ${finite.heap + 1}:` },
    h("ul", { class: "prose" }, statements.map((statement) => h("li", {}, statement))), h("p", { class: "note" }, `${because}.`));
}

function toSee({ kernel, normal_kernel_hypothesis: isNormal, tame, p_words: p, order }) {
  if (!kernel) return null;
  const inside = kernel.order === order;
  const text = isNormal && !inside
    ? ["The bottom box is ", h("strong", {}, "normal play"), `, whole and unchanged: ${kernel.order} elements, and only `, word(kernel.identity), " is P. Misère play differs in the small boxes above it. ", tame ? "The game is tame." : "The game is wild."]
    : isNormal ? ["All of the quotient is one box: misère play is normal play with one change at the end."]
      : [`The bottom box has ${kernel.order} elements; it is not normal play, and the numbers are left out. `, `${p.length} of ${order} elements are P.`];
  return card({ id: "to-see", title: "What to see" }, h("p", { class: "prose" }, text));
}

function inspector() {
  const all = whole();
  const list = all?.elements();
  if (!all || !list) return null;
  const name = list.find((text) => plain(text) === plain(chosenElement()));
  if (!name) return card({ id: "inspector", title: "An element", note: "Click a tile, or a heap of the misère strip." });
  const isP = all.isP(name);
  const move = (by) => () => select(list[(list.indexOf(name) + by + list.length) % list.length]);
  const tools = [h("button", { type: "button", class: "tool", "aria-label": "previous element", "data-key": "element-before", onclick: move(-1) }, "←"),
    h("button", { type: "button", class: "tool", "aria-label": "next element", "data-key": "element-after", onclick: move(1) }, "→")];
  const { list: powers, again } = all.powers(name);
  const row = (head, ...content) => h("tr", {}, h("th", { scope: "row" }, head), h("td", {}, content));
  const comma = (words) => words.map((text, at) => [at ? ", " : "", word(text)]);
  const kernel = all.quotient.kernel?.identity;
  return card({ id: "inspector", title: "", wide: "element", tools },
    h("p", { class: "element-name" }, word(name), !state.sel && h("small", {}, "where you are"), h("span", { class: isP ? "badge p" : "badge n" }, isP ? "P-element" : "N-element")),
    h("table", { class: "facts" }, h("tbody", {}, row("heaps with this Φ", heapsOf(all, name)),
      row("powers", comma(powers), ", then ", word(powers[again])), row("its class", "{", comma(all.classOf(name)), "}"),
      kernel && row("falls to", word(kernel), " · ", word(name), " = ", word(all.product(kernel, name))))),
    h("p", { class: "prose" }, isP ? ["A sum of heaps with this value is a ", h("strong", { class: "lost" }, "loss"), " for the player to move in misère play."] : "The player to move wins a sum of heaps with this value in misère play."));
}

function heapsOf(all, name) {
  const { phi, period, first_period_heap: first, proved } = all.quotient;
  const heaps = phi.flatMap((text, heap) => heap && text === name ? [heap] : []);
  if (!heaps.length) return "none: only sums have it";
  const isEndless = proved && period && heaps.some((heap) => heap >= first);
  const shown = heaps.slice(0, 12).join(", ");
  return `${shown}${isEndless ? ", … (for ever)" : heaps.length > 12 ? ", …" : proved ? " (no other, ever)" : ""}`;
}

function presentation({ mathml, finite, status }) {
  // Where there is a presentation for all heaps, that of the first of them would mislead.
  if (!mathml || status === "algebraic") return null;
  return card({ id: "presentation", title: finite ? `Presentation to heap ${finite.heap}` : "Presentation" }, mathml.trim().split("\n").map((line) => h("p", { class: "formula" }, math(line))));
}
