// Heap games: the first screen, the box, the builder, links, the quotient, long questions.
import { answerOf, askFor, assert, copied, test, until } from "./explorer.mjs";

const query = (page) => page.evaluate(() => new URLSearchParams(location.search).get("q"));

test("opens on Kayles: both strips, the sentence, fonts from this machine", "", async (page) => {
  await until(page, "40 elements");
  const said = await page.textContent("#sentence");
  for (const part of ["12 repeating numbers", "heap 71", "40 elements", "proved"]) assert.ok(said.includes(part), said);
  await page.waitForSelector("#normal [data-heap]");
  await page.waitForSelector("#misere [data-heap]");
  assert.equal(await page.locator("#normal [data-heap]").count(), 96);
  assert.equal(await page.locator("#misere [data-heap]").count(), 96);
  assert.ok((await page.textContent("#normal .note")).includes("the 13 cells"));
  assert.ok((await page.textContent("#misere .note")).includes("the 20 cells"));
  await page.waitForFunction(() => document.fonts.check("16px 'Source Serif 4'") && document.fonts.check("16px 'Fira Sans'"));
  // The key is in this tab, not in the address.
  assert.equal(await page.evaluate(() => location.hash), "");
});

test("the builder and the box are two views of one text", "", async (page) => {
  const square = page.getByRole("button", { name: "take 2, leave two heaps", exact: true });
  await until(page, "40 elements");
  const before = await page.locator("#normal svg").first().innerHTML();
  await square.click();
  await page.waitForFunction(() => new URLSearchParams(location.search).get("q") === "0.73");
  assert.equal(await page.inputValue("#box"), "0.73");
  await square.click();
  await page.waitForFunction(() => new URLSearchParams(location.search).get("q") === "0.77");
  await page.waitForFunction((before) => document.querySelector("#normal svg")?.innerHTML === before, before);
});

test("an error is marked where it is, the old answer stays, and it recovers", "", async (page) => {
  await until(page, "40 elements");
  await page.fill("#box", "0.7.5");
  await until(page, "a code has one point", "#message");
  assert.equal(await page.textContent(".under mark"), ".");
  await page.waitForSelector("#panels.old");
  assert.ok((await page.textContent("#sentence")).includes("40 elements"));
  await askFor(page, "0.75");
  await until(page, "0.75");
  assert.equal(await page.textContent("#message"), "");
});

test("completion: Tab accepts, groups are offered, Escape restores", "", async (page) => {
  await until(page, "40 elements");
  await page.fill("#box", "gui");
  await page.waitForSelector("#offers li");
  await page.press("#box", "Tab");
  assert.equal(await page.inputValue("#box"), "guiles");
  await page.fill("#box", "gen(");
  await page.waitForFunction(() => [...document.querySelectorAll("#offers b")].some((item) => item.textContent === "S4"));
  await page.press("#box", "Escape");
  await page.press("#box", "Escape");
  await page.waitForFunction(() => document.querySelector("#box").value === "kayles");
});

test("a link holds the state; back and forward restore it", "?q=kayles&sel=d&play=misere", async (page) => {
  await until(page, "no other, ever", "#inspector");
  assert.equal(await page.textContent(".element-name .word"), "d");
  assert.ok((await page.textContent("#inspector")).includes("9 (no other, ever)"));
  await askFor(page, "0.75");
  await until(page, "0.75");
  await page.goBack();
  await until(page, "no other, ever", "#inspector");
  assert.equal(await page.inputValue("#box"), "kayles");
  await page.goForward();
  await page.waitForFunction(() => document.querySelector("#box").value === "0.75");
  assert.equal(await query(page), "0.75");
});

test("a link holds the board, the hints and how far out one looks", "?q=kayles%5B9%2B12%5D&board=0.77%5B4%2B4%2B12%5D&hint=1&play=misere", async (page, { open }) => {
  await until(page, "This position is lost for you", "#play");
  assert.equal(await page.locator("#play .pins").count(), 3);
  await page.getByRole("button", { name: "is it won?" }).click();
  await page.locator("#play .move").first().click();
  await until(page, "The program plays", "#play .said");
  // Who opens the link sees the same board.
  await page.waitForFunction(() => new URLSearchParams(location.search).get("board") !== "0.77[4+4+12]");
  const link = await page.evaluate(() => location.search);
  const board = () => page.evaluate(() => [...document.querySelectorAll("#play .row-name")].map((row) => row.textContent));
  const rows = await board();
  await open(link);
  await page.waitForSelector("#play .winning, #play .moves");
  assert.deepEqual((await board()).sort(), rows.sort());
  assert.equal(await page.textContent("[data-key='hint']"), "which moves win?");
  await open("?q=kayles&far=3000&play=normal");
  await until(page, "Nim-values to heap 3000", "#far-out");
  await open("?q=5%20*%206&by=size");
  await until(page, "by size", "#nim-large h2");
});

test("the quotient can be looked at as it grew", "?q=kayles&play=misere", async (page) => {
  await page.getByRole("button", { name: "18 to heap 9" }).click();
  await until(page, "The 18 elements of misère Kayles to heap 9", "#egg-box");
  await page.getByRole("button", { name: "40 all heaps" }).click();
  await until(page, "The 40 elements of misère Kayles", "#egg-box");
});

test("a long question streams, stops with what is proved, and ends when the text is edited", "?q=0.007&play=misere", async (page, { api }) => {
  await until(page, "order", "#sentence .running");
  await page.reload();
  await until(page, "order", "#sentence .running");
  await page.getByRole("button", { name: "stop" }).click();
  await until(page, "the quotient to heap");
  assert.ok((await page.textContent("#sentence")).includes("up to"));
  await askFor(page, "0.6");
  await page.waitForSelector("#sentence .running");
  await askFor(page, "kayles");
  await until(page, "40 elements");
  for (let left = 1; left; left = (await api("/api/about")).body.running) await page.waitForTimeout(200);
});

test("text is only ever text", `?q=${encodeURIComponent("<img src=x onerror=alert(1)>")}`, async (page) => {
  await page.waitForFunction(() => document.querySelector("#message").textContent !== "");
  assert.equal(await page.locator("img[src='x']").count(), 0);
  await askFor(page, "kayles[<b>3</b>]");
  await page.waitForFunction(() => document.querySelector("#message").textContent !== "");
  assert.equal(await page.locator("main b:text-is('3')").count(), 0);
  await askFor(page, "lattice(../../x)[1,2]");
  await until(page, "without any folder");
});

test("every form of the copy menu comes from the engine", "?q=kayles&play=misere", async (page) => {
  await page.waitForSelector("#egg-box svg");
  assert.ok((await copied(page, "#egg-box", "LaTeX")).includes("\\langle"));
  const gap = await copied(page, "#egg-box", "GAP");
  assert.ok(gap.includes("FreeMonoid") || gap.includes("FreeGroup"), gap);
  assert.ok((await copied(page, "#egg-box", "SVG")).startsWith("<svg"));
  assert.equal(await copied(page, "#egg-box", "command line"), "impartial quotient 0.77");
});

test("formulas are MathML of the engine, and nothing else comes with them", "?q=kayles&play=misere", async (page) => {
  await page.waitForSelector("#presentation math");
  // Seven generators, and a relation for each element that is not reduced: each can stand on a line of its own.
  const { generators, relations, p_words: p } = await answerOf(page, { question: "quotient", text: "kayles" });
  const shown = await page.evaluate(() => [...document.querySelectorAll("#presentation .formula")].map((line) => [...line.querySelectorAll("math")].map((formula) => formula.textContent)));
  assert.deepEqual(shown.map((line) => line.length), [generators.length + relations.length, 1 + p.length]);
  assert.equal(shown[0].at(-1), `${relations.at(-1).replaceAll("^", "").replaceAll(" ", "")}⟩`);
  assert.ok(await page.evaluate(() => document.querySelector("#presentation msup > mi + mn") !== null));
  await askFor(page, "w^w^13 ** 47");
  await until(page, "= ωω7+1");
  // What is no part of a formula is dropped, whoever wrote it.
  const kept = await page.evaluate(async () => {
    const { math } = await import("/page/dom.js");
    return math('<math xmlns="x" onclick="a"><mi href="b" mathvariant="normal">Z</mi><script>c</script><mtext><img src="x" onerror="d"/></mtext></math>').outerHTML;
  });
  assert.equal(kept, '<span class="math"><math><mi mathvariant="normal">Z</mi></math></span>');
});
