// The egg-box of a misère quotient.
import { after } from "node:test";
import { assert, close, test } from "./explorer.mjs";

after(close);

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
