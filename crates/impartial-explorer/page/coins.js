// The board of coin-turning games: a row of coins, heads up or down; choose which to turn, then turn them.
import { h, plural } from "./dom.js";
import { commit } from "./position.js";
import { state } from "./state.js";

const MOST_COINS = 40;

/** The places of heads in `coins(name)[0+3+7]`; none when the coins do not lie in one row. */
function headsIn(text) {
  if (text === "0") return [];
  const inside = /^coins\([a-z-]+\)\[([\d+]*)\]$/.exec(text)?.[1];
  return inside === undefined ? null : inside.split("+").filter(Boolean).map(Number);
}

const keyOf = (heads) => [...heads].sort((a, b) => a - b).join("+");

/** The coins of a position; nothing when it is not one row of coins. */
export function coinBoard(text, options, isYours) {
  const heads = headsIn(text);
  const last = heads && Math.max(-1, ...heads);
  if (!heads || last >= MOST_COINS) return null;
  const legal = new Map(options.map((option) => [keyOf(headsIn(option.game) ?? [-1]), option]));
  const turned = new Set();
  const caption = h("p", { class: "caption", "aria-live": "polite" });
  const turn = h("button", { type: "button", class: "tool strong", "data-key": "turn", disabled: true }, "turn them");
  const buttons = [];
  const after = () => heads.filter((place) => !turned.has(place)).concat([...turned].filter((place) => !heads.includes(place)));
  const show = () => {
    const option = turned.size ? legal.get(keyOf(after())) : null;
    turn.disabled = !option || !isYours;
    buttons.forEach((button, place) => {
      button.setAttribute("aria-pressed", String(turned.has(place)));
      button.classList.toggle("turned", turned.has(place));
    });
    const hint = option && state.hint > 1 ? (option.outcome === "P" ? " — P, this wins" : " — N, this loses") : "";
    caption.textContent = !turned.size ? "" : option ? `turn ${plural(turned.size, "coin")}${hint}` : "not a move of this game";
  };
  turn.addEventListener("click", () => {
    const option = legal.get(keyOf(after()));
    if (option) commit(option.game, null);
  });
  const drawCoin = (place) => {
    const isHead = heads.includes(place);
    const button = h("button", { type: "button", class: isHead ? "coin head" : "coin", "data-key": `coin-${place}`, "aria-label": `coin ${place}, ${isHead ? "heads" : "tails"}`, disabled: !isYours,
      onclick: () => { if (!turned.delete(place)) turned.add(place); show(); } }, h("span", {}, place));
    buttons.push(button);
    return button;
  };
  const winning = state.hint > 1 ? options.filter((option) => option.outcome === "P").slice(0, 12) : [];
  return h("div", { class: "board" }, h("div", { class: "coin-line", role: "group", "aria-label": "Coins" }, Array.from({ length: last + 1 }, (_, place) => drawCoin(place))),
    h("p", { class: "note" }, "Filled coins show heads. Choose the coins to turn; the rightmost must show heads."), h("div", { class: "coin-act" }, turn, caption),
    winning.length ? h("p", { class: "note" }, "Leaves P: ", winning.map((option) => /\[(.*)\]/.exec(option.game)?.[1] ?? "nothing").join("; ")) : null);
}
