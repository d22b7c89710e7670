// A worker of the page without a server: holds the engine in WebAssembly and answers one request at a time.

/** Milliseconds between two updates. */
const PAUSE = 100;
let engine = null;
let last = 0;

function tell(kind, value) {
  const now = performance.now();
  if (now - last < PAUSE) return;
  last = now;
  postMessage({ updates: [kind, value] });
}

let smallGroups = new Uint8Array(0);
let memory = null;
let lastDone = 0;
const page = {
  now: () => performance.now(),
  progress: (done) => { if (done !== lastDone) { lastDone = done; tell("progress", { done }); } },
  /** The list of small groups, loaded while the engine waits: few questions need it. */
  load_small_groups: () => {
    const request = new XMLHttpRequest();
    request.open("GET", "small_groups.bin", false);
    request.responseType = "arraybuffer";
    try {
      request.send();
    } catch {
      return 0;
    }
    smallGroups = request.status === 200 ? new Uint8Array(request.response) : new Uint8Array(0);
    return smallGroups.length;
  },
  take_small_groups: (at) => { new Uint8Array(memory.buffer, at, smallGroups.length).set(smallGroups); },
  partial: (heap, order, portion) => tell("partial", { heap, order, p_portion: portion }),
};

async function answer({ request, milliseconds, isPatient }) {
  const { input, output, answer: ask, ...rest } = (await engine).exports;
  memory = rest.memory;
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  // Asked for first: the memory may grow, and then its buffer is another.
  const at = input(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  last = performance.now();
  lastDone = 0;
  const length = ask(milliseconds, isPatient);
  const text = new TextDecoder().decode(new Uint8Array(memory.buffer, output(), length));
  postMessage({ reply: JSON.parse(text), memory: memory.buffer.byteLength });
}

onmessage = async ({ data }) => {
  if (data.module) {
    engine = WebAssembly.instantiate(data.module, { page });
    return;
  }
  try {
    await answer(data);
  } catch (error) {
    const isTrap = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    postMessage({ trouble: isTrap ? "it broke off: most likely it needed more memory than a page may use; the program on your machine has more" : error.message });
  }
};
