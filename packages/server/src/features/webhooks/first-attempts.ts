import { randomUUID } from 'node:crypto';
import { type AdapterWithDialect, adapterOf, afterTransaction, type Db } from '../../platform/database/dialect.ts';
import type { EndpointSecretRow } from './endpoints.ts';

/** An enabled endpoint and the events that it subscribes to. */
export interface Subscriber {
  readonly id: string;
  /** Event types separated by spaces; null for all. */
  readonly event_types: string | null;
  /** Ids of events of the organizer, separated by spaces; null for all. */
  readonly only_event_ids: string | null;
  /** The endpoint with each of its secrets; missing if no worker of this process could send to it. */
  readonly target?: readonly EndpointSecretRow[];
}

/** A lease of deliveries that are inserted already claimed. */
export interface Lease {
  readonly id: string;
  /** By the clock of the organizer, RFC 3339. */
  readonly expiresAt: string;
  /** By the monotonic clock of this process. */
  readonly expiresMs: number;
}

/** A delivery that was inserted under a lease of the worker of this process. */
export interface NewClaim {
  readonly organizerId: string;
  readonly subscriber: Subscriber;
  readonly id: string;
  readonly eventId: string;
  readonly traceParent: string | null;
  readonly body: string;
  readonly lease: Lease;
}

/** A worker, for transactions of the same process. */
export interface LocalWorker {
  /** When a lease ends that begins now; null if the worker claims no deliveries that are due at `dueAt`. */
  leaseEnd(organizerId: string, dueAt: string): Omit<Lease, 'id'> | null;
  /** Reserves places in the queue of an endpoint until `settle`. Returns how many of `count` are reserved. */
  reserve(organizerId: string, subscriber: Subscriber, count: number): number;
  /** Ends the reservations of these claims, and sends their deliveries if the transaction is committed. */
  settle(claims: readonly NewClaim[], isCommitted: boolean): void;
}

/** The workers of this process, by their database. */
const workers = new WeakMap<AdapterWithDialect, Set<LocalWorker>>();

/**
 * Lets transactions of this process claim their new deliveries for a worker.
 *
 * @returns a function that ends this
 */
export function registerLocalWorker(db: Db, worker: LocalWorker): () => void {
  const adapter = adapterOf(db);
  const registered = workers.get(adapter) ?? new Set();
  workers.set(adapter, registered.add(worker));
  return () => registered.delete(worker);
}

/** Whether a worker of this process could send the deliveries of a transaction. */
export function hasLocalWorker(db: Db): boolean {
  return (workers.get(adapterOf(db))?.size ?? 0) > 0;
}

/** The columns of a delivery that are set when it is claimed. */
interface ClaimableRow {
  readonly id: string;
  readonly event_id: string;
  readonly trace_parent: string | null;
  lease_id: string | null;
  next_attempt_at: string;
}

/**
 * Claims new deliveries, before they are inserted, for the worker of this process. It sends them when the transaction is committed,
 * without another statement. Deliveries that the worker has no room for are not claimed.
 */
export class FirstAttempts {
  readonly #worker: LocalWorker;
  readonly #organizerId: string;
  readonly #lease: Lease;
  readonly #claims: NewClaim[] = [];

  private constructor(worker: LocalWorker, organizerId: string, lease: Lease) {
    this.#worker = worker;
    this.#organizerId = organizerId;
    this.#lease = lease;
  }

  /** @returns null if no worker of this process claims deliveries that are due at `dueAt` */
  static in(tx: Db, organizerId: string, dueAt: string): FirstAttempts | null {
    const [worker] = workers.get(adapterOf(tx)) ?? [];
    const leaseEnd = worker?.leaseEnd(organizerId, dueAt) ?? null;
    if (worker === undefined || leaseEnd === null) return null;
    return new FirstAttempts(worker, organizerId, { id: randomUUID(), ...leaseEnd });
  }

  /** Claims the first of these deliveries to an endpoint, as many as its queue has room for. */
  claim(subscriber: Subscriber, deliveries: readonly ClaimableRow[], bodies: ReadonlyMap<string, string>): void {
    const count = this.#worker.reserve(this.#organizerId, subscriber, deliveries.length);
    for (const row of deliveries.slice(0, count)) {
      row.lease_id = this.#lease.id;
      row.next_attempt_at = this.#lease.expiresAt;
      this.#claims.push({
        organizerId: this.#organizerId,
        subscriber,
        id: row.id,
        eventId: row.event_id,
        traceParent: row.trace_parent,
        body: bodies.get(row.event_id)!,
        lease: this.#lease,
      });
    }
  }

  /** Sends the claimed deliveries when the transaction is committed. Call it before any statement that can fail. */
  async sendAfter(tx: Db): Promise<void> {
    if (this.#claims.length === 0) return;
    await afterTransaction(tx, (isCommitted) => this.#worker.settle(this.#claims, isCommitted));
  }
}
