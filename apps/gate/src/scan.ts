import { addonNames } from '@organizer/shared/addon-names';
import type { GateScan, GateScanRequest } from '@organizer/shared/gate-api';
import { Failure } from '@organizer/shared/request';
import { newUuid } from '@organizer/shared/uuid';
import { requestJson } from './api.ts';
import type { TicketRecord } from './bundle-format.ts';
import { serverNow } from './clock.ts';
import { addTo, updateQueue, writeAll } from './database.ts';
import { type Decision, decideOffline } from './decide.ts';
import { knownTicket, type Mark, stateOfTicket } from './marks.ts';
import { afterUndo, type QueueEntry } from './queue.ts';
import { signal } from './signals.ts';
import {
  type Answer,
  type AnswerReason,
  type AnswerTicket,
  change,
  currentDirection,
  currentGate,
  state,
  type TicketCode,
} from './state.ts';
import { noteFailure, scanIdOf, showQueue, syncNow } from './sync.ts';
import { hexOf, readDetails } from './ticket-secrets.ts';
import { identify, markAfterResponse, markOf, setMark, ticketTable } from './tickets.ts';

/** A person waits for the answer: after this time, the phone decides itself. */
const scanTimeoutMs = 1_500;
const undoTimeoutMs = 5_000;
/** The server accepts no longer content. */
const qrValueLengthMax = 255;
const recentMax = 20;

interface ScanOptions {
  /** Whether a person decided to admit the holder despite the reason of the last answer. */
  readonly force?: boolean;
  /** When the camera took the picture, by the clock of `performance`. */
  readonly frameAtMs?: number;
}

let lastKey = 0;
/** Scans are decided one after another, so that a scanner that types quickly loses none. */
let lastDecision: Promise<void> = Promise.resolve();

/** The parts of an answer that are found by the decision. */
type Found = Pick<
  Answer,
  'result' | 'reason' | 'ticket' | 'previous' | 'isForced' | 'isOffline' | 'scanId' | 'position'
>;

/**
 * Decides whether the holder of a ticket can pass, and shows the answer. The server decides. If it cannot be reached in time, the phone
 * decides, and stores the scan before it shows the answer. If the server answers with an error, nobody is admitted.
 */
export function scanTicket(code: TicketCode, options: ScanOptions = {}): Promise<void> {
  const run = () => decideAndShow(code, options);
  lastDecision = lastDecision.then(run, run);
  return lastDecision;
}

async function decideAndShow(code: TicketCode, { force = false, frameAtMs }: ScanOptions): Promise<void> {
  const gate = currentGate();
  if (gate === null || state.token === null) return;
  change({ isDeciding: true });
  const direction = currentDirection();
  const scannedAt = new Date(serverNow()).toISOString();
  const request: GateScanRequest = {
    ...(code.qrValue === undefined ? { ticketId: code.ticketId ?? '' } : { qrValue: code.qrValue }),
    nonce: newUuid(),
    scannedAt,
    gateId: gate.id,
    direction,
    ...(force ? { force } : {}),
  };
  const found = await decide(code, request);
  // The pairing may have ended meanwhile.
  if (state.token === null) return;
  lastKey += 1;
  showAnswer({ key: lastKey, direction, gateId: gate.id, at: scannedAt, code, undo: 'possible', ...found });
  if (frameAtMs !== undefined) {
    requestAnimationFrame(() => performance.measure('gate-answer', { start: frameAtMs, end: performance.now() }));
  }
}

async function decide(code: TicketCode, request: GateScanRequest): Promise<Found> {
  if ((request.qrValue?.length ?? 0) > qrValueLengthMax) return undecided('unknown');
  try {
    const scan = canAskServer() ? await sendScan(request) : null;
    return scan === null ? await decideHere(code, request) : await foundByServer(code, request, scan);
  } catch (error) {
    if (error instanceof Failure) return undecided(reasonOf(error), { isOffline: false });
    change({ isStorageBroken: true });
    return undecided('not_stored');
  }
}

/** What an answer of the server with an error means for the scan. */
function reasonOf({ status, problem }: Failure): AnswerReason {
  if (status === 404 && problem?.reason === 'gate_not_found') return 'gate_gone';
  return status === 403 ? 'not_allowed' : 'not_decided';
}

/** While the server does not have all scans of this phone, it would admit a ticket that the phone has already let in. */
function canAskServer(): boolean {
  const eventId = state.context?.event.id;
  const hasUnsent = state.queue.some((entry) => entry.status !== 'rejected' && entry.eventId === eventId);
  return state.isOnline && !hasUnsent;
}

/** The answer if nothing was decided about the ticket. */
function undecided(reason: AnswerReason, { isOffline } = { isOffline: true }): Found {
  return {
    result: 'refused',
    reason,
    ticket: null,
    previous: null,
    isForced: false,
    isOffline,
    scanId: null,
    position: null,
  };
}

/**
 * Null if the server could not be reached in time.
 *
 * @throws Failure if the server has answered with an error
 */
async function sendScan(body: GateScanRequest): Promise<GateScan | null> {
  const { token } = state;
  if (token === null) return null;
  try {
    return await requestJson<GateScan>('POST', 'scans', { token, body, timeoutMs: scanTimeoutMs });
  } catch (error) {
    await noteFailure(error);
    if (error instanceof Failure && !error.isUnreachable) throw error;
    return null;
  }
}

async function foundByServer(code: TicketCode, request: GateScanRequest, scan: GateScan): Promise<Found> {
  const { ticket } = scan;
  const { hash } = await identify(code);
  if (ticket !== null && hash !== null) {
    const last = scan.result === 'admitted' ? lastOf(request) : null;
    const { ticketTypeId } = ticket;
    const mark = markAfterResponse(hash, hexOf(hash), { state: stateOfTicket(ticket), ticketTypeId, last });
    setMark(mark);
    // The server has the scan, so the answer does not have to wait for the storage.
    writeAll(['marks'], (store) => store('marks').put(mark)).catch(() => change({ isStorageBroken: true }));
  }
  return {
    result: scan.result,
    reason: scan.reason,
    ticket: ticket && { ...ticket, addons: addonNames(ticket.addons) },
    previous: scan.previous,
    isForced: scan.forced,
    isOffline: false,
    scanId: scan.id,
    position: null,
  };
}

async function decideHere(code: TicketCode, request: GateScanRequest): Promise<Found> {
  const { hash, qrValue } = await identify(code);
  const tickets = ticketTable();
  const record = hash === null ? null : (tickets?.find(hash) ?? null);
  const mark = hash === null ? undefined : markOf(hexOf(hash));
  const reading = record === null ? null : readDetails(record, qrValue);
  // Only few gates decide by the category. At the others, the details are read while the scan is stored.
  const category = currentGate()?.categories == null ? undefined : (await reading)?.category;
  const known = knownTicket(record, mark, category);
  if (tickets === null && known === null && request.force !== true) return undecided('no_list');
  const decision = decisionFor(request, known, tickets !== null);
  const ticketMark = hash === null || decision.state === null ? null : nextMark(hexOf(hash), request, record, decision);
  const entry: QueueEntry = {
    status: 'waiting',
    eventId: state.context?.event.id ?? '',
    scan: { ...request, offline: true, deviceResult: decision.result, deviceReason: decision.reason },
    isUndone: false,
    scanId: null,
    ticket: hash === null || known === null ? null : { hash: hexOf(hash), stateBefore: known.state },
  };
  const queuePosition = await addTo('queue', entry, ['marks'], (store) => {
    if (ticketMark !== null) store('marks').put(ticketMark);
  });
  if (ticketMark !== null) setMark(ticketMark);
  const details = await reading;
  change({ queue: [...state.queue, { ...entry, position: queuePosition }], isStorageBroken: false });
  return {
    result: decision.result,
    reason: decision.reason,
    ticket: record === null ? null : ticketOf(record, details),
    previous: decision.result === 'refused' && mark?.last ? { ...mark.last, deviceName: null } : null,
    isForced: request.force === true && decision.result === 'admitted',
    isOffline: true,
    scanId: null,
    position: queuePosition,
  };
}

function decisionFor(request: GateScanRequest, known: ReturnType<typeof knownTicket>, hasList: boolean): Decision {
  const gate = currentGate();
  if (gate === null) throw new Error('A scan needs a gate.');
  const { direction, force = false } = request;
  // Without a list, the person at the entrance decides alone.
  if (known === null && !hasList && force) return { result: 'admitted', reason: null, state: null };
  return decideOffline(known, { gate, direction, nowMs: serverNow(), force });
}

/** The mark of a ticket about which the phone has decided. */
function nextMark(hash: string, request: GateScanRequest, record: TicketRecord | null, decision: Decision): Mark {
  const mark = markOf(hash);
  return {
    hash,
    state: decision.state ?? 'void',
    ticketTypeId: record?.ticketTypeId ?? mark?.ticketTypeId ?? null,
    revision: record?.revision ?? null,
    isUnsent: decision.result === 'admitted' || (mark?.isUnsent ?? false),
    last: decision.result === 'admitted' ? lastOf(request) : (mark?.last ?? null),
  };
}

function lastOf({ scannedAt, direction }: GateScanRequest): Mark['last'] {
  return { at: scannedAt, gateName: currentGate()?.name ?? '', direction };
}

function ticketOf(record: TicketRecord, details: Awaited<ReturnType<typeof readDetails>>): AnswerTicket {
  const ticketType = state.context?.ticketTypes.find(({ id }) => id === record.ticketTypeId);
  return {
    ticketTypeName: ticketType?.name ?? '',
    holderName: details?.holderName ?? null,
    bib: details?.bib ?? null,
    category: details?.category ?? null,
    addons: details?.addons ?? [],
  };
}

function showAnswer(answer: Answer): void {
  change({ answer, isDeciding: false, sheet: null, recent: [answer, ...state.recent].slice(0, recentMax) });
  signal(answer);
}

/** Closes the answer. */
export function closeAnswer(): void {
  change({ answer: null });
}

/** Admits the holder despite the reason of an answer. */
export async function admitAnyway({ code }: Answer): Promise<void> {
  await scanTicket(code, { force: true });
}

/** Takes back a scan: at the server, or in the queue if it was not sent yet. */
export async function undoScan(answer: Answer): Promise<void> {
  if (answer.undo === 'running' || answer.undo === 'done' || state.token === null) return;
  changeAnswer(answer, { undo: 'running' });
  try {
    const isInQueue = answer.position !== null && (await undoInQueue(answer.position));
    const scanId = answer.scanId ?? (answer.position === null ? null : scanIdOf(answer.position));
    const undo = isInQueue ? 'done' : scanId === null ? 'failed' : await undoAtServer(answer, scanId, state.token);
    changeAnswer(answer, { undo });
  } catch (error) {
    await noteFailure(error);
    changeAnswer(answer, { undo: 'failed' });
  }
}

/** Whether the scan is still in the queue. */
async function undoInQueue(queuePosition: number): Promise<boolean> {
  const entry = state.queue.find((queued) => queued.position === queuePosition && queued.status === 'waiting');
  if (entry === undefined) return false;
  let isFound = false;
  const mark = restoredMark(entry);
  await updateQueue(
    [queuePosition],
    (current) => {
      isFound = true;
      return afterUndo(current);
    },
    (store) => {
      if (mark !== null) store('marks').put(mark);
    },
  );
  if (isFound && mark !== null) setMark(mark);
  await showQueue();
  return isFound;
}

function restoredMark({ ticket }: Pick<QueueEntry, 'ticket'>): Mark | null {
  const mark = ticket === null ? undefined : markOf(ticket.hash);
  return ticket === null || mark === undefined ? null : { ...mark, state: ticket.stateBefore, last: null };
}

async function undoAtServer(answer: Answer, scanId: string, token: string): Promise<Answer['undo']> {
  const { hash } = await identify(answer.code);
  try {
    const scan = await requestJson<GateScan>('POST', `scans/${scanId}/undo`, {
      token,
      body: {},
      timeoutMs: undoTimeoutMs,
    });
    if (hash !== null && scan.ticket !== null) {
      const { ticketTypeId } = scan.ticket;
      const result = { state: stateOfTicket(scan.ticket), ticketTypeId, last: null };
      const mark = { ...markAfterResponse(hash, hexOf(hash), result), last: null };
      setMark(mark);
      await writeAll(['marks'], (store) => store('marks').put(mark));
    }
    return 'done';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.status === 409) return 'too_late';
    if (error.status === 403 || error.status === 404) return 'not_here';
    if (!error.isTemporary) throw error;
    await noteFailure(error);
    await queueUndo(answer, scanId, hash);
    return 'done';
  }
}

/** Stores an undo of a scan that the server has, to be sent later. */
async function queueUndo(answer: Answer, scanId: string, hash: Uint8Array | null): Promise<void> {
  const { direction, gateId, at, code } = answer;
  const stateBefore = direction === 'entry' ? 'valid' : 'inside';
  const ticket = hash === null ? null : ({ hash: hexOf(hash), stateBefore } as const);
  const restored = restoredMark({ ticket });
  const mark = restored === null ? null : { ...restored, isUnsent: true };
  const entry: QueueEntry = {
    status: 'undo',
    eventId: state.context?.event.id ?? '',
    scan: {
      ...(code.qrValue === undefined ? { ticketId: code.ticketId ?? '' } : { qrValue: code.qrValue }),
      nonce: newUuid(),
      scannedAt: at,
      gateId,
      direction,
      offline: true,
      deviceResult: 'admitted',
      deviceReason: null,
    },
    isUndone: true,
    scanId,
    ticket,
  };
  await addTo('queue', entry, ['marks'], (store) => {
    if (mark !== null) store('marks').put(mark);
  });
  if (mark !== null) setMark(mark);
  await showQueue();
  syncNow();
}

function changeAnswer({ key }: Answer, changes: Partial<Answer>): void {
  const changed = (answer: Answer) => (answer.key === key ? { ...answer, ...changes } : answer);
  change({ answer: state.answer === null ? null : changed(state.answer), recent: state.recent.map(changed) });
}
