/**
 * Seeded pseudo-random numbers (sfc32): the same seed and stream result in the same numbers on every machine. For demonstration
 * data only: the numbers are predictable.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param stream selects one of the random sequences that a seed has */
  constructor(seed: number, stream: string) {
    let state = hashText(`${seed} ${stream}`);
    const word = () => {
      state = (state + 0x9e3779b9) | 0;
      return scramble(state);
    };
    this.#a = word();
    this.#b = word();
    this.#c = word();
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** A number from 0 to below 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(values: readonly T[]): T {
    return elementAt(values, this.below(values.length));
  }

  shuffle<T>(values: T[]): void {
    for (let last = values.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      const value = elementAt(values, last);
      values[last] = elementAt(values, other);
      values[other] = value;
    }
  }
}

/** @throws RangeError if there is no element with this index */
export function elementAt<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`There is no element ${index} of ${values.length}.`);
  return value;
}

/** A hash of a string, 32 bits (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}

/** Mixes 32 bits, so that each bit of the result depends on all bits of the value (the finalizer of MurmurHash3). */
function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const halfMask = 2 ** 25 - 1;

/**
 * The order number of the nth order of a demo. It looks random, but all order numbers of a demo are different: a Feistel
 * network is a permutation of the 2^50 numbers.
 */
export function nthOrderNumber(key: number, nth: number): string {
  let left = Math.floor(nth / 2 ** 25);
  let right = nth & halfMask;
  for (let round = 1; round <= 4; round += 1) {
    const next = left ^ (scramble(right ^ Math.imul(key, round)) & halfMask);
    left = right;
    right = next;
  }
  let text = '';
  for (const half of [left, right]) {
    for (let shift = 20; shift >= 0; shift -= 5) text += crockford.charAt((half >> shift) & 31);
  }
  return text;
}
