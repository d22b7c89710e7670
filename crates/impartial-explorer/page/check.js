// The Check button: has the proof written down and read by the independent checker, and shows the checker's own words.
import { ask, check } from "./api.js";
import { h } from "./dom.js";
import { bare } from "./questions.js";
import { state, update } from "./state.js";

/** A button that has the answer to a question checked. */
export function checkTool(question, answer) {
  if (answer?.claim !== "proved") return null;
  const key = JSON.stringify(question);
  const known = state.checks.get(key);
  const word = known?.verdict ?? (known?.working ? "checking …" : "check");
  return h("button", { type: "button", class: `tool check ${known?.verdict ?? ""}`, "data-key": `check-${key}`, title: known?.statement ?? "Have the proof checked by the independent checker",
    onclick: () => run(key, question) }, word);
}

/** The checker's words, when it was asked. */
export function verdict(question) {
  const known = state.checks.get(JSON.stringify(question));
  return known?.statement && h("p", { class: `verdict ${known.verdict}`, role: "status" }, `The checker: ${known.statement}`);
}

async function run(key, question) {
  const put = (value) => {
    state.checks.set(key, value);
    update({});
  };
  put({ working: true });
  const signal = new AbortController().signal;
  const quiet = () => {};
  try {
    const written = await ask({ ...bare(question), format: "certificate" }, quiet, signal);
    if (!written.text) return put({ verdict: "no proof", statement: written.message ?? "no proof was written" });
    put(verdictOf(await check(written.text, quiet, signal)));
  } catch (error) {
    put({ verdict: "no proof", statement: error.message });
  }
}

function verdictOf(reply) {
  return reply.answer?.verified ? { verdict: "checked", statement: reply.answer.statement } : { verdict: "refused", statement: reply.message ?? "refused" };
}
