/** The offline list of tickets: the bundle with its changes, and the marks of this phone. */
import { findScanned } from '@organizer/shared/scanned-code';
import { requestBytes } from './api.ts';
import {
  type Bundle,
  type BundlePart,
  bundleVersion,
  isSignedBy,
  parseBundle,
  type TicketState,
} from './bundle-format.ts';
import { addTo, readAll, readSetting, writeAll, writeSetting } from './database.ts';
import type { Mark } from './marks.ts';
import { change, state, type TicketCode } from './state.ts';
import { bytesOfBase64, hashOfTicket, hexOf } from './ticket-secrets.ts';
import { TicketTable } from './ticket-table.ts';

const bundleTimeoutMs = 120_000;
/** After so many changes, the complete bundle is read again: it is smaller than the old one with all changes. */
const partsMax = 1_000;

interface Position {
  readonly cursor: string;
  readonly madeAt: string;
  readonly carriesNames: boolean;
  /** The version of the bundle. */
  readonly version?: number | undefined;
}

let table: TicketTable | null = null;
let marks = new Map<string, Mark>();
let position: Position | null = null;
let partCount = 0;

/** The tickets of the bundle; null if the phone has none. */
export function ticketTable(): TicketTable | null {
  return table;
}

/** The mark of a ticket. */
export function markOf(hash: string): Mark | undefined {
  return marks.get(hash);
}

/** Uses a mark in this process. The caller stores it. */
export function setMark(mark: Mark): void {
  marks.set(mark.hash, mark);
}

/** Forgets a mark in this process. The caller deletes it from the storage. */
export function removeMark(hash: string): void {
  marks.delete(hash);
}

/** A ticket that was scanned: the content of its QR code, and its hash. */
export interface ScannedTicket {
  /** null if the ticket was found by a search. */
  readonly qrValue: string | null;
  /** null if the phone does not know it. */
  readonly hash: Uint8Array | null;
}

/** Finds which ticket a code means, as the server does. A code that the phone does not know means exactly itself. */
export async function identify({ qrValue, hash }: TicketCode): Promise<ScannedTicket> {
  if (qrValue === undefined) return { qrValue: null, hash: hash ?? null };
  const found = await findScanned(qrValue, async (contents) => {
    const read = async (content: string) => ({ qrValue: content, hash: await hashOfTicket(content) });
    return (await Promise.all(contents.map(read))).filter(isKnown);
  });
  return found ?? { qrValue, hash: await hashOfTicket(qrValue) };
}

function isKnown({ hash }: { readonly hash: Uint8Array }): boolean {
  return marks.has(hexOf(hash)) || (table?.find(hash) ?? null) !== null;
}

/** Reads the list that was stored before. */
export async function loadTickets(): Promise<void> {
  const [parts, storedMarks, storedPosition] = await Promise.all([
    readAll('parts'),
    readAll('marks'),
    readSetting<Position>('position'),
  ]);
  marks = new Map(storedMarks.map((mark) => [mark.hash, mark]));
  if (storedPosition !== null && parts.length > 0) useParts(parts, storedPosition);
}

/** Removes the list from memory. */
export function forgetTickets(): void {
  table = null;
  marks = new Map();
  position = null;
  partCount = 0;
}

/**
 * Reads the bundle, or what has changed since the last time. The list is replaced only by a bundle whose signature is valid.
 *
 * @throws Failure
 */
export async function updateTickets(token: string): Promise<void> {
  const { context } = state;
  if (context === null) return;
  const { carriesNames } = context.device;
  // The details of another version cannot be read, so the complete bundle is read again.
  const isCurrent = position?.version === bundleVersion && position.carriesNames === carriesNames;
  const isUsable = isCurrent && partCount < partsMax;
  const query = isUsable ? `?since=${encodeURIComponent(position?.cursor ?? '')}` : '';
  const startedMs = performance.now();
  const bytes = await requestBytes(`offline-bundle${query}`, { token, timeoutMs: bundleTimeoutMs });
  const bundle = parseBundle(bytes);
  const problem = await verify(bundle, context.bundleKey);
  if (problem !== null || bundle.header.eventId !== context.event.id) {
    change({ listProblem: problem ?? 'signature' });
    return;
  }
  await useBundle(bundle, carriesNames);
  if (bundle.kind === 'complete') performance.measure('gate-list', { start: startedMs, end: performance.now() });
}

async function verify(bundle: Bundle, key: string): Promise<'signature' | 'no_ed25519' | null> {
  try {
    return (await isSignedBy(bundle, bytesOfBase64(key))) ? null : 'signature';
  } catch {
    return 'no_ed25519';
  }
}

async function useBundle(bundle: Bundle, carriesNames: boolean): Promise<void> {
  const { header, kind } = bundle;
  const newPosition = { cursor: header.cursor, madeAt: header.madeAt, carriesNames, version: header.version };
  // A copy: the records are a view of the response.
  const part: BundlePart = { header, records: bundle.records.slice() };
  if (kind === 'complete') {
    const sentMarks = [...marks.values()].filter(({ isUnsent }) => !isUnsent);
    await writeAll(['parts', 'settings', 'marks'], (store) => {
      store('parts').clear();
      store('parts').add(part);
      store('settings').put(newPosition, 'position');
      for (const { hash } of sentMarks) store('marks').delete(hash);
    });
    for (const { hash } of sentMarks) marks.delete(hash);
    useParts([part], newPosition);
    return;
  }
  if (bundle.count === 0) await writeSetting('position', newPosition);
  else {
    await addTo('parts', part, ['settings'], (store) => store('settings').put(newPosition, 'position'));
    table?.add(part);
    partCount += 1;
  }
  position = newPosition;
  showList();
}

function useParts(parts: readonly BundlePart[], newPosition: Position): void {
  table = new TicketTable();
  for (const part of parts) table.add(part);
  partCount = parts.length;
  position = newPosition;
  showList();
}

function showList(): void {
  if (table === null || position === null) return;
  change({ list: { count: table.size, madeAt: position.madeAt }, listProblem: null });
}

/** The mark of a ticket after a scan whose result the server knows. */
export function markAfterResponse(
  hash: Uint8Array,
  hashText: string,
  result: { readonly state: TicketState; readonly ticketTypeId: string; readonly last: Mark['last'] },
): Mark {
  return {
    hash: hashText,
    state: result.state,
    ticketTypeId: result.ticketTypeId,
    revision: table?.find(hash)?.revision ?? null,
    isUnsent: false,
    last: result.last ?? markOf(hashText)?.last ?? null,
  };
}
