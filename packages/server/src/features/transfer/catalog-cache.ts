import type { Language } from '#messages/languages';
import type { Db } from '../../platform/database/dialect.ts';
import { findByReferences } from '../catalog/index.ts';
import { findQuestionReferences, listQuestions, type QuestionView } from '../questions/index.ts';

/** The data of an event that order lines need. */
export interface CachedEvent {
  readonly id: string;
  readonly currency: string;
  readonly default_language: Language;
}

interface CachedItem {
  readonly id: string;
  readonly eventId: string;
  readonly name: string;
  readonly price: number;
}

export interface CachedTicketType extends CachedItem {
  readonly kind: 'ticket';
  readonly category: string | null;
}

export interface CachedAddon extends CachedItem {
  readonly kind: 'addon';
  readonly type: string;
  readonly unitsPerPurchase: number;
}

export type CachedQuestion = QuestionView;

/** The data of a ticket type or an add-on that order lines need. */
export type CachedOffer = CachedTicketType | CachedAddon;

/** References in import lines. A reference is the `externalId` of another line, or an id of this service. */
export interface References {
  readonly events: Iterable<string>;
  readonly ticketTypes?: Iterable<string>;
  readonly addons?: Iterable<string>;
}

/** The cache is cleared above this number of entries, which limits its memory. */
const maxEntries = 20_000;

/** A cache of the organizer's events, ticket types and add-ons, for all batches of an import. */
export class CatalogCache {
  readonly #organizerId: string;
  readonly #events = new Map<string, CachedEvent>();
  readonly #ticketTypes = new Map<string, CachedTicketType>();
  readonly #addons = new Map<string, CachedAddon>();
  /** By the id of the event, and then by reference. */
  readonly #questions = new Map<string, ReadonlyMap<string, CachedQuestion>>();

  constructor(organizerId: string) {
    this.#organizerId = organizerId;
  }

  event(reference: string): CachedEvent | undefined {
    return this.#events.get(reference);
  }

  ticketType(reference: string): CachedTicketType | undefined {
    return this.#ticketTypes.get(reference);
  }

  addon(reference: string): CachedAddon | undefined {
    return this.#addons.get(reference);
  }

  /** The questions of an event by their references, in their sequence, after `loadQuestions`. */
  questions(eventId: string): ReadonlyMap<string, CachedQuestion> {
    return this.#questions.get(eventId) ?? new Map();
  }

  /** Reads the questions of events that are not in the cache. */
  async loadQuestions(tx: Db, eventIds: Iterable<string>): Promise<void> {
    for (const eventId of missingFrom(this.#questions, eventIds)) {
      const questions = await listQuestions(tx, this.#organizerId, eventId);
      const references = await findQuestionReferences(tx, this.#organizerId, eventId);
      const referenceOf = new Map(references.map(({ id, reference }) => [id, reference]));
      this.#questions.set(eventId, new Map(questions.map((question) => [referenceOf.get(question.id)!, question])));
    }
  }

  /** Removes the questions of an event after one was imported. */
  forgetQuestions(eventId: string): void {
    this.#questions.delete(eventId);
  }

  /** Reads from the database those references that are not in the cache. */
  async load(tx: Db, { events, ticketTypes = [], addons = [] }: References): Promise<void> {
    if (this.#events.size + this.#ticketTypes.size + this.#addons.size > maxEntries) this.clear();
    const organizerId = this.#organizerId;
    for (const row of await findByReferences(tx, organizerId, 'event', missingFrom(this.#events, events))) {
      addTo(this.#events, row, row);
    }
    for (const row of await findByReferences(
      tx,
      organizerId,
      'ticketType',
      missingFrom(this.#ticketTypes, ticketTypes),
    )) {
      const { id, event_id: eventId, name, price, category } = row;
      addTo(this.#ticketTypes, row, { kind: 'ticket', id, eventId, name, price, category });
    }
    for (const row of await findByReferences(tx, organizerId, 'addon', missingFrom(this.#addons, addons))) {
      const { id, event_id: eventId, name, price, type, units_per_purchase: unitsPerPurchase } = row;
      addTo(this.#addons, row, { kind: 'addon', id, eventId, name, price, type, unitsPerPurchase });
    }
  }

  /** Removes all entries. Needed after a transaction was rolled back, because it may have created cached items. */
  clear(): void {
    this.#events.clear();
    this.#ticketTypes.clear();
    this.#addons.clear();
    this.#questions.clear();
  }
}

function missingFrom(cache: ReadonlyMap<string, unknown>, references: Iterable<string>): string[] {
  return [...references].filter((reference) => !cache.has(reference));
}

/** Adds an item to a cache by its id and by its `externalId`. */
function addTo<T>(cache: Map<string, T>, row: { id: string; external_id: string | null }, value: T): void {
  cache.set(row.id, value);
  if (row.external_id !== null) cache.set(row.external_id, value);
}
