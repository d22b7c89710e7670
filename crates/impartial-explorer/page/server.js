// The engine behind a server on loopback: each question is a process of its own there.

const TOKEN = "impartial-token";
/** Milliseconds between two looks for updates: of a page that is seen, and of one that is not. */
const OFTEN = 60;
const SELDOM = 4000;
const MOST_FAILURES = 5;

const sleep = (time) => new Promise((resolve) => { setTimeout(resolve, time); });
/** This page among others that wait for the same question. */
const pageName = crypto.randomUUID();

function request(path, options = {}) {
  const headers = { "x-impartial-token": localStorage.getItem(TOKEN) ?? "", ...options.headers };
  return fetch(path, { ...options, headers });
}

/** Sends JSON and gives the answer's JSON. */
async function send(path, value, signal) {
  const body = JSON.stringify(value);
  const response = await request(path, { method: "POST", body, signal, headers: { "content-type": "application/json" } });
  if (response.status === 401) return { status: "failed", ok: false, message: "The key of this page is not that of the program: open the address that it printed last." };
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return { status: "failed", message: `The program answered ${response.status}.` };
  }
}

/** The jobs that are waited for: how many updates of each were seen, and who is told. One question asked in two places is one job. */
const awaited = new Map();
let held = null;
let isWaiting = false;

/** Waits for updates of all jobs with one request after the other, as long as there are any. */
async function waitForUpdates() {
  if (isWaiting) return;
  isWaiting = true;
  for (let failures = 0; awaited.size;) {
    held = new AbortController();
    const jobs = [...awaited].map(([job, { seen }]) => [job, seen]);
    try {
      const reply = await send("/api/updates", { page: pageName, jobs }, held.signal);
      for (const item of reply.updates ?? []) hear(item);
      failures = reply.updates ? 0 : failures + 1;
    } catch (error) {
      // A new job is waited for from now on.
      if (held.signal.aborted) continue;
      failures += 1;
    }
    if (failures >= MOST_FAILURES) for (const [job, { listeners }] of awaited) { awaited.delete(job); for (const { reject } of listeners) reject(new Error("it has ended")); }
    await sleep(document.hidden ? SELDOM : OFTEN);
  }
  isWaiting = false;
}

function hear({ job, number, kind, value }) {
  const entry = awaited.get(job);
  if (!entry) return;
  entry.seen = number;
  const { listeners } = entry;
  if (kind !== "end" && kind !== "gone") return listeners.forEach(({ updates }) => updates(kind, value));
  awaited.delete(job);
  listeners.forEach(({ resolve }) => resolve(value ?? { status: "failed", message: "the program no longer knows this question" }));
}

function follow(job, updates, signal) {
  updates("job", job);
  return new Promise((resolve, reject) => {
    const listener = { updates, resolve, reject };
    const leave = () => {
      const entry = awaited.get(job);
      entry?.listeners.delete(listener);
      // Who else waits for it goes on waiting.
      if (entry?.listeners.size === 0) {
        awaited.delete(job);
        stopJob(job);
      }
      reject(new Error("ended"));
    };
    signal.addEventListener("abort", leave, { once: true });
    if (awaited.has(job)) awaited.get(job).listeners.add(listener);
    else awaited.set(job, { seen: 0, listeners: new Set([listener]) });
    held?.abort();
    waitForUpdates();
  });
}

const stopJob = (job) => request(`/api/jobs/${job}?page=${pageName}`, { method: "DELETE", keepalive: true }).catch(() => {});

async function toEnd(reply, updates, signal) {
  return reply.status === "running" ? follow(reply.job, updates, signal) : reply;
}

/** A page that is seen again wants to know at once. */
addEventListener("visibilitychange", () => { if (!document.hidden) held?.abort(); });

export const serverEngine = {
  /** The key of the address is kept for all tabs of this server, and taken out of the address so that links do not carry it. */
  open() {
    const found = /^#k=([0-9a-f]+)$/.exec(location.hash);
    if (found) {
      localStorage.setItem(TOKEN, found[1]);
      history.replaceState(null, "", location.pathname + location.search);
    }
    return localStorage.getItem(TOKEN) !== null;
  },
  about: async () => (await request("/api/about")).json(),
  parse: (text, caret, asked, signal) => send("/api/parse", { text, caret, asked }, signal),
  ask: async (question, updates, signal) => toEnd(await send(`/api/jobs?page=${pageName}`, question, signal), updates, signal),
  stop: stopJob,
  check: async (certificate, updates, signal) => toEnd(await (await request("/api/check", { method: "POST", body: certificate, signal })).json(), updates, signal),
  async keepFile(name, file) {
    const response = await request(`/api/files/${encodeURIComponent(name)}`, { method: "POST", body: file });
    return response.ok ? null : (await response.json()).message;
  },
};
