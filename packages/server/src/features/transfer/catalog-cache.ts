import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';

/** What an order line must know of its event. */
export interface KnownEvent {
  readonly id: string;
  readonly currency: string;
}

/** What an order line must know of what it bought. */
export interface KnownOffer {
  readonly kind: 'ticket' | 'addon';
  readonly id: string;
  readonly eventId: string;
  readonly name: string;
  readonly category: string | null;
  /** An add-on's. */
  readonly type: string | null;
  readonly price: number;
  readonly unitsPerPurchase: number;
}

/** Past this what is remembered is forgotten and asked for again: memory stays flat. */
const rememberedMax = 20_000;

/** Finds events, ticket types and add-ons by their `externalId` or id, and remembers them from one batch to the next. */
export class Catalog {
  readonly #organizerId: string;
  readonly #events = new Map<string, KnownEvent>();
  readonly #offers = new Map<string, KnownOffer>();

  constructor(organizerId: string) {
    this.#organizerId = organizerId;
  }

  event(reference: string): KnownEvent | undefined {
    return this.#events.get(reference);
  }

  offer(kind: 'ticket' | 'addon', reference: string): KnownOffer | undefined {
    return this.#offers.get(`${kind} ${reference}`);
  }

  /** Looks up what is not known yet of these references. */
  async load(
    tx: Db,
    wanted: { events: Iterable<string>; tickets?: Iterable<string>; addons?: Iterable<string> },
  ): Promise<void> {
    if (this.#events.size + this.#offers.size > rememberedMax) this.forget();
    const events = [...wanted.events].filter((reference) => !this.#events.has(reference));
    for (const row of await this.#find<{ id: string; external_id: string | null; currency: string }>(
      tx,
      'events',
      events,
    )) {
      for (const name of [row.id, row.external_id]) if (name !== null) this.#events.set(name, row);
    }
    await this.#loadOffers(tx, 'ticket', wanted.tickets ?? []);
    await this.#loadOffers(tx, 'addon', wanted.addons ?? []);
  }

  async #loadOffers(tx: Db, kind: 'ticket' | 'addon', wanted: Iterable<string>): Promise<void> {
    const missing = [...wanted].filter((reference) => !this.#offers.has(`${kind} ${reference}`));
    const rows = await this.#find<{
      id: string;
      external_id: string | null;
      event_id: string;
      name: string;
      category?: string | null;
      type?: string;
      price: number;
      units_per_purchase?: number;
    }>(tx, kind === 'ticket' ? 'ticket_types' : 'addons', missing);
    for (const row of rows) {
      const offer: KnownOffer = {
        kind,
        id: row.id,
        eventId: row.event_id,
        name: row.name,
        category: row.category ?? null,
        type: row.type ?? null,
        price: row.price,
        unitsPerPurchase: row.units_per_purchase ?? 0,
      };
      for (const name of [row.id, row.external_id]) if (name !== null) this.#offers.set(`${kind} ${name}`, offer);
    }
  }

  async #find<R>(tx: Db, table: 'events' | 'ticket_types' | 'addons', references: readonly string[]): Promise<R[]> {
    if (references.length === 0) return [];
    const { isOneOf } = dialectOf(tx);
    const { rows } = await sql<R>`
      select * from ${sql.table(table)} where organizer_id = ${this.#organizerId}
        and (${isOneOf(sql.ref('id'), references)} or ${isOneOf(sql.ref('external_id'), references)})`.execute(tx);
    return rows;
  }

  /** Forgets what was learnt, as after a transaction that was rolled back. */
  forget(): void {
    this.#events.clear();
    this.#offers.clear();
  }
}
