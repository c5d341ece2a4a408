import type { Db } from '../../platform/database/dialect.ts';
import { findByReferences } from '../catalog/index.ts';

/** An event, as far as order lines refer to it. */
export interface KnownEvent {
  readonly id: string;
  readonly currency: string;
}

interface KnownItem {
  readonly id: string;
  readonly eventId: string;
  readonly name: string;
  readonly price: number;
}

export interface KnownTicketType extends KnownItem {
  readonly kind: 'ticket';
  readonly category: string | null;
}

export interface KnownAddon extends KnownItem {
  readonly kind: 'addon';
  readonly type: string;
  readonly unitsPerPurchase: number;
}

/** A ticket type or an add-on, as far as order lines refer to it. */
export type KnownOffer = KnownTicketType | KnownAddon;

/** References of import lines: the `externalId` of another line, or an id of this service. */
export interface References {
  readonly events: Iterable<string>;
  readonly ticketTypes?: Iterable<string>;
  readonly addons?: Iterable<string>;
}

/** Above this number of entries the cache is cleared: its memory is bounded. */
const entriesMax = 20_000;

/** A cache of the organizer's events, ticket types and add-ons, for all batches of an import. */
export class CatalogCache {
  readonly #organizerId: string;
  readonly #events = new Map<string, KnownEvent>();
  readonly #ticketTypes = new Map<string, KnownTicketType>();
  readonly #addons = new Map<string, KnownAddon>();

  constructor(organizerId: string) {
    this.#organizerId = organizerId;
  }

  event(reference: string): KnownEvent | undefined {
    return this.#events.get(reference);
  }

  ticketType(reference: string): KnownTicketType | undefined {
    return this.#ticketTypes.get(reference);
  }

  addon(reference: string): KnownAddon | undefined {
    return this.#addons.get(reference);
  }

  /** Reads from the database those references that are not in the cache. */
  async load(tx: Db, { events, ticketTypes = [], addons = [] }: References): Promise<void> {
    if (this.#events.size + this.#ticketTypes.size + this.#addons.size > entriesMax) this.clear();
    const organizerId = this.#organizerId;
    for (const row of await findByReferences(tx, organizerId, 'event', missingIn(this.#events, events))) {
      addTo(this.#events, row, row);
    }
    for (const row of await findByReferences(
      tx,
      organizerId,
      'ticketType',
      missingIn(this.#ticketTypes, ticketTypes),
    )) {
      const { id, event_id: eventId, name, price, category } = row;
      addTo(this.#ticketTypes, row, { kind: 'ticket', id, eventId, name, price, category });
    }
    for (const row of await findByReferences(tx, organizerId, 'addon', missingIn(this.#addons, addons))) {
      const { id, event_id: eventId, name, price, type, units_per_purchase: unitsPerPurchase } = row;
      addTo(this.#addons, row, { kind: 'addon', id, eventId, name, price, type, unitsPerPurchase });
    }
  }

  /** Removes all entries, as after a transaction that was rolled back. */
  clear(): void {
    this.#events.clear();
    this.#ticketTypes.clear();
    this.#addons.clear();
  }
}

function missingIn(known: ReadonlyMap<string, unknown>, references: Iterable<string>): string[] {
  return [...references].filter((reference) => !known.has(reference));
}

/** An entry is found by its id and by its `externalId`. */
function addTo<T>(known: Map<string, T>, row: { id: string; external_id: string | null }, value: T): void {
  known.set(row.id, value);
  if (row.external_id !== null) known.set(row.external_id, value);
}
