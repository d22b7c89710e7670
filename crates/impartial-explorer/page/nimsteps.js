// A calculation with nimbers step by step: a product by its parts, a power by those before it. Every line is an answer of the engine.
import { h, math } from "./dom.js";
import { answerTo } from "./questions.js";

/** A product of more parts, or a higher power, is a long list that shows nothing new. */
const MOST_PRODUCTS = 16;
const HIGHEST_POWER = 12;

const valueOf = (text) => answerTo({ question: "nim", text, mathml: true });
const equation = (text) => { const answer = valueOf(text); return answer?.mathml ? [h("span", {}, text.replaceAll("*", "·"), " = "), math(answer.mathml)] : null; };

/** The powers of two that a number is the sum of, the largest first. */
const partsOf = (number) => [...number.toString(2)].map((digit, at, all) => digit === "1" ? 2n ** BigInt(all.length - 1 - at) : 0n).filter(Boolean);

/** The steps of a product of two numbers: nim sums of powers of two, multiplied part by part. */
function productSteps(text) {
  const found = /^\s*(\d{1,30})\s*\*\s*(\d{1,30})\s*$/.exec(text);
  if (!found) return null;
  const [a, b] = found.slice(1).map((digits) => partsOf(BigInt(digits)));
  if (!a.length || !b.length || a.length * b.length > MOST_PRODUCTS || a.length * b.length < 2) return null;
  const products = a.flatMap((x) => b.map((y) => `${x} * ${y}`));
  const lines = products.map(equation);
  if (lines.some((line) => !line)) return null;
  const written = (number, parts) => `${number} = ${parts.join(" + ")}`;
  const sum = products.map((product) => valueOf(product).value);
  return [["Each number is a nim sum of powers of two: ", [a, b].filter((parts) => parts.length > 1).map((parts, at) => [at ? ", " : "", written(parts.reduce((x, y) => x + y), parts)]), "."],
    ["Each part is multiplied with each: ", lines.map((line, at) => [at ? "; " : "", line]), "."],
    ["The products are added: ", `${sum.join(" + ")} = `, math(valueOf(text)?.mathml ?? ""), "."]];
}

/** The steps of a power: those before it. */
function powerSteps(text) {
  const [, base, exponent] = /^(.*\S)\s*\*\*\s*(\d{1,3})\s*$/.exec(text) ?? [];
  const power = Number(exponent);
  // One factor: a number, or what stands in one pair of brackets.
  if (!base || !/^(\d+|w|\([^()]*(\([^()]*\)[^()]*)*\))$/.test(base) || power < 2 || power > HIGHEST_POWER) return null;
  const lines = Array.from({ length: power - 1 }, (_, at) => valueOf(`${base} ** ${at + 2}`)?.mathml);
  if (lines.some((line) => !line)) return null;
  return lines.map((line, at) => [`${base} ** ${at + 2} = `, math(line)]);
}

/** The steps of an expression, where it has any to show. */
export function nimSteps(text) {
  const steps = productSteps(text) ?? powerSteps(text);
  return steps && h("ol", { class: "steps", "aria-label": "Step by step" }, steps.map((step) => h("li", {}, h("p", { class: "formula" }, step))));
}
