// The lesson: from Nim to misère Kayles in five steps, each with a board to try it on.
import { askText } from "./ask.js";
import { card, h } from "./dom.js";
import { remember, state, update } from "./state.js";

/** A step: what is on the board, in which play, what is said, and what to try. */
const LESSON = [
  { title: "Two rows", text: "nim[3+5]", play: "normal", said: "This is Nim. On your turn take as many pins as you like from one row. Whoever takes the last pin wins.",
    task: "Make the two rows equal, and then copy whatever the program does: you cannot lose." },
  { title: "Three rows", text: "nim[3+5+7]", play: "normal", said: "Write each row as a sum of 4, 2 and 1, in columns of noughts and ones. If every column has an even number of ones, the player to move loses: any move spoils a column. Otherwise one move mends them all.",
    task: "Look at the columns under Why. Which one is odd? Take pins so that every column is even." },
  { title: "Rows that fall apart", text: "kayles[5+6]", play: "normal", said: "In Kayles you take one pin or two neighbours, and the row may fall into two. Each row still stands for a number, its nim-value: the least number that no move from it leads to. Then it is Nim with these numbers.",
    task: "The nim-values are under Why. Find a move after which they cancel." },
  { title: "The last move loses", text: "nim[3+5+7]", play: "misere", said: "Now whoever takes the last pin loses: misère play. In Nim one plays as before, until a move would leave only rows of one pin. Then leave an odd number of them.",
    task: "Win this one. Hints can say whether you are still on the way." },
  { title: "Why misère is hard", text: "kayles[9+12]", play: "misere", said: "For Kayles that trick fails: numbers no longer tell who wins. Each row stands for an element of a small monoid instead, and 40 elements are enough for all rows there are. In normal play this position is lost; in misère play it is won.",
    task: "Find a winning move: there are two. The picture below shows all 40 elements; leave your opponent on an orange one." },
];

/** What a step has on the board. */
export const lessonText = (number) => LESSON[number - 1]?.text;

/** Goes to a step; to none after the last. */
export function startLesson(number = 1) {
  const step = LESSON[number - 1];
  if (!step) {
    update({ lesson: 0 });
    return remember(false);
  }
  update({ lesson: number, play: step.play, hint: 0, game: null });
  return askText(step.text);
}

/** The step that one is at. */
export function lessonPanel() {
  const step = LESSON[state.lesson - 1];
  if (!step) return null;
  const tool = (key, label, to, isStrong) => h("button", { type: "button", class: isStrong ? "tool strong" : "tool", "data-key": key, onclick: () => startLesson(to) }, label);
  const { lesson } = state;
  const dots = h("span", { class: "lesson-dots", "aria-label": `step ${lesson} of ${LESSON.length}` }, LESSON.map((_, at) => h("i", { class: at < lesson ? "on" : "" })));
  return card({ id: "lesson-card", title: `${lesson}. ${step.title}`, wide: "lesson", tools: [dots, lesson > 1 && tool("lesson-back", "back", lesson - 1), tool("lesson-end", "end", 0), lesson < LESSON.length && tool("lesson-next", "next", lesson + 1, true)] },
    h("p", {}, step.said), h("p", { class: "task" }, step.task));
}
