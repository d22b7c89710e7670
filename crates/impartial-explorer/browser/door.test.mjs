// What somebody tries who knows only Nim: every named game on the board, by pointer, touch and keyboard; links, files, the lesson. These tests run
// against the program and, with SITE=folder, against the page without a server.
import { readFile } from "node:fs/promises";
import { playToEnd } from "./by-hand.mjs";
import { askFor, assert, test, until } from "./explorer.mjs";

const url = (text, more = "") => `?q=${encodeURIComponent(text)}${more}`;
const NAMED = ["nim[3+5+7]", "laskers-nim[3+5]", "rims[6]", "kayles[7+4]", "dawsons-kayles[9]", "dawsons-chess[8]", "guiles[9]", "treblecross[9]", "officers[6]", "knots[5]", "lemon-drops[7]", "stalking[6]", "grundys-game[8]",
  "couples-are-forever[7]", "0.333[7+5]", "*3 + *5 + *6", "kayles[4] + *3"];

const isOver = (page) => page.evaluate(() => document.querySelector("#play h2")?.textContent === "The end");

/** One small game of each other kind, on each kind of board. */
const KINDS = ["gen(S3)", "dng(Z2 x Z4)", "coins(mock-turtles)[0+2+4]", "coins(nim)[2+3]", "coins(moebius x ruler)[(1,1)]", "abelian(Z/4 + Z/8)", "ring(Z/12)", "group(D4)", "subgroups(S3)", "module(F2[x]: [x, 1; 0, x+1])",
  "lattice(two-sectors.toml)[3,2]", "lattice(fink.toml)[2,1,1]", "lattice(coin-slide.toml)[0,0,1,1,1]", "lattice(rules = [[1],[3],[4]])[9]", "cram(2x3)", "cram(..#/...) + *2", "node-kayles(cycle 6)", "arc-kayles(path 5)", "grim(complete 4)", "{0,{0,*2}}", "*3 x *2", "*2 | {0,*2}", "gen(Z4) + kayles[3] + *2", "4.3[6]", "allbut(1,3)[7]", "subtraction(1,3,4)[9]"];

const WAYS = ["pointer", "touch", "keyboard"];
for (const [number, way] of WAYS.entries()) {
  // Kinds with the same board stand beside each other: each board is met in every way, and each kind in both plays.
  const mine = KINDS.filter((_, at) => at % WAYS.length === number);
  const games = [...NAMED.map((game, at) => [game, (at + number) % 2 ? "misere" : "normal"]), ...mine.flatMap((game) => [[game, "normal"], [game, "misere"]])];
  test(`every named game and games of every kind are played to their end by ${way}, and the page says nothing false`, url(NAMED[0]), async (page, { open }) => {
    for (const [at, [game, play]] of games.entries()) {
      await open(url(game, `&play=${play}`));
      await playToEnd(page, game, way, at);
    }
  }, way === "touch" ? { hasTouch: true } : {});
}

test("positions open in normal play, hints give nothing away, and why waits to be asked", url("nim[3+5+7]"), async (page) => {
  await until(page, "can win");
  assert.equal(await page.locator("[data-key='play-normal'][aria-pressed='true']").count(), 1);
  await page.waitForSelector("#why .binary");
  assert.deepEqual(await page.locator("#why .binary tfoot td").allTextContents(), ["0", "0", "1", "1"]);
  assert.ok(!(await page.locator("#why").innerText()).includes("→"));
  assert.ok(!(await page.locator("#play").innerText()).includes("nim-value"));
  await page.locator("#why .spoiler summary").click();
  assert.match(await page.locator("#why").innerText(), /The move \d → \d leaves/);
});

test("words are forgiven, and games that are not here are explained", "", async (page) => {
  await page.waitForSelector("#play .pin");
  await askFor(page, "nim 3 5 7");
  await page.waitForFunction(() => document.querySelector("#box").value === "nim[3+5+7]");
  await until(page, "3 of 15 moves");
  for (const word of ["wythoff", "chomp"]) {
    await askFor(page, word);
    await until(page, "Try", "#message");
    assert.ok(!(await page.textContent("#message")).includes("expected"), word);
  }
  await page.locator("#message .chip").first().click();
  await until(page, "can win");
});

test("the lesson leads from Nim to misère Kayles in five steps", "", async (page) => {
  await page.locator("[data-key='lesson-start']").click();
  const steps = ["nim[3+5]", "nim[3+5+7]", "kayles[5+6]", "nim[3+5+7]", "kayles[9+12]"];
  for (const [at, text] of steps.entries()) {
    await until(page, `${at + 1}. `, "#lesson-card h2");
    await page.waitForFunction((text) => document.querySelector("#box").value === text, text);
    await page.waitForSelector("#play .pin");
    assert.equal(await page.locator("[data-key='play-misere'][aria-pressed='true']").count(), at >= 3 ? 1 : 0, text);
    if (at < 4) await page.locator("[data-key='lesson-next']").click();
  }
  // A reload keeps what the address says, which a busy machine writes late.
  await page.waitForFunction(() => { const said = new URLSearchParams(location.search); return said.get("lesson") === "5" && said.get("q") === "kayles[9+12]"; });
  await page.reload();
  await until(page, "5. ", "#lesson-card h2");
  await page.locator("[data-key='lesson-end']").click();
  await page.waitForFunction(() => !document.querySelector("#lesson-card"));
});

test("a link works in a new tab, and a reload keeps the game", url("nim[3+5+7]", "&hint=2"), async (page) => {
  await page.waitForSelector("#play .winning .move");
  await page.locator("#play .winning .move").first().click();
  await until(page, "The program plays", "#play .said");
  await page.waitForFunction(() => new URLSearchParams(location.search).get("board"));
  const rows = () => page.locator("#play .row-name").allTextContents();
  const before = await rows();
  const said = await page.textContent("#play .said");
  await page.reload();
  await page.waitForSelector("#play .pin");
  assert.deepEqual(await rows(), before);
  assert.equal(await page.textContent("#play .said"), said);
  assert.equal(await page.locator("[data-key='undo']:enabled").count(), 1);
  const other = await page.context().newPage();
  await other.goto(await page.evaluate(() => location.href));
  await other.waitForSelector("#play .pin");
  assert.deepEqual((await other.locator("#play .row-name").allTextContents()).sort(), [...before].sort());
});

test("answers and pictures are saved as files", url("kayles", "&play=misere"), async (page) => {
  await page.waitForSelector("#egg-box svg");
  const saved = async (label) => {
    await page.locator("#egg-box .menu summary").click();
    const download = page.waitForEvent("download");
    await page.locator("#egg-box .menu-list button", { hasText: label }).click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const svg = await saved("picture (SVG)");
  assert.equal(svg.name, "quotient-0.77.svg");
  assert.ok(svg.bytes.toString().startsWith("<svg"));
  const png = await saved("picture (PNG)");
  assert.deepEqual([...png.bytes.subarray(1, 4)], [...Buffer.from("PNG")]);
  assert.ok(png.bytes.length > 5000);
  const pdf = await saved("picture (PDF)");
  const page_ = pdf.bytes.toString("latin1");
  assert.ok(pdf.name.endsWith(".pdf") && page_.startsWith("%PDF-1.4") && page_.trimEnd().endsWith("%%EOF"));
  // The table of places is where the end says, and its first entry where the first object is.
  const table = Number(/startxref\n(\d+)/.exec(page_)[1]);
  assert.equal(page_.slice(table, table + 4), "xref");
  assert.ok(page_.slice(Number(page_.slice(table).split("\n")[3].slice(0, 10))).startsWith("1 0 obj"));
  const latex = await saved("file (LaTeX)");
  assert.ok(latex.name.endsWith(".tex") && latex.bytes.toString().includes("\\mid"));
});

test("one nim-value has one colour on all pictures, and orange is P alone", url("kayles"), async (page) => {
  await page.waitForSelector("#egg-box [data-element]");
  await page.waitForSelector("#normal [data-heap]");
  const colours = await page.evaluate(() => {
    const found = {};
    // The first rectangle may be the ground of a ring.
    const colourOf = (item) => [...item.querySelectorAll("rect")].map((rect) => rect.getAttribute("fill")).find((fill) => fill && !["#ffffff", "none"].includes(fill));
    const put = (value, colour) => { (found[value] ??= new Set()).add(colour); };
    for (const cell of document.querySelectorAll("#normal [data-heap]")) put(cell.dataset.value, colourOf(cell));
    for (const tile of document.querySelectorAll("#egg-box [data-element]")) put(tile.querySelector("text[text-anchor='end']")?.textContent, colourOf(tile));
    return Object.fromEntries(Object.entries(found).map(([value, set]) => [value, [...set]]));
  });
  for (const value of [1, 2, 3, 4, 7, 8]) assert.equal(colours[value]?.length, 1, JSON.stringify(colours));
  await page.locator("#play .pin").first().hover();
  const orange = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--p").trim());
  const outline = await page.evaluate(() => getComputedStyle(document.querySelector("#play .pin.taken"), "::before").outlineColor);
  assert.notEqual(outline, orange);
  assert.equal(outline, await page.evaluate(() => getComputedStyle(document.body).color));
});

for (const game of ["lattice(two-sectors.toml)[7,6]", "lattice(fink.toml)[3,2,1]"]) test(`a lattice game is played on its board: ${game}`, url(game, "&hint=2"), async (page) => {
  for (let turn = 0; turn < 20 && !(await isOver(page)); turn += 1) {
    await page.waitForFunction(() => document.querySelector("#play h2")?.textContent === "The end" || document.querySelector("#play .point:enabled"));
    if (await isOver(page)) break;
    const before = await page.evaluate(() => location.search + document.querySelector("#play .said")?.textContent);
    await page.locator("#play .point.winning:enabled, #play .point:enabled").first().click();
    await page.waitForFunction((before) => location.search + document.querySelector("#play .said")?.textContent !== before && document.querySelector("#play .said")?.textContent.includes("thinks") === false, before);
  }
  assert.match(await page.textContent("#play .said"), /you (win|lose)/);
});

test("a group of the list of small groups is known, and the proof about it is checked", url("gen(SmallGroup(16,3))"), async (page) => {
  await until(page, "= ∗0");
  await page.locator("#why .check").click();
  await page.waitForSelector("#why .verdict.checked");
});
