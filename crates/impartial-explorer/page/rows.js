// Rows of pins: what a click, a drag, a tap or a key takes, and which move of the engine that is.
import { h, plural, word } from "./dom.js";
import { shortened } from "./elements.js";
import { groundBoard, hasGround } from "./ground.js";
import { whole } from "./quotient.js";
import { changeOf, commit, isP, playOf } from "./position.js";
import { state } from "./state.js";

const sum = (list) => list.reduce((a, b) => a + b, 0);
const inOrder = (sizes) => sizes.filter((size) => size > 0).sort((a, b) => a - b).join("+");

/** The moves of a row of heaps by what they leave, as the engine lists them. */
class RowMoves {
  constructor(text, size, options, before) {
    this.size = size;
    /** @type {Map<string, any>} */
    this.byLeft = new Map();
    for (const option of options ?? []) {
      const { row, left } = option.change ?? {};
      if (row !== undefined && before[row].text === text && left.every((part) => part.size !== undefined)) this.byLeft.set(inOrder(left.map((part) => part.size)), option);
    }
    const lefts = [...this.byLeft.keys()].map((key) => key ? key.split("+").map(Number) : []);
    /** Whether taking never leaves two heaps: then pins are taken from the end of the row. */
    this.takesFromEnd = !lefts.some((left) => left.length > 1 && sum(left) < size);
    this.takes = [...new Set(lefts.map((left) => size - sum(left)))].filter((count) => count > 0).sort((a, b) => a - b);
  }

  /** The move that leaves heaps of these sizes. */
  leaving(sizes) {
    return this.byLeft.get(inOrder(sizes));
  }

  /** Whether the row may be split between two pins without taking any. */
  splitsAt(place) {
    return place > 0 && place < this.size && this.leaving([place, this.size - place]) !== undefined;
  }
}

/** A choice on a row: `count` pins from place `from` on; none of them is a split there. */
const leftBy = ({ from, count }, size) => [from, size - from - count].filter((part) => part > 0);

/** The pin that was tapped first, and what that chose; kept while the same board is drawn anew. */
let firstTap = { board: "", tapped: null, choice: null };

/** The rows of the board with everything that can be done to them. */
export function pinBoard(rows, answer, isYours, others) {
  const { options } = answer ?? {};
  const moves = new Map(rows.filter(({ size }) => size !== undefined).map(({ text, size }) => [text, new RowMoves(text, size, options, answer?.rows ?? [])]));
  const movesOf = (row) => moves.get(rows[row].text);
  const caption = h("p", { class: "caption", "aria-live": "polite" });
  const buttons = [];
  let choice = null;
  let anchor = null;
  const boardName = rows.map(({ text }) => text).join(" + ");
  let tapped = isYours && firstTap.board === boardName ? firstTap.tapped : null;
  let isDragged = false;
  /** Whether the focus goes where a key sends it. */
  let isMoving = false;
  const moveOf = (next) => next && movesOf(next.row).leaving(leftBy(next, rows[next.row].size));
  const say = (next) => {
    if (!next) return "";
    const { size } = rows[next.row];
    const move = moveOf(next);
    const left = leftBy(next, size).join(" + ") || "nothing";
    if (!move) return refusal(movesOf(next.row));
    const hint = state.hint > 1 ? (isP(move) ? " — P, this wins" : " — N, this loses") : "";
    return next.count ? `take ${plural(next.count, "pin")}: leaves ${left}${hint}` : `split into ${left}${hint}`;
  };
  const show = (next) => {
    choice = next;
    for (const { button, row, pin, isGap } of buttons) {
      const isChosen = Boolean(next) && next.row === row && (isGap ? next.count === 0 && pin === next.from : pin >= next.from && pin < next.from + next.count);
      button.classList.toggle("taken", isChosen && Boolean(moveOf(next)));
      button.classList.toggle("barred", isChosen && !moveOf(next));
    }
    caption.textContent = say(next);
    caption.classList.toggle("leaves-p", state.hint > 1 && Boolean(next && moveOf(next) && isP(moveOf(next))));
  };
  const take = (next) => {
    const move = isYours && moveOf(next);
    if (!move) return;
    firstTap = { board: "", tapped: null, choice: null };
    commit(move.game);
  };
  /** From one pin to another; where pins are taken from the end, so many from there. One pin alone means all from it on then. */
  const span = (row, a, b) => {
    const { size } = rows[row];
    const count = Math.abs(a - b) + 1;
    const { takesFromEnd, takes } = movesOf(row);
    if (!takesFromEnd) return { row, from: Math.min(a, b), count };
    if (a !== b) return { row, from: size - count, count };
    // Where one number of pins alone can be taken, every pin means that.
    const behind = takes.length === 1 ? takes[0] : size - a;
    return { row, from: size - behind, count: behind };
  };
  const chosenBy = ({ row, pin, isGap }) => isGap ? { row, from: pin, count: 0 } : span(row, pin, pin);
  const listen = (item) => {
    const { button, row, pin, isGap } = item;
    button.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "touch") return;
      anchor = isGap ? null : { row, pin };
      isDragged = false;
      show(chosenBy(item));
    });
    button.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "touch") return;
      isDragged = !isGap && anchor?.row === row && anchor.pin !== pin && event.buttons > 0;
      show(isDragged ? span(row, anchor.pin, pin) : chosenBy(item));
    });
    button.addEventListener("click", (event) => {
      if (event.pointerType === "touch") {
        // The first tap shows, the second takes; a tap on another pin takes all between them, if that is a move.
        const isSame = tapped && tapped.row === row && tapped.pin === pin && tapped.isGap === isGap;
        const several = tapped && tapped.row === row && !isSame && !isGap && !tapped.isGap ? span(row, tapped.pin, pin) : null;
        show(isSame ? choice : several && moveOf(several) ? several : chosenBy(item));
        tapped = { row, pin, isGap };
        firstTap = { board: boardName, tapped, choice };
        if (isSame) take(choice);
      } else if (event.detail === 0) {
        take(choice && choice.row === row ? choice : chosenBy(item));
      } else if (choice) {
        take(choice);
      }
    });
    button.addEventListener("focus", () => {
      if (isMoving) return;
      anchor = isGap ? null : { row, pin };
      show(chosenBy(item));
    });
    button.addEventListener("keydown", (event) => keys(event, item));
    buttons.push(item);
    return button;
  };
  const first = rows.findIndex(({ size }) => size > 0);
  const drawPin = (row, pin) => listen({ row, pin, isGap: false, place: pin + 0.5,
    button: h("button", { type: "button", class: "pin", "data-key": `pin-${row}-${pin}`, "aria-label": `row ${row + 1}, pin ${pin + 1} of ${rows[row].size}`, tabindex: row === first && pin === 0 ? "0" : "-1" }) });
  const drawGap = (row, pin) => movesOf(row).splitsAt(pin) && listen({ row, pin, isGap: true, place: pin,
    button: h("button", { type: "button", class: "gap-split", "data-key": `split-${row}-${pin}`, "aria-label": `split row ${row + 1} into ${pin} and ${rows[row].size - pin}`, tabindex: "-1" }) });
  const keys = (event, { row, pin, isGap, place }) => {
    const [down, right] = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key] ?? [];
    if (down === undefined) return;
    event.preventDefault();
    const extends_ = event.shiftKey && right && !isGap;
    const inRow = buttons.filter((other) => other.row === row + down && !(extends_ && other.isGap)).sort((a, b) => a.place - b.place);
    const target = down ? inRow.findLast((other) => other.place <= place && !other.isGap) ?? inRow[0] : right > 0 ? inRow.find((other) => other.place > place) : inRow.findLast((other) => other.place < place);
    if (!target) return;
    if (extends_) {
      anchor = anchor?.row === row ? anchor : { row, pin };
      show(span(row, anchor.pin, target.pin));
    } else {
      anchor = target.isGap ? null : { row: target.row, pin: target.pin };
      show(chosenBy(target));
    }
    for (const { button } of buttons) button.tabIndex = button === target.button ? 0 : -1;
    isMoving = true;
    target.button.focus();
    isMoving = false;
  };
  // A drag may end on another pin, between pins, or outside of the row; where it ends is no click.
  const drag = (event) => {
    if (event.pointerType === "touch" || !anchor) return;
    if (isDragged) take(choice);
    anchor = null;
    isDragged = false;
  };
  const line = (row) => Array.from({ length: rows[row].size }, (_, pin) => [drawGap(row, pin), drawPin(row, pin)]);
  const drawn = rows.map((row, at) => row.size === undefined ? others(row) : h("div", { class: "pins", role: "group", "aria-label": rowName(row), ...linkOf(row) }, h("span", { class: "row-name" }, rowName(row)),
    h("span", { class: "pin-line" }, line(at)), rowValue(row)));
  if (tapped) show(firstTap.choice);
  const isWaiting = state.game?.turn === "program" && !state.game.over;
  return h("div", { class: isWaiting ? "board waiting-turn" : "board", onpointerleave: () => { if (!tapped) show(null); }, onpointerup: drag },
    drawn, rows.length === 0 ? h("p", { class: "note" }, state.parse.theory === "boards" ? "No move is left." : "Nothing is left.") : null, caption);
}

/** What may be done to a row, when it was tried otherwise. */
function refusal({ takes, takesFromEnd, byLeft }) {
  if (!byLeft.size) return "no move is left in this row";
  if (!takes.length) return "no pin is taken in this game: click between two pins to split the row";
  const list = takes.length > 6 ? `${takes[0]} to ${takes.at(-1)}` : takes.join(", ");
  return takesFromEnd ? `not a move of this game: from this row one takes ${list}` : "not a move of this game";
}

const rowName = ({ size, code, text }) => code === undefined ? `heap of ${size}` : code === state.parse.code ? `row of ${size}` : text;

/** The heap that a row is, and in misère play its element: what the strips and the egg-box have of it. */
function linkOf({ size, code }) {
  if (code === undefined || code !== state.parse.code) return {};
  return { "data-heap": size, "data-element": playOf() === "misere" ? whole()?.phi(size) ?? undefined : undefined };
}

/** What a row counts for, when hints may say so: Φ in misère play, the nim-value in normal play. */
function rowValue({ size, code, nimber }) {
  if (playOf() === "misere") {
    const phi = code === state.parse.code ? whole()?.phi(size) : null;
    return phi ? h("span", { class: "row-value" }, h("small", {}, `Φ(${size}) =`), word(phi)) : h("span", { class: "row-value" });
  }
  return h("span", { class: "row-value" }, nimber !== undefined && state.hint > 0 ? [h("small", {}, "nim-value"), nimber] : "");
}

/** A part of a sum that is not a heap: its board, or its moves as buttons. */
export function partBoard(part, answer, isYours) {
  if (hasGround(part)) return h("div", { class: "part" }, h("span", { class: "row-name" }, part.text), groundBoard(part, answer, isYours));
  const mine = (answer?.options ?? []).filter(({ change }) => change && answer.rows[change.row].text === part.text);
  const tile = (option) => h("button", { type: "button", class: `element-tile move${state.hint > 1 ? (isP(option) ? " winning" : " losing") : ""}`, "data-key": `part-${option.game}`, disabled: !isYours, onclick: () => commit(option.game) },
    h("span", {}, option.change.left.map(({ text }) => shortened(text, part.text)).join(" + ") || "0"));
  return h("div", { class: "part", role: "group", "aria-label": part.text }, h("span", { class: "row-name" }, part.text), h("div", { class: "elements" }, mine.slice(0, 60).map(tile), mine.length > 60 ? h("p", { class: "note" }, `and ${mine.length - 60} more`) : null));
}

/** Every move as a button; with the last hint, what it leaves. */
export function movesList(answer, isYours) {
  const { options, rows } = answer;
  const showsP = state.hint > 1;
  const sorted = showsP ? [...options].sort((a, b) => Number(isP(b)) - Number(isP(a))) : options;
  const all = playOf() === "misere" ? whole() : null;
  const sizesAfter = ({ change }) => change && [...rows.filter((_, at) => at !== change.row), ...change.left].map(({ size, code }) => code === state.parse.code ? size : undefined);
  const left = (option) => {
    if (!all) return option.nimber === undefined ? "" : `nimber ${option.nimber}`;
    const phis = sizesAfter(option)?.map((size) => size === undefined ? null : all.phi(size)) ?? [null];
    if (phis.some((phi) => phi === null)) return "";
    return [phis.flatMap((phi, at) => [at ? "·" : "", word(phi)]), " = ", word(phis.length ? all.product(...phis) : "1")];
  };
  const row = (option) => h("tr", { class: showsP && isP(option) ? "winning" : "" },
    h("td", {}, h("button", { type: "button", class: "move", "data-key": `move-${option.game}`, disabled: !isYours, onclick: () => commit(option.game) }, option.change ? changeOf(option.change, rows) : option.game)),
    showsP && h("td", {}, left(option)), showsP && h("td", { class: "verdict-cell" }, isP(option) ? "P ◎" : "N"));
  return h("details", { class: "moves", open: showsP, "data-key": "moves-list" }, h("summary", {}, `all ${plural(options.length, "move")}`),
    h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "move"), showsP && h("th", {}, "what is left"), showsP && h("th", {}, "then"))), h("tbody", {}, sorted.slice(0, 200).map(row))));
}
