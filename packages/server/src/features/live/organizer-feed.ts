import type { ServiceClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { readScanMark } from '../gate/index.ts';
import { readFiguresVersion } from '../sales-figures/index.ts';
import { type ChangeEvent, readLastSequence, readNewEvents, readWebhookMark } from '../webhooks/index.ts';

/** A change to show in open tabs, and the permission that it requires. */
export interface Change {
  readonly event: 'change' | 'figures' | 'scans' | 'webhooks';
  readonly data: object;
  readonly permission: string;
}

/**
 * On PostgreSQL, a transaction can commit after another one that has a greater sequence number. If it commits
 * more than this time later, its events are not sent to open tabs.
 */
const lateMs = 10_000;
/** The maximum number of events that one read returns. */
const eventLimit = 500;

/** The permission that each kind of webhook event requires. Other kinds are not sent to open tabs. */
const permissionOfKind: Readonly<Record<string, string>> = {
  event: 'events:read',
  order: 'orders:read',
  payment: 'orders:read',
  refund: 'orders:read',
  ticket: 'tickets:read',
  addon: 'addons:read',
  settlement: 'settlements:read',
  endpoint: 'webhooks:read',
};

/** The fields of a resource that are sent to open tabs. None of them is personal data. */
const sentFields = ['id', 'orderNumber', 'eventId', 'status', 'total', 'currency'];

/** Reads what has changed for one organizer since the last read. */
export class OrganizerFeed {
  readonly #db: Db;
  readonly #organizerId: string;
  readonly #clock: ServiceClock;
  /** Events with this sequence number or a lower one are not read again. */
  #floor = 0;
  /** The times at which events with a greater sequence number were read. In milliseconds of the monotonic clock. */
  readonly #read = new Map<number, number>();
  #figuresVersion = 0;
  #webhookMark = '';
  #scanMark = '';

  constructor(db: Db, organizerId: string, clock: ServiceClock) {
    this.#db = db;
    this.#organizerId = organizerId;
    this.#clock = clock;
  }

  /** Sets the position after which changes are read. */
  async start(): Promise<void> {
    this.#floor = await readLastSequence(this.#db, this.#organizerId);
    this.#figuresVersion = await readFiguresVersion(this.#db, this.#organizerId);
    this.#webhookMark = await this.#readWebhookMark();
    this.#scanMark = await readScanMark(this.#db, this.#organizerId);
  }

  /**
   * Reads the changes since the last read. If it throws, the next read returns them.
   *
   * @throws Error if the database is unavailable
   */
  async readChanges(): Promise<Change[]> {
    const figuresVersion = await readFiguresVersion(this.#db, this.#organizerId);
    const webhookMark = await this.#readWebhookMark();
    const scanMark = await readScanMark(this.#db, this.#organizerId);
    // The last statement: it marks the events as read.
    const changes = (await this.#readNewEvents()).flatMap(toChange);
    if (figuresVersion !== this.#figuresVersion) {
      changes.push({ event: 'figures', data: {}, permission: 'figures:read' });
    }
    if (scanMark !== this.#scanMark) changes.push({ event: 'scans', data: {}, permission: 'figures:read' });
    if (webhookMark !== this.#webhookMark) changes.push({ event: 'webhooks', data: {}, permission: 'webhooks:read' });
    this.#figuresVersion = figuresVersion;
    this.#webhookMark = webhookMark;
    this.#scanMark = scanMark;
    return changes;
  }

  #readWebhookMark(): Promise<string> {
    return readWebhookMark(this.#db, this.#organizerId, this.#clock.of(this.#organizerId).now());
  }

  async #readNewEvents(): Promise<ChangeEvent[]> {
    const nowMs = this.#clock.monotonicNow();
    for (const [sequence, readMs] of this.#read) {
      if (nowMs - readMs < lateMs) continue;
      this.#floor = Math.max(this.#floor, sequence);
    }
    for (const sequence of this.#read.keys()) if (sequence <= this.#floor) this.#read.delete(sequence);
    const events = await readNewEvents(this.#db, this.#organizerId, { after: this.#floor, limit: eventLimit });
    const newEvents = events.filter(({ sequence }) => !this.#read.has(sequence));
    for (const { sequence } of newEvents) this.#read.set(sequence, nowMs);
    // Later events would not be read otherwise.
    const last = events.at(-1);
    if (last !== undefined && events.length === eventLimit) this.#floor = last.sequence;
    return newEvents;
  }
}

function toChange({ type, data }: ChangeEvent): Change[] {
  const permission = permissionOfKind[type.split('.')[0]!];
  if (permission === undefined) return [];
  const fields = Object.fromEntries(sentFields.filter((name) => name in data).map((name) => [name, data[name]]));
  return [{ event: 'change', data: { type, ...fields }, permission }];
}
