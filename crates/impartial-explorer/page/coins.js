// The board of coin-turning games: a row of coins, heads up or down; choose which to turn, then turn them.
import { h, plural } from "./dom.js";
import { commit, moveTo } from "./position.js";
import { state } from "./state.js";

const MOST_COINS = 40;
/** The length of the table, so that coins beyond the last head can be seen too. */
const TABLE = 24;

/** The places of heads in `coins(name)[0+3+7]`; none when the coins do not lie in one row. */
function headsIn(text) {
  if (text === "0") return [];
  const inside = /^coins\([a-z-]+\)\[([\d+]*)\]$/.exec(text)?.[1];
  return inside === undefined ? null : inside.split("+").filter(Boolean).map(Number);
}

const placesOf = (heads) => [...heads].sort((a, b) => a - b).join("+");

/** The coins chosen so far, kept while the same position is drawn anew. */
let coinChoice = { text: "", turned: new Set() };
let question = 0;

/** The coins of a position; nothing when it is not one row of coins. Where `options` are too many to list, the engine is asked
 * about each choice. */
export function coinBoard(text, options, isYours, winning) {
  const heads = headsIn(text);
  const last = heads && Math.max(-1, ...heads);
  if (!heads || last >= MOST_COINS) return null;
  if (coinChoice.text !== text) coinChoice = { text, turned: new Set() };
  const { turned } = coinChoice;
  const name = /^coins\([a-z-]+\)/.exec(state.parse.canonical)?.[0];
  const legal = options && new Map(options.map((option) => [placesOf(headsIn(option.game) ?? [-1]), option]));
  const caption = h("p", { class: "caption", "aria-live": "polite" });
  const turn = h("button", { type: "button", class: "tool strong", "data-key": "turn", disabled: true }, "turn them");
  const buttons = [];
  const after = () => heads.filter((place) => !turned.has(place)).concat([...turned].filter((place) => !heads.includes(place)));
  const textAfter = () => after().length ? `${name}[${placesOf(after())}]` : "0";
  let move = null;
  const tell = (found) => {
    move = found;
    turn.disabled = !move || !isYours;
    const hint = move && state.hint > 1 ? (move.outcome === "P" ? " — P, this wins" : " — N, this loses") : "";
    caption.classList.toggle("leaves-p", Boolean(hint) && move.outcome === "P");
    caption.textContent = !turned.size ? "" : move ? `turn ${plural(turned.size, "coin")}${hint}` : `turning ${plural(turned.size, "coin")}: not a move of this game`;
  };
  const show = async () => {
    buttons.forEach((button, place) => {
      button.setAttribute("aria-pressed", String(turned.has(place)));
      button.classList.toggle("turned", turned.has(place));
    });
    question += 1;
    if (!turned.size) return tell(null);
    if (legal) return tell(legal.get(placesOf(after())));
    const mine = question;
    turn.disabled = true;
    const reply = await moveTo(text, textAfter());
    return mine === question ? tell(reply.move) : null;
  };
  turn.addEventListener("click", () => { if (move) commit(move.game, null); });
  const drawCoin = (place) => {
    const isHead = heads.includes(place);
    const button = h("button", { type: "button", class: isHead ? "coin head" : "coin", "data-key": `coin-${place}`, "aria-label": `coin ${place}, ${isHead ? "heads" : "tails"}`, disabled: !isYours,
      onclick: () => { if (!turned.delete(place)) turned.add(place); show(); } }, h("span", {}, place));
    buttons.push(button);
    return button;
  };
  const coins = Array.from({ length: Math.max(last + 1, TABLE) }, (_, place) => drawCoin(place));
  show();
  const shown = state.hint > 1 ? winning.slice(0, 12).map((game) => /\[(.*)\]/.exec(game)?.[1] ?? "nothing") : [];
  return h("div", { class: "board" }, h("div", { class: "coin-line", role: "group", "aria-label": "Coins" }, coins),
    h("p", { class: "note" }, "Filled coins show heads. Choose the coins to turn; the rightmost of them must show heads."), h("div", { class: "coin-act" }, turn, caption),
    shown.length ? h("p", { class: "note" }, "Leaves P: ", shown.join("; ")) : null);
}
