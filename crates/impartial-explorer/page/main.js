// The page: draws the panels of what is asked into their places, and keeps the focus where it was.
import { about, keepFile, openEngine } from "./api.js";
import { askBox, askText, drawAsk } from "./ask.js";
import { atlasPanels } from "./atlas.js";
import { builder } from "./builder.js";
import { h, toast } from "./dom.js";
import { keepDrawn, theoryBuilder } from "./families.js";
import { canonicalCard, infiniteCard, sameCard } from "./expert.js";
import { farOut, strips } from "./heaps.js";
import { applyTheme, foot, help, listenToKeys, TABS, topTools } from "./keys.js";
import { lessonPanel } from "./lesson.js";
import { linkPictures } from "./linked.js";
import { playPanel } from "./play.js";
import { playOf } from "./position.js";
import { quotientPanels } from "./quotient.js";
import { drawAndAsk, firstAnswer, forget, runningQuestions, stopAll } from "./questions.js";
import { sentence } from "./sentence.js";
import { afterPaint, fromAddress, onChange, showPage, state, update } from "./state.js";
import { latticePanels } from "./lattice.js";
import { abelianPanels, coinPanels, groupPanels, nimPanels } from "./theories.js";
import { whyPanel } from "./why.js";

let version = "";
/** Milliseconds for which a page may wait for its first picture. */
const SOON = 100;
const place = (id) => document.getElementById(id);

/** What was scrolled: only of these it is asked how far, for an answer makes the browser lay out the whole page. */
const scrolled = new WeakSet();
addEventListener("scroll", (event) => scrolled.add(event.target), { capture: true, passive: true });

/** A scroller by its card and its label. */
const nameOfScroller = (item) => `${item.closest(".card")?.id} ${item.getAttribute("aria-label")}`;

/** Puts new content into a place; the focus, open menus and scrolling stay as they were. */
function put(id, ...content) {
  const root = place(id);
  const focused = root.contains(document.activeElement) ? document.activeElement.closest("[data-key]")?.dataset.key : null;
  const open = new Map([...root.querySelectorAll("details[data-key]")].map((item) => [item.dataset.key, item.open]));
  const scrolls = new Map([...root.querySelectorAll(".scroll")].filter((item) => scrolled.has(item)).map((item) => [nameOfScroller(item), [item.scrollLeft, item.scrollTop]]));
  root.replaceChildren(...content.flat(2).filter(Boolean));
  for (const item of root.querySelectorAll("details[data-key]")) if (open.get(item.dataset.key)) item.open = true;
  if (scrolls.size) for (const item of root.querySelectorAll(".scroll")) [item.scrollLeft, item.scrollTop] = scrolls.get(nameOfScroller(item)) ?? [0, 0];
  if (focused) root.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

/** The panels of what is asked, from the top: each is made when it is called. */
function panels() {
  const { parse, asked } = state;
  if (!asked || !parse) return [];
  if (parse.theory === "nim") return [nimPanels];
  if (parse.theory === "atlas") return [atlasPanels];
  if (parse.theory === "groups") return [() => groupPanels(playPanel(), whyPanel())];
  const play = () => h("div", { class: "split" }, playPanel(), h("div", { class: "column" }, whyPanel(), canonicalCard()));
  // A position is shown in the play that it is played in.
  const isMisere = parse.kind === "game" ? state.play !== "normal" : playOf() === "misere";
  const quotient = isMisere ? [...(parse.kind === "game" ? [infiniteCard] : []), quotientPanels] : [];
  if (parse.theory === "heaps" && parse.kind === "game") {
    return [() => h("div", { class: "pair" }, strips()), play, ...quotient, ...(state.play === "misere" ? [] : [farOut]), sameCard];
  }
  if (parse.theory === "heaps") return [play, ...quotient];
  const own = { algebra: abelianPanels, coins: coinPanels, lattices: latticePanels }[parse.theory];
  return [play, ...(own ? [own] : [])];
}

/** What all panels were drawn of. */
let drawnWhole = null;

/** Draws the panels; of something new the first picture alone, so that it is seen soon, and the others when it is.
 * Says whether all were drawn. */
function drawPanels() {
  const [first, ...others] = panels();
  const top = [first?.()].flat(2).filter(Boolean);
  const isWhole = state.asked === drawnWhole || !top.some((panel) => panel.querySelector(".picture"));
  put("panels", top, isWhole ? others.map((panel) => panel()) : []);
  if (isWhole) return true;
  drawnWhole = state.asked;
  afterPaint(() => update({}));
  return false;
}

/** What runs, and how to stop it. */
function runningLine() {
  const long = runningQuestions().find(({ job }) => job !== undefined);
  if (!long) return null;
  const { partial, progress } = long.known ?? {};
  const { question, text } = long.question;
  // Some questions are asked by their options alone.
  const what = text === undefined ? question : `${question} of ${text}`;
  const how = partial ? `heap ${partial.heap}, order ${partial.order}` : progress ? `${progress.done} done` : "";
  return h("p", { class: "running", role: "status" }, `${what} … ${how} `, h("button", { type: "button", class: "tool", "data-key": "stop", onclick: stopAll }, "stop"));
}

/** The title of the tab and of the page: what is asked. */
function drawTitle() {
  const { parse, asked } = state;
  const name = !asked ? "" : parse?.kind === "game" ? parse.name ?? parse.canonical : asked;
  document.title = name ? `${name} · impartial` : "impartial";
  place("title").textContent = name || "impartial";
}

function draw() {
  drawTitle();
  drawAndAsk(() => {
    // The panels first: they ask, and the engine thinks while the rest is drawn.
    const isWhole = drawPanels();
    drawAsk();
    put("tabs", TABS.map(([name, text, theories]) => h("button", { type: "button", "data-key": `tab-${name}`, "aria-current": theories.includes(state.parse?.theory) ? "page" : undefined, onclick: () => askText(text) }, name)));
    put("rules", builder() ?? theoryBuilder());
    put("sentence", sentence());
    put("lesson", lessonPanel());
    put("foot", foot(version));
    put("dialog", help());
    return isWhole;
  });
  place("panels").classList.toggle("old", Boolean(state.error));
  place("sentence").append(...[runningLine()].filter(Boolean));
}

/** A position on a board that has just come: as many coordinates as its first rule. */
function origin(text) {
  const rule = /rules\s*=\s*\[\s*\[([^\]]*)\]/.exec(text)?.[1] ?? "0,0";
  return rule.split(",").map((_, at) => 4 + at).join(",");
}

/** A file dropped into the page can be named in the box; its answers are forgotten, for it may have another content now. */
function takeFiles() {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    const name = file.name.replace(/[^A-Za-z0-9._-]/g, "-").replace(/^[.-]+/, "");
    const trouble = await keepFile(name, file);
    forget(name);
    if (trouble) toast(trouble);
    else askText(`lattice(${name})[${origin(await file.text())}]`);
  });
}

async function openPage() {
  applyTheme();
  place("ask").append(askBox());
  place("top-tools").append(...topTools());
  if (!openEngine()) {
    place("sentence").append(h("p", { class: "sentence" }, "This page has no key. Open the address that ", h("code", {}, "impartial explore"), " printed."));
    return;
  }
  onChange(draw);
  listenToKeys();
  linkPictures();
  takeFiles();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => applyTheme());
  const restore = async () => {
    const { text, ...rest } = fromAddress();
    update(rest);
    if (text.includes("drawn.toml")) await keepDrawn();
    return askText(text, false);
  };
  addEventListener("popstate", restore);
  const reply = about();
  await restore();
  // The first picture is asked for, and the page drawn with it if it comes at once.
  panels()[0]?.();
  await Promise.race([firstAnswer, new Promise((resolve) => setTimeout(resolve, SOON))]);
  showPage();
  version = (await reply).version;
  update({});
}

openPage();
