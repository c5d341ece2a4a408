/**
 * Seeded pseudo-random numbers (sfc32): the same seed and stream give the same numbers on every machine. For
 * demonstration data only, never for anything that must not be guessed.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param stream tells apart the sequences of one seed */
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

  /** From 0 to below 1. */
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
    return values[this.below(values.length)]!;
  }

  shuffle<T>(values: T[]): void {
    for (let last = values.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      const value = values[last]!;
      values[last] = values[other]!;
      values[other] = value;
    }
  }
}

/** 32 bits of a text (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}

/** 32 bits out of 32 bits, each of which depends on all of them (the finish of MurmurHash3). */
function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const halfMask = 2 ** 25 - 1;

/**
 * The order number of the nth order of a demo: looks random and is never given twice, since a Feistel network only
 * puts the 2^50 numbers into another order.
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
    for (let shift = 20; shift >= 0; shift -= 5) text += crockford[(half >> shift) & 31]!;
  }
  return text;
}
