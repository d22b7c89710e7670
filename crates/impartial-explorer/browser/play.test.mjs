// The board, the reasons and the checker; the other theories; phone, print, keyboard.
import { answerOf, askFor, assert, test, until } from "./explorer.mjs";

const POSITION = "?q=kayles%5B9%2B12%5D&play=misere";

/** Takes hints until the game is over. */
async function playHints(page) {
  for (let turn = 0; turn < 60; turn += 1) {
    await page.waitForFunction(() => document.querySelector("#play h2").textContent === "The end" || document.querySelector("#play .move:enabled"));
    if (await page.textContent("#play h2") === "The end") return;
    const before = await page.textContent("#play");
    // The list may be drawn anew under the pointer, when hints come or the program ends the game: then one looks again.
    await page.locator("#play .move:enabled").first().click({ timeout: 2000 }).catch(() => {});
    const moved = page.waitForFunction((before) => document.querySelector("#play").textContent !== before && !document.querySelector(".waiting-turn"), before, { timeout: 5000 });
    await moved.catch(() => {});
  }
  assert.fail("the game does not end");
}

test("misère 9 + 12: two moves win; taking the middle pin and then every hint wins", POSITION, async (page) => {
  await until(page, "2 of 21 moves");
  await page.getByRole("button", { name: "hints off" }).click();
  await page.getByRole("button", { name: "is it won?" }).click();
  await page.waitForSelector("#play .winning");
  const winning = await page.locator("#play .winning .move").allTextContents();
  assert.deepEqual(winning.sort(), ["12 → 1 + 9", "9 → 4 + 4"]);
  await page.getByRole("button", { name: "row 1, pin 5 of 9" }).click();
  await until(page, "The program plays", "#play .said");
  await playHints(page);
  await until(page, "you win", "#play .said");
});

test("normal play of the same position is lost, and the program wins", "?q=kayles%5B9%2B12%5D", async (page) => {
  await until(page, "loses");
  await page.getByRole("button", { name: "hints off" }).click();
  await page.getByRole("button", { name: "is it won?" }).click();
  await playHints(page);
  await until(page, "you lose", "#play .said");
  assert.ok((await page.textContent("#play .said")).includes("never stood in the won region"));
  await page.getByRole("button", { name: "undo" }).click();
  await until(page, "Taken back", "#play .said");
});

test("why: the product is the program's, and the checker has its own word", POSITION, async (page) => {
  await until(page, "Φ(9) = d", "#why");
  const reply = await answerOf(page, { question: "outcome", text: "kayles[9+12]", explain: true, options: { misere: true } });
  assert.ok(reply.because.includes("Phi = de"), reply.because);
  assert.ok((await page.textContent("#why")).includes("= de"));
  await page.locator("#why .check").click();
  await until(page, "The checker:", "#why");
  assert.equal(await page.locator("#why .verdict.checked").count(), 1);
});

test("a certificate with one altered byte is refused, and the page says so", POSITION, async (page) => {
  await until(page, "Φ(9) = d", "#why");
  await page.route("**/api/check", (route) => {
    const certificate = route.request().postData();
    const altered = certificate.replace(/("order":|"p":\[|"phi":\[)(\d)/, (_, before, digit) => before + ((Number(digit) + 1) % 10));
    return route.continue({ postData: altered === certificate ? certificate.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)) : altered });
  });
  await page.locator("#why .check").click();
  await page.waitForSelector("#why .verdict.refused");
});

test("words are multiplied as the program multiplies them", "?q=kayles", async (page) => {
  const quotient = await answerOf(page, { question: "quotient", text: "kayles" });
  for (const heaps of [[3, 5, 9], [25, 25], [9, 12, 20], [27, 15, 1], [4, 8, 16, 17]]) {
    const { outcome } = await answerOf(page, { question: "outcome", text: `kayles[${heaps.join("+")}]`, options: { misere: true } });
    const isP = await page.evaluate(async ([quotient, heaps]) => {
      const { Monoid } = await import("/page/words.js");
      const monoid = new Monoid(quotient);
      return monoid.isP(monoid.product(...heaps.map((heap) => monoid.phi(heap))));
    }, [quotient, heaps]);
    assert.equal(isP ? "P" : "N", outcome, heaps.join("+"));
  }
});

test("a game by the keyboard alone", "?q=kayles%5B3%5D&play=normal", async (page) => {
  await until(page, "can win");
  await page.waitForSelector("#play .pin");
  await page.keyboard.press("p");
  await page.waitForFunction(() => document.activeElement.classList.contains("pin"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await until(page, "The program plays", "#play .said");
  await page.waitForFunction(() => document.querySelectorAll("#play .pin").length === 1);
  await page.keyboard.press("p");
  await page.waitForFunction(() => document.activeElement.classList.contains("pin"));
  // A key pressed while the board is drawn anew is pressed once more.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await page.keyboard.press("Enter");
    const won = page.waitForFunction(() => /you win/.test(document.querySelector("#play .said").textContent), null, { timeout: 3000 });
    if (await won.then(() => true, () => false)) break;
    await page.keyboard.press("p");
  }
  await until(page, "you win", "#play .said");
});

test("the Tab key goes through the whole page, is always seen and never trapped", "?q=kayles%5B3%5D&play=normal", async (page) => {
  await until(page, "can win");
  await page.waitForSelector("#play .pin");
  const seen = [];
  for (let step = 0; step < 200; step += 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const item = document.activeElement;
      if (item === document.body) return null;
      const box = item.closest(".box") ?? item;
      return { name: item.dataset.key ?? item.id ?? item.className, isSeen: getComputedStyle(box).outlineStyle !== "none" };
    });
    // Beyond the last one the browser's own window has the focus.
    if (!at) break;
    seen.push(at);
  }
  assert.ok(seen.length > 25 && seen.length < 200, String(seen.length));
  assert.deepEqual(seen.filter(({ isSeen }) => !isSeen), []);
  assert.ok(["box", "pin-0-0", "hint", "new-game", "square-1-0"].every((name) => seen.some((item) => item.name === name)), seen.map(({ name }) => name).join(" "));
});

test("groups, nimbers and sums answer, each with its panels", "?q=dng(Z6%20x%20Z3)", async (page) => {
  await page.waitForSelector("#structure svg");
  await page.waitForSelector("#simplified svg");
  await askFor(page, "5 * 6");
  await until(page, "5·6 = 8");
  await page.waitForSelector("#nim-table svg");
  await askFor(page, "w**3");
  await until(page, "ω3 = 2");
  await askFor(page, "(w^w^2)**7");
  await until(page, "= ω+1");
  await askFor(page, "gen(S4) + 0.07[12] + *3");
  await page.getByRole("button", { name: "normal", exact: true }).click();
  await until(page, "can win");
  await askFor(page, "gen(S4)");
  await until(page, "loses");
});

test("a phone: nothing sticks out, pins are large enough to tap", POSITION, async (page) => {
  await until(page, "2 of 21 moves");
  await page.waitForSelector("#egg-box svg");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  // Asked of the page itself: it may be drawn anew between two questions.
  const sizes = await page.evaluate(() => [...document.querySelectorAll(".pin")].map((pin) => [pin.offsetWidth, pin.offsetHeight]));
  assert.ok(sizes.length === 21 && sizes.flat().every((size) => size >= 38), String(sizes));
}, { viewport: { width: 390, height: 800 } });

test("print: the sentence and the command line, no box and no buttons", "", async (page) => {
  await until(page, "40 elements");
  await page.emulateMedia({ media: "print" });
  for (const hidden of [".ask", ".top", ".tools"]) await page.locator(hidden).first().waitFor({ state: "hidden" });
  await page.locator("#sentence .sentence").waitFor({ state: "visible" });
  await until(page, "impartial quotient kayles", "#foot");
  await until(page, "impartial 0.", "#foot");
  // Dark on paper, whatever the theme.
  const ink = await page.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
    return getComputedStyle(document.querySelector("#sentence .sentence")).color;
  });
  assert.equal(ink, "rgb(27, 30, 37)");
});

test("a page without its key says so, and foreign text never becomes a request", "", async (page, { base }) => {
  await until(page, "40 elements");
  await page.evaluate(() => localStorage.clear());
  await page.goto(base);
  await until(page, "This page has no key");
});

test("dominoes are put on a board by two clicks, by a drag and by keys; nodes of a graph are taken by one", "?q=cram(2x3)", async (page) => {
  const cells = page.locator("#play .cell:not(.gone)");
  await page.waitForSelector("#play .cell");
  await page.waitForSelector("#play .moves");
  assert.equal(await cells.count(), 6);
  assert.match(await page.textContent("#play"), /two free cells that are side by side/);
  const at = (name) => page.locator(`#play [aria-label="cell ${name}"]`);
  // A cell that is not beside the first one is a new beginning, not a move.
  await at("1,1").click();
  assert.deepEqual(await page.locator("#play .cell.next").evaluateAll((all) => all.map((cell) => cell.getAttribute("aria-label"))), ["cell 1,2", "cell 2,1"]);
  await at("2,3").click();
  assert.equal(await page.locator("#play .cell.chosen").getAttribute("aria-label"), "cell 2,3");
  assert.equal(await cells.count(), 6);
  // The middle column leaves two dominoes' places: the program takes one, the person the other.
  await at("1,2").click();
  await at("2,2").click();
  await until(page, "The program plays", "#play .said");
  await page.waitForFunction(() => document.querySelectorAll("#play .cell:not(.gone)").length === 2);
  await cells.first().dragTo(cells.last());
  await until(page, "you win", "#play .said");
  await page.getByRole("button", { name: "undo" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#play .cell:enabled").length === 2);
  await cells.first().focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await until(page, "you win", "#play .said");

  await askFor(page, "node-kayles(petersen)");
  await page.waitForSelector("#play .node");
  await page.waitForSelector("#play .moves");
  assert.equal(await page.locator("#play .ground-arcs line").count(), 15);
  await page.locator('#play [aria-label="node 0"]').click();
  await until(page, "The program plays", "#play .said");
  assert.equal(await page.locator('#play [aria-label="node 1, taken"]').count(), 1);
  await page.getByRole("button", { name: "hints off" }).click();
  await page.getByRole("button", { name: "is it won?" }).click();
  for (let turn = 0; turn < 6 && !/you (win|lose)/.test(await page.textContent("#play .said")); turn += 1) {
    const said = await page.textContent("#play .said");
    await page.locator("#play .node.winning").first().click();
    await page.waitForFunction((said) => ![said, "The program thinks …"].includes(document.querySelector("#play .said").textContent), said);
  }
  await until(page, "you win", "#play .said");
});
