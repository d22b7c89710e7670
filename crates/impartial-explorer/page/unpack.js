// A worker that fetches the engine, which is packed as LZMA because that is a quarter smaller than what servers do by themselves, unpacks and
// compiles it. The format is that of `xz --format=lzma`: properties, the size of the dictionary, the size of the content, a range code.

const PROBABILITY_BITS = 11;
const HALF = 1 << (PROBABILITY_BITS - 1);
const SPEED = 5;
const HEAD = 13;
/** Positions in the state: after a literal it is below this. */
const LITERAL_STATES = 7;
const LEAST_MATCH = 2;

const fresh = (count) => new Uint16Array(count).fill(HALF);

/** Reads bits of the range code. */
class Bits {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = HEAD + 1;
    this.range = 0xffffffff;
    this.code = 0;
    for (let count = 0; count < 4; count += 1) this.code = ((this.code << 8) | bytes[this.at++]) >>> 0;
  }

  widen() {
    if (this.range >= 0x1000000) return;
    if (this.at > this.bytes.length) throw new Error("the engine came in part");
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.bytes[this.at++]) >>> 0;
  }

  /** One bit, whose probability learns from it. */
  bit(chances, place) {
    const chance = chances[place];
    const bound = (this.range >>> PROBABILITY_BITS) * chance;
    let bit = 0;
    if (this.code < bound) {
      this.range = bound;
      chances[place] = chance + ((2 * HALF - chance) >> SPEED);
    } else {
      this.range -= bound;
      this.code -= bound;
      chances[place] = chance - (chance >> SPEED);
      bit = 1;
    }
    this.widen();
    return bit;
  }

  /** Bits that are as likely 0 as 1. */
  even(count) {
    let value = 0;
    for (let left = count; left > 0; left -= 1) {
      this.range >>>= 1;
      const bit = this.code >= this.range ? 1 : 0;
      if (bit) this.code -= this.range;
      value = value * 2 + bit;
      this.widen();
    }
    return value;
  }

  /** A number of so many bits, the highest first. */
  tree(chances, start, count) {
    let node = 1;
    for (let left = count; left > 0; left -= 1) node = (node << 1) | this.bit(chances, start + node);
    return node - (1 << count);
  }

  /** A number of so many bits, the lowest first. */
  turned(chances, start, count) {
    let [node, value] = [1, 0];
    for (let at = 0; at < count; at += 1) {
      const bit = this.bit(chances, start + node);
      node = (node << 1) | bit;
      value |= bit << at;
    }
    return value;
  }
}

/** The lengths of matches, less two. */
class Lengths {
  constructor() {
    this.choice = fresh(2);
    this.low = fresh(16 << 3);
    this.middle = fresh(16 << 3);
    this.high = fresh(256);
  }

  read(bits, position) {
    if (!bits.bit(this.choice, 0)) return bits.tree(this.low, position << 3, 3);
    if (!bits.bit(this.choice, 1)) return 8 + bits.tree(this.middle, position << 3, 3);
    return 16 + bits.tree(this.high, 0, 8);
  }
}

/** The content of a file. */
function unpacked(bytes, size) {
  const lc = bytes[0] % 9;
  const lp = Math.floor(bytes[0] / 9) % 5;
  const pb = Math.floor(bytes[0] / 45);
  const bits = new Bits(bytes);
  const out = new Uint8Array(size);
  const [literals, isMatch, isRepeat, isOlder, isLong, isSecond, isThird] = [fresh(0x300 << (lc + lp)), fresh(12 << 4), fresh(12), fresh(12), fresh(12 << 4), fresh(12), fresh(12)];
  const [slots, near, aligned] = [fresh(4 << 6), fresh(128), fresh(16)];
  const [lengths, repeatLengths] = [new Lengths(), new Lengths()];
  let [a, b, c, d] = [0, 0, 0, 0];
  let [state, at] = [0, 0];
  const distance = (length) => {
    const slot = bits.tree(slots, Math.min(length, 3) << 6, 6);
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1;
    const start = (2 | (slot & 1)) * 2 ** count;
    if (slot < 14) return start + bits.turned(near, start - slot, count);
    return start + bits.even(count - 4) * 16 + bits.turned(aligned, 0, 4);
  };
  const literal = () => {
    const before = at > 0 ? out[at - 1] : 0;
    const start = 0x300 * (((at & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
    let symbol = 1;
    if (state >= LITERAL_STATES) {
      let other = out[at - a - 1];
      while (symbol < 0x100) {
        const expected = (other >> 7) & 1;
        other <<= 1;
        const bit = bits.bit(literals, start + ((1 + expected) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        if (bit !== expected) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | bits.bit(literals, start + symbol);
    out[at++] = symbol & 0xff;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  };
  while (at < size) {
    const position = at & ((1 << pb) - 1);
    if (!bits.bit(isMatch, (state << 4) + position)) {
      literal();
      continue;
    }
    let length;
    if (bits.bit(isRepeat, state)) {
      if (!bits.bit(isOlder, state)) {
        if (!bits.bit(isLong, (state << 4) + position)) {
          state = state < LITERAL_STATES ? 9 : 11;
          out[at] = out[at - a - 1];
          at += 1;
          continue;
        }
      } else if (!bits.bit(isSecond, state)) [a, b] = [b, a];
      else if (!bits.bit(isThird, state)) [a, b, c] = [c, a, b];
      else [a, b, c, d] = [d, a, b, c];
      length = repeatLengths.read(bits, position);
      state = state < LITERAL_STATES ? 8 : 11;
    } else {
      [b, c, d] = [a, b, c];
      length = lengths.read(bits, position);
      state = state < LITERAL_STATES ? 7 : 10;
      a = distance(length);
    }
    if (a >= at) throw new Error("the engine came damaged");
    const end = Math.min(at + length + LEAST_MATCH, size);
    for (; at < end; at += 1) out[at] = out[at - a - 1];
  }
  return out;
}

onmessage = async ({ data: { address, size } }) => {
  try {
    const found = await fetch(address);
    if (!found.ok) throw new Error(`the engine cannot be loaded: ${found.status}`);
    postMessage({ module: await WebAssembly.compile(unpacked(new Uint8Array(await found.arrayBuffer()), size)) });
  } catch (error) {
    postMessage({ trouble: error.message });
  }
};
