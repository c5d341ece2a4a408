import { drawSoon } from '@organizer/shared/draw-soon';
import type { Entitlement, GateContext, GateFoundTicket, GateStats, GateTicket } from '@organizer/shared/gate-api';
import type { QueueEntry } from './queue.ts';
import type { Direction, RefusalReason } from './wire.ts';

export type Screen = 'loading' | 'pair' | 'gate' | 'bar' | 'search' | 'more' | 'ended' | 'elsewhere';

/** A ticket as it is scanned or chosen: by its QR code, its id, or both the id and the hash in the bundle. */
export interface TicketCode {
  readonly qrValue?: string;
  readonly ticketId?: string;
  /** The hash of the ticket, for a ticket that was found in the bundle. */
  readonly hash?: Uint8Array;
}

/** What the screen says about the holder of a ticket. */
export type AnswerTicket = Pick<GateTicket, 'ticketTypeName' | 'category' | 'holderName'> & {
  readonly bib: string | null;
  /** The names of the add-ons of the holder, with their quantities. */
  readonly addons: readonly string[];
};

/** The reasons of the server, and those that only a phone has. */
export type AnswerReason = RefusalReason | 'no_list' | 'not_stored' | ErrorReason;

/** Why the server has answered a scan with an error: it does not know the gate, the phone may not scan, or anything else. */
type ErrorReason = 'gate_gone' | 'not_allowed' | 'not_decided';

/** The answer to a scan. */
export interface Answer {
  /** Different for each answer. */
  readonly key: number;
  readonly result: 'admitted' | 'refused';
  readonly reason: AnswerReason | null;
  readonly direction: Direction;
  readonly gateId: string;
  readonly at: string;
  readonly code: TicketCode;
  readonly ticket: AnswerTicket | null;
  readonly previous: {
    readonly at: string;
    readonly gateName: string | null;
    readonly deviceName: string | null;
  } | null;
  readonly isForced: boolean;
  /** Whether the phone decided without the server. */
  readonly isOffline: boolean;
  /** The id of the scan, once the server has it. */
  readonly scanId: string | null;
  /** The position in the queue, if the phone decided. */
  readonly position: number | null;
  readonly undo: 'possible' | 'running' | 'done' | 'too_late' | 'not_here' | 'failed';
}

type CameraStatus = 'off' | 'starting' | 'on' | 'denied' | 'missing' | 'failed';

/** A ticket that was found by hand. */
export type FoundTicket = AnswerTicket & {
  readonly code: TicketCode;
  readonly orderNumber: string | null;
  readonly status: GateFoundTicket['status'] | null;
};

/** What the bar has handed out last. */
export interface HandedOut {
  readonly consumptionId: string;
  readonly addonName: string;
  readonly units: number;
  readonly atMs: number;
  readonly isUndone: boolean;
}

export interface State {
  readonly screen: Screen;
  readonly token: string | null;
  readonly context: GateContext | null;
  readonly gateId: string | null;
  readonly direction: Direction;
  readonly isOnline: boolean;
  readonly queue: readonly QueueEntry[];
  /** The tickets that this phone can decide about without the server; null if there are none. */
  readonly list: { readonly count: number; readonly madeAt: string } | null;
  /** Why the phone cannot use the list of the server. */
  readonly listProblem: 'signature' | 'no_ed25519' | null;
  readonly stats: GateStats | null;
  readonly answer: Answer | null;
  /** The last answers, newest first. They are never stored. */
  readonly recent: readonly Answer[];
  readonly isDeciding: boolean;
  readonly camera: {
    readonly status: CameraStatus;
    readonly devices: readonly { readonly id: string; readonly label: string }[];
    readonly deviceId: string | null;
    /** Null if the camera has no light. */
    readonly isTorchOn: boolean | null;
  };
  readonly pairing: { readonly code: string; readonly isBusy: boolean; readonly error: string | null };
  readonly search: {
    readonly text: string;
    readonly isBusy: boolean;
    readonly error: string | null;
    readonly found: readonly FoundTicket[] | null;
  };
  readonly bar: {
    readonly qrValue: string | null;
    readonly isBusy: boolean;
    readonly error: string | null;
    readonly ticket: GateTicket | null;
    readonly entitlements: readonly Entitlement[] | null;
    readonly handedOut: HandedOut | null;
  };
  /** Why the phone is no longer paired. */
  readonly ended: 'revoked' | 'expired' | 'left' | null;
  /** The picker that is open above the screen. */
  readonly sheet: 'gates' | 'recent' | null;
  readonly isSoundOn: boolean;
  /** Whether storage failed, so that nothing can be relied on. */
  readonly isStorageBroken: boolean;
}

const unpaired = {
  token: null,
  context: null,
  gateId: null,
  direction: 'entry',
  list: null,
  listProblem: null,
  stats: null,
  answer: null,
  recent: [],
  isDeciding: false,
  pairing: { code: '', isBusy: false, error: null },
  search: { text: '', isBusy: false, error: null, found: null },
  bar: { qrValue: null, isBusy: false, error: null, ticket: null, entitlements: null, handedOut: null },
  sheet: null,
} as const satisfies Partial<State>;

export let state: State = {
  ...unpaired,
  screen: 'loading',
  isOnline: true,
  queue: [],
  camera: { status: 'off', devices: [], deviceId: null, isTorchOn: null },
  ended: null,
  isSoundOn: true,
  isStorageBroken: false,
};

let draw = () => {};
const drawLater = drawSoon(() => draw());

/** Changes fields of the state. The page is drawn when the running code has finished. */
export function change(changes: Partial<State>): void {
  state = { ...state, ...changes };
  drawLater();
}

/** Removes all that belongs to a pairing from memory. */
export function clearPairing(changes: Partial<State>): void {
  change({ ...unpaired, ...changes });
}

/** Draws the page after each change. */
export function startDrawing(onDraw: () => void): void {
  draw = onDraw;
}

/** The gate at which the phone is used; null if the device has none. */
export function currentGate() {
  const gates = state.context?.gates ?? [];
  return gates.find(({ id }) => id === state.gateId) ?? gates[0] ?? null;
}

/** The direction of the next scan. */
export function currentDirection(): Direction {
  const direction = currentGate()?.direction ?? 'both';
  return direction === 'both' ? state.direction : direction;
}

/** The number of decisions that the server does not have yet. */
export function unsentCount(): number {
  return state.queue.length;
}
