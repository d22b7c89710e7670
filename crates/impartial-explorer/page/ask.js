// The box: text, completion, the engine's complaint under the place it is about; the switch of plays; examples.
import { h } from "./dom.js";
import { parse } from "./api.js";
import { lessonText, startLesson } from "./lesson.js";
import { playOf } from "./position.js";
import { state, update, remember } from "./state.js";

/** What the chips say, and what they ask: the box shows how that is written. */
const CHIPS = [["Nim", "nim[3+5+7]"], ["Kayles", "kayles"], ["a Kayles position", "kayles[9+12]"], ["Guiles", "guiles"], ["take 1 to 3", "0.333[21]"], ["Grundy’s game", "grundys-game[12]"], ["a wild game", "0.75"],
  ["avoid a group", "dng(Z6 x Z3)"], ["build a group", "gen(S4)"], ["nim product", "5 * 6"], ["an infinite one", "(w^w^2) ** 7"], ["abelian groups", "abelian(Z/64 + Z/256)"], ["turning coins", "coins(mogul)[0+3+23]"],
  ["Fink’s game", "lattice(fink.toml)[6,12,1]"], ["two wallpapers", "lattice(two-sectors.toml)[9,7]"], ["dominoes", "cram(4x5)"], ["Petersen’s graph", "node-kayles(petersen)"], ["a sum", "gen(S4) + 0.07[12] + *3"]];
const PLAYS = [["normal", "normal"], ["misere", "misère"], ["both", "both"]];

let offers = [];
let chosen = -1;
let typed = "";
let reading = null;
/** How many questions are being read. */
let asking = 0;

const input = h("input", {
  id: "box", type: "text", spellcheck: "false", autocomplete: "off", autocapitalize: "off", maxlength: "4000",
  "aria-label": "Game or expression", "aria-autocomplete": "list", "aria-controls": "offers", role: "combobox", "aria-expanded": "false",
});
const under = h("div", { class: "under", "aria-hidden": "true" });
const aside = h("span", { class: "box-aside" });
const message = h("p", { class: "message", role: "alert", id: "message" });
const list = h("ul", { id: "offers", role: "listbox", "aria-label": "Completions", hidden: true });
const plays = h("div", { class: "segments", role: "group", "aria-label": "Play" });
const chips = h("div", { class: "chips" });

/** The box and what belongs to it; made once, so that typing is never disturbed. */
export function askBox() {
  input.addEventListener("input", () => read(input.value));
  input.addEventListener("keydown", onKey);
  input.addEventListener("blur", () => setTimeout(closeList, 150));
  input.addEventListener("scroll", () => { under.scrollLeft = input.scrollLeft; });
  return h("div", { class: "ask" },
    h("div", { class: "ask-line" }, h("div", { class: "box" }, under, input, aside, list), plays), message, chips);
}

/** Puts a text into the box and asks. */
export function askText(text, isNew = true) {
  input.value = text;
  return submit(isNew);
}

/** Moves the caret into the box. */
export function focusBox() {
  input.focus();
  input.select();
}

async function read(text, asked = false) {
  typed = text;
  update({ text });
  reading?.abort();
  const mine = new AbortController();
  reading = mine;
  let reply;
  try {
    reply = await parse(text, input.selectionStart ?? text.length, asked, mine.signal);
  } catch {
    return null;
  }
  if (input.value !== text || reading !== mine) return null;
  // There was no time to read it between two keystrokes: now there is.
  if (reply.unread && !asked) return read(text, true);
  offers = reply.completions ?? [];
  chosen = -1;
  show(text, reply);
  update({ error: reply.ok ? null : reply, parse: reply.ok ? reply : state.parse });
  return reply;
}

/** Asks what is in the box; until that is read, the box is busy. */
async function submit(isNew) {
  asking += 1;
  input.setAttribute("aria-busy", "true");
  // Until it is read, what is shown is about something else.
  document.body.classList.add("reading");
  const reply = await read(input.value, true);
  closeList();
  if (reply?.ok) {
    // What was meant is shown as it is written.
    if (reply.meant) input.value = reply.meant;
    take(reply.meant ?? input.value, reply, isNew);
  }
  asking -= 1;
  input.setAttribute("aria-busy", String(asking > 0));
  document.body.classList.toggle("reading", asking > 0);
}

/** What was read is what is asked. */
function take(text, reply, isNew) {
  const isOther = text !== state.asked;
  update({ asked: text, parse: reply, error: null, ...(reply.meant_play ? { play: reply.meant_play } : {}), ...(isOther && isNew ? { sel: "", at: 0, walk: 0, layer: -1, every: 0, filter: "", game: null, ...(state.lesson && lessonText(state.lesson) !== text ? { lesson: 0 } : {}) } : {}) });
  if (isNew) remember(isOther);
}

function show(text, reply) {
  under.replaceChildren();
  message.textContent = "";
  if (!reply.ok && text) {
    const { at, len } = reply;
    const place = text.slice(at, at + len) || " ";
    under.append(text.slice(0, at), h("mark", {}, place), text.slice(at + len));
    message.textContent = reply.help ? `${reply.message}: ${reply.help}` : reply.message ?? "";
    if (reply.instead?.length) message.append(" Try ", reply.instead.flatMap((other, at) => [at ? " or " : "", h("button", { type: "button", class: "chip", onclick: () => askText(other) }, other)]).reduce((all, item) => { all.append(item); return all; }, h("span", {})), ".");
  }
  input.setAttribute("aria-invalid", String(!reply.ok));
  aside.textContent = reply.ok ? reply.meant && reply.meant !== text ? `means ${reply.meant}${reply.meant_play ? `, ${reply.meant_play.replace("misere", "misère")}` : ""}` : (reply.value !== undefined ? `= ${reply.value}` : [reply.name, reply.kind === "game" ? "" : reply.theory].filter(Boolean).join(" · ")) : "";
  showList();
}

function showList() {
  const isOpen = offers.length > 0 && document.activeElement === input;
  list.hidden = !isOpen;
  input.setAttribute("aria-expanded", String(isOpen));
  list.replaceChildren(...offers.map((offer, at) => h("li", {
    role: "option", id: `offer-${at}`, "aria-selected": String(at === chosen), onmousedown: (event) => { event.preventDefault(); accept(offer); },
  }, h("b", {}, offer.label), h("span", {}, offer.detail))));
  if (chosen >= 0) input.setAttribute("aria-activedescendant", `offer-${chosen}`);
  else input.removeAttribute("aria-activedescendant");
}

function closeList() {
  offers = [];
  showList();
}

function accept(offer) {
  const text = input.value;
  const caret = offer.from + offer.insert.length;
  input.value = text.slice(0, offer.from) + offer.insert + text.slice(offer.to);
  input.setSelectionRange(caret, caret);
  offers = [];
  read(input.value);
}

function onKey(event) {
  if (event.key === "Enter") {
    event.preventDefault();
    if (chosen >= 0) accept(offers[chosen]);
    else submit(true);
  } else if (event.key === "Tab" && offers.length && !event.shiftKey) {
    event.preventDefault();
    accept(offers[Math.max(chosen, 0)]);
  } else if (event.key === "Escape") {
    if (offers.length) closeList();
    else askText(state.asked || typed, false);
  } else if (["ArrowDown", "ArrowUp"].includes(event.key) && offers.length) {
    event.preventDefault();
    chosen = (chosen + (event.key === "ArrowDown" ? 1 : -1) + offers.length) % offers.length;
    showList();
  }
}

/** Draws what depends on the state. */
export function drawAsk() {
  plays.hidden = ["nim", "atlas"].includes(state.parse?.theory);
  const isGame = state.parse?.theory === "heaps" && state.parse.kind === "game";
  const shown = isGame ? PLAYS : PLAYS.slice(0, 2);
  const play = isGame ? state.play : playOf();
  plays.replaceChildren(...shown.map(([key, label]) =>
    h("button", { type: "button", "aria-pressed": String(play === key), "data-key": `play-${key}`, onclick: () => setPlay(key) }, label)));
  chips.replaceChildren(h("button", { type: "button", class: "chip strong", "data-key": "lesson-start", onclick: () => startLesson() }, "Nim in five steps"), h("span", { class: "try" }, "or try"), ...CHIPS.map(([words, text]) =>
    h("button", { type: "button", class: "chip", title: text, "aria-current": text === state.asked ? "true" : undefined, "data-key": `chip-${text}`, onclick: () => askText(text) }, words)));
}

/** Changes the play. */
export function setPlay(play) {
  update({ play });
  remember(false);
}
