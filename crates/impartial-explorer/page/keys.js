// Keys, the theme and the link.
import { h, toast } from "./dom.js";
import { address, state, update } from "./state.js";
import { askText, focusBox, setPlay } from "./ask.js";
import { commandLine } from "./copy.js";
import { newGame, playOf, undo } from "./position.js";
import { nextHint } from "./play.js";
import { stopAll } from "./questions.js";

/** Starting points: a name and what it puts into the box. */
export const TABS = [["Heaps", "kayles", ["heaps"]], ["Groups", "dng(Z6 x Z3)", ["groups"]], ["Nim", "5 * 6", ["nim"]], ["Coins", "coins(mogul)[0+3+23]", ["coins"]], ["Algebra", "abelian(Z/64 + Z/256)", ["algebra"]],
  ["Lattices", "lattice(fink.toml)[6,12,1]", ["lattices"]], ["Boards", "cram(4x5)", ["boards"]], ["Atlas", "octal3", ["atlas"]], ["Sums", "gen(S4) + 0.07[12] + *3", ["sum", "trees"]]];

const KEYS = [["/", "to the box"], ["?", "this list"], ["1 – 9", "starting points"], ["n m b", "normal, misère, both"], ["p", "to the board"], ["w", "why"],
  ["h", "hints"], ["u", "undo"], ["g", "new game"], ["[ ]", "one heap or one layer back, on"], ["c", "copy menu"], [".", "stop what runs"], ["t", "light or dark"], ["arrows", "move in a picture or on the board"], ["Enter", "take, select, ask"]];

/** Light, dark, or as the system has it. */
export function applyTheme(next) {
  if (next) localStorage.setItem("impartial-theme", next);
  const chosen = localStorage.getItem("impartial-theme");
  const isDark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
}

const flip = () => applyTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
const go = (id) => {
  const target = document.getElementById(id);
  target?.scrollIntoView({ block: "nearest" });
  const first = target?.querySelector(".pin[tabindex='0'], .element-tile:enabled") ?? target?.querySelector("button:enabled, summary");
  first?.focus();
};

/** Presses the first of these buttons that is there. */
const press = (...keys) => keys.map((key) => document.querySelector(`[data-key="${key}"]:enabled`)).find(Boolean)?.click();

/** Opens the first copy menu of the page. */
function openCopy() {
  const menu = document.querySelector("#panels .menu");
  if (!menu) return;
  menu.open = true;
  menu.querySelector("button")?.focus();
}

export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && state.help) update({ help: false });
    const isTyping = event.target.closest?.("input, textarea, select");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const tab = TABS[Number(event.key) - 1];
    const act = { "/": focusBox, "?": () => update({ help: !state.help }), n: () => setPlay("normal"), m: () => setPlay("misere"), b: () => setPlay("both"), p: () => go("play"), w: () => go("why"),
      h: nextHint, u: undo, g: newGame, "[": () => press("walk-back", "layer-back"), "]": () => press("walk-on", "layer-on"), c: openCopy, ".": stopAll, t: flip }[event.key] ?? (tab && (() => askText(tab[1])));
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** The tools at the top right. */
export function topTools() {
  const copyLink = h("button", { type: "button", class: "plain", title: "Copy a link to what is shown; it carries no key" }, "link");
  copyLink.addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.origin + location.pathname + address());
    toast("link copied");
  });
  return [h("button", { type: "button", class: "plain", onclick: focusBox }, h("kbd", {}, "/"), " ask"),
    h("button", { type: "button", class: "plain", onclick: () => update({ help: !state.help }) }, h("kbd", {}, "?"), " keys"),
    h("button", { type: "button", class: "plain", "aria-label": "light or dark", title: "light or dark", onclick: flip }, "◐"), copyLink];
}

/** The list of keys. */
export function help() {
  if (!state.help) return null;
  return h("div", { class: "help", role: "dialog", "aria-label": "Keys" }, h("h2", {}, "Keys"),
    h("dl", {}, KEYS.map(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])),
    h("button", { type: "button", class: "tool", "data-key": "help-close", onclick: () => update({ help: false }) }, "close"));
}

/** The foot: the command line that gives the same answer, and the version. */
export function foot(version) {
  const { parse, asked } = state;
  if (!asked || !parse) return null;
  const question = { nim: "nim", atlas: "survey" }[parse.theory] ?? (parse.kind === "game" ? "quotient" : "outcome");
  return h("p", {}, h("code", {}, commandLine({ question, text: asked, options: question === "outcome" && playOf() === "misere" ? { misere: true } : {} })), version ? ` · impartial ${version}` : "");
}
