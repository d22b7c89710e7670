// The pictures of the other theories: structure diagrams, nim tables.
import { badge, card, h, picture } from "./dom.js";
import { get } from "./questions.js";
import { waiting } from "./heaps.js";
import { copyMenu } from "./copy.js";
import { state } from "./state.js";

function pictureCard({ id, title, note, wide, question, of }) {
  const drawn = { ...question, format: "svg" };
  const told = get(drawn);
  const answer = of && get(of)?.answer;
  return card({ id, title, note, wide, badge: answer && badge(answer.claim, answer.because), tools: [copyMenu(question, drawn)] },
    told?.text ? h("div", { class: "scroll centre" }, picture(told.text, title)) : waiting(told));
}

/** GEN and DNG: every structure class, and one of each type. */
export function groupPanels() {
  const text = state.parse.canonical.replace(/\[[^\]]*\]$/, "");
  const full = { question: "diagram", text, options: { full: true } };
  const simple = { question: "diagram", text };
  return h("div", { class: "split" },
    pictureCard({ id: "structure", title: "Structure diagram", wide: "grow", question: full, of: simple, note: "One triangle for each intersection subgroup; arrows: what one more element can do." }),
    h("div", { class: "column" }, pictureCard({ id: "simplified", title: "Simplified", question: simple, note: "Same type, same fate: classes of one type folded together." }),
      card({ id: "how-to-read", title: "How to read a triangle" }, h("p", { class: "prose" }, "A class holds every set of chosen elements with the same closure. The small part carries the nim-number of its odd-sized sets, the wide part that of its even-sized sets. A triangle that points down has a closure of odd order."))));
}

/** Nimbers: the multiplication table below 16. */
export function nimPanels() {
  const question = { question: "nim", options: { table: 16 } };
  const fields = { question: "nim", text: state.parse.canonical };
  const answer = get(fields)?.answer;
  return h("div", { class: "split" },
    pictureCard({ id: "nim-table", title: "Products below 16", wide: "grow", question, note: "Nim multiplication never leaves a field once you are in it: numbers below 2, below 4 and below 16 multiply among themselves." }),
    h("div", { class: "column" }, card({ id: "nim-value", title: "The calculation", badge: answer && badge(answer.claim, answer.because) },
      h("p", { class: "formula big" }, state.parse.canonical, " = ", answer?.value ?? state.parse.value ?? "…"),
      h("p", { class: "prose" }, answer?.because ?? ""),
      h("p", { class: "prose" }, "+ * / are the Field operations, ** is a power with an ordinary integer, w is omega, and w^… is an ordinal."))));
}
