// The files of tests that are named, or every one, in one process and one browser: `IMPARTIAL=… node all.mjs`, `node all.mjs door heaps`.
import { readdirSync } from "node:fs";

const ENDING = ".test.mjs";
const every = readdirSync(new URL(".", import.meta.url)).filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length));
const asked = process.argv.slice(2);
for (const name of asked.length ? asked : every) await import(`./${name}${ENDING}`);
