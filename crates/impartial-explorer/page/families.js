// Builders for the other theories: a group from families, an abelian group from exponents, a coin game by its name, a lattice
// game from the vectors of its moves. Builder and box are two views of one text.
import { keepFile } from "./api.js";
import { askText } from "./ask.js";
import { card, h } from "./dom.js";
import { forget } from "./questions.js";
import { state, update, remember } from "./state.js";

/** Families of groups: the letters before the number, a name, and the least number. */
const FAMILIES = [["Z", "cyclic", 1], ["D", "dihedral", 2], ["Dic", "dicyclic", 2], ["S", "symmetric", 2], ["A", "alternating", 3]];
const LARGEST_OF = { Z: 60, D: 30, Dic: 15, S: 5, A: 5 };
const PRIMES = [2, 3, 5, 7];
const LARGEST = 14;
const COINS = ["nim", "turning-turtles", "mock-turtles", "ruler", "moebius", "mogul", "turnips", "grunt", "sym"];

/** The builder of what is asked, where there is one. */
export function theoryBuilder() {
  const { parse } = state;
  if (!parse?.ok || !state.asked) return null;
  return { groups: groupBuilder, algebra: abelianBuilder, coins: coinBuilder, lattices: latticeBuilder }[parse.theory]?.(parse.canonical) ?? null;
}

const selectBox = (key, label, options, value, choose) => h("select", { "data-key": key, "aria-label": label, onchange: (event) => choose(event.target.value) },
  options.map(([name, text]) => h("option", { value: name, selected: String(name) === String(value) }, text ?? name)));

/** A number with a button on either side. */
function stepper(key, label, value, least, most, choose) {
  const step = (by, sign) => h("button", { type: "button", class: "step", "data-key": `${key}-${sign}`, "aria-label": `${label}: ${by < 0 ? "less" : "more"}`, disabled: value + by < least || value + by > most, onclick: () => choose(value + by) }, sign);
  return h("span", { class: "stepper", role: "group", "aria-label": label }, step(-1, "−"), h("output", {}, value), step(1, "+"));
}

/** A group that is a product of members of families. */
function groupBuilder(text) {
  const [, game, inside] = /^(gen|dng)\(([^()]*)\)$/.exec(text) ?? [];
  if (!game) return null;
  const factors = inside.split(" x ").map((part) => /^([A-Z][a-z]*)(\d+)$/.exec(part.trim())?.slice(1)).map((found) => found && [found[0], Number(found[1])]);
  if (!factors.every((factor) => factor && LARGEST_OF[factor[0]])) return null;
  const write = (next, as = game) => askText(`${as}(${next.map(([family, size]) => `${family}${size}`).join(" x ")})`);
  const change = (at, factor) => write(factors.map((old, place) => place === at ? factor : old));
  const least = (family) => FAMILIES.find(([letters]) => letters === family)[2];
  const line = ([family, size], at) => h("div", { class: "factor" },
    selectBox(`family-${at}`, `family of factor ${at + 1}`, FAMILIES.map(([letters, name]) => [letters, `${letters} · ${name}`]), family, (chosen) => change(at, [chosen, Math.min(Math.max(size, least(chosen)), LARGEST_OF[chosen])])),
    stepper(`size-${at}`, `size of factor ${at + 1}`, size, least(family), LARGEST_OF[family], (next) => change(at, [family, next])),
    factors.length > 1 ? h("button", { type: "button", class: "step", "data-key": `less-${at}`, "aria-label": `without factor ${at + 1}`, onclick: () => write(factors.filter((_, place) => place !== at)) }, "×") : null);
  const more = h("button", { type: "button", class: "tool", "data-key": "more-factors", disabled: factors.length >= 4, onclick: () => write([...factors, ["Z", 2]]) }, "+ factor");
  const games = h("div", { class: "segments", role: "group", "aria-label": "Game" }, [["gen", "achieve"], ["dng", "avoid"]].map(([name, words]) => h("button", { type: "button", "data-key": `game-${name}`, "aria-pressed": String(name === game), onclick: () => write(factors, name) }, words)));
  return card({ id: "group-builder", title: "The group", tools: [more], note: "A product of groups, and whether to generate it or not to." }, games, factors.map(line));
}

/** A sum of cyclic groups of powers of one prime. */
function abelianBuilder(text) {
  const parts = /^abelian\(([^()]*)\)$/.exec(text)?.[1].split("+").map((part) => Number(/^\s*Z\/(\d+)\s*$/.exec(part)?.[1]));
  const prime = parts && PRIMES.find((p) => parts.every((order) => order > 1 && order % p === 0));
  if (!prime) return null;
  const exponents = parts.map((order) => Math.round(Math.log(order) / Math.log(prime)));
  if (parts.some((order, at) => prime ** exponents[at] !== order)) return null;
  const write = (next, p = prime) => askText(`abelian(${next.map((exponent) => `Z/${p ** exponent}`).join(" + ")})`);
  const most = Math.floor(Math.log(2 ** 48) / Math.log(prime) / 3);
  const line = (exponent, at) => h("div", { class: "factor" }, h("span", { class: "serif" }, "Z/", prime, h("sup", {}, exponent)),
    stepper(`exponent-${at}`, `exponent ${at + 1}`, exponent, 1, Math.min(most, LARGEST), (next) => write(exponents.map((old, place) => place === at ? next : old))),
    exponents.length > 1 ? h("button", { type: "button", class: "step", "data-key": `less-${at}`, "aria-label": `without part ${at + 1}`, onclick: () => write(exponents.filter((_, place) => place !== at)) }, "×") : null);
  const more = h("button", { type: "button", class: "tool", "data-key": "more-parts", disabled: exponents.length >= 5, onclick: () => write([...exponents, 1]) }, "+ part");
  const fit = (p) => exponents.map((exponent) => Math.min(exponent, Math.floor(Math.log(2 ** 48) / Math.log(p) / 3)));
  return card({ id: "abelian-builder", title: "The group", tools: [more], note: "Cyclic groups of powers of one prime." },
    h("div", { class: "factor" }, h("span", {}, "prime"), selectBox("prime", "prime", PRIMES.map((p) => [p]), prime, (chosen) => write(fit(Number(chosen)), Number(chosen)))), exponents.map(line));
}

/** A row of coins under another rule. */
function coinBuilder(text) {
  const [, name, heads] = /^coins\(([a-z-]+)\)\[([\d+]*)\]$/.exec(text) ?? [];
  if (!COINS.includes(name)) return null;
  return card({ id: "coin-builder", title: "The rule", note: "Which sets of coins may be turned: the same coins, another game." },
    h("div", { class: "segments wrap", role: "group", "aria-label": "Rule" }, COINS.map((rule) => h("button", { type: "button", "data-key": `rule-${rule}`, "aria-pressed": String(rule === name), onclick: () => askText(`coins(${rule})[${heads}]`) }, rule))));
}

/** The file that is drawn here. */
const DRAWN = "drawn.toml";
const REACH = [-2, -1, 0, 1, 2, 3, 4, 5];

/** Gives the vectors drawn to the engine as a file. */
export async function keepDrawn() {
  const rules = state.vectors.map((vector) => `[${vector.join(", ")}]`).join(", ");
  await keepFile(DRAWN, `rules = [${rules}]\n`);
  forget(DRAWN);
}

/** The moves of a lattice game with two coordinates as a grid of vectors to click. */
function latticeBuilder(text) {
  const point = /\[(-?\d+,-?\d+)\]$/.exec(text)?.[1];
  if (!point) return null;
  const isDrawn = text.startsWith(`lattice(${DRAWN})`);
  const has = (x, y) => state.vectors.some(([a, b]) => a === x && b === y);
  const toggle = async (x, y) => {
    update({ vectors: has(x, y) ? state.vectors.filter(([a, b]) => a !== x || b !== y) : [...state.vectors, [x, y]] });
    await keepDrawn();
    await askText(`lattice(${DRAWN})[${point}]`);
    remember(false);
  };
  const cell = (x, y) => h("td", {}, x === 0 && y === 0 ? h("span", { class: "origin", title: "taking nothing is no move" }, "·")
    : h("button", { type: "button", class: "vector", "data-key": `vector-${x}-${y}`, "aria-pressed": String(has(x, y)), "aria-label": `subtract (${x}, ${y})`, onclick: () => toggle(x, y) }));
  const grid = h("table", { class: "vectors" }, h("tbody", {}, [...REACH].reverse().map((y) => h("tr", {}, h("th", { scope: "row" }, y), REACH.map((x) => cell(x, y))))),
    h("tfoot", {}, h("tr", {}, h("td"), REACH.map((x) => h("th", { scope: "col" }, x)))));
  return card({ id: "lattice-builder", title: isDrawn ? "The moves" : "Draw a game", note: "Click vectors (x across, y up): a move subtracts one of them. Or drop a .toml file into the page." }, h("div", { class: "scroll" }, grid));
}
