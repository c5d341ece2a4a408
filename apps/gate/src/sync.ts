/** Keeps the phone and the server in step: sends the queue, and reads the list of tickets, the gates and the counters. */
import type { GateScan, GateScanBatchResult, GateServerTime, GateStats } from '@organizer/shared/gate-api';
import { Failure } from '@organizer/shared/request';
import { requestJson } from './api.ts';
import { clockSkewMs, measureSkew, serverNow } from './clock.ts';
import { readAll, updateQueue, writeSetting } from './database.ts';
import { type Mark, stateOfTicket } from './marks.ts';
import { page } from './page.ts';
import { endPairing, readContext, useContext } from './pairing.ts';
import { afterRejection, afterStored, batchMax, nextStep, type QueueEntry } from './queue.ts';
import { change, state } from './state.ts';
import { markOf, removeMark, setMark, updateTickets } from './tickets.ts';

const onlineDelayMs = 10_000;
const offlineDelayMs = 3_000;
const contextEveryMs = 60_000;
const batchTimeoutMs = 60_000;

/** Null until the browser has answered. Some browsers never do, so nothing waits for it. */
let battery: { readonly level: number } | null = null;
(navigator as Navigator & { getBattery?: () => Promise<{ readonly level: number }> }).getBattery?.().then(
  (found) => {
    battery = found;
  },
  () => {},
);

/** The ids of scans that were sent from the queue, by their position, for answers that are still shown. */
const scanIds = new Map<number, string>();

/** The id that the server gave to a scan of the queue. */
export function scanIdOf(queuePosition: number): string | null {
  return scanIds.get(queuePosition) ?? null;
}

let timer: ReturnType<typeof setTimeout> | undefined;
let isRunning = false;
let isWanted = false;
let contextReadAtMs = 0;

/** Starts at once, and then repeats itself. */
export function syncNow(): void {
  if (isRunning) {
    isWanted = true;
    return;
  }
  clearTimeout(timer);
  isRunning = true;
  synchronize()
    .catch((error: unknown) => noteFailure(error))
    .finally(() => {
      isRunning = false;
      const delayMs = isWanted ? 0 : state.isOnline ? onlineDelayMs : offlineDelayMs;
      isWanted = false;
      if (state.token !== null) timer = setTimeout(syncNow, delayMs);
    });
}

/**
 * Reacts to a failed request: without a response, the phone is offline; with 401, it is no longer paired; with an unknown gate, its gates
 * have changed.
 */
export async function noteFailure(error: unknown): Promise<void> {
  if (!(error instanceof Failure)) return;
  if (error.status === 401 && state.token !== null) await endPairing(isExpired() ? 'expired' : 'revoked');
  else if (error.isUnreachable) change({ isOnline: false });
  else if (error.problem?.reason === 'gate_not_found') {
    contextReadAtMs = 0;
    syncNow();
  }
}

function isExpired(): boolean {
  return state.context !== null && serverNow() >= Date.parse(state.context.device.expiresAt);
}

async function synchronize(): Promise<void> {
  const { token } = state;
  if (token === null) return;
  if (isExpired()) return endPairing('expired');
  await reportStatus(token);
  await sendQueue(token);
  if (Date.now() - contextReadAtMs >= contextEveryMs) {
    await useContext(await readContext(token));
    contextReadAtMs = Date.now();
  }
  if (state.context?.device.roles.includes('gate')) {
    await updateTickets(token);
    change({ stats: await requestJson<GateStats>('GET', 'stats', { token }) });
  }
}

async function reportStatus(token: string): Promise<void> {
  const sentAtMs = Date.now();
  const body = { battery: battery?.level ?? null, appVersion: page.version, queueLength: state.queue.length };
  const { serverTime } = await requestJson<GateServerTime>('POST', 'device/status', { token, body });
  change({ isOnline: true });
  if (measureSkew(serverTime, sentAtMs, Date.now())) await writeSetting('skewMs', clockSkewMs());
}

/** Sends all scans and undos, oldest first. */
async function sendQueue(token: string): Promise<void> {
  const eventId = state.context?.event.id ?? '';
  await showQueue();
  let limit = batchMax;
  for (let step = nextStep(state.queue, eventId, limit); step !== null; step = nextStep(state.queue, eventId, limit)) {
    const batch = step.kind === 'batch' ? step.entries : [];
    try {
      if (step.kind === 'undo') await sendUndo(token, step.entry);
      else await sendBatch(token, batch);
      limit = batchMax;
    } catch (error) {
      if (!(error instanceof Failure) || error.isTemporary || error.status === 401) throw error;
      const next = afterRejection(batch.length);
      if (next === 'reject') await reject(batch);
      else limit = next;
    }
    await showQueue();
  }
}

async function sendBatch(token: string, batch: readonly QueueEntry[]): Promise<void> {
  const body = { scans: batch.map(({ scan }) => scan) };
  const { results } = await requestJson<GateScanBatchResult>('POST', 'scans/batch', {
    token,
    body,
    timeoutMs: batchTimeoutMs,
  });
  const resultByPosition = new Map(batch.map((entry, index) => [entry.position ?? 0, results[index]]));
  const marks = batch.flatMap((entry, index) => markAfter(entry, results[index]));
  await updateQueue(
    positionsOf(batch),
    (entry) => {
      const result = resultByPosition.get(entry.position ?? 0);
      return result === undefined ? entry : afterStored(entry, result.id);
    },
    (store) => {
      for (const mark of marks) store('marks').put(mark);
    },
  );
  for (const mark of marks) setMark(mark);
  for (const [queuePosition, result] of resultByPosition) if (result) scanIds.set(queuePosition, result.id);
}

/** Stores that the server does not accept scans. The list then decides about their tickets again, unless other scans are to be sent. */
async function reject(entries: readonly QueueEntry[]): Promise<void> {
  const hashes = entries.flatMap(({ ticket, position: queuePosition }) =>
    ticket === null || hasOtherEntry(ticket.hash, queuePosition) ? [] : ticket.hash,
  );
  await updateQueue(
    positionsOf(entries),
    (entry) => ({ ...entry, status: 'rejected' }),
    (store) => {
      for (const hash of hashes) store('marks').delete(hash);
    },
  );
  for (const hash of hashes) removeMark(hash);
}

/** The mark of a ticket after its scan was stored by the server; none if another scan of it must still be sent. */
function markAfter({ ticket, position: queuePosition }: QueueEntry, result: GateScan | undefined): Mark[] {
  if (ticket === null || !result?.ticket) return [];
  const mark = markOf(ticket.hash);
  const isUndone = state.queue.some((other) => other.position === queuePosition && other.isUndone);
  if (mark === undefined || isUndone || hasOtherEntry(ticket.hash, queuePosition)) return [];
  return [{ ...mark, state: stateOfTicket(result.ticket), isUnsent: false }];
}

/** Whether something else about the ticket is to be sent. */
function hasOtherEntry(hash: string, queuePosition: number | undefined): boolean {
  return state.queue.some(
    ({ ticket, position: other, status }) => status !== 'rejected' && ticket?.hash === hash && other !== queuePosition,
  );
}

async function sendUndo(token: string, entry: QueueEntry): Promise<void> {
  try {
    await requestJson<GateScan>('POST', `scans/${entry.scanId}/undo`, { token, body: {} });
  } catch (error) {
    // 409: the ticket was scanned again since. Then there is nothing to undo.
    if (!(error instanceof Failure) || error.isTemporary || error.status === 401) throw error;
  }
  const hash = entry.ticket?.hash ?? '';
  const mark = hasOtherEntry(hash, entry.position) ? undefined : markOf(hash);
  const sentMark = mark === undefined ? undefined : { ...mark, isUnsent: false };
  await updateQueue(
    positionsOf([entry]),
    () => null,
    (store) => {
      if (sentMark !== undefined) store('marks').put(sentMark);
    },
  );
  if (sentMark !== undefined) setMark(sentMark);
}

function positionsOf(entries: readonly QueueEntry[]): number[] {
  return entries.flatMap(({ position: queuePosition }) => (queuePosition === undefined ? [] : [queuePosition]));
}

/** Shows what the storage has in the queue. */
export async function showQueue(): Promise<void> {
  change({ queue: await readAll('queue') });
}
