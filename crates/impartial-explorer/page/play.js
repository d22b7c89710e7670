// The board: rows of pins, or moves as chips; hints at three levels; the moves as a list for everybody.
import { card, h, plural, word } from "./dom.js";
import { get } from "./questions.js";
import { whole } from "./quotient.js";
import { board, changeOf, commit, heapsIn, isP, isWon, keyOf, newGame, playOf, positionQuestions, replaced, textOf, undo } from "./position.js";
import { movesBoard, unlisted } from "./elements.js";
import { remember, state, update } from "./state.js";

const HINTS = ["hints off", "is it won?", "which moves win?"];

/** Goes to the next level of hints. */
export function nextHint() {
  update({ hint: (state.hint + 1) % HINTS.length });
  remember(false);
}

/** The board. */
export function playPanel() {
  const { text, rows } = board();
  const play = playOf();
  const known = get(positionQuestions(text, play).moves);
  const options = known?.answer?.options;
  const { game, hint } = state;
  const tools = [h("button", { type: "button", class: "tool", "data-key": "undo", disabled: !game?.past.length, onclick: undo }, "undo"),
    h("button", { type: "button", class: "tool", "data-key": "hint", "aria-pressed": String(hint > 0), onclick: nextHint }, HINTS[hint]),
    h("button", { type: "button", class: "tool strong", "data-key": "new-game", onclick: newGame }, "new game")];
  const rule = play === "misere" ? "Whoever makes the last move loses." : "Whoever makes the last move wins.";
  const how = rows ? " Click a pin, or drag over neighbours. Keys: arrows, Shift to take more, Enter." : " Choose a move.";
  const won = isWon(known?.answer);
  const verdict = hint > 0 && won !== null && !game?.over ? (won ? "This position is won for you." : "This position is lost for you, against best play.") : "";
  return card({ id: "play", title: game?.over ? "The end" : "Your move", wide: "grow", tools, note: rule + how },
    h("p", { class: game?.over ? (game.youWin ? "said win" : "said loss") : "said", role: "status" }, game?.said ?? "", verdict && h("b", {}, ` ${verdict}`)),
    rows ? pins(rows, options) : h("p", { class: "position-text" }, text),
    known?.status === "failed" ? h("p", { class: "trouble" }, known.message) : null,
    known?.answer?.stopped ? h("p", { class: "trouble" }, known.answer.stopped) : null,
    known?.answer && !options && !game?.over ? unlisted(text, known.answer, isYours()) : null,
    options && !game?.over ? (rows ? movesList(rows, options) : movesBoard(text, options, isYours())) : null);
}

const isYours = () => !state.game?.over && state.game?.turn !== "program";

function pins(rows, options) {
  const legal = new Map((options ?? []).map((option) => [keyOf(heapsIn(option.game)), option]));
  const caption = h("p", { class: "caption", "aria-live": "polite" });
  const after = ({ row, from, count }) => [...rows.slice(0, row), ...[from, rows[row] - from - count].filter((size) => size > 0), ...rows.slice(row + 1)];
  const moveOf = (choice) => legal.get(keyOf(after(choice)));
  const buttons = [];
  let choice = null;
  let anchor = null;
  let tapped = null;
  const show = (next) => {
    choice = next;
    for (const { button, row, pin } of buttons) {
      const isTaken = Boolean(next) && next.row === row && pin >= next.from && pin < next.from + next.count;
      button.classList.toggle("taken", isTaken && Boolean(moveOf(next)));
      button.classList.toggle("barred", isTaken && !moveOf(next));
    }
    const move = next && moveOf(next);
    const left = next && [next.from, rows[next.row] - next.from - next.count].filter((size) => size > 0).join(" + ");
    caption.textContent = !next ? "" : !move ? "not a move of this game" : `take ${plural(next.count, "pin")}: leaves ${left || "nothing"}${state.hint > 1 ? (isP(move) ? " — P, this wins" : " — N, this loses") : ""}`;
  };
  const take = (next) => {
    const move = next && isYours() && moveOf(next);
    if (move) commit(textOf(after(next)), after(next));
  };
  const span = (row, a, b) => ({ row, from: Math.min(a, b), count: Math.abs(a - b) + 1 });
  const drawPin = (row, pin) => {
    const button = h("button", { type: "button", class: "pin", "data-key": `pin-${row}-${pin}`, "aria-label": `row ${row + 1}, pin ${pin + 1} of ${rows[row]}`, tabindex: row === 0 && pin === 0 ? "0" : "-1" });
    button.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "touch") return;
      anchor = { row, pin };
      show(span(row, pin, pin));
    });
    button.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "touch") return;
      show(anchor?.row === row && event.buttons ? span(row, anchor.pin, pin) : span(row, pin, pin));
    });
    button.addEventListener("click", (event) => {
      if (event.pointerType === "touch") {
        const same = tapped && tapped.row === row && tapped.pin === pin;
        const adjacent = tapped && tapped.row === row && !same;
        show(adjacent ? span(row, tapped.pin, pin) : span(row, pin, pin));
        if (same) take(choice);
        tapped = adjacent ? tapped : { row, pin };
      } else if (event.detail === 0) {
        take(choice && choice.row === row ? choice : span(row, pin, pin));
      } else if (choice) {
        take(choice);
      }
    });
    button.addEventListener("focus", () => { if (!choice || choice.row !== row) show(span(row, pin, pin)); });
    button.addEventListener("keydown", (event) => keys(event, row, pin));
    buttons.push({ button, row, pin });
    return button;
  };
  const keys = (event, row, pin) => {
    const [down, right] = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key] ?? [];
    if (down === undefined) return;
    event.preventDefault();
    const target = buttons.find((other) => other.row === row + down && other.pin === Math.min(pin + right, (rows[row + down] ?? 1) - 1));
    if (!target) return;
    if (event.shiftKey && right) {
      anchor = anchor?.row === row ? anchor : { row, pin };
      show(span(row, anchor.pin, target.pin));
    } else {
      anchor = { row: target.row, pin: target.pin };
      show(span(target.row, target.pin, target.pin));
    }
    for (const { button } of buttons) button.tabIndex = button === target.button ? 0 : -1;
    target.button.focus();
  };
  // A drag may end between pins, or outside of the row.
  const drag = (event) => {
    if (event.pointerType === "touch" || !anchor) return;
    if (choice && choice.count > 1 && !event.target.closest(".pin")) take(choice);
    anchor = null;
  };
  const all = whole();
  const drawn = h("div", { class: state.game?.turn === "program" && !state.game.over ? "board waiting-turn" : "board", onpointerleave: () => { if (!tapped) show(null); }, onpointerup: drag },
    rows.map((size, row) => h("div", { class: "pins", role: "group", "aria-label": `row of ${size}` }, h("span", { class: "row-name" }, `row of ${size}`),
      h("span", { class: "pin-line" }, Array.from({ length: size }, (_, pin) => drawPin(row, pin))), rowValue(all, size))),
    rows.length === 0 ? h("p", { class: "note" }, "Nothing is left.") : null, caption);
  return drawn;
}

/** What a row counts for: Φ in misère play, the nim-value in normal play. */
function rowValue(all, size) {
  const phi = playOf() === "misere" ? all?.phi(size) : null;
  return phi ? h("span", { class: "row-value" }, h("small", {}, `Φ(${size}) =`), word(phi)) : h("span", { class: "row-value" });
}

/** Every move as a button; with the last hint, what it leaves. */
function movesList(rows, options) {
  const showsP = state.hint > 1;
  const sorted = showsP ? [...options].sort((a, b) => Number(isP(b)) - Number(isP(a))) : options;
  const all = playOf() === "misere" ? whole() : null;
  const left = (option) => {
    if (!all) return option.nimber === undefined ? "" : `nimber ${option.nimber}`;
    const phis = heapsIn(option.game).map((size) => all.phi(size));
    if (phis.some((phi) => phi === null)) return "";
    return [phis.flatMap((phi, at) => [at ? "·" : "", word(phi)]), " = ", word(phis.length ? all.product(...phis) : "1")];
  };
  const row = (option) => h("tr", { class: showsP && isP(option) ? "winning" : "" },
    h("td", {}, h("button", { type: "button", class: "move", "data-key": `move-${option.game}`, disabled: !isYours(), onclick: () => commit(option.game, replaced(rows, option.game)) }, changeOf(rows, option.game))),
    showsP && h("td", {}, left(option)), showsP && h("td", { class: "verdict-cell" }, isP(option) ? "P ◎" : "N"));
  return h("details", { class: "moves", open: showsP, "data-key": "moves-list" }, h("summary", {}, `all ${plural(options.length, "move")}`),
    h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "move"), showsP && h("th", {}, "what is left"), showsP && h("th", {}, "then"))), h("tbody", {}, sorted.slice(0, 200).map(row))));
}
