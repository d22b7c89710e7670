// A picture under a glass: larger, smaller, whole; dragged about when it is larger than its frame. What was chosen stays when the page is
// drawn anew.
import { h } from "./dom.js";

const ZOOM_STEP = 1.4;
const LARGEST_SIZE = 6;
const SMALLEST_SIZE = 0.2;
/** A drag begins after so many pixels: less is a click. */
const SLACK = 4;

/** How large each picture is drawn, by its label: a factor of its natural size. 0: as wide as its frame. */
const sizes = new Map();

/** The width that a picture has without a glass, in pixels. */
const natural = (svg) => Number(svg.getAttribute("width")) || svg.viewBox.baseVal.width;

function apply(frame, svg, label) {
  const size = sizes.get(label);
  frame.classList.toggle("zoomed", size > 0);
  svg.classList.toggle("sized", size !== undefined);
  if (size === undefined) return;
  svg.style.width = size ? `${Math.round(size * natural(svg))}px` : "100%";
}

/** A frame for a picture with a glass over it. */
export function zoomable(label, svg, props = {}) {
  const frame = h("div", { class: "scroll centre", tabindex: "0", role: "region", "aria-label": label, ...props }, svg);
  const shown = () => svg.getBoundingClientRect().width / natural(svg);
  /** Changes the size; the point of the picture under `at`, else its middle, stays where it is. */
  const to = (size, at) => {
    const box = frame.getBoundingClientRect();
    const [x, y] = at ? [at.clientX - box.left, at.clientY - box.top] : [box.width / 2, Math.min(box.height, innerHeight) / 2];
    const before = shown();
    const [left, top] = [frame.scrollLeft + x, frame.scrollTop + y];
    if (size === undefined) sizes.delete(label);
    else sizes.set(label, size && Math.min(LARGEST_SIZE, Math.max(SMALLEST_SIZE, size)));
    svg.style.width = "";
    apply(frame, svg, label);
    const grown = shown() / before;
    frame.scrollLeft = left * grown - x;
    frame.scrollTop = top * grown - y;
  };
  const larger = (at) => to(shown() * ZOOM_STEP, at);
  const smaller = (at) => to(shown() / ZOOM_STEP, at);
  const button = (key, text, what, act) => h("button", { type: "button", class: "tool", "data-key": `${key}-${label}`, "aria-label": `${label}: ${what}`, title: what, onclick: () => act() }, text);
  const tools = h("div", { class: "glass" }, button("smaller", "−", "smaller", smaller), button("larger", "+", "larger", larger), button("whole", "whole", "the whole picture, as wide as the page", () => to(0)), button("natural", "1:1", "as it is drawn first", () => to(undefined)));
  frame.addEventListener("keydown", (event) => {
    const act = event.target === frame && { "+": larger, "=": larger, "-": smaller, 0: () => to(undefined) }[event.key];
    if (!act || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    (event.deltaY < 0 ? larger : smaller)(event);
  }, { passive: false });
  pan(frame);
  apply(frame, svg, label);
  return h("div", { class: "framed" }, tools, frame);
}

/** Drags what is in a frame about with the pointer; fingers scroll by themselves. Where a drag ends is no click. */
function pan(frame) {
  let from = null;
  let isDrag = false;
  frame.addEventListener("pointerdown", (event) => {
    const fits = frame.scrollWidth <= frame.clientWidth && frame.scrollHeight <= frame.clientHeight;
    from = event.pointerType === "mouse" && event.button === 0 && !fits ? { x: event.clientX + frame.scrollLeft, y: event.clientY + frame.scrollTop } : null;
    isDrag = false;
  });
  frame.addEventListener("pointermove", (event) => {
    if (!from || !(event.buttons & 1)) return;
    const [left, top] = [from.x - event.clientX, from.y - event.clientY];
    if (!isDrag && Math.hypot(left - frame.scrollLeft, top - frame.scrollTop) < SLACK) return;
    isDrag = true;
    frame.classList.add("dragged");
    frame.scrollLeft = left;
    frame.scrollTop = top;
  });
  const end = () => {
    from = null;
    frame.classList.remove("dragged");
  };
  frame.addEventListener("pointerup", end);
  frame.addEventListener("pointerleave", end);
  frame.addEventListener("click", (event) => {
    if (!isDrag) return;
    isDrag = false;
    event.stopPropagation();
    event.preventDefault();
  }, true);
}
