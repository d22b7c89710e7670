// What the page wants to know: panels name questions, this module asks them, keeps the answers and ends what is no longer wanted.
import { ask, stop } from "./api.js";
import { state, update } from "./state.js";

/** @type {Map<string, { abort: AbortController, job?: number }>} */
const running = new Map();
let wanted = new Set();

/** Milliseconds. */
const AT_ONCE = 150;

let arrived;
/** The first answer has come. */
export const firstAnswer = new Promise((resolve) => { arrived = resolve; });

/** A question without the pictures and formulas that the page wants beside the answer. */
export function bare({ options: { pictures, ...options } = {}, mathml, ...question }) {
  return { ...question, options };
}

const nameOfQuestion = (question) => JSON.stringify(question);

/** What is known about a question: `{ status, answer?, text?, message?, partial?, progress? }`; it is asked at once if it was not, so that the
 * engine thinks while the page draws. */
export function get(question) {
  const key = nameOfQuestion(question);
  wanted.add(key);
  if (!state.answers.has(key)) begin(key);
  return state.answers.get(key);
}

/** The answer in JSON, whole or as far as it came; none while it is not there. */
export function answerTo(question) {
  return get(question)?.answer;
}

/** Draws with `draw`, which asks what it wants to know, then ends what is no longer wanted, if all was drawn. */
export function drawAndAsk(draw) {
  wanted = new Set();
  const isWhole = draw();
  for (const [key, { abort }] of running) {
    if (wanted.has(key) || !isWhole) continue;
    running.delete(key);
    abort.abort();
  }
}

function begin(key) {
  const abort = new AbortController();
  const entry = { abort };
  running.set(key, entry);
  const put = (value) => {
    if (running.get(key) !== entry) return;
    state.answers.set(key, { ...state.answers.get(key), ...value });
    update({});
  };
  state.answers.set(key, { status: "running" });
  const updates = (kind, value) => {
    if (kind !== "job") return put({ [kind]: value });
    entry.job = value;
    // What is answered at once needs no word about its running, and the page is not drawn for it.
    setTimeout(() => running.get(key) === entry && update({}), AT_ONCE);
  };
  ask(JSON.parse(key), updates, abort.signal).then(
    (reply) => { put(reply); running.delete(key); arrived(); },
    (error) => {
      // Ended because nobody wants it any more: asked again, it is tried again.
      if (abort.signal.aborted) state.answers.delete(key);
      else put({ status: "failed", message: `The program does not answer: ${error.message}` });
      running.delete(key);
    });
}

/** Forgets the answers that a file of this name may have gone into. */
export function forget(name) {
  for (const key of state.answers.keys()) if (key.includes(name)) state.answers.delete(key);
}

/** The questions that run. */
export const runningQuestions = () => [...running].map(([key, entry]) => ({ question: JSON.parse(key), ...entry, known: state.answers.get(key) }));

/** Ends what runs; the answers are what is proved so far. */
export function stopAll() {
  for (const { job } of running.values()) if (job !== undefined) stop(job);
}
