// The egg-box of a misère quotient.
import { assert, test, until } from "./explorer.mjs";

test("the egg-box of Kayles: 40 tiles, 9 of them P; keys reach every one", "?q=kayles&play=misere", async (page) => {
  await page.waitForSelector("#egg-box [data-element]");
  const tiles = page.locator("#egg-box [data-element]");
  assert.equal(await tiles.count(), 40);
  const labels = await tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute("aria-label")));
  assert.equal(labels.filter((label) => label.endsWith(", P")).length, 9);
  assert.equal(await page.locator("#egg-box [data-element][tabindex='0']").count(), 1);
  await tiles.first().focus();
  const seen = new Set();
  for (let step = 0; step < 40; step += 1) {
    seen.add(await page.evaluate(() => document.activeElement.dataset.element));
    await page.keyboard.press("ArrowRight");
  }
  assert.equal(seen.size, 40);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#inspector .element-name");
});

const heap = (page) => page.evaluate(() => Number(new URLSearchParams(location.search).get("heap") ?? 0));

test("the walk along the heaps: step, scrub back, and let it walk", "?q=kayles&play=misere", async (page) => {
  await page.waitForSelector("#walk [data-heap]");
  for (let step = 1; step <= 9; step += 1) {
    await page.getByRole("button", { name: "one heap on" }).click();
    await until(page, `Heap ${step} leads to`, "#walk .walk-said");
  }
  // Heap 9 is the first that leads to d, and with it the quotient grows.
  await until(page, "Heap 9 leads to d for the first time", "#walk .walk-said");
  await until(page, "grows from 12 to 18 elements", "#walk .walk-said");
  await page.waitForSelector("#egg-box .walking[data-element='d']");
  assert.equal(await page.locator("#egg-box .unvisited").count(), 40 - 6);
  await page.locator("#walk .scrub").fill("2");
  await until(page, "Heap 2 leads to b", "#walk .walk-said");
  assert.equal(await heap(page), 2);
  await page.getByRole("button", { name: "walk through the heaps" }).click();
  await page.waitForFunction(() => Number(new URLSearchParams(location.search).get("heap")) >= 4);
  // The button keeps the focus, however often the page is drawn anew.
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "walk through the heaps" }).waitFor();
  const stopped = await heap(page);
  assert.ok(stopped >= 4 && stopped < 82, String(stopped));
}, { reducedMotion: "no-preference" });

test("where motion is not wanted, the walk is at its end at once", "?q=kayles&play=misere", async (page) => {
  await page.getByRole("button", { name: "walk through the heaps" }).click();
  await until(page, "Heap 82 leads to", "#walk .walk-said");
  // Every element that a heap has is visited: as many as there are different values of Φ.
  const values = await page.evaluate(() => new Set([...document.querySelectorAll("#walk [data-heap]")].map((cell) => cell.dataset.element)).size);
  assert.equal(await page.locator("#egg-box [data-element]:not(.unvisited)").count(), values);
});
