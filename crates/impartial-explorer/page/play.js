// The board: rows of pins, or moves as chips; hints at three levels; the moves as a list for everybody.
import { card, h } from "./dom.js";
import { hasGround, howToMove } from "./ground.js";
import { get } from "./questions.js";
import { board, isWon, newGame, playOf, positionQuestions, undo } from "./position.js";
import { movesBoard, unlisted } from "./elements.js";
import { pointBoard } from "./points.js";
import { movesList, partBoard, pinBoard } from "./rows.js";
import { remember, state, update } from "./state.js";

const HINTS = ["hints off", "is it won?", "which moves win?"];

/** Goes to the next level of hints. */
export function nextHint() {
  update({ hint: (state.hint + 1) % HINTS.length });
  remember(false);
}

const isYours = () => !state.game?.over && state.game?.turn !== "program";

/** How one moves on this board. */
function howTo(rows, { options, rows: before } = {}) {
  if (!rows) return " Choose a move.";
  const ground = rows.find(hasGround);
  if (ground && !rows.some(({ size }) => size !== undefined)) return ` ${howToMove(ground)}`;
  const splits = options?.some(({ change }) => change?.left.length > 1 && change.left.reduce((all, { size }) => all + (size ?? 0), 0) === before[change.row].size);
  return ` Click a pin, or drag over several.${splits ? " Click between two pins to split a row." : ""} Keys: arrows, Shift to take more, Enter.`;
}

/** The board. */
export function playPanel() {
  const { text, rows } = board();
  const play = playOf();
  const known = get(positionQuestions(text, play).moves);
  const answer = known?.answer;
  const options = answer?.options;
  const { game, hint } = state;
  const tools = [h("button", { type: "button", class: "tool", "data-key": "undo", disabled: !game?.past.length, onclick: undo }, "undo"),
    h("button", { type: "button", class: "tool", "data-key": "hint", "aria-pressed": String(hint > 0), onclick: nextHint }, HINTS[hint]),
    h("button", { type: "button", class: "tool strong", "data-key": "new-game", onclick: newGame }, "new game")];
  const rule = play === "misere" ? "Whoever makes the last move loses." : "Whoever makes the last move wins.";
  const won = isWon(answer);
  const verdict = hint > 0 && won !== null && !game?.over && isYours() ? (won ? "This position is won for you." : "This position is lost for you, against best play.") : "";
  return card({ id: "play", title: game?.over ? "The end" : "Your move", wide: "grow", tools, note: rule + howTo(rows, answer) },
    h("p", { class: game?.over ? (game.youWin ? "said win" : "said loss") : "said", role: "status" }, game?.said ?? "", verdict && h("b", {}, ` ${verdict}`)),
    rows ? pinBoard(rows, answer, isYours(), (part) => partBoard(part, answer, isYours())) : h("p", { class: "position-text" }, text),
    known?.status === "failed" ? h("p", { class: "trouble" }, known.message) : null,
    answer?.stopped ? h("p", { class: "trouble" }, answer.stopped) : null,
    answer && !options && !game?.over ? unlisted(text, answer, isYours()) : null,
    options && !game?.over ? (rows ? movesList(answer, isYours()) : pointBoard(answer, isYours()) ?? movesBoard(text, options, isYours())) : null);
}
