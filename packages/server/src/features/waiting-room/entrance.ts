import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { readSaleState, type SaleState } from '../inventory/index.ts';
import { isSettlingDue, type Room } from './calls.ts';
import { phaseOf } from './phase.ts';
import { readRoom } from './queries.ts';
import { type Decision, type Request, serveVisitors } from './serve-visitors.ts';

/** The maximum number of visitors in one transaction. */
const visitorsMax = 200;
/** A process reads the state of a room again after this time. */
const freshMs = 1_000;

export interface EntranceServices {
  readonly db: Db;
  readonly clock: ServiceClock;
  readonly secrets: Secrets;
}

/** The state of a room and of the sale behind it. */
export interface RoomState {
  readonly room: Room | null;
  readonly sale: SaleState | null;
}

interface Waiting {
  readonly request: Request;
  readonly resolve: (decision: Decision) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The entrance of one waiting room in one process. Visitors who arrive while a transaction is in progress are served together in the
 * next one, so that a crowd needs few transactions. The state is read at most once a second, however many visitors ask for it.
 */
export class Entrance {
  readonly #services: EntranceServices;
  readonly #organizerId: string;
  readonly #eventId: string;
  readonly #waiting: Waiting[] = [];
  #isServing = false;
  #state: { value: RoomState; readAtMs: number } | null = null;
  #reading: Promise<RoomState> | null = null;

  constructor(services: EntranceServices, organizerId: string, eventId: string) {
    this.#services = services;
    this.#organizerId = organizerId;
    this.#eventId = eventId;
  }

  /** The state of the room, which is at most a second old. */
  async state(): Promise<RoomState> {
    const state = this.#state;
    if (state !== null && this.#services.clock.monotonicNow() - state.readAtMs < freshMs) return state.value;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** Serves a called visitor or a new one. */
  serve(request: Request): Promise<Decision> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      if (!this.#isServing) this.#serveAll();
    });
  }

  async #read(): Promise<RoomState> {
    const { db, clock } = this.#services;
    const nowMs = clock.of(this.#organizerId).now();
    const sale = await readSaleState(db, this.#organizerId, this.#eventId, timestamp(nowMs));
    const room = await readRoom(db, this.#organizerId, this.#eventId);
    if (room === null || phaseOf(sale, room, nowMs) !== 'running') return this.#keep({ room, sale });
    if (room.opened_at !== null && !isSettlingDue(room, nowMs)) return this.#keep({ room, sale });
    return (await this.#transact([])).state;
  }

  #keep(value: RoomState): RoomState {
    this.#state = { value, readAtMs: this.#services.clock.monotonicNow() };
    return value;
  }

  async #serveAll(): Promise<void> {
    this.#isServing = true;
    for (let batch = this.#take(); batch.length > 0; batch = this.#take()) {
      try {
        const { decisions } = await this.#transact(batch.map(({ request }) => request));
        for (const [index, { resolve }] of batch.entries()) resolve(decisions[index]!);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isServing = false;
  }

  #take(): Waiting[] {
    return this.#waiting.splice(0, visitorsMax);
  }

  async #transact(requests: readonly Request[]): Promise<{ state: RoomState; decisions: readonly Decision[] }> {
    const { db, clock, secrets } = this.#services;
    const [organizerId, eventId] = [this.#organizerId, this.#eventId];
    const { room, sale, decisions } = await db.transaction().execute((tx) => {
      const nowMs = clock.of(organizerId).now();
      return serveVisitors(tx, { organizerId, eventId, nowMs, secrets }, requests);
    });
    return { state: this.#keep({ room, sale }), decisions };
  }
}
