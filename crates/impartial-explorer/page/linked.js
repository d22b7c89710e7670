// What belongs together lights up together: a heap in both strips and on the board, its element in the egg-box, and every heap that has it.
// What is drawn says all of it: nothing is asked for a pointer that passes by.

const bareWord = (text) => text.replace(/[{}^]/g, "");
const HEAP = "[data-heap]";
const ELEMENT = "[data-element]:not([data-heap])";

/** The things that belong to what is pointed at. */
function linkedTo(target) {
  const panels = document.getElementById("panels");
  const all = (selector) => [...panels.querySelectorAll(selector)];
  const isOf = (element) => (item) => item.dataset.element !== undefined && bareWord(item.dataset.element) === bareWord(element);
  const heap = target.closest(HEAP)?.dataset.heap;
  if (heap !== undefined) {
    const element = panels.querySelector(`[data-heap="${heap}"][data-element]`)?.dataset.element;
    return [...all(`[data-heap="${heap}"]`), ...(element ? all(ELEMENT).filter(isOf(element)) : [])];
  }
  const element = target.closest(ELEMENT)?.dataset.element;
  if (element === undefined) return [];
  // A row of the board belongs to the element of its heap, which the strip tells.
  const has = all("[data-element]").filter(isOf(element));
  const heaps = new Set(has.map((item) => item.dataset.heap).filter(Boolean));
  return [...has, ...all(".pins[data-heap]").filter((row) => heaps.has(row.dataset.heap))];
}

/** Listens to the pointer and the focus on the panels. */
export function linkPictures() {
  const panels = document.getElementById("panels");
  let lit = [];
  let last = null;
  const light = (target) => {
    const at = target?.closest?.(`${HEAP}, ${ELEMENT}`) ?? null;
    if (at && at === last) return;
    last = at;
    for (const item of lit) item.classList.remove("linked");
    lit = at ? linkedTo(at) : [];
    for (const item of lit) item.classList.add("linked");
  };
  panels.addEventListener("pointerover", (event) => light(event.target));
  panels.addEventListener("pointerleave", () => light(null));
  panels.addEventListener("focusin", (event) => light(event.target));
  panels.addEventListener("focusout", () => light(null));
}
