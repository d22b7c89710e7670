// The one state of the page, what of it is in the address, and how it changes.

/** @typedef {{ text: string, asked: string, play: "normal"|"misere"|"both", sel: string, at: number, parse: any,
 *   error: any, answers: Map<string, any>, game: any, hint: number, walk: number, layer: number, every: number, vectors: number[][], filter: string, by: "size"|"logarithm", far: number, checks: Map<string, any>, help: boolean, lesson: number }} PageState */

/** How far out nim-values are drawn; the first unasked. */
export const FAR = [300, 3000, 20_000];

/** @type {PageState} */
export const state = {
  text: "kayles", asked: "", play: "both", sel: "", at: 0, parse: null, error: null,
  answers: new Map(), game: null, hint: 0, walk: 0, layer: -1, every: 0, vectors: [[0, 1], [2, 0], [2, 1], [3, 0]], filter: "", by: "logarithm", far: FAR[0], checks: new Map(), help: false, lesson: 0,
};

const listeners = [];
let isQueued = false;
let isUnseen = false;
/** Milliseconds in which several answers may come together, and after which a change is drawn without a frame. */
const TOGETHER = 4;
const LATEST = 200;

/** What is asked first is not read yet: a page without it need not be drawn. */
let isHeld = true;

/** From now on changes are drawn. */
export function showPage() {
  isHeld = false;
  update({});
}

/** Changes the state; the page is drawn anew soon, once for all changes until then and once a frame.
 * @param {Partial<PageState>} patch */
export function update(patch) {
  Object.assign(state, patch);
  if (isQueued || isHeld) return;
  isQueued = true;
  if (!isUnseen) return void setTimeout(redraw, TOGETHER);
  requestAnimationFrame(redraw);
  // A tab that is not looked at has no frames.
  setTimeout(redraw, LATEST);
}

/** When a button of the mouse or a finger went down that is not up again. */
let pressed = -Infinity;
/** Milliseconds for which a press may hold the page as it is. */
const LONGEST_PRESS = 400;

/** What is drawn anew between pressing and letting go is not clicked: the page waits for the end of a press, unless it is long. */
function waitForPresses() {
  addEventListener("pointerdown", () => { pressed = performance.now(); }, { capture: true });
  // The click itself comes right after.
  const end = () => setTimeout(() => { pressed = -Infinity; redraw(); });
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end, { capture: true });
}
waitForPresses();

function redraw() {
  if (!isQueued) return;
  const rest = pressed + LONGEST_PRESS - performance.now();
  if (rest > 0) return void setTimeout(redraw, rest);
  isQueued = false;
  isUnseen = true;
  requestAnimationFrame(() => { isUnseen = false; });
  for (const listener of listeners) listener(state);
}

/** Calls `act` when what is drawn now is on the screen. */
export const afterPaint = (act) => document.hidden ? setTimeout(act) : requestAnimationFrame(() => setTimeout(act));

/** Calls `listener` after every change. */
export const onChange = (listener) => listeners.push(listener);

/** A position on the board: of a game under way whose moves so far are not known. */
const onBoard = (text) => text ? { text, rows: null, turn: "you", past: [], said: "", over: false } : null;

const KEPT_GAME = "impartial-game";

/** Keeps the game under way for a reload of this tab. */
export function keepGame() {
  if (state.game && state.game.turn !== "program") sessionStorage.setItem(KEPT_GAME, JSON.stringify({ address: address(), game: state.game }));
}

/** The game that was under way at this address in this tab, if there was one. */
function keptGame() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT_GAME));
    const board = new URLSearchParams(location.search).get("board");
    return board && kept?.game.text === board && kept.address === location.search ? kept.game : null;
  } catch {
    return null;
  }
}

/** What the address says. */
export function fromAddress() {
  const query = new URLSearchParams(location.search);
  const play = query.get("play");
  return {
    text: query.get("q") ?? "kayles",
    play: ["normal", "misere", "both"].includes(play) ? play : "both",
    sel: query.get("sel") ?? "",
    at: Number(query.get("at")) || 0,
    walk: Number(query.get("heap")) || 0,
    every: Number(query.get("every")) || 0,
    ...(query.has("rules") ? { vectors: query.get("rules").split(";").map((vector) => vector.split(",").map(Number)).filter((vector) => vector.length === 2 && vector.every(Number.isInteger)) } : {}),
    by: query.get("by") === "size" ? "size" : "logarithm",
    far: FAR.find((to) => String(to) === query.get("far")) ?? FAR[0],
    filter: query.get("filter") ?? "",
    lesson: Math.min(Math.max(Number(query.get("lesson")) || 0, 0), 5),
    hint: Math.min(Math.max(Number(query.get("hint")) || 0, 0), 2),
    game: keptGame() ?? onBoard(query.get("board")),
    layer: query.has("layer") ? Number(query.get("layer")) || 0 : -1,
  };
}

/** The address of what is shown: it has no key and no name of a machine, so it can be mailed. */
export function address() {
  const query = new URLSearchParams({ q: state.asked || state.text });
  if (state.play !== "both") query.set("play", state.play);
  if (state.sel) query.set("sel", state.sel);
  if (state.at) query.set("at", String(state.at));
  if (state.walk) query.set("heap", String(state.walk));
  if (query.get("q").includes("drawn.toml")) query.set("rules", state.vectors.map((vector) => vector.join(",")).join(";"));
  if (state.every) query.set("every", String(state.every));
  if (state.layer >= 0) query.set("layer", String(state.layer));
  if (state.by === "size") query.set("by", "size");
  if (state.far !== FAR[0]) query.set("far", String(state.far));
  if (state.lesson) query.set("lesson", String(state.lesson));
  if (state.filter) query.set("filter", state.filter);
  if (state.hint) query.set("hint", String(state.hint));
  if (state.game && state.game.turn !== "program") query.set("board", state.game.text);
  return `?${query}`;
}

/** Puts it into the address bar; a new question makes a new entry of the history. */
export function remember(isNew) {
  const url = location.pathname + address();
  if (isNew) history.pushState(null, "", url);
  else history.replaceState(null, "", url);
  keepGame();
}
