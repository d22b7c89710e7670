// The board of the games on groups: every element, who chose it, and which may no longer be chosen. Other games: moves as chips.
import { coinBoard } from "./coins.js";
import { h } from "./dom.js";
import { answerTo } from "./questions.js";
import { commit, isP, moveTo, playOf, positionQuestions } from "./position.js";
import { state } from "./state.js";

/** The parts of a list between commas that stand in no bracket. */
export function topLevel(text) {
  const parts = [];
  let depth = 0;
  let part = "";
  for (const sign of text) {
    if ("([{<".includes(sign)) depth += 1;
    if (")]}>".includes(sign)) depth -= 1;
    if (sign === "," && depth === 0) {
      parts.push(part.trim());
      part = "";
    } else part += sign;
  }
  return part.trim() ? [...parts, part.trim()] : parts;
}

/** The elements chosen in `gen(G)[a,b]`. */
export const chosenIn = (text) => topLevel(/\)\[(.*)\]$/.exec(text)?.[1] ?? "");

/** The moves of a position that is not drawn as rows. */
export function movesBoard(text, options, isYours) {
  if (state.parse.theory === "groups") return elements(text, options, isYours);
  return (state.parse.theory === "coins" && coinBoard(text, options, isYours, options.filter(isP).map((option) => option.game))) || moveChips(text, options, isYours);
}

/** The board of a position with too many moves to list: coins to turn, or a field for the position to leave. */
export function unlisted(text, answer, isYours) {
  return (state.parse.theory === "coins" && coinBoard(text, null, isYours, answer.winning_moves ?? [])) || typedMove(text, answer.winning_moves ?? [], isYours);
}

function typedMove(from, winning, isYours) {
  const field = h("input", { type: "text", class: "typed", "data-key": "typed", "aria-label": "The position you leave", placeholder: from, spellcheck: "false", autocomplete: "off", maxlength: "400", disabled: !isYours });
  const trouble = h("p", { class: "caption", role: "status" });
  const go = async (event) => {
    event.preventDefault();
    const { move, message } = await moveTo(from, field.value.trim());
    if (move) commit(move.game, null);
    else trouble.textContent = message ?? "there is no move to that position";
  };
  return h("form", { class: "typed-move", onsubmit: go }, h("p", { class: "note" }, "There are too many moves to list: type the position you leave."), h("div", { class: "coin-act" }, field, h("button", { class: "tool strong", "data-key": "typed-go", disabled: !isYours }, "move")), trouble,
    state.hint > 1 && winning.length ? h("p", { class: "note" }, "Leaves P: ", winning.slice(0, 12).join("; ")) : null);
}

const MOST_TILES = 240;
/** More moves than these scroll in a place of their own. */
const MANY = 60;
const hint = (option) => state.hint > 1 ? (isP(option) ? " winning" : " losing") : "";
const tileValue = (option) => state.hint > 1 ? h("small", {}, option.nimber === undefined ? option.outcome : `∗${option.nimber}`) : null;

function elements(text, options, isYours) {
  const chosen = chosenIn(text);
  const byElement = new Map(options.map((option) => [chosenIn(option.game).find((element) => !chosen.includes(element)), option]));
  const start = answerTo(positionQuestions(state.parse.canonical, playOf()).moves)?.options ?? options;
  const first = chosenIn(state.parse.canonical);
  const all = [...new Set([...first, ...start.flatMap((option) => chosenIn(option.game)), ...byElement.keys()])];
  const mine = new Set((state.game?.past ?? []).flatMap((turn) => chosenIn(turn.moved).filter((element) => !chosenIn(turn.text).includes(element))));
  const draw = (element) => {
    const option = byElement.get(element);
    const who = !chosen.includes(element) ? "" : first.includes(element) ? "given" : mine.has(element) ? "you" : "program";
    const label = who ? `${element}, chosen: ${who}` : option ? element : `${element}, not allowed`;
    return h("button", { type: "button", class: `element-tile${who ? " chosen" : option ? hint(option) : " barred"}`, "data-key": `element-${element}`, "aria-label": label,
      disabled: !option || !isYours, onclick: () => { if (option && isYours) commit(option.game, null); } }, h("span", {}, element), who ? h("small", {}, who) : option ? tileValue(option) : null);
  };
  return h("div", { class: "elements", role: "group", "aria-label": "Elements" }, all.slice(0, MOST_TILES).map(draw), all.length > MOST_TILES ? h("p", { class: "note" }, `and ${all.length - MOST_TILES} more`) : null);
}

/** A position by its brackets, when the rest of it stays the same. */
export function shortened(text, from) {
  // The last bracket: the names of rings have brackets too.
  const [, head, inside] = /^(.*)\[(.*)\]$/.exec(text) ?? [];
  const same = from.replace(/\[[^\]]*\]$/, "");
  return head === same && inside ? inside : text;
}

function moveChips(from, options, isYours) {
  return h("div", { class: options.length > MANY ? "elements scroll tall" : "elements", role: "group", "aria-label": "Moves", tabindex: options.length > MANY ? "0" : undefined }, options.slice(0, MOST_TILES).map((option) =>
    h("button", { type: "button", class: `element-tile move${hint(option)}`, "data-key": `move-${option.game}`, disabled: !isYours, onclick: () => commit(option.game, null) }, h("span", {}, shortened(option.game, from)), tileValue(option))),
  options.length > MOST_TILES ? h("p", { class: "note" }, `and ${options.length - MOST_TILES} more`) : null);
}
