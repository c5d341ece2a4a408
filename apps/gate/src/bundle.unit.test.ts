import { beforeAll, describe, expect, test } from 'vitest';
import { type BundleHeader, isSignedBy, parseBundle } from './bundle-format.ts';
import { hashOfTicket, readDetails } from './ticket-secrets.ts';
import { TicketTable } from './ticket-table.ts';

const header: BundleHeader = {
  eventId: 'evt_1',
  cursor: '1700000000000',
  madeAt: '2026-05-01T08:00:00.000Z',
  ticketTypeIds: ['tty_run', 'tty_walk'],
  version: 2,
};
const laterHeader: BundleHeader = { ...header, ticketTypeIds: ['tty_walk'] };

interface Ticket {
  readonly qrValue: string;
  readonly state: number;
  readonly type: number;
  readonly revision: number;
  readonly details?: readonly (string | null)[];
}

const longName = 'Augusta Ada King, Countess of Lovelace, the first who published a program';
const ada: Ticket = {
  qrValue: 'ada',
  state: 0,
  type: 1,
  revision: 1_700_000_000_123,
  details: [longName, '7', 'W40', null, null, null, 'Shirt L\n2 × Pasta'],
};

async function encrypt(text: string, qrValue: string): Promise<Uint8Array> {
  const bytesOf = (content: string) => new TextEncoder().encode(content);
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const material = await crypto.subtle.importKey('raw', bytesOf(qrValue), 'HKDF', false, ['deriveBits']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info: bytesOf('organizer-gate-v2') };
  const derived = await crypto.subtle.deriveBits(derivation, material, 44 * 8);
  const key = await crypto.subtle.importKey('raw', derived.slice(0, 32), 'AES-GCM', false, ['encrypt']);
  const encrypted = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: derived.slice(32) }, key, bytesOf(text));
  return Uint8Array.from([...salt, ...new Uint8Array(encrypted)]);
}

/** Writes a record as the format of bundles describes it. */
async function encodeRecord(ticket: Ticket): Promise<number[]> {
  const details = await encrypt(JSON.stringify(ticket.details ?? [null, null, null]), ticket.qrValue);
  const fixed = new DataView(new ArrayBuffer(10));
  fixed.setUint32(0, ticket.revision % 2 ** 32, true);
  fixed.setUint16(4, Math.floor(ticket.revision / 2 ** 32), true);
  fixed.setUint8(6, ticket.state);
  fixed.setUint16(7, ticket.type, true);
  fixed.setUint8(9, details.length);
  return [...(await hashOfTicket(ticket.qrValue)), ...new Uint8Array(fixed.buffer), ...details];
}

async function encodeBundle(tickets: readonly Ticket[], head = header, kind = 0): Promise<Uint8Array> {
  const json = new TextEncoder().encode(JSON.stringify(head));
  const records = (await Promise.all(tickets.map((ticket) => encodeRecord(ticket)))).flat();
  const magic = [0x4f, 0x47, 0x42, 0x31, kind, json.length % 256, Math.floor(json.length / 256)];
  const footer = [...new Array(12).fill(0xff), tickets.length, 0, 0, 0];
  return Uint8Array.from([...magic, ...json, ...records, ...footer, ...new Array(64).fill(0)]);
}

describe('a bundle', () => {
  let bytes: Uint8Array;
  beforeAll(async () => {
    bytes = await encodeBundle([ada, { ...ada, qrValue: 'grace', state: 0x80 | 1, type: 0 }]);
  });

  test('has a header and records, whose details only the QR code opens', async () => {
    const bundle = parseBundle(bytes);
    expect(bundle).toMatchObject({ kind: 'complete', header, count: 2 });
    const table = new TicketTable();
    table.add(bundle);
    const record = table.find(await hashOfTicket('ada'));
    expect(record).toMatchObject({ state: 'valid', ticketTypeId: 'tty_walk', revision: ada.revision, isPlain: false });
    const addons = ['Shirt L', '2 × Pasta'];
    expect(await readDetails(record!, 'ada')).toMatchObject({
      holderName: longName,
      bib: '7',
      category: 'W40',
      addons,
    });
    expect(await readDetails(record!, 'grace')).toBeNull();
    expect(await readDetails(record!, null)).toBeNull();
    expect(table.find(await hashOfTicket('grace'))).toMatchObject({ state: 'inside', isPlain: true });
    expect(table.find(await hashOfTicket('nobody'))).toBeNull();
  });

  test('that is not complete is rejected', () => {
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => parseBundle(bytes.slice(0, length))).toThrow();
    }
    const withWrongCount = bytes.slice();
    withWrongCount[bytes.length - 68] = 3;
    expect(() => parseBundle(withWrongCount)).toThrow(/records/);
  });

  test('is accepted only with the signature of its key over all of its bytes', async () => {
    const keys = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
    const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey));
    const { signed } = parseBundle(bytes);
    const digest = await crypto.subtle.digest('SHA-256', signed.slice());
    const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', keys.privateKey, digest));
    expect(await isSignedBy({ signed, signature }, publicKey)).toBe(true);
    const changed = signed.slice();
    changed[changed.length - 30] = (changed.at(-30) ?? 0) ^ 1;
    expect(await isSignedBy({ signed: changed, signature }, publicKey)).toBe(false);
  });
});

test('changes replace the tickets that they contain, but an older revision replaces nothing', async () => {
  const table = new TicketTable();
  table.add(parseBundle(await encodeBundle([ada, { ...ada, qrValue: 'grace' }])));
  const used = { ...ada, state: 1, type: 0, revision: ada.revision + 5 };
  table.add(parseBundle(await encodeBundle([used, { ...ada, qrValue: 'new' }], laterHeader, 1)));
  table.add(parseBundle(await encodeBundle([{ ...ada, state: 3, revision: ada.revision + 1 }], header, 1)));
  expect(table.size).toBe(3);
  const record = table.find(await hashOfTicket('ada'));
  // The type is an index in the header of the bundle that had the record.
  expect(record).toMatchObject({ state: 'inside', ticketTypeId: 'tty_walk', revision: used.revision });
  expect(await readDetails(record!, 'ada')).toMatchObject({ holderName: longName });
  expect(table.find(await hashOfTicket('grace'))).toMatchObject({ state: 'valid' });
});

test('a table finds all tickets, also those whose hashes begin with the same bytes', () => {
  const count = 1_000;
  const length = 22;
  const records = new Uint8Array(count * length);
  const view = new DataView(records.buffer);
  for (let index = 0; index < count; index += 1) {
    // Only 10 different beginnings, so that many tickets want the same slot.
    view.setUint32(index * length, index % 10, true);
    view.setUint32(index * length + 8, index, true);
    view.setUint32(index * length + 12, index, true);
  }
  const table = new TicketTable();
  table.add({ header, records });
  expect(table.size).toBe(count);
  for (let index = 0; index < count; index += 97) {
    expect(table.find(records.subarray(index * length, index * length + 12))?.revision).toBe(index);
  }
});
