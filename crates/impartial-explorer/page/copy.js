// The copy menu: the answer in other forms, from the engine, and the command line that gives it.
import { ask } from "./api.js";
import { h, toast } from "./dom.js";
import { bare } from "./questions.js";

const FORMS = {
  sequence: [["CSV", "csv"], ["b-file", "bfile"], ["LaTeX", "latex"], ["JSON", "json"]],
  quotient: [["LaTeX", "latex"], ["MathML", "mathml"], ["GAP", "gap"], ["Sage", "sage"], ["Macaulay2", "m2"], ["TikZ", "tikz"], ["Graphviz", "dot"], ["JSON", "json"]],
  diagram: [["TikZ", "tikz"], ["Graphviz", "dot"], ["JSON", "json"]],
  nim: [["LaTeX", "latex"], ["MathML", "mathml"], ["JSON", "json"]],
  table: [["LaTeX", "latex"], ["CSV", "csv"], ["JSON", "json"]],
  moves: [["CSV", "csv"], ["JSON", "json"]],
};

const quote = (text) => /^[\w.,=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** The command line that asks a question. */
export function commandLine({ question, text, format, options = {} }) {
  const flags = Object.entries(options).map(([name, value]) => value === true ? `--${name}` : `--${name} ${value}`);
  const form = format && format !== "text" ? [`--format ${format}`] : [];
  return ["impartial", question, ...(text ? [quote(text)] : []), ...flags, ...form].join(" ");
}

/** A menu for the forms of a question, and for its picture when it is there. */
export function copyMenu(asked, picture) {
  const question = bare(asked);
  const menu = h("details", { class: "menu", "data-key": `menu-${JSON.stringify(question)}` }, h("summary", { class: "tool" }, "copy ▾"));
  const done = (text) => {
    menu.open = false;
    toast(text);
  };
  const item = (label, getText) => h("button", { type: "button", onclick: async () => {
    try {
      await navigator.clipboard.writeText(await getText());
      done("copied");
    } catch (error) {
      done(error.message);
    }
  } }, label);
  const form = (format) => async () => {
    const told = await ask({ ...question, format }, () => {}, new AbortController().signal);
    if (told.status === "failed") throw new Error(told.message);
    return told.text ?? JSON.stringify(told.answer);
  };
  menu.append(h("div", { class: "menu-list" }, (FORMS[question.options.table ? "table" : question.question] ?? [["JSON", "json"]]).map(([label, format]) => item(label, form(format))),
    picture && item("SVG", async () => picture), item("command line", async () => commandLine(question))));
  return menu;
}
