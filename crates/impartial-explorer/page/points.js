// The board of a lattice game: the point where one stands, and those that a move leads to; a grid for each layer of a board with more than two
// coordinates.
import { h } from "./dom.js";
import { commit, isP } from "./position.js";
import { state } from "./state.js";

const MOST_ACROSS = 30;
const MOST_LAYERS = 16;
/** An edge of the board at most so far away is drawn. */
const NEAR = 4;
const NAMES = ["x", "y", "z"];

/** `z = 1`, or `x3 = 0, x4 = 2` where there are more coordinates than letters. */
function nameOfLayer(rest, dimension) {
  const name = (at) => dimension <= NAMES.length ? NAMES[at] : `x${at + 1}`;
  return rest.map((value, at) => `${name(at + 2)} = ${value}`).join(", ");
}

/** The points of a position and its moves, as the engine tells them; nothing where they are too far apart to be drawn. */
export function pointBoard(answer, isYours) {
  const [row, ...others] = answer.rows ?? [];
  const options = (answer.options ?? []).map((option) => ({ option, point: option.change?.left[0]?.point }));
  const points = [row?.point, ...options.map(({ point }) => point)];
  const dimension = row?.point?.length ?? 0;
  if (others.length || dimension < 2 || points.some((point) => point?.length !== dimension)) return null;
  // The edge of the board is drawn where it is near; further out only what can be reached is.
  const range = (axis) => {
    const [least, most] = [Math.min(...points.map((point) => point[axis])), Math.max(...points.map((point) => point[axis]))];
    return [least <= NEAR ? Math.min(0, least) : least - 1, most + 1];
  };
  const [[left, right], [low, high]] = [range(0), range(1)];
  if (right - left > MOST_ACROSS || high - low > MOST_ACROSS) return null;
  const layers = [...new Set(points.map((point) => point.slice(2).join()))].map((text) => text ? text.split(",").map(Number) : []);
  if (layers.length > MOST_LAYERS) return null;
  layers.sort((a, b) => { const at = a.findLastIndex((value, place) => value !== b[place]); return at < 0 ? 0 : a[at] - b[at]; });
  const byPoint = new Map(options.map(({ option, point }) => [point.join(), option]));
  const here = row.point.join();
  const cell = (point) => {
    const text = point.join(", ");
    if (point.join() === here) return h("td", { class: "here" }, h("span", { role: "img", "aria-label": `you are at ${text}` }, "●"));
    const option = byPoint.get(point.join());
    if (!option) return h("td");
    const hint = state.hint > 1 ? (isP(option) ? " winning" : " losing") : "";
    return h("td", {}, h("button", { type: "button", class: `point${hint}`, "data-key": `point-${point.join("-")}`, "aria-label": `move to ${text}`, title: text, disabled: !isYours, onclick: () => commit(option.game) }));
  };
  const across = Array.from({ length: right - left + 1 }, (_, at) => left + at);
  const up = Array.from({ length: high - low + 1 }, (_, at) => high - at);
  const grid = (rest) => h("table", { class: "points" }, rest.length ? h("caption", {}, nameOfLayer(rest, dimension)) : null,
    h("tbody", {}, up.map((y) => h("tr", {}, h("th", { scope: "row" }, y), across.map((x) => cell([x, y, ...rest]))))),
    h("tfoot", {}, h("tr", {}, h("td"), across.map((x) => h("th", { scope: "col" }, x)))));
  return h("div", { class: "board scroll", tabindex: "0", role: "region", "aria-label": "The board" }, h("div", { class: "layers" }, layers.map(grid)));
}
