// The engine in the page: the same code in WebAssembly, one worker a question; a question is ended by ending its worker.

/** Seconds and bytes: the longest a question may take, what reading may take while one types and when one asks, the largest file, and
 * the memory above which a worker is not used again. */
const LONGEST_QUESTION = 60;
const READ_TYPED = 45;
const READ_ASKED = 5000;
const LARGEST_FILE = 1 << 20;
const LARGEST_WORKER = 96 << 20;
const QUICK_QUESTIONS = ["outcome", "nimber", "moves", "sequence", "nim", "lexicode", "abelian"];

/** Files given to the page, by name. */
const given = new Map();
const idle = [];
/** Questions that run, by number: their workers, and the newest they told. */
const runningWorkers = new Map();
const queues = { quick: { places: 2, waiting: [] }, long: { places: Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1), waiting: [] } };
let nextJob = 1;

/** What is compiled, by name: the engine, and the checker, which shares no code with it; each loaded once, when it is first needed. */
const loaded = new Map();
function codeOf(name) {
  if (!loaded.has(name)) loaded.set(name, load(name).catch((error) => { loaded.delete(name); throw error; }));
  return loaded.get(name);
}
const engineCode = () => codeOf("engine");

/** Has a worker fetch, unpack and compile it: that takes a moment in which the page goes on. */
async function load(name) {
  const { size } = await (await fetch(new URL(`${name}.json`, import.meta.url))).json();
  const worker = new Worker(new URL("unpack.js", import.meta.url));
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => { if (data.module) resolve(data.module); else reject(new Error(data.trouble)); };
      worker.onerror = (event) => reject(new Error(event.message || "the worker cannot be started"));
      worker.postMessage({ address: String(new URL(`${name}.lzma`, import.meta.url)), size });
    });
  } finally {
    worker.terminate();
  }
}

/** What is asked first was answered when the page was built: it is seen before the engine is loaded. */
let firstAnswers = null;
const knownFirst = () => {
  firstAnswers ??= fetch(new URL("first.json", import.meta.url)).then((found) => found.json()).catch(() => ({ texts: {}, answers: {} }));
  return firstAnswers;
};

/** Whoever moves will ask more. */
for (const sign of ["pointerdown", "pointermove", "keydown", "touchstart"]) {
  addEventListener(sign, () => { if (document.querySelector("meta[name='impartial-engine']")) engineCode().catch(() => {}); }, { once: true, passive: true });
}

async function freshWorker(name = "engine") {
  const worker = name === "engine" ? idle.pop() : null;
  if (worker) return worker;
  const module = await codeOf(name);
  const made = new Worker(new URL("worker.js", import.meta.url));
  made.postMessage({ module });
  return made;
}

/** Sends a request to a worker; the promise gives what is told, and fails when the worker breaks. */
function askWorker(worker, request, milliseconds, hear) {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.updates) hear?.(...data.updates);
      else if (data.reply) resolve(data);
      else reject(new Error(data.trouble));
    };
    worker.onerror = (event) => reject(new Error(event.message || "the worker cannot be started"));
    worker.postMessage({ request, milliseconds, isPatient: true });
  });
}

/** One after the other: what is typed, and what the program is. */
let reader = null;
let lastRead = Promise.resolve();
function readInTurn(request, milliseconds) {
  const turn = lastRead.then(async () => {
    reader ??= await freshWorker();
    return (await askWorker(reader, request, milliseconds)).reply;
  });
  lastRead = turn.catch(() => { reader = null; });
  return turn;
}

/** Takes a place among the questions of its kind, or waits for one. */
function takePlace(queue, signal) {
  if (queue.places > 0) {
    queue.places -= 1;
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    queue.waiting.push(resolve);
    signal.addEventListener("abort", () => {
      const at = queue.waiting.indexOf(resolve);
      if (at >= 0) queue.waiting.splice(at, 1);
      reject(new Error("ended"));
    }, { once: true });
  });
}

function leavePlace(queue) {
  const next = queue.waiting.shift();
  if (next) next();
  else queue.places += 1;
}

/** What is told of a question that was ended: what it had told last is proved all the same. */
function endedWith(newest) {
  const why = "the question was ended before it could answer";
  if (!newest) return { status: "failed", message: why };
  return { status: "stopped", answer: { ...newest, status: "limit", claim: "up_to", because: "heaps as far as they were reported", stopped: why } };
}

/** The files that a question names. */
const filesNamed = (text) => Object.fromEntries([...given].filter(([name]) => text.includes(name)));

async function runInWorker(asked, files, updates, signal) {
  const engine = asked.question === "check" ? "checker" : "engine";
  const queue = queues[QUICK_QUESTIONS.includes(asked.question) ? "quick" : "long"];
  const job = nextJob;
  nextJob += 1;
  updates("job", job);
  await takePlace(queue, signal);
  const worker = await freshWorker(engine);
  let newest = null;
  try {
    return await new Promise((resolve, reject) => {
      runningWorkers.set(job, () => resolve(endedWith(newest)));
      signal.addEventListener("abort", () => reject(new Error("ended")), { once: true });
      if (signal.aborted) reject(new Error("ended"));
      const hear = (kind, value) => {
        if (kind === "partial") newest = value;
        updates(kind, value);
      };
      const seconds = Math.min(Math.max(asked.seconds ?? LONGEST_QUESTION, 1), LONGEST_QUESTION);
      askWorker(worker, { request: "ask", asked, files }, seconds * 1000, hear).then(({ reply, memory }) => {
        if (engine === "engine" && memory < LARGEST_WORKER && idle.length < 2) idle.push(worker);
        resolve(reply);
      }, (error) => resolve(newest ? endedWith(newest) : { status: "failed", message: error.message }));
    });
  } finally {
    runningWorkers.delete(job);
    if (!idle.includes(worker)) worker.terminate();
    leavePlace(queue);
  }
}

export const wasmEngine = {
  open: () => true,
  about: knownFirst,
  parse: async (text, caret, asked, signal) => {
    const first = asked && (await knownFirst()).texts[text];
    if (first) return first;
    const reply = await readInTurn({ request: "read", text, caret }, asked ? READ_ASKED : READ_TYPED);
    if (signal?.aborted) throw new Error("ended");
    return reply;
  },
  ask: async (question, updates, signal) => (await knownFirst()).answers[JSON.stringify(question)] ?? runInWorker(question, filesNamed(question.text ?? ""), updates, signal),
  async stop(job) {
    runningWorkers.get(job)?.();
  },
  check: (certificate, updates, signal) => {
    const kind = /"kind":\s*"([a-z-]+)"/.exec(certificate)?.[1] ?? "certificate";
    return runInWorker({ question: "check", text: `${kind}.json` }, { [`${kind}.json`]: certificate }, updates, signal);
  },
  async keepFile(name, file) {
    const text = await new Blob([file]).text();
    if (text.length > LARGEST_FILE) return `${name} is larger than ${LARGEST_FILE} bytes`;
    given.set(name, text);
    return null;
  },
};
