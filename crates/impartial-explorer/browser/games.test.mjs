// Games against the program, asked over the API as the page asks: from positions won for the program it never loses.
import { test } from "node:test";
import { assert, PATIENCE, startServer } from "./explorer.mjs";

/** Positions that are lost for the player who begins, in each theory and play: small, so that 200 games meet most of their
 * positions, and every one of them is asked. */
const LOST = {
  heaps: { normal: ["kayles[1+2+3]", "kayles[5+5]"], misere: ["kayles[1+2+3]", "kayles[9]"] },
  groups: { normal: ["gen(D4)", "dng(Z2 x Z2)"], misere: ["dng(Z3 x Z3)", "gen(Z2 x Z2)"] },
  coins: { normal: ["coins(mock-turtles)[0+1+2+3]", "coins(turning-turtles)[0+1+2]"], misere: ["coins(nim)[2+3]"] },
  algebra: { normal: ["abelian(Z/8 + Z/8)", "subgroups(S3)"], misere: ["abelian(Z/4 + Z/4)"] },
  lattices: { normal: ["lattice(two-sectors.toml)[5,4]"], misere: ["lattice(two-sectors.toml)[5,4]"] },
  trees: { normal: ["*1 + *2 + *3"], misere: ["{0,{*2}} + *2", "*1 + *2 + *3"] },
  sums: { normal: ["dng(Z4) + kayles[2] + *2"], misere: ["subgroups(Z4) + *1 + *3"] },
};
const GAMES = 200;

/** Numbers below a bound, the same in every run. */
function randomNumbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Asks what the page asks about a position: its moves, and the program's reply. Each is asked once. */
function asker(base, key) {
  const known = new Map();
  const headers = { "x-impartial-token": key.replace("k=", ""), "content-type": "application/json" };
  const ask = async (text, play) => {
    const body = JSON.stringify({ question: "moves", text, options: { ...(play === "misere" ? { misere: true } : {}), reply: true } });
    let response = await fetch(`${base}api/jobs`, { method: "POST", headers, body });
    let reply = await response.json();
    while (response.status === 202) {
      response = await fetch(`${base}api/jobs/${reply.job}`, { headers });
      const next = await response.json();
      reply = { job: reply.job, ...next };
    }
    assert.equal(reply.status, "answered", `${text}: ${JSON.stringify(reply)}`);
    return reply.answer;
  };
  return (text, play) => {
    const name = `${play} ${text}`;
    if (!known.has(name)) known.set(name, ask(text, play));
    return known.get(name);
  };
}

/** Plays a game that a person begins with moves at random; who makes the last move. */
async function playOne(start, play, moves, random) {
  let text = start;
  for (;;) {
    const { options } = await moves(text, play);
    if (!options.length) return "program";
    const mine = options[random(options.length)].game;
    const { options: theirs, reply } = await moves(mine, play);
    if (!theirs.length) return "person";
    assert.ok(theirs.some(({ game }) => game === reply), `${reply} is no move from ${mine}`);
    text = reply;
  }
}

test(`${GAMES} games at random in each theory and play: the program never loses a position that it has won`, { timeout: 3 * PATIENCE }, async () => {
  const { child, base, key } = await startServer();
  try {
    const moves = asker(base, key);
    await Promise.all(Object.entries(LOST).map(async ([theory, plays]) => {
      for (const [play, starts] of Object.entries(plays)) {
        const random = randomNumbers(starts[0].length);
        for (const start of starts) assert.ok((await moves(start, play)).options.every(({ outcome }) => outcome === "N"), `${start} is not lost in ${play} play`);
        for (let game = 0; game < GAMES; game += 1) {
          const start = starts[game % starts.length];
          const last = await playOne(start, play, moves, random);
          assert.equal(last, play === "misere" ? "person" : "program", `${theory}, ${play}: ${start}`);
        }
      }
    }));
  } finally {
    child.kill("SIGTERM");
  }
});
