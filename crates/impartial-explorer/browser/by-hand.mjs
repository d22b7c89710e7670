// Games played by hand on the page: by pointer, by touch or by the keyboard, on every kind of board.
import { assert } from "./explorer.mjs";

/** Nothing on the page is the trace of a mistake. */
export async function isSound(page, game) {
  const text = await page.evaluate(() => document.body.innerText);
  for (const bad of ["NaN", "undefined", "null", "[object"]) assert.ok(!text.includes(bad), `${game}: ${bad} in ${text.slice(Math.max(0, text.indexOf(bad) - 80), text.indexOf(bad) + 40)}`);
  // Every nim sum that is written is true.
  for (const [line] of text.matchAll(/\d+(?: ⊕ \d+)+ = \d+/g)) {
    const [left, right] = line.split(" = ");
    assert.equal(left.split(" ⊕ ").map(Number).reduce((a, b) => a ^ b), Number(right), `${game}: ${line}`);
  }
}

const isOver = (page) => page.evaluate(() => document.querySelector("#play h2")?.textContent === "The end");

/** Waits until the person may move, or the game is over. */
const yourTurn = (page) => page.waitForFunction(() => document.querySelector("#play h2")?.textContent === "The end"
  || (document.querySelector("#play .pin, #play .ground, #play .point:enabled, #play .element-tile:enabled, #play .coin:enabled, #play .typed:enabled") && document.querySelector("#play .moves, #play .point, #play .element-tile, #play .coin, #play .typed") && !/thinks/.test(document.querySelector("#play .said").textContent)));

/** What was there may have been taken by the act before: nobody waits for it long. */
const SHORTLY = { timeout: 1500 };
const tap = (item) => item.tap(SHORTLY).catch(() => {});
const comeBack = async (item) => { await item.blur(SHORTLY).catch(() => {}); await item.focus(SHORTLY).catch(() => {}); };

/** What a way of playing does to one thing on the board, and to a thing and another one that belongs to it. */
export const WAYS = {
  pointer: { one: (item) => item.click(SHORTLY).catch(() => {}), several: (item, last) => item.dragTo(last, SHORTLY).catch(() => {}), press: (item) => item.click({ timeout: 5000 }) },
  touch: { one: async (item) => { await tap(item); await tap(item); }, several: async (item, last) => { await tap(item); await tap(last); await tap(last); }, press: tap },
  keyboard: {
    // Who goes away and comes back begins a new choice.
    one: async (item) => { await comeBack(item); await item.press("Enter", SHORTLY).catch(() => {}); },
    several: async (item, _, more, page) => {
      await comeBack(item);
      for (let step = 0; step < more; step += 1) await page.keyboard.press("Shift+ArrowRight");
      await page.keyboard.press("Enter");
    },
    press: async (item) => { await item.focus(); await item.press("Enter"); },
  },
};

/** What is said, and where the game stands. */
const standing = (page) => page.evaluate(() => document.querySelector("#play .said").textContent + location.search);

/** Whether a move was made since then: it is seen with the next frame, for the program begins to think at once. */
const hasMoved = async (page, said) => {
  await page.evaluate(() => new Promise((seen) => { requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => setTimeout(seen)))); }));
  return await standing(page) !== said;
};

/** Does what must be a move; once more where what it was done to was drawn anew under the hand. Whether there was a move. */
async function moveSurely(page, act) {
  const said = await standing(page);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await act().catch(() => {});
    const moved = page.waitForFunction((said) => document.querySelector("#play .said").textContent + location.search !== said, said, { timeout: 3000 });
    if (await moved.then(() => true, () => false)) return true;
  }
  return false;
}

/** Tries pins, the places between them and a few neighbours until one is a move, as a person does; whether there was one. */
async function movePins(page, { one, several }, seed, keys) {
  const said = await standing(page);
  const item = (key) => page.locator(`[data-key="${key}"]`);
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[(seed + at) % keys.length];
    for (let more = 0; more < 3; more += 1) {
      const last = key.replace(/\d+$/, (pin) => String(Number(pin) + more));
      if (more && (!key.startsWith("pin") || !keys.includes(last))) break;
      await (more ? several(item(key), item(last), more, page) : one(item(key)));
      if (await hasMoved(page, said)) return true;
    }
  }
  return false;
}

/** Coins are turned one by one until they are a move: the last head alone, or with one or two before it. */
async function turnCoins(page, { press }, heads) {
  const coin = (place) => page.locator(`[data-key="coin-${place}"]`);
  const last = heads.at(-1);
  const said = await standing(page);
  await press(coin(last));
  const others = [[], ...Array.from({ length: last }, (_, at) => [at]), ...Array.from({ length: last - 1 }, (_, at) => [at, at + 1])];
  for (const more of others) {
    for (const place of more) await press(coin(place));
    if (await page.locator("[data-key='turn']").isEnabled()) {
      await press(page.locator("[data-key='turn']"));
      return hasMoved(page, said);
    }
    for (const place of more) await press(coin(place));
  }
  return false;
}

/** One move on whatever board there is. */
async function moveByHand(page, way, seed) {
  const board = await page.evaluate(() => {
    const keys = (selector) => [...document.querySelectorAll(selector)].map((item) => item.dataset.key);
    return { pins: keys("#play .pin, #play .gap-split"), heads: keys("#play .coin.head").map((key) => Number(key.slice(5))), places: keys("#play .cell:enabled, #play .node:enabled"), tiles: keys("#play .point:enabled, #play .element-tile:enabled:not(.barred)") };
  });
  const item = (key) => page.locator(`[data-key="${key}"]`);
  const at = (keys) => item(keys[seed % keys.length]);
  if (board.heads.length) return turnCoins(page, way, board.heads);
  if (board.places.length) {
    return moveSurely(page, async () => {
      const next = page.locator("#play .next:enabled").first();
      if (!await next.count()) await way.press(at(board.places));
      if (await next.count()) await way.press(next);
    });
  }
  if (board.tiles.length && (seed % 2 || !board.pins.length)) return moveSurely(page, () => way.press(at(board.tiles)));
  return movePins(page, way, seed, board.pins);
}

/** Plays the game on the page to its end, and looks at the page at the beginning, after the first turn and at the end. */
export async function playToEnd(page, game, way, seed) {
  await yourTurn(page);
  await isSound(page, game);
  for (let turn = 0; turn < 30 && !(await isOver(page)); turn += 1) {
    assert.ok(await moveByHand(page, WAYS[way], seed + 3 * turn), `${game}: no move by ${way}`);
    await yourTurn(page);
    if (turn === 0) await isSound(page, game);
  }
  assert.ok(await isOver(page), `${game} does not end`);
  assert.match(await page.textContent("#play .said"), /you (win|lose)/);
  await isSound(page, game);
}
