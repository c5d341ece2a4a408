import { type AdapterWithDialect, adapterOf, type Db } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { ClaimedDelivery } from './delivery-rows.ts';
import type { EndpointSecretRow } from './endpoints.ts';

/** An enabled endpoint and the events that it subscribes to. */
export interface Subscriber {
  readonly id: string;
  /** Event types separated by spaces; null for all. */
  readonly event_types: string | null;
  /** Ids of events of the organizer, separated by spaces; null for all. */
  readonly only_event_ids: string | null;
  /** The endpoint with each of its secrets; missing if no engine of this process could send to it. */
  readonly target?: readonly EndpointSecretRow[];
}

/** The engine that delivers webhooks, for transactions of the same process. */
export interface LocalEngine {
  /**
   * Claims the first of these new deliveries of an endpoint, as many as it has free slots: sets their lease before they are inserted.
   * `settle` must be called with them when the transaction ends.
   *
   * @param bodies the bodies of the events, by their ids
   */
  claimNew(
    subscriber: Subscriber,
    deliveries: Tables['webhook_deliveries'][],
    bodies: ReadonlyMap<string, string>,
  ): ClaimedDelivery[];
  /** Sends deliveries of `claimNew` if their transaction is committed. Otherwise, gives back their slots. */
  settle(deliveries: readonly ClaimedDelivery[], isCommitted: boolean): void;
}

/** The engines of this process, by their database. */
const engines = new WeakMap<AdapterWithDialect, Set<LocalEngine>>();

/**
 * Lets transactions of this process claim their new deliveries for an engine.
 *
 * @returns a function that ends this
 */
export function registerLocalEngine(db: Db, engine: LocalEngine): () => void {
  const adapter = adapterOf(db);
  const registered = engines.get(adapter) ?? new Set();
  engines.set(adapter, registered.add(engine));
  return () => registered.delete(engine);
}

/** The engine of this process that could send the deliveries of a transaction; undefined if there is none. */
export function localEngine(db: Db): LocalEngine | undefined {
  const [engine] = engines.get(adapterOf(db)) ?? [];
  return engine;
}
