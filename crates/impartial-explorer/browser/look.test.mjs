// How the page looks and feels on every tab: accessibility rules, contrast, widths, the copy menu, time.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { test as plainTest } from "node:test";
import { gzipSync } from "node:zlib";
import { answerOf, assert, askFor, copied, PATIENCE, shell, startServer, test, until } from "./explorer.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Every starting point: what is asked, and what is there when it is drawn. */
const TABS = [["kayles", "#egg-box svg"], ["kayles[9+12]", "#play .pin"], ["dng(Z6 x Z3)", "#other-game svg"], ["5 * 6", "#nim-large svg"], ["coins(mogul)[0+3+23]", "#lexicode svg"], ["abelian(Z/64 + Z/256)", "#abelian-table svg"],
  ["lattice(two-sectors.toml)[9,7]", "#lattice svg"], ["octal2", "#atlas .atlas-tile"], ["gen(S4) + 0.07[12] + *3", "#play .element-tile"]];

/** What breaks an accessibility rule in a theme. */
const brokenRules = (page, theme) => page.evaluate(async (theme) => {
  document.documentElement.dataset.theme = theme;
  const found = await window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], resultTypes: ["violations"] });
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
}, theme);

/** What sticks out of the page, and what is too small to tap on a board. */
const misfits = (page) => page.evaluate(() => {
  const targets = [...document.querySelectorAll(".pin, button.coin, .element-tile, .square")].map((target) => ({ target, box: target.getBoundingClientRect() }));
  const small = targets.filter(({ box }) => box.width < 38 || box.height < 38).map(({ target, box }) => `${target.className} ${box.width} x ${box.height}`);
  const wide = document.documentElement.scrollWidth - innerWidth;
  return wide > 0 ? [`${wide} too wide`, ...small] : small;
});

test("every tab: accessibility rules in both themes; a phone, a desk, a desk at 200 %", "", async (page) => {
  await page.evaluate(AXE);
  for (const [text, ready] of TABS) {
    await askFor(page, text);
    await page.waitForFunction(([text, ready]) => new URLSearchParams(location.search).get("q") === text && document.querySelector(ready) && !document.querySelector("#panels .waiting, #sentence .waiting"), [text, ready]);
    for (const theme of ["light", "dark"]) assert.deepEqual(await brokenRules(page, theme), [], `${text}, ${theme}`);
    for (const width of [390, 640, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      assert.deepEqual(await misfits(page), [], `${text} at ${width} pixels`);
    }
  }
});

test("the tokens have contrast enough, in both themes", "", async (page) => {
  const pairs = [...["ink", "soft"].flatMap((ink) => ["card", "paper", "tint"].map((ground) => [ink, ground])), ["faint", "card"], ["faint", "paper"], ["p", "card"], ["p", "p-ground"], ["proved", "proved-ground"], ["upto", "upto-ground"], ["proved", "card"], ["card", "ink"]];
  const ratios = await page.evaluate((pairs) => {
    const light = (hex) => {
      const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((value) => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    return ["light", "dark"].flatMap((theme) => {
      document.documentElement.dataset.theme = theme;
      const style = getComputedStyle(document.documentElement);
      return pairs.map(([ink, ground]) => {
        const [a, b] = [ink, ground].map((name) => light(style.getPropertyValue(`--${name}`).trim()));
        return [`${theme} ${ink} on ${ground}`, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
      });
    });
  }, pairs);
  assert.deepEqual(ratios.filter(([, ratio]) => !(ratio >= 4.5)), []);
});

/** Whether brackets and environments of LaTeX are closed in order. */
function isBalanced(text) {
  const open = [];
  for (const [, begin, end, bracket] of text.matchAll(/\\begin\{(\w+\*?)\}|\\end\{(\w+\*?)\}|(\\\\|\\[{}]|[{}])/g)) {
    if (begin) open.push(begin);
    else if (end && open.pop() !== end) return false;
    else if (bracket === "{") open.push("{");
    else if (bracket === "}" && open.pop() !== "{") return false;
  }
  return open.length === 0;
}

test("what is copied stands alone: LaTeX is balanced, SVG keeps its colours, the command line gives the JSON", "?q=kayles", async (page) => {
  await page.waitForSelector("#egg-box svg");
  await page.waitForSelector("#normal svg");
  for (const card of ["#normal", "#egg-box"]) {
    assert.ok(isBalanced(await copied(page, card, "LaTeX")));
    const line = await copied(page, card, "command line");
    assert.deepEqual(JSON.parse(await copied(page, card, "JSON")), JSON.parse(await shell(`${line} --json`)), line);
    const svg = await copied(page, card, "SVG");
    const alone = await page.context().newPage();
    await alone.goto(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`);
    assert.equal(await alone.evaluate(() => getComputedStyle(document.querySelector(".fill-ink")).fill), "rgb(27, 30, 37)");
    assert.equal(await alone.evaluate(() => document.querySelectorAll("script, foreignObject, [href]").length), 0);
    await alone.close();
  }
  assert.ok(isBalanced("\\begin{array}{l} a^{2} \\{ \\\\ \\end{array}") && !isBalanced("a^{2") && !isBalanced("\\begin{array}\\end{tabular}"));
  assert.ok((await copied(page, "#egg-box", "TikZ")).includes("\\begin{tikzpicture}"));
});

test("the table below a picture says what the picture shows", "?q=kayles", async (page) => {
  for (const card of ["#normal", "#misere", "#egg-box"]) {
    await page.waitForSelector(`${card} svg`);
    await page.locator(`${card} .as-table summary`).click();
    await page.waitForSelector(`${card} .as-table tbody tr`);
    if (card === "#egg-box") continue;
    const [shown, listed] = await page.evaluate((card) => [
      [...document.querySelectorAll(`${card} [data-heap]`)].map((cell) => [cell.dataset.heap, cell.dataset.element ?? cell.dataset.value]),
      [...document.querySelectorAll(`${card} .as-table tbody tr`)].map((row) => [...row.cells].map((cell) => cell.textContent))], card);
    assert.deepEqual(listed, shown);
    const { values, phi } = await answerOf(page, card === "#normal" ? { question: "sequence", text: "kayles", options: { to: 96 } } : { question: "quotient", text: "kayles" });
    assert.deepEqual(listed, (values ?? phi).slice(1, 97).map((value, at) => [String(at + 1), String(value)]));
  }
  const [tiles, rows] = await page.waitForFunction(() => {
    const tiles = [...document.querySelectorAll("#egg-box [data-element]")].map((tile) => tile.getAttribute("aria-label")).sort();
    const rows = [...document.querySelectorAll("#egg-box .as-table tbody tr")].map((row) => row.cells[0].textContent + (row.cells[1].textContent === "P" ? ", P" : "")).sort();
    return tiles.length && rows.length ? [tiles, rows] : null;
  }).then((handle) => handle.jsonValue());
  assert.deepEqual(rows, tiles);
});

test("in every theory the command line of the copy menu gives the JSON of the copy menu", "?q=dng(Z6%20x%20Z3)", async (page) => {
  const cards = [["dng(Z6 x Z3)", "#structure"], ["dng(Z6 x Z3)", "#simplified"], ["5 * 6", "#nim-value"], ["5 * 6", "#nim-table"], ["5 * 6", "#nim-large"], ["coins(mogul)[0+3+23]", "#lexicode"], ["abelian(Z/64 + Z/256)", "#abelian-table"], ["kayles", "#far-out"]];
  for (const [text, card] of cards) {
    await askFor(page, text);
    await page.waitForSelector(`${card} .menu`);
    await page.waitForFunction((card) => !document.querySelector(`${card} .waiting`), card);
    const line = await copied(page, card, "command line");
    assert.deepEqual(JSON.parse(await copied(page, card, "JSON")), JSON.parse(await shell(`${line} --json`)), line);
  }
});

/** A budget is what a quiet machine must keep; a busy one may take fifty times as long, and the numbers are printed. */
const BUSY = 50;

test("times: the first picture, a keystroke, a long strip", "", async (page, { open }) => {
  await page.waitForSelector("#normal svg");
  const measured = {};
  // From the beginning of the load until the frame with the picture is painted.
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector("#normal svg")) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => { window.painted = performance.now(); }));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  await open("?q=kayles&play=both");
  await page.reload();
  measured["first picture (budget 300 ms)"] = await page.waitForFunction(() => window.painted).then((handle) => handle.jsonValue());
  measured["keystroke to parse answer (budget 50 ms)"] = await page.evaluate(async () => {
    const { parse } = await import("/page/api.js");
    const started = performance.now();
    for (let turn = 0; turn < 5; turn += 1) await parse("0.7", 3, false, new AbortController().signal);
    return (performance.now() - started) / 5;
  });
  const svg = await shell("impartial sequence kayles --to 20000 --picture strip --fold 12 --format svg");
  assert.ok(svg.length < 4 << 20, `${svg.length} bytes`);
  measured["strip of 20,000 heaps drawn (budget 100 ms)"] = await page.evaluate(async (svg) => {
    const { picture } = await import("/page/dom.js");
    const started = performance.now();
    document.body.append(picture(svg, "a long strip"));
    document.body.getBoundingClientRect();
    return performance.now() - started;
  }, svg);
  for (const [name, time] of Object.entries(measured)) {
    console.log(`${name}: ${time.toFixed(0)} ms`);
    assert.ok(time < BUSY * Number(/budget (\d+)/.exec(name)[1]), `${name}: ${time}`);
  }
});

plainTest("the files of the page are below 400 kB compressed, and the server starts at once", { timeout: PATIENCE }, async () => {
  const folder = new URL("../page/", import.meta.url);
  const bytes = readdirSync(folder).filter((name) => !name.endsWith(".rs")).reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, folder))).length, 0);
  const started = performance.now();
  const { child } = await startServer();
  const time = performance.now() - started;
  child.kill("SIGTERM");
  console.log(`page: ${(bytes / 1000).toFixed(0)} kB compressed (budget 400); server started in ${time.toFixed(0)} ms (budget 100)`);
  assert.ok(bytes < 400_000 && time < BUSY * 100);
});

test("the choice of hints, undo and the lesson after a lost game", "?q=*1%20%2B%20*2&play=normal", async (page) => {
  await until(page, "can win");
  // The wrong move: *1 is taken, and the program takes *2.
  await page.locator("#play .moves summary").click();
  await page.locator("#play .move", { hasText: /^1 → 0$/ }).click();
  await until(page, "You left the won region at your move 1", "#play .said");
  await page.getByRole("button", { name: "undo" }).click();
  await until(page, "Taken back", "#play .said");
  await page.getByRole("button", { name: "hints off" }).click();
  await until(page, "This position is won for you", "#play");
  await page.getByRole("button", { name: "is it won?" }).click();
  await page.locator("#play .winning .move").click();
  await until(page, "The program plays", "#play .said");
  await page.locator("#play .move:enabled").first().click();
  await until(page, "you win", "#play .said");
});
