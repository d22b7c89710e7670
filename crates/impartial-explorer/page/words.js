// Words in the generators of a misère quotient, reduced by its relations, which the engine gives as a complete system.

/** @typedef {number[]} Word exponents, one for each generator */

/** More elements than these are not listed. */
const MOST_LISTED = 400;

export class Monoid {
  /** @param {{ generators: string[], relations: string[], p_words: string[], phi: string[], period: number|null,
   *   first_period_heap: number|null, kernel: any }} quotient */
  constructor(quotient) {
    this.quotient = quotient;
    this.generators = quotient.generators;
    this.rules = quotient.relations.map((text) => text.split(" = ").map((side) => this.read(side)));
    this.p = new Set(quotient.p_words);
    /** @type {Map<string, Word>} */
    this.reduced = new Map();
  }

  /** The exponents of a text such as `ab^2c`. @returns {Word} */
  read(text) {
    const word = this.generators.map(() => 0);
    let rest = text === "1" ? "" : text;
    while (rest) {
      const names = this.generators.filter((name) => rest.startsWith(name));
      const name = names.sort((a, b) => b.length - a.length)[0];
      if (name === undefined) throw new Error(`not a word: ${text}`);
      const [, power] = /^\^(\d+)/.exec(rest.slice(name.length)) ?? ["", ""];
      word[this.generators.indexOf(name)] += power ? Number(power) : 1;
      rest = rest.slice(name.length + (power ? power.length + 1 : 0));
    }
    return word;
  }

  /** The text of a word. */
  write(word) {
    const parts = word.map((power, at) => power === 0 ? "" : this.generators[at] + (power > 1 ? `^${power}` : ""));
    return parts.join("") || "1";
  }

  /** The one word of the quotient that is equal to a word; each is reduced once. @param {Word} word @returns {Word} */
  reduce(word) {
    const name = word.join();
    if (!this.reduced.has(name)) this.reduced.set(name, this.rewrite(word));
    return this.reduced.get(name);
  }

  rewrite(word) {
    for (;;) {
      const rule = this.rules.find(([left]) => left.every((power, at) => power <= word[at]));
      if (!rule) return word;
      const [left, right] = rule;
      word = word.map((power, at) => power - left[at] + right[at]);
    }
  }

  /** The product of texts, as a text. */
  product(...texts) {
    const sum = texts.map((text) => this.read(text)).reduce((a, b) => this.reduce(a.map((power, at) => power + b[at])),
      this.generators.map(() => 0));
    return this.write(this.reduce(sum));
  }

  isP(text) {
    return this.p.has(text);
  }

  /** Φ of a heap, by the period beyond the list; none when it is not known. */
  phi(heap) {
    const { phi, period, first_period_heap: first, proved } = this.quotient;
    if (heap < phi.length) return phi[heap];
    if (!proved || !period) return null;
    return phi[first + ((heap - first) % period)];
  }

  /** All elements, from 1 by the generators, found once; none when they are too many. */
  elements() {
    if (this.all === undefined) this.all = this.findElements();
    return this.all;
  }

  findElements() {
    const units = this.generators.map((name) => this.read(name));
    const seen = new Map([["1", this.read("1")]]);
    for (const word of seen.values()) {
      for (const unit of units) {
        const next = this.reduce(word.map((power, at) => power + unit[at]));
        seen.set(this.write(next), next);
        if (seen.size > MOST_LISTED) return null;
      }
    }
    return [...seen.keys()];
  }

  /** The multiples of an element, found once. */
  multiples(text) {
    this.found ??= new Map();
    if (!this.found.has(text)) {
      const seen = new Set([text]);
      for (const word of seen) for (const name of this.generators) seen.add(this.product(word, name));
      this.found.set(text, seen);
    }
    return this.found.get(text);
  }

  /** The elements that divide `text` and are divided by it. */
  classOf(text) {
    return [...this.multiples(text)].filter((other) => this.multiples(other).has(text));
  }

  /** The powers of an element up to the first that comes again. */
  powers(text) {
    const list = [text];
    for (;;) {
      const next = this.product(list.at(-1), text);
      const again = list.indexOf(next);
      if (again >= 0) return { list, again };
      list.push(next);
    }
  }
}

const known = new WeakMap();

/** An answer with what was found of its first heaps, which is what can be drawn where the quotient of all heaps has a description of its own. */
export function ofFirstHeaps(answer) {
  if (answer?.status !== "algebraic" || !answer.finite) return answer;
  if (!known.has(answer.finite)) known.set(answer.finite, { ...answer, ...answer.finite });
  return known.get(answer.finite);
}

/** The monoid of an answer, made once; none of an infinite quotient, whose outcomes no list of words can tell. */
export function monoid(answer) {
  if (answer?.status === "infinite" || !answer?.generators || !answer.relations || !answer.phi) return null;
  if (!known.has(answer)) known.set(answer, new Monoid(answer));
  return known.get(answer);
}
