// The board of games that fall apart: cells of a board or nodes of a graph, and the moves that take them.
import { h } from "./dom.js";
import { layout } from "./layout.js";
import { commit, isP } from "./position.js";
import { state } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";
const STEP = 46;

/** The grounds seen so far, by the text of the game: what a move leaves does not repeat its ground. */
const grounds = new Map();
const MOST_KEPT = 4000;

/** Remembers the grounds of an answer and of what its moves leave. */
export function learnGrounds(answer) {
  if (grounds.size > MOST_KEPT) grounds.clear();
  for (const row of answer?.rows ?? []) if (row.ground) grounds.set(row.text, row);
  for (const { change } of answer?.options ?? []) {
    const { ground } = answer.rows?.[change?.row] ?? {};
    if (ground) for (const left of change.left) if (left.free) grounds.set(left.text, { ...left, ground });
  }
}

/** Whether a row is played on a board or a graph that is known. */
export const hasGround = ({ text }) => grounds.has(text);

/** How one moves there. */
export function howToMove({ text }) {
  const { ground } = grounds.get(text);
  const place = ground.columns ? "cell" : "node";
  if (ground.takes_pairs) return `Choose two free ${place}s that are ${ground.columns ? "side by side" : "joined"}.`;
  return ground.rule === "grim" ? `Choose a ${place} that has a free neighbour.` : `Choose a ${place}: its neighbours are taken with it.`;
}

/** The place chosen first, kept while the same board is drawn anew. */
let first = { text: "", at: -1 };

/** A layout is made once for each ground. */
const layouts = new WeakMap();
const layoutOf = (ground) => {
  if (!layouts.has(ground)) layouts.set(ground, layout(ground, STEP));
  return layouts.get(ground);
};

/** What a click on a place may take: by itself, or together with a second place. */
function movesOn({ text, free, ground }, answer) {
  const isFree = new Set(free);
  const beside = ground.names.map(() => []);
  for (const [a, b] of ground.arcs) if (isFree.has(a) && isFree.has(b)) { beside[a].push(b); beside[b].push(a); }
  const byLeft = new Map();
  let last = null;
  for (const option of answer?.options ?? []) {
    const { row, left } = option.change ?? {};
    if (row === undefined || answer.rows[row].text !== text) continue;
    if (left.length) byLeft.set(left[0].free?.join(), option);
    else last = option;
  }
  // Where no move is left, nothing is: then the engine names no cells.
  const leaving = (taken) => byLeft.get(free.filter((place) => !taken.includes(place)).join()) ?? last;
  const one = (at) => ground.takes_pairs ? null : ground.rule === "grim" ? (beside[at].length ? leaving([at]) : null) : leaving([at, ...beside[at]]);
  const two = (a, b) => ground.takes_pairs && beside[a].includes(b) ? leaving([a, b]) : null;
  return { isFree, beside, one, two };
}

/** The board of a row. */
export function groundBoard(row, answer, isYours) {
  const known = grounds.get(row.text);
  const { ground, free } = known;
  const { places, width, height } = layoutOf(ground);
  const { isFree, beside, one, two } = movesOn(known, answer);
  if (first.text !== row.text) first = { text: row.text, at: -1 };
  const wins = (option) => state.hint > 1 && option && isP(option);
  const picked = (at) => {
    if (!isYours || !answer?.options) return;
    const { at: chosen } = first;
    const move = ground.takes_pairs && chosen >= 0 && chosen !== at ? two(chosen, at) : one(at);
    if (move) {
      first = { text: "", at: -1 };
      commit(move.game);
    } else if (ground.takes_pairs && beside[at].length) {
      first = { text: row.text, at: chosen === at ? -1 : at };
      show();
    }
  };
  const lines = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ width, height, "aria-hidden": "true", class: "ground-arcs" })) lines.setAttribute(name, String(value));
  for (const [a, b] of ground.columns ? [] : ground.arcs) {
    const line = document.createElementNS(SVG, "line");
    const [[x1, y1], [x2, y2]] = [places[a], places[b]];
    for (const [name, value] of Object.entries({ x1, y1, x2, y2, class: isFree.has(a) && isFree.has(b) ? "stroke-soft" : "stroke-hair" })) line.setAttribute(name, String(value));
    lines.append(line);
  }
  const buttons = new Map();
  const focusBy = (event, at) => {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
    if (dx === undefined) return;
    event.preventDefault();
    const [x, y] = places[at];
    // The nearest place in that direction; what lies aside counts twice.
    const cost = (other) => { const [u, v] = [places[other][0] - x, places[other][1] - y]; const ahead = u * dx + v * dy; return ahead <= 0 ? Infinity : ahead + 2 * Math.abs(u * dy - v * dx); };
    const next = free.filter((other) => other !== at).reduce((best, other) => cost(other) < cost(best) ? other : best, at);
    if (next === at || cost(next) === Infinity) return;
    for (const [other, button] of buttons) button.tabIndex = other === next ? 0 : -1;
    buttons.get(next).focus();
  };
  const draw = (at) => {
    const name = ground.names[at];
    const kind = ground.columns ? "cell" : "node";
    const item = isFree.has(at)
      ? h("button", { type: "button", class: kind, "data-key": `place-${row.text}-${at}`, "aria-label": `${kind} ${name}`, tabindex: at === free[0] ? "0" : "-1", disabled: !isYours || !(beside[at].length || one(at)),
        onclick: () => picked(at), onkeydown: (event) => focusBy(event, at), onpointerup: (event) => { if (event.pointerType === "mouse" && from >= 0 && from !== at) dragged(at); }, onpointerdown: () => { from = at; } }, ground.columns ? "" : name)
      : h("span", { class: `${kind} gone`, role: "img", "aria-label": `${kind} ${name}, taken` }, ground.columns ? "" : name);
    // The policy of the page allows no style in markup.
    [item.style.left, item.style.top] = places[at].map((place) => `${place}px`);
    if (item.tagName === "BUTTON") buttons.set(at, item);
    return item;
  };
  let from = -1;
  /** A drag from a place to its neighbour is a move. */
  const dragged = (at) => {
    const move = isYours && answer?.options && two(from, at);
    from = -1;
    if (!move) return;
    first = { text: "", at: -1 };
    commit(move.game);
  };
  const show = () => {
    for (const [at, button] of buttons) {
      button.classList.toggle("chosen", at === first.at);
      button.setAttribute("aria-pressed", String(at === first.at));
      button.classList.toggle("next", first.at >= 0 && beside[first.at].includes(at));
      button.classList.toggle("winning", Boolean(first.at >= 0 ? wins(two(first.at, at)) : wins(one(at)) || beside[at].some((other) => wins(two(at, other)))));
    }
  };
  const board = h("div", { class: "ground", role: "group", "aria-label": row.text }, ground.names.map((_, at) => draw(at)));
  [board.style.width, board.style.height] = [`${width}px`, `${height}px`];
  board.prepend(lines);
  show();
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `The board of ${row.text}` }, board);
}
