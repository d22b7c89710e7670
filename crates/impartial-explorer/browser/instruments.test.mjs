// Pictures as instruments, and the pages for those who know the field.
import { askFor, assert, test, until } from "./explorer.mjs";

const widthOf = (page, selector) => page.evaluate((selector) => document.querySelector(selector).getBoundingClientRect().width, selector);

test("a picture is made larger, dragged about and made whole again; a drag is no click", "?q=kayles&play=misere", async (page) => {
  await page.waitForSelector("#egg-box [data-element]");
  const before = await widthOf(page, "#egg-box .picture");
  const larger = page.locator("#egg-box .glass button", { hasText: "+" });
  for (let step = 0; step < 3; step += 1) await larger.click();
  assert.ok(await widthOf(page, "#egg-box .picture") > 2 * before);
  const place = () => page.evaluate(() => { const frame = document.querySelector("#egg-box .framed > .scroll"); return [frame.scrollLeft, frame.scrollTop]; });
  const [left, top] = await place();
  await page.locator("#egg-box .framed > .scroll").scrollIntoViewIfNeeded();
  const box = await page.locator("#egg-box .framed > .scroll").boundingBox();
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 150, { steps: 4 });
  await page.mouse.up();
  assert.deepEqual(await place(), [left + 80, top + 50]);
  assert.equal(new URL(page.url()).searchParams.get("sel"), null);
  // What was chosen is still so when the page is drawn anew.
  await page.locator("#egg-box [data-element='a']").first().click();
  await page.waitForFunction(() => new URLSearchParams(location.search).get("sel"));
  assert.ok(await widthOf(page, "#egg-box .picture") > 2 * before);
  await page.locator("#egg-box .glass button", { hasText: "whole" }).click();
  assert.ok(await page.evaluate(() => { const frame = document.querySelector("#egg-box .framed > .scroll"); return frame.scrollWidth <= frame.clientWidth; }));
  await page.locator("#egg-box .framed > .scroll").focus();
  await page.keyboard.press("0");
  await page.waitForFunction((before) => Math.abs(document.querySelector("#egg-box .picture").getBoundingClientRect().width - before) < 1, before);
});

test("a heap lights up in both strips and on the board, with its element in the egg-box", "?q=kayles", async (page) => {
  await page.waitForSelector("#egg-box [data-element]");
  await page.waitForSelector("#play .pins");
  await page.waitForSelector("#normal [data-heap]");
  const lit = () => page.evaluate(() => [...document.querySelectorAll(".linked")].map((item) => `${item.closest(".card").id} ${item.dataset.heap ?? item.dataset.element}`).sort());
  await page.locator("#normal [data-heap='9']").hover();
  assert.deepEqual((await lit()).filter((item) => !item.startsWith("walk")), ["egg-box d", "misere 9", "normal 9", "play 9"]);
  await page.locator("#egg-box [data-element='d']").hover();
  // Of all heaps only that of 9 has it.
  assert.deepEqual((await lit()).filter((item) => !item.startsWith("walk")), ["egg-box d", "misere 9", "play 9"]);
  await page.locator("#why").hover();
  assert.deepEqual(await lit(), []);
});

test("the group behind a game: its maximal subgroups, and the values of both games", "?q=gen(S3)", async (page) => {
  await page.waitForSelector("#group .listed tbody tr");
  assert.deepEqual(await page.locator("#group .listed tbody th").allTextContents(), ["Z3", "Z2"]);
  await until(page, "dng = ∗3", "#group");
  await until(page, "gen = ∗3", "#group");
});

test("quotients in closed form, infinite ones, canonical forms, codes compared", "?q=0.732&play=misere", async (page) => {
  await until(page, "Q = <", "#infinite");
  await until(page, "infinite monoid with a finite description");
  await askFor(page, "0.3122");
  await until(page, "of infinite order", "#infinite");
  await askFor(page, "kayles[5+3]");
  await until(page, "genus", "#canonical");
  assert.match(await page.innerText("#canonical"), /7\^57|7⁵⁷/);
  await askFor(page, "0.137");
  for (const [other, said] of [["0.1370", "are the same game"], ["0.77", "are different games: in normal play heaps of"], ["0.7.7", "."]]) {
    await page.locator("#same .typed").fill(other);
    await page.locator("[data-key='same-go']").click();
    await until(page, said, "#same [role='status']");
    assert.ok(!(await page.innerText("#same")).includes("undefined"));
  }
});

test("games that end as Nim are told to, and a position is shown in its own play", "?q=nim", async (page) => {
  await until(page, "by counting each heap for its size");
  await until(page, "like Nim: while there is a heap above 1");
  await askFor(page, "laskers-nim");
  await until(page, "numbers that grow by 4 every 4 heaps");
  await askFor(page, "nim[3+5+7]");
  await until(page, "can win");
  await page.waitForSelector("#why .binary");
  assert.equal(await page.locator("#egg-box").count(), 0);
  await page.locator("[data-key='play-misere']").click();
  await page.waitForSelector("#egg-box svg");
});

test("nimbers step by step: a product by its parts, a power by those before it", "?q=5%20*%206", async (page) => {
  await until(page, "5 = 4 + 1, 6 = 4 + 2", "#nim-value .steps");
  await until(page, "6 + 8 + 4 + 2 = 8", "#nim-value .steps");
  await askFor(page, "(w^w^2) ** 7");
  await page.waitForFunction(() => document.querySelectorAll("#nim-value .steps li").length === 6);
  const last = page.locator("#nim-value .steps li").last();
  assert.match(await last.innerText(), /\*\* 7 =\s*ω\s*\+\s*1/);
});

test("one question asked in two places is answered in both, and goes on when one of them leaves", "?q=5%20*%206", async (page) => {
  await page.waitForSelector("#nim-table svg");
  const answered = await page.evaluate(async () => {
    const { ask } = await import("/page/api.js");
    // It takes longer than what is answered at once, so that it is a job.
    const question = { question: "quotient", text: "0.07", options: { to: 33 } };
    const leaves = new AbortController();
    const asked = [leaves, new AbortController(), new AbortController()].map(({ signal }) => ask(question, () => {}, signal).then((reply) => reply.answer.order, (error) => error.message));
    setTimeout(() => leaves.abort(), 400);
    return Promise.all(asked);
  });
  assert.deepEqual(answered.slice(1), [638, 638]);
});

/** A budget is what a quiet machine must keep; a busy one may take ten times as long, and the numbers are printed. */
const BUSY = 10;

test("sixteen slow questions leave room for reading, for stopping and for another tab", "?q=nim%5B3%2B5%5D", async (page, { base }) => {
  await until(page, "can win");
  const measured = await page.evaluate(async () => {
    const { ask, parse, stop } = await import("/page/api.js");
    const slow = Array.from({ length: 16 }, (_, at) => new Promise((started) => {
      const ended = ask({ question: "quotient", text: "0.316", options: { to: 400 + at } }, (kind, value) => { if (kind === "job") started({ job: value, ended }); }, new AbortController().signal);
    }));
    const jobs = await Promise.all(slow);
    const time = async (act) => { const started = performance.now(); await act(); return performance.now() - started; };
    const reading = await time(() => parse("kayles[3+5]", 3, false, new AbortController().signal));
    const stopping = await time(() => stop(jobs[9].job));
    const ended = await jobs[9].ended;
    return { reading, stopping, status: ended.status };
  });
  assert.notEqual(measured.status, "answered");
  const other = await page.context().newPage();
  const started = performance.now();
  await other.goto(`${base}?q=kayles`);
  await other.waitForSelector("#normal [data-heap]");
  const loading = performance.now() - started;
  // Its own long question does not wait for those of the first tab.
  await other.waitForSelector("#misere [data-heap]");
  const whole = performance.now() - started;
  for (const [name, time, budget] of [["reading", measured.reading, 200], ["stopping", measured.stopping, 200], ["another tab", loading, 1000], ["its misère quotient", whole, 2000]]) {
    console.log(`beside sixteen slow questions, ${name} (budget ${budget} ms): ${time.toFixed(0)} ms`);
    assert.ok(time < BUSY * budget, `${name}: ${time}`);
  }
});
