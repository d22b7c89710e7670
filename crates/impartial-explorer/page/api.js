// The engine: the questions of the program, answered by a server on loopback or by the same code in WebAssembly. The page does not
// know which.
import { serverEngine } from "./server.js";
import { wasmEngine } from "./wasm.js";

/** Whether the page has no server behind it: what is asked is answered in the page. */
export const isAlone = document.querySelector("meta[name='impartial-engine']")?.content === "wasm";
const engine = isAlone ? wasmEngine : serverEngine;

/** Whether questions can be asked. */
export const openEngine = () => engine.open();
export const about = () => engine.about();
/** What a text names. While one types the engine hurries; what is asked it reads to the end. */
export const parse = (text, caret, asked, signal) => engine.parse(text, caret, asked, signal);
/** Asks a question; `updates(kind, value)` hears of progress. The promise gives what the page is told in the end.
 * @param {object} question @param {(kind: string, value: any) => void} updates @param {AbortSignal} signal */
export const ask = (question, updates, signal) => engine.ask(question, updates, signal);
/** Ends a job; it answers with what is proved so far. */
export const stop = (job) => engine.stop(job);
/** Has a certificate checked by the independent checker. */
export const check = (certificate, updates, signal) => engine.check(certificate, updates, signal);
/** Gives a file to the engine under its plain name; what is wrong with it, if anything. */
export const keepFile = (name, file) => engine.keepFile(name, file);
