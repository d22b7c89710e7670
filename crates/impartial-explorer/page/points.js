// The board of a lattice game with two coordinates: the point where one stands, and those that a move leads to.
import { h } from "./dom.js";
import { commit, isP } from "./position.js";
import { state } from "./state.js";

const MOST_ACROSS = 30;

/** The points of a position and its moves, as the engine tells them; nothing where they are not points of a plane that can be drawn. */
export function pointBoard(answer, isYours) {
  const [row, ...others] = answer.rows ?? [];
  const options = (answer.options ?? []).map((option) => ({ option, point: option.change?.left[0]?.point }));
  const points = [row?.point, ...options.map(({ point }) => point)];
  if (others.length || points.some((point) => point?.length !== 2)) return null;
  const range = (axis) => [Math.min(0, ...points.map((point) => point[axis])), Math.max(...points.map((point) => point[axis])) + 1];
  const [[left, right], [low, high]] = [range(0), range(1)];
  if (right - left > MOST_ACROSS || high - low > MOST_ACROSS) return null;
  const byPoint = new Map(options.map(({ option, point }) => [point.join(), option]));
  const cell = (x, y) => {
    const option = byPoint.get(`${x},${y}`);
    if (x === row.point[0] && y === row.point[1]) return h("td", { class: "here" }, h("span", { "aria-label": `you are at ${x}, ${y}` }, "●"));
    if (!option) return h("td");
    const hint = state.hint > 1 ? (isP(option) ? " winning" : " losing") : "";
    return h("td", {}, h("button", { type: "button", class: `point${hint}`, "data-key": `point-${x}-${y}`, "aria-label": `move to ${x}, ${y}`, title: `${x}, ${y}`, disabled: !isYours, onclick: () => commit(option.game) }));
  };
  const across = Array.from({ length: right - left + 1 }, (_, at) => left + at);
  const up = Array.from({ length: high - low + 1 }, (_, at) => high - at);
  return h("div", { class: "board scroll", tabindex: "0", role: "region", "aria-label": "The board" }, h("table", { class: "points" },
    h("tbody", {}, up.map((y) => h("tr", {}, h("th", { scope: "row" }, y), across.map((x) => cell(x, y))))),
    h("tfoot", {}, h("tr", {}, h("td"), across.map((x) => h("th", { scope: "col" }, x))))));
}
