// The position on the board: its text, its rows, the moves from it, and the game that is played on it.
import { ask } from "./api.js";
import { answerTo } from "./questions.js";
import { remember, state, update } from "./state.js";

/** The play of the board. Where both are shown: misère for heaps, for that is the lesson; normal for all else. */
export function playOf() {
  if (state.play !== "both") return state.play;
  return state.parse?.theory === "heaps" ? "misere" : "normal";
}

/** More moves than this are not listed: the engine names those that win, and says of any other whether it is a move. */
const MOST_MOVES = 1000;

/** The questions about a position. */
export function positionQuestions(text, play) {
  const options = play === "misere" ? { misere: true } : {};
  return {
    moves: { question: "moves", text, options: { ...options, reply: true, most: MOST_MOVES } },
    outcome: { question: "outcome", text, explain: true, options },
  };
}

/** The heaps of a position's text, `0.77[2*4+12]`, each as often as it stands there. */
export function heapsIn(text) {
  const inside = /\[(.*)\]$/.exec(text)?.[1];
  if (!inside) return [];
  return inside.split("+").flatMap((part) => {
    const [size, count] = part.split("*").reverse().map(Number);
    return Array(count || 1).fill(size);
  });
}

/** The same heaps in any order have the same key. */
export const keyOf = (rows) => rows.filter((size) => size > 0).sort((a, b) => a - b).join("+");

const MOST_ROWS = 16;
const MOST_PINS = 60;

/** What stands on the board now: `{ text, rows }`; rows are heaps in the order in which they are drawn, if they can be drawn. */
export function board() {
  const { parse, game } = state;
  if (game) return { text: game.text, rows: game.rows };
  if (parse.theory !== "heaps") return { text: parse.canonical, rows: null };
  const start = parse.kind === "game" ? [9, 12] : parse.heaps.flatMap(([size, count]) => count > MOST_ROWS ? [] : Array(count).fill(size));
  const total = parse.kind === "game" ? 2 : parse.heaps.reduce((sum, [, count]) => sum + count, 0);
  const isDrawn = total <= MOST_ROWS && start.length === total && start.every((size) => size <= MOST_PINS);
  return { text: parse.kind === "game" ? textOf(start) : parse.canonical, rows: isDrawn ? start : null };
}

export const textOf = (rows) => `${state.parse.code}[${rows.filter((size) => size > 0).join("+")}]`;

/** The moves from the position on the board, when they are known. */
export const movesNow = () => answerTo(positionQuestions(board().text, playOf()).moves);

/** The rows after a move: the row that changed is replaced by its parts where it stood. */
export function replaced(rows, text) {
  const after = heapsIn(text);
  const at = rows.indexOf(subtract(rows, after)[0]);
  return [...rows.slice(0, at), ...subtract(after, rows), ...rows.slice(at + 1)];
}

/** What changed, in words: "9 → 4 + 4". */
export function changeOf(rows, text) {
  const after = heapsIn(text);
  const gone = subtract(rows, after);
  const fresh = subtract(after, rows);
  return `${gone.join(" + ")} → ${fresh.join(" + ") || "0"}`;
}

/** The part of a list that another one lacks, with multiplicity. */
export function subtract(list, other) {
  const rest = [...other];
  return list.filter((item) => {
    const at = rest.indexOf(item);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/** Whether a move leaves the opponent a lost position. */
export const isP = (option) => option.outcome === "P";

/** Whether the player to move can win, by the moves from a position; nothing where they do not tell. */
export function isWon(moves) {
  if (moves?.options) return moves.options.some(isP);
  return moves?.winning_moves?.length ? true : moves?.winning_moves_complete ? false : null;
}

/** Whether a text is a move from the position on the board: what the engine says of it, or nothing. */
export async function moveTo(from, text) {
  const { options } = positionQuestions(from, playOf()).outcome;
  const told = await ask({ question: "moves", text: from, options: { ...options, into: text } }, () => {}, new AbortController().signal);
  return { move: told.answer?.options?.[0], message: told.message };
}

/** Moves for the person, then for the program. */
export async function commit(text, rows) {
  const play = playOf();
  const before = movesNow();
  const now = board();
  const past = state.game?.past ?? [];
  const wasWon = isWon(before);
  const isGood = before?.options ? before.options.find((option) => option.game === text || (rows && keyOf(heapsIn(option.game)) === keyOf(rows)))?.outcome === "P" : before?.winning_moves?.includes(text);
  const game = { text, rows, turn: "program", past: [...past, { ...now, moved: text, wasWon, isGood }], said: "The program thinks …", over: false };
  update({ game });
  const told = await ask(positionQuestions(text, play).moves, () => {}, new AbortController().signal);
  if (state.game !== game) return;
  const answer = told.answer;
  if (!answer?.options && !answer?.reply) return update({ game: { ...game, said: told.message ?? answer?.stopped ?? "The program cannot list its moves here.", over: true } });
  if (answer.options?.length === 0) return setGame(ended(game, "you", play));
  if (!answer.reply) return update({ game: { ...game, said: answer.stopped ?? "The program found no move in time.", over: true } });
  const next = { ...game, text: answer.reply, rows: rows && replaced(rows, answer.reply), turn: "you" };
  const what = rows ? `${changeOf(rows, answer.reply)}` : answer.reply;
  next.said = `The program plays ${what}: ${answer.reply_why}.`;
  const after = await ask(positionQuestions(next.text, play).moves, () => {}, new AbortController().signal);
  if (state.game !== game) return;
  setGame(after.answer?.options?.length === 0 ? ended(next, "program", play) : next);
}

/** Puts a game onto the board, and into the address. */
function setGame(game) {
  update({ game });
  remember(false);
}

function ended(game, lastMover, play) {
  const youWin = (lastMover === "you") === (play === "normal");
  const slip = game.past.findIndex((turn) => turn.wasWon && !turn.isGood);
  const lesson = youWin ? "" : slip >= 0 ? ` You left the won region at your move ${slip + 1}.` : " You never stood in the won region.";
  const who = lastMover === "you" ? "You made" : "The program made";
  return { ...game, over: true, youWin, said: `${who} the last move: you ${youWin ? "win" : "lose"}.${lesson}` };
}

/** Takes the last move back. */
export function undo() {
  const past = state.game?.past;
  if (!past?.length) return;
  const { text, rows } = past.at(-1);
  setGame({ text, rows, turn: "you", past: past.slice(0, -1), said: "Taken back.", over: false });
}

/** A position that is won for the person, with rows of its own. */
export async function newGame() {
  const random = (below) => Math.floor(Math.random() * below);
  const distinct = (count, draw) => [...new Set(Array.from({ length: count }, draw))];
  const { parse } = state;
  const coins = /^coins\([a-z-]+\)/.exec(parse.canonical)?.[0];
  const fresh = board().rows ? () => { const rows = distinct(2 + random(2), () => 3 + random(10)); return { rows, text: textOf(rows) }; }
    : coins ? () => ({ rows: null, text: `${coins}[${distinct(2 + random(4), () => random(24)).sort((a, b) => a - b).join("+")}]` }) : null;
  // Other games begin again where they began.
  for (let attempt = 0; fresh && attempt < 12; attempt += 1) {
    const { text, rows } = fresh();
    const told = await ask(positionQuestions(text, playOf()).outcome, () => {}, new AbortController().signal);
    if (told.answer?.outcome === "N") return setGame({ text, rows, turn: "you", past: [], said: "A new game: you can win it.", over: false });
  }
  return setGame(null);
}
