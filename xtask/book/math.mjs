// Formulas as HTML, before the book is built: one JSON list of { text, display } in, one JSON list of texts out.
import katex from "katex";

let input = "";
for await (const part of process.stdin) input += part;
const formulas = JSON.parse(input);
const rendered = formulas.map(({ text, display }) =>
  // The text of the formula again, for those who listen, would be read as Markdown: the HTML alone has the words.
  katex.renderToString(text, { displayMode: display, output: "html", throwOnError: true, strict: "error" }),
);
process.stdout.write(JSON.stringify(rendered));
