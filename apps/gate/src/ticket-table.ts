import {
  type BundleHeader,
  type BundlePart,
  hashLength,
  readRecord,
  readRevision,
  recordEnd,
  type TicketRecord,
} from './bundle-format.ts';

/** The table has at least this many slots for each ticket, so that few tickets share a slot. */
const slotsPerTicket = 2;
const slotsMin = 1024;
/** Records with a usual name are shorter. */
const recordLengthMax = 64;

/**
 * The tickets of bundles by their hash: a hash table with open addressing in typed arrays, because 100,000 objects would take a
 * phone seconds and ten times the memory. A slot has the offset of a record plus one, or 0.
 */
export class TicketTable {
  #records: Uint8Array = new Uint8Array(0);
  #usedBytes = 0;
  #slots = new Uint32Array(slotsMin);
  #size = 0;
  /** Where the records of each bundle begin, with its header; in the order of the records. */
  readonly #headers: { readonly start: number; readonly header: BundleHeader }[] = [];

  /** The number of tickets. */
  get size(): number {
    return this.#size;
  }

  /** Adds the records of a bundle. The newer revision of a ticket replaces the older one. */
  add({ header, records }: BundlePart): void {
    let offset = this.#append(records);
    this.#headers.push({ start: offset, header });
    // Without this, the table would grow, and move all tickets, many times.
    this.#growTo(this.#size + records.length / recordLengthMax);
    while (offset < this.#usedBytes) {
      this.#growTo(this.#size + 1);
      this.#insert(offset);
      offset = recordEnd(this.#records, offset);
    }
  }

  /** The record of a ticket; null if the bundles do not have it. */
  find(hash: Uint8Array): TicketRecord | null {
    const offset = (this.#slots[this.#slotOf(hash, 0)] ?? 0) - 1;
    return offset < 0 ? null : this.#read(offset);
  }

  /** The hashes and records of all tickets. */
  *entries(): Generator<{ readonly hash: Uint8Array; readonly record: TicketRecord }> {
    for (const slot of this.#slots) {
      if (slot === 0) continue;
      const offset = slot - 1;
      yield { hash: this.#records.subarray(offset, offset + hashLength), record: this.#read(offset) };
    }
  }

  #read(offset: number): TicketRecord {
    const part = this.#headers.findLast(({ start }) => start <= offset);
    if (part === undefined) throw new Error('The record belongs to no bundle.');
    return readRecord(this.#records, offset, part.header);
  }

  /** Copies the bytes behind those of the other records. Returns their offset. */
  #append(records: Uint8Array): number {
    const offset = this.#usedBytes;
    const neededBytes = offset + records.length;
    if (neededBytes > this.#records.length) {
      const larger = new Uint8Array(offset === 0 ? neededBytes : Math.ceil(neededBytes * 1.25));
      larger.set(this.#records.subarray(0, offset));
      this.#records = larger;
    }
    this.#records.set(records, offset);
    this.#usedBytes = neededBytes;
    return offset;
  }

  #insert(offset: number): void {
    const slot = this.#slotOf(this.#records, offset);
    const current = this.#slots[slot] ?? 0;
    if (current === 0) this.#size += 1;
    else if (readRevision(this.#records, current - 1) > readRevision(this.#records, offset)) return;
    this.#slots[slot] = offset + 1;
  }

  /** The slot of the ticket whose hash begins at `start`, or the free slot in which it belongs. */
  #slotOf(bytes: Uint8Array, start: number): number {
    const mask = this.#slots.length - 1;
    // The hash is a part of a SHA-256, so its first bytes are evenly distributed.
    const first = ((bytes[start] ?? 0) | ((bytes[start + 1] ?? 0) << 8) | ((bytes[start + 2] ?? 0) << 16)) & mask;
    for (let step = 0; step <= mask; step += 1) {
      const slot = (first + step) & mask;
      const offset = (this.#slots[slot] ?? 0) - 1;
      if (offset < 0 || this.#hasHash(offset, bytes, start)) return slot;
    }
    throw new Error('The table is full.');
  }

  #hasHash(offset: number, bytes: Uint8Array, start: number): boolean {
    for (let index = 0; index < hashLength; index += 1) {
      if (this.#records[offset + index] !== bytes[start + index]) return false;
    }
    return true;
  }

  #growTo(size: number): void {
    let length = this.#slots.length;
    while (size * slotsPerTicket > length) length *= 2;
    if (length === this.#slots.length) return;
    const offsets = this.#slots.filter((slot) => slot !== 0);
    this.#slots = new Uint32Array(length);
    for (const slot of offsets) this.#slots[this.#slotOf(this.#records, slot - 1)] = slot;
  }
}
