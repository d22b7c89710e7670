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

let lastDone = 0;
const page = {
  now: () => performance.now(),
  progress: (done) => { if (done !== lastDone) { lastDone = done; tell("progress", { done }); } },
  partial: (heap, order, portion) => tell("partial", { heap, order, p_portion: portion }),
};

async function answer({ request, milliseconds, isPatient }) {
  const { memory, input, output, answer: ask } = (await engine).exports;
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
