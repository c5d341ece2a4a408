import { createHash, hash, sign } from 'node:crypto';
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { addonNames } from '#shared/addon-names';
import { emailForm } from '#shared/email-form';
import { wordsOf, wordsOfBuyer } from '#shared/search';
import { timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { OrganizerTime } from '../../platform/scope.ts';
import {
  type BundledTicket,
  countChangedSince,
  type ReplacedCode,
  readChangedTickets,
  readLastChange,
  readReplacedCodes,
} from '../tickets/index.ts';
import { bundlePrivateKey, bundlePublicKey } from './device-secrets.ts';
import { canKeepSecret, encryptionBytes, offlineDetails } from './offline-details.ts';

/*
 * The offline bundle, little-endian.
 *
 * Header: `OGB1`, the kind (1 byte: 0 complete, 1 changes), the length of the JSON (2 bytes), and the JSON: `version`, `eventId`,
 * `cursor`, `madeAt` and `ticketTypeIds`.
 *
 * For each ticket: the first 12 bytes of SHA-256 of `organizer-gate-v1\0` and the QR content; the revision (6 bytes: the time of the
 * last change in milliseconds); the state (1 byte); the index of its ticket type (2 bytes); the length of the rest (1 byte), and the
 * rest: the JSON `[name, bib, category]`, encrypted for the holder of the QR code (`offline-details.ts`). If the QR content can be
 * guessed, the name is null. With the bit 0x80 of the state, the JSON is not encrypted, and is `[name, bib, category, id of the ticket,
 * order number, words of the buyer]`: only devices that carry names get such records. The words, with a space between them, are those
 * by which a search finds the buyer. If the holder has add-ons, their names, with a line end between them, are the seventh value; missing
 * values before it are null. The record of a replaced code has no rest.
 *
 * Footer: 12 bytes 0xFF, the number of tickets (4 bytes), and the Ed25519 signature (64 bytes) of the SHA-256 of everything before it.
 */

/** The version in the header. A phone whose stored bundle has another version asks for a complete bundle. */
const version = 2;
const hashPrefix = 'organizer-gate-v1\0';
const sliceRows = 250;
const hashBytes = 12;
const fixedBytes = hashBytes + 6 + 1 + 2 + 1;
/** The length of the rest has one byte. */
const maxTextBytes = 255;
/** The bytes that the add-ons of a holder have in a text, even if a long name is cut or words of the buyer are left out for them. */
const addonsBytes = 64;
const plainTextBit = 0x80;
/** Transactions can commit after later ones that began after them. A device asks again for the changes of this time. */
const overlapMs = 10_000;
const states = { valid: 0, inside: 1, outside: 2, void: 3 } as const;

/** What is put into a bundle. */
export interface BundleOptions {
  readonly eventId: string;
  readonly ticketTypeIds: readonly string[];
  readonly carriesNames: boolean;
  /** The cursor of an earlier bundle, for the changes since then; null for all tickets. */
  readonly since: string | null;
}

/** A bundle that can be made. */
export interface OfflineBundle {
  /** The same tag means that the tickets have not changed. */
  readonly tag: string;
  /** The value of `since` for the next bundle. */
  readonly cursor: string;
  /** The bundle in slices. Between two slices, other requests are processed. */
  readonly slices: () => AsyncGenerator<Buffer>;
}

/** Prepares the offline bundle of an event. The tickets are read when the slices are. */
export async function prepareBundle(
  db: Db,
  { organizerId, clock }: OrganizerTime,
  options: BundleOptions,
  secrets: Pick<Secrets, 'gateKey'>,
): Promise<OfflineBundle> {
  const { eventId, since } = options;
  const lastChange = await readLastChange(db, organizerId, eventId);
  const cursorMs = lastChange === null ? 0 : Math.max(0, Date.parse(lastChange) - overlapMs);
  // A change that was committed late has an earlier time than the last change.
  const recent = await countChangedSince(db, organizerId, eventId, timestamp(cursorMs));
  const content = [version, options, lastChange, recent, bundlePublicKey(secrets)];
  return {
    tag: `"${hash('sha256', JSON.stringify(content), 'base64url')}"`,
    cursor: String(cursorMs),
    slices: () => makeSlices(db, organizerId, options, { cursorMs, nowMs: clock.now(), secrets, since }),
  };
}

async function* makeSlices(
  db: Db,
  organizerId: string,
  options: BundleOptions,
  {
    cursorMs,
    nowMs,
    secrets,
    since,
  }: { cursorMs: number; nowMs: number; secrets: Pick<Secrets, 'gateKey'>; since: string | null },
): AsyncGenerator<Buffer> {
  const { eventId, ticketTypeIds } = options;
  const digest = createHash('sha256');
  const signed = (bytes: Buffer) => {
    digest.update(bytes);
    return bytes;
  };
  const head = { version, eventId, cursor: String(cursorMs), madeAt: timestamp(nowMs), ticketTypeIds };
  yield signed(encodeHead(since === null ? 0 : 1, JSON.stringify(head)));
  const types = new Map(ticketTypeIds.map((id, index) => [id, index]));
  const page = { limit: sliceRows, withBuyers: options.carriesNames };
  let count = 0;
  let after = { updatedAt: since === null ? '' : timestamp(Number(since)), id: '' };
  for (;;) {
    const tickets = await readChangedTickets(db, organizerId, eventId, after, page);
    const details = options.carriesNames
      ? tickets.map((ticket) => withAddons(ticket, maxTextBytes, (bytesMax) => plainTextOf(ticket, bytesMax)))
      : await offlineDetails(db, organizerId, tickets, textForHolder);
    if (tickets.length > 0)
      yield signed(encodeTickets(tickets, types, details, options.carriesNames ? plainTextBit : 0));
    count += tickets.length;
    const last = tickets.at(-1);
    if (last === undefined || tickets.length < sliceRows) break;
    after = last;
    await yieldToRequests();
  }
  if (since !== null) {
    for await (const codes of replacedCodesSince(db, organizerId, eventId, timestamp(Number(since)))) {
      yield signed(encodeTickets(codes.map(voidTicket), types, [], 0));
      count += codes.length;
    }
  }
  const footer = Buffer.alloc(hashBytes + 4, 0xff);
  footer.writeUInt32LE(count, hashBytes);
  yield signed(footer);
  yield sign(null, digest.digest(), bundlePrivateKey(secrets));
}

/** A device with an earlier bundle has the replaced codes. A complete bundle replaces them. */
async function* replacedCodesSince(db: Db, organizerId: string, eventId: string, since: string) {
  let after = { replacedAt: since, qrValue: '' };
  for (;;) {
    const codes = await readReplacedCodes(db, organizerId, eventId, after, sliceRows);
    const last = codes.at(-1);
    if (last === undefined) return;
    yield codes;
    if (codes.length < sliceRows) return;
    after = last;
    await yieldToRequests();
  }
}

/** The record that makes a replaced code void. */
function voidTicket({ qrValue, replacedAt }: ReplacedCode): RecordedTicket {
  return { qrValue, ticketTypeId: '', status: 'void', inside: null, refundedAt: null, updatedAt: replacedAt };
}

function encodeHead(kind: 0 | 1, json: string): Buffer {
  const text = Buffer.from(json);
  const head = Buffer.alloc(7);
  head.write('OGB1', 'binary');
  head.writeUInt8(kind, 4);
  head.writeUInt16LE(text.length, 5);
  return Buffer.concat([head, text]);
}

/** What a record says about a ticket, besides its details. */
type RecordedTicket = Pick<
  BundledTicket,
  'qrValue' | 'ticketTypeId' | 'status' | 'inside' | 'refundedAt' | 'updatedAt'
>;

/** @param details of each ticket; a ticket without details has none */
function encodeTickets(
  tickets: readonly RecordedTicket[],
  types: ReadonlyMap<string, number>,
  details: readonly Buffer[],
  stateBits: number,
): Buffer {
  const bytes = Buffer.allocUnsafe(tickets.length * (fixedBytes + maxTextBytes));
  let offset = 0;
  for (const [index, ticket] of tickets.entries()) {
    const text = details[index] ?? Buffer.alloc(0);
    bytes.write(hash('sha256', hashPrefix + ticket.qrValue, 'binary'), offset, hashBytes, 'latin1');
    offset = bytes.writeUIntLE(Date.parse(ticket.updatedAt), offset + hashBytes, 6);
    offset = bytes.writeUInt8(stateOf(ticket) | stateBits, offset);
    offset = bytes.writeUInt16LE(types.get(ticket.ticketTypeId) ?? 0xffff, offset);
    offset = bytes.writeUInt8(text.length, offset);
    offset += text.copy(bytes, offset);
  }
  return bytes.subarray(0, offset);
}

/** The text that only the holder of the ticket can read. */
function textForHolder(ticket: BundledTicket): Buffer {
  const shown = canKeepSecret(ticket.qrValue) ? ticket : { ...ticket, holderName: null };
  return withAddons(ticket, maxTextBytes - encryptionBytes, (bytesMax) => textOf(shown, [], bytesMax));
}

/** The text of a device that carries names. Words of the buyer that are too many are left out. */
function plainTextOf(ticket: BundledTicket, bytesMax: number): Buffer {
  const { id, orderNumber, holderName, bib, category, buyerName, buyerEmail } = ticket;
  if (buyerEmail === null) return textOf(ticket, [id, orderNumber], bytesMax);
  const ofHolder = new Set(wordsOf(holderName));
  const ofBuyer = wordsOfBuyer({ name: buyerName, email: buyerEmail }).filter((word) => !ofHolder.has(word));
  const words = [emailForm(buyerEmail), ...ofBuyer].filter((word) => word !== '');
  for (let count = words.length; count > 0; count -= 1) {
    const further = [id, orderNumber, words.slice(0, count).join(' ')];
    const text = Buffer.from(JSON.stringify([holderName, bib, category, ...further]));
    if (text.length <= bytesMax) return text;
  }
  return textOf(ticket, [id, orderNumber], bytesMax);
}

/** The place of the add-ons among the values of a text. */
const addonsIndex = 6;

/** Makes a text, and adds the names of the add-ons. If they do not all fit, an ellipsis follows those that do. */
function withAddons(
  { addons, bib, category }: BundledTicket,
  bytesMax: number,
  textFor: (bytesMax: number) => Buffer,
): Buffer {
  const list = JSON.parse(addons) as { name: string; unitsTotal: number }[];
  if (list.length === 0) return textFor(bytesMax);
  const text = textFor(bytesMax - addonsBytes);
  const values = JSON.parse(text.toString()) as (string | null)[];
  // A phone decides by the category, so it is never left out for add-ons.
  if (values[1] !== bib || values[2] !== category) return textFor(bytesMax);
  const missing = Array.from({ length: addonsIndex - values.length }, () => null);
  const names = addonNames(list);
  for (let count = names.length; count >= 0; count -= 1) {
    const shown = count === names.length ? names : [...names.slice(0, count), '…'];
    const longer = Buffer.from(JSON.stringify([...values, ...missing, shown.join('\n')]));
    if (longer.length <= bytesMax) return longer;
  }
  return text;
}

/** The JSON of the name, the bib, the category and further values. A name that is too long is cut. */
function textOf({ holderName, bib, category }: BundledTicket, further: readonly string[], bytesMax: number): Buffer {
  const encode = (name: string | null) => Buffer.from(JSON.stringify([name, bib, category, ...further]));
  let name = holderName;
  let text = encode(name);
  while (text.length > bytesMax && name !== null && name !== '') {
    name = [...name].slice(0, -1).join('');
    text = encode(name);
  }
  // Only a bib and a category of many bytes each are longer.
  return text.length <= bytesMax ? text : Buffer.from(JSON.stringify([null, '', null, ...further]));
}

function stateOf({ status, inside, refundedAt }: RecordedTicket): number {
  if (status === 'valid') return states.valid;
  if (status === 'void') return states.void;
  if (inside !== 0) return states.inside;
  // The holder of a refunded ticket who has left cannot enter again.
  return refundedAt === null ? states.outside : states.void;
}
