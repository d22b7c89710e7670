// A server and a page for each test; any complaint of the page, and any request that leaves this machine, fails the test.
import { strict as assert } from "node:assert";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test as nodeTest } from "node:test";
import { chromium } from "playwright-core";

const program = process.env.IMPARTIAL;
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** As long as a slow machine may take for one step. */
const PATIENCE = Number(process.env.PATIENCE ?? 90_000);

let browser;

async function start() {
  // While one works on the page, it is read from its folder.
  const assets = process.env.ASSETS ? ["--assets", process.env.ASSETS] : [];
  const child = spawn(program, ["explore", "--port", "0", ...assets], { stdio: ["ignore", "pipe", "inherit"] });
  const [address] = await new Promise((resolve, reject) => {
    createInterface(child.stdout).once("line", (line) => resolve([line]));
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const [base, key] = address.split("#");
  return { child, base, key };
}

/** A test with a page opened at `query`. */
export function test(name, query, body, options = {}) {
  nodeTest(name, { timeout: 4 * PATIENCE }, async () => {
    browser ??= await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
    const { child, base, key } = await start();
    const context = await browser.newContext({ viewport: { width: 1280, height: 1000 }, reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"], ...options });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      const complaints = [];
      page.on("console", (message) => { if (["error", "warning"].includes(message.type())) complaints.push(message.text()); });
      page.on("pageerror", (error) => complaints.push(String(error.stack)));
      page.on("request", (request) => { if (!request.url().startsWith(base) && !request.url().startsWith("data:")) complaints.push(`left this machine: ${request.url()}`); });
      const open = (text) => page.goto(`${base}${text}#${key}`);
      await open(query);
      await body(page, { base, key, open, api: (path, options) => api(page, path, options) });
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
      child.kill("SIGKILL");
    }
  });
}

/** Ends the browser after the last test. */
export const close = () => browser?.close();

/** Asks the server as the page does. */
function api(page, path, options = {}) {
  return page.evaluate(async ([path, options]) => {
    const headers = { "x-impartial-token": sessionStorage.getItem("impartial-token"), "content-type": "application/json" };
    const response = await fetch(path, { ...options, headers });
    return { status: response.status, body: await response.json().catch(() => null) };
  }, [path, options]);
}

/** Asks a question as the page does, and waits for the answer. */
export async function answerOf(page, question) {
  let told = await api(page, "/api/jobs", { method: "POST", body: JSON.stringify(question) });
  const { job } = told.body;
  while (told.status === 202) {
    await page.waitForTimeout(50);
    told = await api(page, `/api/jobs/${job}`);
  }
  return told.body.answer;
}

/** Waits until the page says so. */
export const until = (page, text, selector = "#sentence") =>
  page.waitForFunction(([text, selector]) => document.querySelector(selector)?.textContent.includes(text), [text, selector], { timeout: PATIENCE });

/** Types into the box and asks. */
export async function askFor(page, text) {
  await page.fill("#box", text);
  await page.press("#box", "Enter");
}

export { assert };
