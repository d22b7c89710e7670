// Every test, in one process and one browser: `IMPARTIAL=… node all.mjs`; a file of tests can also be run alone.
import "./door.test.mjs";
import "./heaps.test.mjs";
import "./egg-box.test.mjs";
import "./play.test.mjs";
import "./games.test.mjs";
import "./theories.test.mjs";
import "./look.test.mjs";
import "./instruments.test.mjs";
import "./widths.test.mjs";
