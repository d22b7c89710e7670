// Formulas as HTML, before the book is built: one JSON list of { text, display } in, one JSON list of texts out.
import katex from "katex";

let input = "";
for await (const part of process.stdin) input += part;
const formulas = JSON.parse(input);
const rendered = formulas.map(({ text, display }) =>
  // MathML too, for those who listen: they are not read the HTML.
  katex.renderToString(text, { displayMode: display, output: "htmlAndMathml", throwOnError: true, strict: "error" }),
);
process.stdout.write(JSON.stringify(rendered));
