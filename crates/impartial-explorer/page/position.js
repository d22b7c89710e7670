// The position on the board: its text, its rows, the moves from it, and the game that is played on it.
import { ask } from "./api.js";
import { hasGround, learnGrounds } from "./ground.js";
import { answerTo } from "./questions.js";
import { remember, state, update } from "./state.js";

/** The play of the board: normal unless misère is chosen, as on the command line. */
export const playOf = () => state.play === "misere" ? "misere" : "normal";

/** More moves than this are not listed: the engine names those that win, and says of any other whether it is a move. */
const MOST_MOVES = 1000;

/** The questions about a position. */
export function positionQuestions(text, play) {
  const options = play === "misere" ? { misere: true } : {};
  return {
    moves: { question: "moves", text, options: { ...options, reply: true, most: MOST_MOVES, rows: true } },
    outcome: { question: "outcome", text, explain: true, options },
  };
}

const MOST_ROWS = 16;
const MOST_PINS = 60;

/** The text of the position on the board. */
const boardText = () => state.game?.text ?? (state.parse.kind === "game" ? state.parse.start : state.parse.canonical);

/** What stands on the board now: its text, and the rows that the engine says it is the sum of, in the order in which they are drawn;
 * none where they are neither heaps to be drawn as pins nor boards. */
export function board() {
  const text = boardText();
  const known = answerTo(positionQuestions(text, playOf()).moves);
  learnGrounds(known);
  const rows = state.game?.rows ?? known?.rows;
  const heaps = (rows ?? []).filter(({ size }) => size !== undefined);
  const isBoard = heaps.length > 0 || rows?.some(hasGround) || (rows?.length === 0 && isOfHeaps());
  const isDrawn = rows && rows.length <= MOST_ROWS && heaps.every(({ size }) => size <= MOST_PINS) && isBoard;
  return { text, rows: isDrawn ? rows : null };
}

/** Whether what is asked is played with heaps or on boards: its end is an empty board, not another picture. */
const isOfHeaps = () => ["heaps", "sum", "trees", "boards"].includes(state.parse?.theory);

/** The sizes of rows of one heap game; none where there is a row of another kind. */
export function sizesOf(rows) {
  const { code } = state.parse;
  return code && rows?.every((row) => row.size !== undefined && row.code === code) ? rows.map(({ size }) => size) : null;
}

/** The moves from the position on the board, when they are known. */
export const movesNow = () => answerTo(positionQuestions(boardText(), playOf()).moves);

/** The rows after a move: the row that changed is replaced by what is left of it, where it stood. */
export function replaced(rows, { row, left }, before) {
  const at = rows.findIndex(({ text }) => text === before[row].text);
  return at < 0 ? null : [...rows.slice(0, at), ...left, ...rows.slice(at + 1)];
}

/** A row by its size, or by its text. */
export const nameOfRow = ({ size, code, text }) => size === undefined || code !== state.parse.code ? text : String(size);

/** What a move changes, in words: "9 → 4 + 4". */
export const changeOf = ({ row, left }, before) => `${nameOfRow(before[row])} → ${left.map(nameOfRow).join(" + ") || "0"}`;

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
  const reply = await ask({ question: "moves", text: from, options: { ...options, into: text } }, () => {}, new AbortController().signal);
  return { move: reply.answer?.options?.[0], message: reply.message };
}

/** The move to a position, among those of an answer, and the rows after it. */
function moved(answer, text, rows) {
  const option = answer?.options?.find(({ game }) => game === text);
  return { option, rows: (rows && option?.change && replaced(rows, option.change, answer.rows)) || null };
}

/** Moves for the person, then for the program. */
export async function commit(text) {
  const play = playOf();
  const before = movesNow();
  const now = board();
  const mine = moved(before, text, now.rows);
  const isGood = mine.option ? isP(mine.option) : before?.winning_moves?.includes(text);
  const past = [...(state.game?.past ?? []), { ...now, moved: text, wasWon: isWon(before), isGood }];
  const game = { text, rows: mine.rows, turn: "program", past, said: "The program thinks …", over: false };
  update({ game });
  const reply = await ask(positionQuestions(text, play).moves, () => {}, new AbortController().signal);
  if (state.game !== game) return;
  const answer = reply.answer;
  if (!answer?.options && !answer?.reply) return update({ game: { ...game, said: reply.message ?? answer?.stopped ?? "The program cannot list its moves here.", over: true } });
  if (answer.options?.length === 0) return setGame(ended(game, "you", play));
  if (!answer.reply) return update({ game: { ...game, said: answer.stopped ?? "The program found no move in time.", over: true } });
  const { option, rows } = moved(answer, answer.reply, mine.rows ?? answer.rows);
  const next = { ...game, text: answer.reply, rows, turn: "you" };
  const what = option?.change && rows ? changeOf(option.change, answer.rows) : answer.reply;
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
  const sizes = () => distinct(2 + random(2), () => 3 + random(10));
  const { rows } = board();
  // Other games begin again where they began.
  const fresh = parse.theory === "heaps" ? () => `${parse.word ?? parse.code}[${sizes().join("+")}]`
    : rows?.length && rows.every(({ size, code }) => size !== undefined && code === undefined) ? () => sizes().map((size) => `*${size}`).join(" + ")
      : parse.theory === "coins" ? coinGame(random, distinct) : null;
  for (let attempt = 0; fresh && attempt < 12; attempt += 1) {
    const text = fresh();
    const reply = await ask(positionQuestions(text, playOf()).outcome, () => {}, new AbortController().signal);
    if (reply.answer?.outcome === "N") return setGame({ text: reply.answer.game, rows: null, turn: "you", past: [], said: "A new game: you can win it.", over: false });
  }
  return setGame(null);
}

function coinGame(random, distinct) {
  const coins = /^coins\([a-z-]+\)/.exec(state.parse.canonical)?.[0];
  return coins && (() => `${coins}[${distinct(2 + random(4), () => random(24)).sort((a, b) => a - b).join("+")}]`);
}
