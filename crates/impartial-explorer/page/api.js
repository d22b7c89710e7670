// The engine: the questions of the command line, over loopback.

const TOKEN = "impartial-token";

/** The token of the address, kept for this tab; taken out of the address so that links do not carry it. */
export function takeToken() {
  const found = /^#k=([0-9a-f]+)$/.exec(location.hash);
  if (found) {
    sessionStorage.setItem(TOKEN, found[1]);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(TOKEN) !== null;
}

function request(path, options = {}) {
  const headers = { "x-impartial-token": sessionStorage.getItem(TOKEN) ?? "", ...options.headers };
  return fetch(path, { ...options, headers });
}

/** Sends JSON and gives the answer's JSON. */
async function send(path, value, signal) {
  const body = JSON.stringify(value);
  const response = await request(path, { method: "POST", body, signal, headers: { "content-type": "application/json" } });
  if (response.status === 401) return { status: "failed", message: "This tab has no key: open the address that the program printed." };
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return { status: "failed", message: `The program answered ${response.status}.` };
  }
}

export const about = async () => (await request("/api/about")).json();
/** What a text names. While one types the engine hurries; what is asked it reads to the end. */
export const parse = (text, caret, asked, signal) => send("/api/parse", { text, caret, asked }, signal);

/** Asks a question; `news(kind, value)` hears of progress. The promise gives what the page is told in the end.
 * @param {object} question @param {(kind: string, value: any) => void} news @param {AbortSignal} signal */
export async function ask(question, news, signal) {
  const told = await send("/api/jobs", question, signal);
  return told.status === "running" ? follow(told.job, news, signal) : told;
}

async function follow(job, news, signal) {
  signal.addEventListener("abort", () => stop(job), { once: true });
  news("job", job);
  const response = await request(`/api/jobs/${job}/events`, { signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  let end = null;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return end ?? (await request(`/api/jobs/${job}`, { signal })).json();
    buffer += value;
    const events = buffer.split("\n\n");
    buffer = events.pop();
    for (const event of events) {
      const kind = /^event: (.*)$/m.exec(event)?.[1];
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (!kind || !data) continue;
      if (["answered", "stopped", "failed"].includes(kind)) end = JSON.parse(data);
      else news(kind, JSON.parse(data));
    }
  }
}

/** Ends a job; it answers with what is proved so far. */
export const stop = (job) => request(`/api/jobs/${job}`, { method: "DELETE", keepalive: true }).catch(() => {});

/** Has a certificate checked by the independent checker. */
export async function check(certificate, news, signal) {
  const response = await request("/api/check", { method: "POST", body: certificate, signal });
  const told = await response.json();
  return told.status === "running" ? follow(told.job, news, signal) : told;
}

/** Gives a file to the engine under its plain name. */
export const keepFile = (name, file) => request(`/api/files/${encodeURIComponent(name)}`, { method: "POST", body: file });
