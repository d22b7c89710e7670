// Groups, nimbers, abelian groups, coins, lattices, the atlas: what each shows, and that it is the program's.
import { readFileSync } from "node:fs";
import { answerOf, askFor, assert, shell, test, toldOf, until } from "./explorer.mjs";

const count = (page, selector) => page.evaluate((selector) => document.querySelectorAll(selector).length, selector);

/** Waits until a selector has as many elements. */
const untilCount = (page, selector, wanted) =>
  page.waitForFunction(([selector, wanted]) => document.querySelectorAll(selector).length === wanted, [selector, wanted]);

/** Gives a file to the page as a person drops it. */
const drop = (page, name, text) => page.evaluate(([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}, [name, text]);

test("DNG(Z6 x Z3): 11 triangles, 4 folded; what would generate cannot be chosen", "?q=dng(Z6%20x%20Z3)", async (page) => {
  await untilCount(page, "#structure [data-class]", 11);
  await untilCount(page, "#simplified [data-class]", 4);
  // Four types, as published [ES, Fig. 4.1].
  const { types } = await answerOf(page, { question: "diagram", text: "dng(Z6 x Z3)" });
  assert.deepEqual(types, [[0, 0, 1], [1, 0, 1], [1, 1, 0], [1, 3, 2]]);
  // The achievement game on the same group: five classes, and the end.
  await untilCount(page, "#other-game [data-class]", 6);
  await page.locator("#simplified .as-table summary").click();
  await untilCount(page, "#simplified tbody tr", 4);
  // (1,0) has order 6: with it, every element outside of its six multiples would generate.
  await page.getByRole("button", { name: "(1,0)", exact: true }).click();
  await until(page, "The program plays", "#play .said");
  await untilCount(page, "#play .element-tile.barred", 12);
  const barred = page.locator("#play .element-tile.barred");
  assert.equal(await count(page, "#play .element-tile.barred:enabled"), 0);
  const before = await page.textContent("#play .position-text");
  await barred.first().dispatchEvent("click");
  await page.keyboard.press("Enter");
  assert.equal(await page.textContent("#play .position-text"), before);
});

test("groups that are not there are said to be missing", "?q=gen(S4)", async (page) => {
  await until(page, "loses");
  await askFor(page, "gen(Z255)");
  await until(page, "gen(Z255)");
  await until(page, "can win");
  await askFor(page, "gen(SmallGroup(512,1))");
  await page.waitForFunction(() => /512|GAP/.test(document.querySelector("#sentence .waiting, #message:not(:empty)")?.textContent ?? ""));
});

test("nimbers: the product is marked in the table, and a click asks another", "?q=5%20*%206", async (page) => {
  await until(page, "5·6 = 8");
  await page.waitForSelector('#nim-table .chosen[data-row="5"][data-column="6"]');
  await page.locator('#nim-table [data-row="7"][data-column="10"]').dispatchEvent("click");
  await until(page, "7·10 = 6");
  await page.waitForSelector("#nim-large svg");
  await page.getByRole("button", { name: "by size" }).click();
  await until(page, "Below 256, by size", "#nim-large h2");
  await page.waitForSelector("#nim-large svg");
});

test("abelian groups: (6,8) frames 3 x 7 cells, and 5 is the least number missing", "?q=abelian(Z%2F64%20%2B%20Z%2F256)", async (page) => {
  await until(page, "∗5");
  await until(page, "the least number missing is 5", "#abelian-table .note");
  // The frame, cell by cell: every option of (6,8) is inside, and nothing else is.
  const { inside, values } = await page.evaluate(() => {
    const frames = [...document.querySelectorAll("#abelian-table svg > rect.stroke-ink, #abelian-table svg rect.stroke-ink:not([data-row] *)")].map((rect) => rect.getBBox()).sort((a, b) => b.width * b.height - a.width * a.height);
    const [frame] = frames;
    const cells = [...document.querySelectorAll("#abelian-table [data-row]")].filter((cell) => {
      const box = cell.getBBox();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      return x > frame.x && x < frame.x + frame.width && y > frame.y && y < frame.y + frame.height;
    });
    return { inside: cells.map((cell) => `${cell.dataset.row},${cell.dataset.column}`), values: cells.map((cell) => Number(cell.textContent)) };
  });
  const expected = [0, 1, 2, 3, 4, 5, 6].flatMap((row) => [6, 7, 8].map((column) => `${row},${column}`)).filter((cell) => cell !== "7,6");
  assert.deepEqual(inside.sort(), expected.sort());
  const options = values.filter((_, at) => inside[at] !== "6,8");
  assert.deepEqual([0, 1, 2, 3, 4].filter((value) => !options.includes(value)), []);
  // Theorem 3.17: a diagonal is n + m for a while, then repeats m - n + 1 numbers.
  const { groups } = await answerOf(page, { question: "abelian", text: "11,14" });
  const nimber = new Map(groups.map(({ exponents, nimber }) => [exponents.join(), nimber]));
  for (let n = 0; n <= 11; n += 1) assert.equal(nimber.get(`${n},${n}`), 0);
  assert.equal(nimber.get("6,8"), 5);
});

test("the Golay code: a row is lost, seven coins may be turned, eight may not", "?q=coins(mogul)%5B0%2B3%2B23%5D", async (page) => {
  await until(page, "can win");
  await page.waitForFunction(() => document.querySelectorAll("#lexicode [data-row]").length === 12 * 24 && document.querySelector("#lexicode .note").textContent.includes("4096"));
  await page.locator('#lexicode [data-row="0"]').first().dispatchEvent("click");
  await until(page, "loses");
  assert.equal(await page.inputValue("#box"), "coins(mogul)[0+1+2+3+4+5+6+7]");
  await askFor(page, "coins(mogul)[0+1+2+3+4+5+6+7+23]");
  await until(page, "can win");
  const coin = (place) => page.locator(`[data-key="coin-${place}"]`);
  // Eight coins: refused by the engine.
  for (const place of [23, 0, 1, 2, 3, 4, 5, 6]) await coin(place).click();
  await until(page, "turning 8 coins: not a move", "#play .caption");
  assert.equal(await page.locator('[data-key="turn"]').isDisabled(), true);
  for (const place of [6, 5, 4, 3, 2, 1, 0]) await coin(place).click();
  await page.waitForFunction(() => document.querySelector('[data-key="turn"]').disabled === false);
  await page.locator('[data-key="turn"]').click();
  await until(page, "The program plays", "#play .said");
  await until(page, "every move loses", "#play .said");
});

test("Fink's game: layer 1 is Sierpinski's triangle and proved, layer 2 only as far as it was solved", "?q=lattice(fink.toml)%5B6%2C12%2C1%5D&every=6", async (page) => {
  await until(page, "proved", "#layer .badge");
  await page.waitForSelector("#layer [data-x]");
  const drawn = await page.evaluate(() => [...document.querySelectorAll("#layer [data-x]")].map((mark) => [Number(mark.dataset.x) / 6, Number(mark.dataset.y) / 6]));
  const expected = [];
  for (let i = 0; i < 64; i += 1) for (let j = 0; j < 64; j += 1) if ((i & j) === 0) expected.push(`${i},${j}`);
  assert.deepEqual(drawn.filter(([i, j]) => i + j < 64).map(String).sort(), expected.filter((cell) => { const [i, j] = cell.split(",").map(Number); return i + j < 64; }).sort());
  // The table says what the picture shows.
  await page.locator("#layer .as-table summary").click();
  await page.waitForSelector("#layer tbody tr");
  const listed = await page.evaluate(() => [...document.querySelectorAll("#layer tbody tr")].flatMap((row) => row.cells[1].textContent.split(", ").map((x) => `${x / 6},${row.cells[0].textContent / 6}`)));
  assert.deepEqual(listed.sort(), drawn.map(String).sort());
  await page.getByRole("button", { name: "z = 2" }).click();
  await until(page, "z = 2", "#layer h2");
  await until(page, "up to", "#layer .badge");
});

test("a lattice file dropped into the page is the program's table; a broken one says what is wrong", "", async (page) => {
  await until(page, "40 elements");
  const folder = new URL("../../impartial-report/boards/", import.meta.url);
  await drop(page, "my board.toml", readFileSync(new URL("two-sectors.toml", folder), "utf8"));
  await page.waitForFunction(() => document.querySelector("#box").value.startsWith("lattice(my-board.toml)["));
  await page.waitForSelector("#lattice svg");
  await until(page, "proved", "#lattice .badge");
  const reply = await answerOf(page, { question: "table", text: "my-board.toml", options: { box: "0..30,0..30" } });
  const printed = JSON.parse(await shell(`impartial table ${new URL("two-sectors.toml", folder).pathname} --box 0..30,0..30 --json`));
  assert.equal(reply.cells, printed.cells);
  // Taking nothing is no move: the axioms fail, and a witness is shown.
  await drop(page, "broken.toml", "rules = [[1, 0], [-1, 0]]\n");
  await page.waitForFunction(() => document.querySelector("#box").value.startsWith("lattice(broken.toml)["));
  await until(page, "not a lattice game", "#lattice");
  const { message } = await toldOf(page, { question: "strategy", text: "broken.toml" });
  assert.ok((await page.textContent("#lattice .trouble")).includes(message));
});

test("the atlas: every code of a family is a tile, and a click opens it", "?q=octal2", async (page) => {
  await page.waitForSelector("#atlas .atlas-tile");
  assert.equal(await count(page, "#atlas .atlas-tile"), 72);
  // What is told of a code is what the program says of it; how far it comes depends on the time.
  const labels = await page.evaluate(() => [...document.querySelectorAll("#atlas .atlas-tile")].map((tile) => tile.getAttribute("aria-label")));
  assert.ok(labels.some((label) => label.startsWith("0.03: tame; period 4 from heap 0;")), labels.join("\n"));
  await page.locator("#atlas .as-table summary").click();
  await untilCount(page, "#atlas tbody tr[data-code]", 72);
  await page.getByRole("button", { name: /^0\.77:/ }).click();
  await until(page, "40 elements");
});

/** Waits until a text is in the box and in the address. */
const asks = (page, text) => page.waitForFunction((text) => document.querySelector("#box").value === text && new URLSearchParams(location.search).get("q") === text, text);

test("builders and the box are two views of one text, in every theory", "?q=dng(Z6%20x%20Z3)", async (page) => {
  const press = (name) => page.getByRole("button", { name, exact: true }).click();
  await press("size of factor 2: less");
  await asks(page, "dng(Z6 x Z2)");
  await page.getByLabel("family of factor 1").selectOption("D");
  await asks(page, "dng(D6 x Z2)");
  await press("without factor 2");
  await asks(page, "dng(D6)");
  await press("achieve");
  await asks(page, "gen(D6)");
  await untilCount(page, "#structure svg", 1);
  await askFor(page, "abelian(Z/64 + Z/256)");
  await press("exponent 1: more");
  await asks(page, "abelian(Z/128 + Z/256)");
  await until(page, "the options of (7, 8)", "#abelian-table");
  await askFor(page, "coins(mogul)[0+3+7]");
  await press("ruler");
  await asks(page, "coins(ruler)[0+3+7]");
  await until(page, "can win");
});

test("a lattice game drawn with clicks, and its link", "?q=lattice(two-sectors.toml)%5B9%2C7%5D", async (page) => {
  await until(page, "The player to move");
  // The vectors drawn at first are those of this board; without (2, 1) it is another game.
  await page.getByRole("button", { name: "subtract (2, 1)", exact: true }).click();
  await asks(page, "lattice(drawn.toml)[9,7]");
  await page.waitForFunction(() => new URLSearchParams(location.search).get("rules") === "0,1;2,0;3,0");
  await until(page, "The player to move");
  const { outcome } = await answerOf(page, { question: "outcome", text: "lattice(drawn.toml)[9,7]" });
  await page.getByRole("button", { name: "subtract (2, 1)", exact: true }).click();
  await page.waitForFunction(() => new URLSearchParams(location.search).get("rules") === "0,1;2,0;3,0;2,1");
  await page.goBack();
  await until(page, "The player to move");
  // Nim-values of (2, 3) taken are 0, 0, 1, 1, 2, then from the start; of (1): 0, 1, in turn. 9 gives 2, 7 gives 1.
  assert.equal(outcome, "N");
});

/** The panels of each theory. */
const PANELS = { heaps: ["#play"], groups: ["#structure", "#simplified", "#play", "#why"], nim: ["#nim-table", "#nim-value", "#nim-large"], coins: ["#lexicode", "#play", "#why"], algebra: ["#abelian-table", "#play", "#why"], lattices: ["#play", "#why"], boards: ["#play .ground", "#why"], sum: ["#play", "#why"] };

test("every chip is answered without complaint, with the panels of its theory", "", async (page) => {
  await until(page, "40 elements");
  const chips = await page.evaluate(() => [...document.querySelectorAll(".chip[data-key^='chip-']")].map((chip) => chip.dataset.key.slice(5)));
  assert.equal(chips.length, 18);
  for (const text of chips) {
    await page.locator(`[data-key="chip-${text}"]`).click();
    await asks(page, text);
    await page.waitForFunction(() => document.querySelector("#sentence .sentence") && !document.querySelector("#panels .waiting, #sentence .waiting"));
    const theory = await page.evaluate(async (text) => (await (await import("/page/api.js")).parse(text, 0, true, new AbortController().signal)).theory, text);
    for (const panel of PANELS[theory]) await page.waitForSelector(panel);
    assert.equal(await count(page, ".trouble"), 0, text);
    assert.equal(await page.textContent("#message"), "", text);
  }
});

test("a quotient that is proved infinite: from which heap, what holds beyond, and no words that could mislead", "?q=0.07&play=misere", async (page) => {
  await until(page, "infinite from heap 34 on");
  await until(page, "The 638 elements of misère Dawson’s Kayles to heap 33", "#egg-box");
  await until(page, "is P exactly if", "#beyond");
  await until(page, "to heap 33", "#presentation");
  // Two heaps of 34 are lost, by the proof of the engine; no list of words has their product.
  await askFor(page, "0.07[2*34]");
  await until(page, "The player to move loses");
  await until(page, "joint states", "#why");
  await page.locator("#why .check").click();
  await until(page, "The checker: 2 times 0.07[34] is P in misère play. The misère quotient of 0.07 to heap 34 is infinite", "#why");
});

test("the proof behind a position can be checked in every theory that has one", "", async (page) => {
  await until(page, "40 elements");
  const texts = ["dng(Z6 x Z3)", "coins(mogul)[0+3+23]", "ring(Z/6)", "lattice(two-sectors.toml)[9,7]", "gen(S4) + 0.07[12] + *3"];
  for (const text of texts) {
    await askFor(page, text);
    // The foot is drawn with the panels: no button of the question before is left.
    await page.waitForFunction((text) => document.querySelector("#foot code")?.textContent.includes(text) && document.querySelector("#why .check"), text);
    await page.locator("#why .check").click();
    await page.waitForSelector("#why .verdict.checked");
  }
});

test("the elements of a ring are chosen by their names", "?q=ring(Z%2F4%5Bx%5D%2F(x%5E2%2C2x))", async (page) => {
  await page.waitForSelector("#play .element-tile");
  assert.deepEqual(await page.locator("#play .element-tile span").allTextContents(), ["x", "2", "x+2", "1"]);
});
