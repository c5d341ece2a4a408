import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { UncheckedBody } from '../../platform/http/unchecked-body.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { addons, changeEvent, createEvent, createOffer, deleteEvent, ticketTypes } from '../catalog/http.ts';
import { priceCart } from '../checkout/index.ts';
import { eventReader } from '../event-views/index.ts';
import { findCartEvent } from '../inventory/index.ts';
import { noCounters, type OrderView, placeOrder, readOrder } from '../orders/index.ts';
import { connectSandboxProviders, createPayment } from '../payments/index.ts';
import { receivePayment } from '../received-money/index.ts';
import type { TriggerServices } from './trigger.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** How long a reservation holds its stock, if it is not meant to expire. */
const holdMs = 10 * 60 * 1_000;

const reader = eventReader('organizer', { addons: true });

/** What a trigger has made or used. */
export interface Made {
  eventId: string | null;
  orderNumber: string | null;
  ticketIds: string[];
}

/** Creates events and orders of a sandbox with the operations that the API and buyers use. */
export class Shop {
  readonly #services: TriggerServices;
  readonly #scope: RequestScope;
  readonly made: Made = { eventId: null, orderNumber: null, ticketIds: [] };
  readonly #reusedEventId: string | null;

  /** @param eventId an event to use; null to create one */
  constructor(services: TriggerServices, scope: RequestScope, eventId: string | null) {
    this.#services = services;
    this.#scope = scope;
    this.#reusedEventId = eventId;
  }

  /** The id of the event to use, or of a new draft. */
  async findOrCreateEvent(): Promise<string> {
    if (this.#reusedEventId === null) return this.createEvent();
    this.made.eventId = this.#reusedEventId;
    return this.#reusedEventId;
  }

  /** Creates a draft. Returns its id. */
  async createEvent(): Promise<string> {
    const startsAt = timestamp(this.#scope.clock.now() + 30 * dayMs);
    const { id } = await this.#change((tx) =>
      createEvent(tx, this.#scope, bodyOf({ name: 'Triggered event', startsAt })),
    );
    this.made.eventId = id;
    return id;
  }

  /** Changes fields or the status of an event. */
  async changeEvent(
    eventId: string,
    patch: { description: string } | { status: 'published' | 'archived' },
  ): Promise<void> {
    await this.#change((tx) => changeEvent(tx, this.#scope, eventId, bodyOf(patch), { ifMatch: null }));
  }

  /** Deletes an event that has sold nothing. */
  async deleteEvent(eventId: string): Promise<void> {
    await this.#change((tx) => deleteEvent(tx, this.#scope, eventId));
  }

  /** Publishes an event with a ticket type and an add-on. It creates those that the event does not have. */
  async publishEvent(): Promise<{ eventId: string; ticketTypeId: string; addonId: string }> {
    const eventId = await this.findOrCreateEvent();
    const json = await reader.get(this.#services.db, this.#scope.organizerId, eventId);
    if (json === null) throw new ApiError('event_not_found', { eventId });
    const event = JSON.parse(json) as { status: string; ticketTypes: Offer[]; addons: Offer[] };
    const create = (kind: typeof addons, fields: object) =>
      this.#change((tx) => createOffer(tx, this.#scope, kind, eventId, bodyOf(fields)));
    const ticketType =
      event.ticketTypes.find(canBeBought) ?? (await create(ticketTypes, { name: 'Ticket', price: 2_500 }));
    const addon =
      event.addons.find(canBeBought) ??
      (await create(addons, { name: 'Drinks', type: 'drink', price: 900, unitsPerPurchase: 5 }));
    if (event.status === 'draft') await this.changeEvent(eventId, { status: 'published' });
    return { eventId, ticketTypeId: ticketType.id, addonId: addon.id };
  }

  /** Publishes an event, and reserves a ticket and an add-on of it. */
  async reserve(options = { holdMs }): Promise<OrderView> {
    const { eventId, ticketTypeId, addonId } = await this.publishEvent();
    const cart = { eventId, items: [{ ticketTypeId, quantity: 1 }], addons: [{ addonId, quantity: 1 }] };
    return this.#change(async (tx, now) => {
      const event = await findCartEvent(tx, eventId, { ticketTypeIds: [ticketTypeId], addonIds: [addonId] });
      if (event?.status !== 'published') throw new ApiError('organizer_suspended', {});
      const { currency } = event;
      const { lines, fees } = priceCart(event, cart, Date.parse(now), {
        outsideSalesPeriod: true,
        isComplimentary: false,
      });
      const order = {
        ...{ eventId, currency, lines, fees },
        buyer: { email: 'buyer@example.com', name: 'Ada Lovelace', phone: null },
        attendees: [],
        answers: [],
        counters: noCounters,
        language: null,
        expiresAt: timestamp(Date.parse(now) + options.holdMs),
      };
      const placed = await placeOrder(tx, this.#scope.organizerId, order, now);
      this.made.orderNumber = placed.orderNumber;
      return placed;
    });
  }

  /** Reserves a ticket and an add-on, and pays them with the payment method of sandboxes. */
  async sell(): Promise<OrderView> {
    const { orderNumber, total, currency } = await this.reserve();
    const [provider] = await connectSandboxProviders();
    if (provider === undefined) throw new Error('Sandboxes have no payment method.');
    const { method } = provider;
    const { id } = await this.#change((tx, now) =>
      createPayment(tx, this.#scope.organizerId, { orderNumber, method, amount: total, currency }, now),
    );
    const money = { amount: total, currency, chargeReference: null };
    const result = await receivePayment(this.#services, this.#scope.organizerId, id, money);
    if (result !== 'applied') throw new Error(`The payment of the order ${orderNumber} was not accepted: ${result}.`);
    const order = await readOrder(this.#services.db, this.#scope.organizerId, orderNumber);
    this.made.ticketIds = order.tickets.map((ticket) => ticket.id);
    return order;
  }

  #change<T>(work: (tx: Db, now: string) => Promise<T>): Promise<T> {
    const now = timestamp(this.#scope.clock.now());
    return this.#services.db.transaction().execute((tx) => work(tx, now));
  }
}

/** A ticket type or an add-on, as the API returns it. */
interface Offer {
  readonly id: string;
  readonly status: string;
  readonly available: number | null;
  readonly minPerOrder?: number;
  readonly price: number;
}

/** Whether one unit of an offer can be bought, and has a price. */
function canBeBought({ status, available, minPerOrder = 1, price }: Offer): boolean {
  return status === 'active' && available !== 0 && minPerOrder <= 1 && price > 0;
}

function bodyOf<T extends object>(input: T): UncheckedBody<T> {
  return { input, fieldErrors: [] };
}
