// A server and a page for each test; any complaint of the page, and any request that leaves this machine, fails the test.
import { strict as assert } from "node:assert";
import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { after, test as nodeTest } from "node:test";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { serveFolder } from "./static.mjs";

const program = process.env.IMPARTIAL;
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** As long as a slow machine may take for one step, and for one test. */
export const PATIENCE = Number(process.env.PATIENCE ?? 90_000);
const LONGEST = 3 * PATIENCE;

let browser;

/** The browser; one that does not start, or has died, is started once more. */
async function theBrowser() {
  if (browser?.isConnected()) return browser;
  const launch = () => chromium.launch({ executablePath, timeout: PATIENCE, args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"] });
  browser = await launch().catch((error) => {
    console.error(`chromium did not start and is tried once more: ${error.message}`);
    return launch();
  });
  return browser;
}

after(async () => {
  // A browser that does not close is left to die with its pipe.
  const late = new Promise((resolve) => { setTimeout(resolve, 10_000).unref(); });
  await Promise.race([browser?.close().catch(() => {}), late]);
});

/** A server of its own, and the address it printed. */
export async function startServer(...flags) {
  // While one works on the page, it is read from its folder.
  const assets = process.env.ASSETS ? ["--assets", process.env.ASSETS] : [];
  const child = spawn(program, ["explore", "--port", "0", ...assets, ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the server does not start")), PATIENCE);
    const end = (act) => (value) => { clearTimeout(timer); act(value); };
    createInterface(child.stdout).once("line", end(resolve));
    child.once("error", end(reject));
    child.once("exit", end((code) => reject(new Error(`the server ended with ${code}`))));
  });
  const [base, key] = address.split("#");
  return { child, base, key };
}

/** The page without a server, from the folder that `SITE` names; or a server of its own. */
async function startEither() {
  if (!process.env.SITE) return startServer();
  const { base, close } = await serveFolder(process.env.SITE);
  return { base, key: "", child: { kill: close } };
}

/** A test with a page opened at `query`. */
export function test(name, query, body, options = {}) {
  nodeTest(name, { timeout: LONGEST }, async () => {
    try {
      await once(query, body, options);
    } catch (error) {
      // The death of the browser says nothing about the page.
      if (browser?.isConnected()) throw error;
      console.error(`chromium died and is tried once more: ${error.message}`);
      await once(query, body, options);
    }
  });
}

async function once(query, body, options) {
  const { child, base, key } = await startEither();
  let context;
  try {
    context = await (await theBrowser()).newContext({ viewport: { width: 1280, height: 1000 }, reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"], ...options });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    const complaints = [];
    page.on("console", (message) => { if (message.type() === "error") complaints.push(`${message.text()} ${message.location().url}`); });
    page.on("pageerror", (error) => complaints.push(String(error.stack)));
    page.on("request", (request) => { if (!request.url().startsWith(base) && !request.url().startsWith("data:")) complaints.push(`left this machine: ${request.url()}`); });
    const open = (text) => page.goto(`${base}${text}#${key}`);
    await open(query);
    await body(page, { base, key, open, api: (path, options) => api(page, path, options) });
    assert.deepEqual(complaints, []);
  } finally {
    await context?.close().catch(() => {});
    // Ended as a person would end it, so that it leaves nothing behind.
    child.kill("SIGTERM");
  }
}

/** Asks the server as the page does. */
export function api(page, path, options = {}) {
  return page.evaluate(async ([path, options]) => {
    const headers = { "x-impartial-token": localStorage.getItem("impartial-token"), "content-type": "application/json" };
    const response = await fetch(path, { ...options, headers });
    return { status: response.status, body: await response.json().catch(() => null) };
  }, [path, options]);
}

/** Asks a question as the page does, and waits for what the page is told. */
export async function toldOf(page, question) {
  let reply = await api(page, "/api/jobs", { method: "POST", body: JSON.stringify(question) });
  const { job } = reply.body;
  while (reply.status === 202) {
    await page.waitForTimeout(50);
    reply = await api(page, `/api/jobs/${job}`);
  }
  return reply.body;
}

/** The answer to a question. */
export const answerOf = async (page, question) => (await toldOf(page, question)).answer;

/** What the program prints when it is asked in a shell. */
export async function shell(line) {
  const { stdout } = await promisify(execFile)("/bin/sh", ["-c", line.replace(/^impartial /, '"$IMPARTIAL" ')], { env: { ...process.env, IMPARTIAL: program }, maxBuffer: 64 << 20, timeout: PATIENCE });
  return stdout;
}

/** Waits until the page says so. */
export const until = (page, text, selector = "#sentence") =>
  page.waitForFunction(([text, selector]) => document.querySelector(selector)?.textContent.includes(text), [text, selector], { timeout: PATIENCE });

/** Types into the box and asks; the page has read it then. What is typed is shown before it is asked, so a sentence about it says nothing of that. */
export async function askFor(page, text) {
  await page.fill("#box", text);
  await page.press("#box", "Enter");
  await page.waitForSelector("#box:not([aria-busy='true'])");
}

/** What an item of a card's copy menu puts onto the clipboard. */
export async function copied(page, card, label) {
  await page.evaluate(() => navigator.clipboard.writeText("nothing yet"));
  await page.locator(`${card} .menu summary`).click();
  await page.locator(`${card} .menu-list button`, { hasText: new RegExp(`^${label}$`) }).click();
  let text = "nothing yet";
  while (text === "nothing yet") {
    await page.waitForTimeout(50);
    text = await page.evaluate(() => navigator.clipboard.readText());
  }
  return text;
}

export { assert };
