import type * as Api from './api.ts';
import { Changes, type SyncOptions } from './changes.ts';
import { List } from './list.ts';
import { RowStream } from './row-stream.ts';
import { EventStream, type StreamOptions } from './stream.ts';
import type {
  ApiPromise,
  CreateOptions,
  IfChanged,
  ReadOptions,
  RequestOptions,
  Transport,
  UpdateOptions,
} from './transport.ts';
import type { Body, Query, WebhookEvent } from './types.ts';

const segment = encodeURIComponent;
const eventsPath = '/api/v1/events';
const eventPath = (id: string) => `${eventsPath}/${segment(id)}`;
const questionsPath = (eventId: string) => `${eventPath(eventId)}/questions`;
const questionPath = (eventId: string, id: string) => `${questionsPath(eventId)}/${segment(id)}`;
const ordersPath = '/api/v1/orders';
const paymentsPath = '/api/v1/payments';
const refundsPath = '/api/v1/refunds';
const ticketsPath = '/api/v1/tickets';
const attendeesPath = '/api/v1/attendees';
const checkInsPath = '/api/v1/check-ins';
const consumptionsPath = '/api/v1/consumptions';
const entitlementsPath = '/api/v1/addons';
const settlementsPath = '/api/v1/settlements';
const embedPath = '/api/embed/v1/events';
const webhookEventsPath = '/api/v1/webhook-events';
const endpointsPath = '/api/v1/webhook-endpoints';
const deliveriesPath = '/api/v1/webhook-deliveries';
const gatePath = '/api/gate/v1';
const publicPath = '/api/public/v1';

/** The operations on one kind of resource. */
class Resource {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }
}

/** Events, each with its ticket types and add-ons. Writes need the scope `events:write`. With a publishable key, use `embed`. */
export class Events extends Resource {
  /** Lists events, the newest first. */
  list(query?: Query<'listEvents'>, options?: RequestOptions): List<Api.Event> {
    return new List(this.transport, eventsPath, query, options);
  }

  /**
   * Returns the events that have changed since a position or a time; without one, all events. Sales are not changes, so these events
   * have no sold quantities: `get` returns them.
   */
  syncSince(
    position?: string | null,
    query?: Pick<Query<'listEvents'>, 'limit'>,
    options?: SyncOptions,
  ): Changes<Api.ChangedEvent> {
    return new Changes(this.transport, { path: eventsPath, idField: 'id', query }, position, options);
  }

  /** Reads an event. */
  get<O extends ReadOptions>(id: string, options?: O): ApiPromise<IfChanged<Api.Event, O>> {
    return this.transport.get(eventPath(id), options);
  }

  /** Creates an event. It is a draft unless its status is `published`. */
  create(event: Body<'createEvent'>, options?: CreateOptions): ApiPromise<Api.Event> {
    return this.transport.create(eventsPath, event, options);
  }

  /** Changes, publishes or archives an event. Absent fields do not change, and null clears a field. */
  update(id: string, changes: Body<'updateEvent'>, options?: UpdateOptions): ApiPromise<Api.Event> {
    return this.transport.update(eventPath(id), changes, options);
  }

  /** Creates the event with an `externalId`, or changes it if there is one: then absent fields do not change. */
  upsert(externalId: string, event: Body<'upsertEvent'>, options?: RequestOptions): ApiPromise<Api.Event> {
    return this.transport.upsert(eventsPath, externalId, event, options);
  }

  /** Deletes an event that has never sold anything. Returns the event as it was. */
  delete(id: string, options?: RequestOptions): ApiPromise<Api.Event> {
    return this.transport.send({ method: 'DELETE', path: eventPath(id), ...options });
  }
}

/** The ticket types of events. They are read with their event. */
export class TicketTypes extends Resource {
  /** Adds a ticket type to an event. */
  create(eventId: string, ticketType: Body<'createTicketType'>, options?: CreateOptions): ApiPromise<Api.TicketType> {
    return this.transport.create(`${eventPath(eventId)}/ticket-types`, ticketType, options);
  }

  /** Changes or archives a ticket type. Absent fields do not change, and null clears a field. */
  update(
    eventId: string,
    id: string,
    changes: Body<'updateTicketType'>,
    options?: UpdateOptions,
  ): ApiPromise<Api.TicketType> {
    return this.transport.update(`${eventPath(eventId)}/ticket-types/${segment(id)}`, changes, options);
  }

  /** Creates the ticket type with an `externalId`, or changes it if there is one: then absent fields do not change. */
  upsert(
    eventId: string,
    externalId: string,
    ticketType: Body<'upsertTicketType'>,
    options?: RequestOptions,
  ): ApiPromise<Api.TicketType> {
    return this.transport.upsert(`${eventPath(eventId)}/ticket-types`, externalId, ticketType, options);
  }

  /** Deletes a ticket type that no order has. Returns its event. */
  delete(eventId: string, id: string, options?: RequestOptions): ApiPromise<Api.Event> {
    return this.transport.send({
      method: 'DELETE',
      path: `${eventPath(eventId)}/ticket-types/${segment(id)}`,
      ...options,
    });
  }
}

/** The add-ons that events sell. They are read with their event. `entitlements` are the purchased add-ons. */
export class Addons extends Resource {
  /** Adds an add-on to an event. */
  create(eventId: string, addon: Body<'createAddon'>, options?: CreateOptions): ApiPromise<Api.Addon> {
    return this.transport.create(`${eventPath(eventId)}/addons`, addon, options);
  }

  /** Changes or archives an add-on. Absent fields do not change, and null clears a field. */
  update(eventId: string, id: string, changes: Body<'updateAddon'>, options?: UpdateOptions): ApiPromise<Api.Addon> {
    return this.transport.update(`${eventPath(eventId)}/addons/${segment(id)}`, changes, options);
  }

  /** Creates the add-on with an `externalId`, or changes it if there is one: then absent fields do not change. */
  upsert(
    eventId: string,
    externalId: string,
    addon: Body<'upsertAddon'>,
    options?: RequestOptions,
  ): ApiPromise<Api.Addon> {
    return this.transport.upsert(`${eventPath(eventId)}/addons`, externalId, addon, options);
  }

  /** Deletes an add-on that no order has. Returns its event. */
  delete(eventId: string, id: string, options?: RequestOptions): ApiPromise<Api.Event> {
    return this.transport.send({ method: 'DELETE', path: `${eventPath(eventId)}/addons/${segment(id)}`, ...options });
  }
}

/** The questions of events to buyers and ticket holders. Their answers are in the detail of an order, and in the list of attendees. */
export class Questions extends Resource {
  /** Reads the questions of an event in their sequence, including archived ones. */
  ofEvent(eventId: string, options?: RequestOptions): ApiPromise<Api.QuestionList> {
    return this.transport.send({ method: 'GET', path: questionsPath(eventId), ...options });
  }

  /** Reads a question. */
  get(eventId: string, id: string, options?: RequestOptions): ApiPromise<Api.Question> {
    return this.transport.send({ method: 'GET', path: questionPath(eventId, id), ...options });
  }

  /** Adds a question to an event. */
  create(eventId: string, question: Body<'createQuestion'>, options?: CreateOptions): ApiPromise<Api.Question> {
    return this.transport.create(questionsPath(eventId), question, options);
  }

  /** Changes, archives or restores a question. Absent fields do not change, and null clears a field. */
  update(
    eventId: string,
    id: string,
    changes: Body<'updateQuestion'>,
    options?: RequestOptions,
  ): ApiPromise<Api.Question> {
    return this.transport.update(questionPath(eventId, id), changes, options);
  }

  /** Deletes a question, or archives it if it has answers. Returns the question. */
  delete(eventId: string, id: string, options?: RequestOptions): ApiPromise<Api.Question> {
    return this.transport.send({ method: 'DELETE', path: questionPath(eventId, id), ...options });
  }
}

/** Orders. Reading the buyer needs the scope `orders:read:pii`, and is audited. Writes need the scope `orders:write`. */
export class Orders extends Resource {
  /** Lists orders, the newest first. `expand` adds parts of the order detail to each order. */
  list(query?: Query<'listOrders'>, options?: RequestOptions): List<Api.Order> {
    return new List(this.transport, ordersPath, query, options);
  }

  /** Reads all orders in one response, such as those of an event. */
  stream(query?: Omit<Query<'listOrders'>, 'limit' | 'q'>, options?: RequestOptions): RowStream<Api.Order> {
    return new RowStream(this.transport, ordersPath, query, options);
  }

  /** Returns the orders that have changed since a position or a time; without one, all orders. */
  syncSince(
    position?: string | null,
    query?: Pick<Query<'listOrders'>, 'limit' | 'eventId' | 'expand'>,
    options?: SyncOptions,
  ): Changes<Api.Order> {
    return new Changes(this.transport, { path: ordersPath, idField: 'orderNumber', query }, position, options);
  }

  /** Reads an order with its fees, items and tickets. `expand` adds its payments and refunds. */
  get(orderNumber: string, options?: RequestOptions & Query<'getOrder'>): ApiPromise<Api.OrderDetail> {
    const { expand, ...requestOptions } = options ?? {};
    const path = `${ordersPath}/${segment(orderNumber)}`;
    return this.transport.send({ method: 'GET', path, query: { expand }, ...requestOptions });
  }

  /** Creates an order that you sell yourself, paid or pending. */
  create(order: Body<'createOrder'>, options?: CreateOptions): ApiPromise<Api.OrderDetail> {
    return this.transport.create(ordersPath, order, options);
  }

  /** Changes the `externalId` and the `metadata` of an order. Needs the scope `orders:write`. */
  update(orderNumber: string, changes: Body<'updateOrder'>, options?: UpdateOptions): ApiPromise<Api.OrderDetail> {
    return this.transport.update(`${ordersPath}/${segment(orderNumber)}`, changes, options);
  }

  /** Refunds tickets, quantities of items, an amount, or the whole order. */
  refund(orderNumber: string, refund: Body<'createRefund'>, options?: CreateOptions): ApiPromise<Api.Refund> {
    return this.transport.create(`${ordersPath}/${segment(orderNumber)}/refunds`, refund, options);
  }

  /** Returns what a refund would do. Nothing is refunded. */
  previewRefund(
    orderNumber: string,
    refund: Body<'createRefund'>,
    options?: CreateOptions,
  ): ApiPromise<Api.RefundPreview> {
    return this.transport.create(`${ordersPath}/${segment(orderNumber)}/refunds`, { ...refund, dryRun: true }, options);
  }

  /** Cancels a pending order. */
  cancel(orderNumber: string, cancellation: Body<'cancelOrder'>, options?: CreateOptions): ApiPromise<Api.OrderDetail> {
    return this.transport.create(`${ordersPath}/${segment(orderNumber)}/cancel`, cancellation, options);
  }

  /** Records that the organizer has received the money for a pending order. */
  pay(orderNumber: string, money: Body<'payOrder'>, options?: CreateOptions): ApiPromise<Api.OrderDetail> {
    return this.transport.create(`${ordersPath}/${segment(orderNumber)}/pay`, money, options);
  }
}

/** Payments of orders. */
export class Payments extends Resource {
  /** Lists payments, the newest first. */
  list(query?: Query<'listPayments'>, options?: RequestOptions): List<Api.Payment> {
    return new List(this.transport, paymentsPath, query, options);
  }

  /** Returns the payments that have changed since a position or a time; without one, all payments. */
  syncSince(
    position?: string | null,
    query?: Pick<Query<'listPayments'>, 'limit' | 'orderNumber'>,
    options?: SyncOptions,
  ): Changes<Api.Payment> {
    return new Changes(this.transport, { path: paymentsPath, idField: 'id', query }, position, options);
  }

  /** Reads a payment. */
  get(id: string, options?: RequestOptions): ApiPromise<Api.Payment> {
    return this.transport.get(`${paymentsPath}/${segment(id)}`, options);
  }
}

/** Refunds of orders. `orders.refund` makes one. */
export class Refunds extends Resource {
  /** Lists refunds, the newest first. */
  list(query?: Query<'listRefunds'>, options?: RequestOptions): List<Api.Refund> {
    return new List(this.transport, refundsPath, query, options);
  }

  /** Reads a refund. */
  get(id: string, options?: RequestOptions): ApiPromise<Api.Refund> {
    return this.transport.get(`${refundsPath}/${segment(id)}`, options);
  }
}

/** Issued tickets. */
export class Tickets extends Resource {
  /** Lists tickets, the newest first. */
  list(query?: Query<'listTickets'>, options?: RequestOptions): List<Api.Ticket> {
    return new List(this.transport, ticketsPath, query, options);
  }

  /** Returns the tickets that have changed since a position or a time; without one, all tickets. */
  syncSince(
    position?: string | null,
    query?: Pick<Query<'listTickets'>, 'limit' | 'eventId' | 'orderNumber'>,
    options?: SyncOptions,
  ): Changes<Api.Ticket> {
    return new Changes(this.transport, { path: ticketsPath, idField: 'id', query }, position, options);
  }

  /** Reads a ticket. */
  get(id: string, options?: RequestOptions): ApiPromise<Api.Ticket> {
    return this.transport.get(`${ticketsPath}/${segment(id)}`, options);
  }

  /** Changes the holder, the `externalId` and the `metadata` of a ticket. Needs the scope `orders:write`. */
  update(id: string, changes: Body<'updateTicket'>, options?: UpdateOptions): ApiPromise<Api.Ticket> {
    return this.transport.update(`${ticketsPath}/${segment(id)}`, changes, options);
  }

  /** Assigns bibs to the tickets of an event. A repeated call changes nothing more. Needs the scope `orders:write`. */
  assignBibs(eventId: string, assignment: Body<'assignBibs'>, options?: RequestOptions): ApiPromise<Api.AssignedBibs> {
    const path = `${eventPath(eventId)}/bibs`;
    return this.transport.send({ method: 'POST', path, body: assignment, isRepeatable: true, ...options });
  }
}

/** Attendees: tickets with their holders, buyers and add-ons. Each read is audited. Needs the scope `orders:read:pii`. */
export class Attendees extends Resource {
  /** Lists attendees, the newest first. `q` searches, and returns one page with the best results. */
  list(query?: Query<'listAttendees'>, options?: RequestOptions): List<Api.ListedAttendee> {
    return new List(this.transport, attendeesPath, query, options);
  }

  /** Reads all attendees in one response, such as those of an event. */
  stream(query?: Omit<Query<'listAttendees'>, 'limit' | 'q'>, options?: RequestOptions): RowStream<Api.ListedAttendee> {
    return new RowStream(this.transport, attendeesPath, query, options);
  }

  /** Returns the attendees that have changed since a position or a time; without one, all attendees. */
  syncSince(
    position?: string | null,
    query?: Pick<Query<'listAttendees'>, 'limit' | 'eventId' | 'ticketTypeId'>,
    options?: SyncOptions,
  ): Changes<Api.ListedAttendee> {
    return new Changes(this.transport, { path: attendeesPath, idField: 'id', query }, position, options);
  }
}

/** Check-ins, decided as a gate does. Holders are in the results only with the scope `orders:read:pii`. */
export class CheckIns extends Resource {
  /**
   * Checks in a ticket. Read `result`: the call also succeeds if the ticket is refused. `nonce` is your id of the scan: however often
   * the call is repeated with it, there is one scan.
   */
  create(scanned: Body<'checkIn'>, options?: RequestOptions): ApiPromise<Api.CheckIn> {
    return this.transport.send({ method: 'POST', path: checkInsPath, body: scanned, isRepeatable: true, ...options });
  }

  /** Undoes a check-in, also the scan of a device. A repeated call changes nothing. */
  undo(id: string, options?: RequestOptions): ApiPromise<Api.CheckIn> {
    const path = `${checkInsPath}/${segment(id)}/undo`;
    return this.transport.send({ method: 'POST', path, isRepeatable: true, ...options });
  }
}

/** Consumed units of purchased add-ons. */
export class Consumptions extends Resource {
  /** Lists consumptions, the newest first. */
  list(query?: Query<'listConsumptions'>, options?: RequestOptions): List<Api.Consumption> {
    return new List(this.transport, consumptionsPath, query, options);
  }

  /** Reads a consumption. */
  get(id: string, options?: RequestOptions): ApiPromise<Api.Consumption> {
    return this.transport.get(`${consumptionsPath}/${segment(id)}`, options);
  }
}

/** Purchased add-ons, whose units can be consumed. */
export class Entitlements extends Resource {
  /** Lists entitlements, the newest first. */
  list(query?: Query<'listEntitlements'>, options?: RequestOptions): List<Api.Entitlement> {
    return new List(this.transport, entitlementsPath, query, options);
  }

  /** Returns the entitlements that have changed since a position or a time; without one, all entitlements. */
  syncSince(
    position?: string | null,
    query?: Pick<Query<'listEntitlements'>, 'limit' | 'eventId' | 'type' | 'orderNumber'>,
    options?: SyncOptions,
  ): Changes<Api.Entitlement> {
    return new Changes(this.transport, { path: entitlementsPath, idField: 'id', query }, position, options);
  }

  /** Reads an entitlement. */
  get(id: string, options?: RequestOptions): ApiPromise<Api.Entitlement> {
    return this.transport.get(`${entitlementsPath}/${segment(id)}`, options);
  }

  /**
   * Consumes units of an entitlement. `ref` is your identifier for this consumption: however often the call is repeated with it,
   * the units are consumed once. Store it before the call, and repeat the call with it if it is unknown whether it succeeded.
   */
  consume(consumption: Body<'consumeUnits'>, options?: CreateOptions): ApiPromise<Api.ConsumeResult> {
    const path = `${entitlementsPath}/consume`;
    return this.transport.send({ method: 'POST', path, body: consumption, isRepeatable: true, ...options });
  }

  /** Returns all units of a consumption, once, within the time that the organizer has set. A repeated call changes nothing. */
  reverse(
    consumptionId: string,
    reversal: Body<'reverseConsumption'>,
    options?: CreateOptions,
  ): ApiPromise<Api.ConsumptionReversal> {
    const path = `${entitlementsPath}/consumptions/${encodeURIComponent(consumptionId)}/reverse`;
    return this.transport.send({ method: 'POST', path, body: reversal, isRepeatable: true, ...options });
  }
}

/** The settlement of each event: what was sold, refunded and paid out. */
export class Settlements extends Resource {
  /** Lists settlements, the newest first. */
  list(query?: Query<'listSettlements'>, options?: RequestOptions): List<Api.Settlement> {
    return new List(this.transport, settlementsPath, query, options);
  }

  /** Returns the settlements that have changed since a position or a time; without one, all settlements. */
  syncSince(
    position?: string | null,
    query?: Pick<Query<'listSettlements'>, 'limit' | 'eventId'>,
    options?: SyncOptions,
  ): Changes<Api.Settlement> {
    return new Changes(this.transport, { path: settlementsPath, idField: 'id', query }, position, options);
  }
}

/**
 * The webhook events of the last 30 days. A secret key receives the types whose resources it can read. With this feed, a program
 * that no server can reach, such as a till behind a firewall, receives the same events as a webhook endpoint.
 */
export class WebhookEvents extends Resource {
  /** Lists events in the order of their `sequence`, the oldest first. To continue later, send the last `sequence` as `after`. */
  list(query?: Query<'listWebhookEvents'>, options?: RequestOptions): List<WebhookEvent> {
    return new List(this.transport, webhookEventsPath, query, options);
  }

  /** Reads an event. */
  get(id: string, options?: RequestOptions): ApiPromise<WebhookEvent> {
    return this.transport.get(`${webhookEventsPath}/${segment(id)}`, options);
  }

  /** Returns each event when it is committed. Without `after` or `createdSince`, it starts with the next event. */
  stream(query?: Query<'streamWebhookEvents'>, options?: StreamOptions): EventStream {
    return new EventStream(this.transport, query, options);
  }
}

/** The endpoints that receive webhook events. It needs the scope `webhooks:write`. */
export class WebhookEndpoints extends Resource {
  /** Lists endpoints with their health, the newest first. */
  list(query?: Query<'listWebhookEndpoints'>, options?: RequestOptions): List<Api.WebhookEndpointWithHealth> {
    return new List(this.transport, endpointsPath, query, options);
  }

  /** Creates an endpoint. Only this response and `rotateSecret` have a signing secret: store it. */
  create(endpoint: Body<'createWebhookEndpoint'>, options?: RequestOptions): ApiPromise<Api.CreatedWebhookEndpoint> {
    return this.transport.send({ method: 'POST', path: endpointsPath, body: endpoint, ...options });
  }

  /** Reads an endpoint with its health. */
  get(id: string, options?: RequestOptions): ApiPromise<Api.WebhookEndpointWithHealth> {
    return this.transport.get(this.#path(id), options);
  }

  /** Changes the given fields of an endpoint. */
  update(
    id: string,
    changes: Body<'updateWebhookEndpoint'>,
    options?: UpdateOptions,
  ): ApiPromise<Api.WebhookEndpointSettings> {
    return this.transport.update(this.#path(id), changes, options);
  }

  /** Deletes an endpoint, and cancels its pending deliveries. */
  delete(id: string, options?: RequestOptions): ApiPromise<Api.WebhookEndpointSettings> {
    return this.transport.send({ method: 'DELETE', path: this.#path(id), ...options });
  }

  /** Enables an endpoint. It does not receive the events that it missed. */
  enable(id: string, options?: RequestOptions): ApiPromise<Api.WebhookEndpointSettings> {
    return this.#post(id, 'enable', options);
  }

  /** Disables an endpoint, and cancels its pending deliveries. */
  disable(id: string, options?: RequestOptions): ApiPromise<Api.WebhookEndpointSettings> {
    return this.#post(id, 'disable', options);
  }

  /** Creates a new signing secret. Deliveries are signed with the old one too until `graceHours` have passed. */
  rotateSecret(
    id: string,
    rotation: Body<'rotateWebhookSecret'>,
    options?: RequestOptions,
  ): ApiPromise<Api.RotatedSecret> {
    return this.#post(id, 'rotate-secret', { ...options, body: rotation });
  }

  /** Sends an event with example data to an endpoint. */
  test(id: string, test: Body<'testWebhookEndpoint'>, options?: RequestOptions): ApiPromise<Api.WebhookDelivery> {
    return this.#post(id, 'test', { ...options, body: test });
  }

  #path(id: string): string {
    return `${endpointsPath}/${segment(id)}`;
  }

  #post<T>(id: string, action: string, request?: RequestOptions & { body?: object }): ApiPromise<T> {
    return this.transport.send({ method: 'POST', path: `${this.#path(id)}/${action}`, ...request });
  }
}

/** The deliveries of webhook events to endpoints. It needs the scope `webhooks:write`. */
export class WebhookDeliveries extends Resource {
  /** Lists deliveries, those of the newest event first. */
  list(query?: Query<'listWebhookDeliveries'>, options?: RequestOptions): List<Api.ListedDelivery> {
    return new List(this.transport, deliveriesPath, query, options);
  }

  /** Reads a delivery with its event and its attempts. */
  get(id: string, options?: RequestOptions): ApiPromise<Api.DeliveryDetail> {
    return this.transport.get(`${deliveriesPath}/${segment(id)}`, options);
  }

  /** Sends a delivery again now. */
  resend(id: string, options?: RequestOptions): ApiPromise<Api.WebhookDelivery> {
    return this.transport.send({ method: 'POST', path: `${deliveriesPath}/${segment(id)}/resend`, ...options });
  }
}

/** The sandbox, with test data. It needs a secret key of the sandbox, `sk_test_…`. */
export class Sandbox extends Resource {
  /** Changes test data so that a webhook event of the given type is sent. Each call causes a new event. */
  trigger(request: Body<'triggerEvent'>, options?: RequestOptions): ApiPromise<Api.TriggerResult> {
    return this.transport.send({ method: 'POST', path: '/api/v1/sandbox/triggers', body: request, ...options });
  }
}

/** The published events for the website of the organizer. A publishable key is sufficient. */
export class Embed extends Resource {
  /** Lists the published events, the newest first. */
  list(query?: Query<'listPublishedEvents'>, options?: RequestOptions): List<Api.PublicEvent> {
    return new List(this.transport, embedPath, query, options);
  }

  /** Reads a published event. `lang` is the language of its texts. */
  get<O extends ReadOptions & Query<'getPublishedEvent'>>(
    id: string,
    options?: O,
  ): ApiPromise<IfChanged<Api.PublicEvent, O>> {
    const { lang, ...requestOptions } = options ?? {};
    return this.transport.send({
      method: 'GET',
      path: `${embedPath}/${segment(id)}`,
      query: { lang },
      ...requestOptions,
    });
  }

  /** Reads which ticket types and add-ons of an event can be bought now. */
  availability<O extends ReadOptions>(id: string, options?: O): ApiPromise<IfChanged<Api.Availability, O>> {
    return this.transport.get(`${embedPath}/${segment(id)}/availability`, options);
  }
}

/** The purchase of tickets. It needs no API key, so browsers can use it; a key of the client is not sent. */
export class Checkout extends Resource {
  /** Reads a published event, as buyers may see it. `lang` is the language of its texts. */
  event(id: string, options?: RequestOptions & Query<'getEventOnSale'>): ApiPromise<Api.EventOnSale> {
    const { lang, ...requestOptions } = options ?? {};
    const path = `${publicPath}/events/${segment(id)}`;
    return this.transport.send({ method: 'GET', path, query: { lang }, ...requestOptions, token: null });
  }

  /** Calculates the price of a cart. Nothing is reserved. */
  quote(cart: Body<'quote'>, options?: RequestOptions): ApiPromise<Api.Quote> {
    return this.#post('quote', cart, { ...options, isRepeatable: true });
  }

  /** Reserves the tickets and add-ons of a cart until `expiresAt`. */
  reserve(cart: Body<'reserve'>, options?: CreateOptions): ApiPromise<Api.Reservation> {
    return this.transport.create(`${publicPath}/reserve`, cart, { ...options, token: null });
  }

  /** Sends a one-time code to an e-mail address. The response is the same for all addresses. */
  requestCode(request: Body<'requestCode'>, options?: RequestOptions): ApiPromise<Api.OtpSent> {
    return this.#post('otp', request, options);
  }

  /** Verifies a one-time code. The `buyerToken` in the result proves the e-mail address for 30 minutes. */
  verifyCode(request: Body<'verifyCode'>, options?: RequestOptions): ApiPromise<Api.BuyerToken> {
    return this.#post('otp/verify', request, options);
  }

  /** Pays a reservation, or returns the page where the buyer pays. An order that is already paid is not paid again. */
  pay(payment: Body<'pay'>, options?: RequestOptions): ApiPromise<Api.PayResult> {
    return this.#post('pay', payment, { ...options, isRepeatable: true });
  }

  /** Cancels a reservation and releases its tickets. */
  cancel(reservation: Body<'cancelReservation'>, options?: RequestOptions): ApiPromise<Api.CancelledReservation> {
    return this.#post('cancel', reservation, options);
  }

  /**
   * Reads an order of the buyer, with the QR contents of its tickets.
   *
   * @param token the `buyerToken` or the `reservationToken`
   */
  order(
    orderNumber: string,
    token: string,
    options?: RequestOptions & Query<'getOwnOrder'>,
  ): ApiPromise<Api.BuyerOrder> {
    const { lang, ...requestOptions } = options ?? {};
    const path = `${publicPath}/orders/${segment(orderNumber)}`;
    return this.transport.send({ method: 'GET', path, query: { lang }, ...requestOptions, token });
  }

  /**
   * Changes answers of an order for its buyer.
   *
   * @param token the `buyerToken` or the `reservationToken`
   */
  answer(
    orderNumber: string,
    token: string,
    answers: Body<'updateOwnOrder'>,
    options?: RequestOptions,
  ): ApiPromise<Api.BuyerOrder> {
    const path = `${publicPath}/orders/${segment(orderNumber)}`;
    return this.transport.send({ method: 'PATCH', path, body: answers, ...options, token });
  }

  #post<T>(path: string, body: object, options?: RequestOptions & { isRepeatable?: boolean }): ApiPromise<T> {
    return this.transport.send({ method: 'POST', path: `${publicPath}/${path}`, body, ...options, token: null });
  }
}

/**
 * The API of a device at a gate or a bar, which works for one event. The `apiKey` of the client is the token of the device, from `pair`
 * or from the command `devices add`.
 */
export class Gate extends Resource {
  /** Returns the token of a device for its pairing code, which can be used once. No token is sent. */
  pair(code: string, options?: RequestOptions): ApiPromise<Api.GatePairing> {
    return this.#post('pair', { code }, { ...options, token: null, isRepeatable: false });
  }

  /** Reads the device, its event and its gates. */
  device(options?: RequestOptions): ApiPromise<Api.GateContext> {
    return this.transport.get(`${gatePath}/device`, options);
  }

  /** Reports the state of the device. */
  reportStatus(status: Body<'reportDeviceStatus'>, options?: RequestOptions): ApiPromise<Api.GateServerTime> {
    return this.#post('device/status', status, options);
  }

  /** Decides about a scanned ticket. Read `result`: the call also succeeds if the ticket is refused. */
  scan(scanned: Body<'scanTicket'>, options?: RequestOptions): ApiPromise<Api.GateScan> {
    return this.#post('scans', scanned, options);
  }

  /** Sends scans that were made without a network, oldest first. */
  sendScans(scans: Body<'sendScans'>['scans'], options?: RequestOptions): ApiPromise<Api.GateScanBatchResult> {
    return this.#post('scans/batch', { scans }, options);
  }

  /** Undoes a scan. A repeated call changes nothing. */
  undo(scanId: string, options?: RequestOptions): ApiPromise<Api.GateScan> {
    return this.#post(`scans/${segment(scanId)}/undo`, undefined, options);
  }

  /** Finds tickets of the event by names, bibs, order numbers and e-mail addresses. Each search is audited. */
  search(q: string, options?: RequestOptions): ApiPromise<Api.GateSearchResult> {
    return this.transport.send({ method: 'GET', path: `${gatePath}/search`, query: { q }, ...options });
  }

  /** Reads the numbers of scans. */
  stats(options?: RequestOptions): ApiPromise<Api.GateStats> {
    return this.transport.get(`${gatePath}/stats`, options);
  }

  /** Reads a ticket by its QR content, and the add-ons of its order. */
  lookUp(qrValue: string, options?: RequestOptions): ApiPromise<Api.GateLookupResult> {
    return this.#post('entitlements/lookup', { qrValue }, options);
  }

  /** Consumes units, once for each `ref`, as `entitlements.consume`. */
  consume(consumption: Body<'consumeUnits'>, options?: RequestOptions): ApiPromise<Api.ConsumeResult> {
    return this.#post('entitlements/consume', consumption, options);
  }

  /** Returns all units of a consumption. A repeated call changes nothing. */
  reverse(
    consumptionId: string,
    reversal: Body<'reverseConsumption'>,
    options?: RequestOptions,
  ): ApiPromise<Api.ConsumptionReversal> {
    return this.#post(`consumptions/${segment(consumptionId)}/reverse`, reversal, options);
  }

  #post<T>(
    path: string,
    body: object | undefined,
    options?: RequestOptions & { token?: null; isRepeatable?: boolean },
  ): ApiPromise<T> {
    return this.transport.send({ method: 'POST', path: `${gatePath}/${path}`, body, isRepeatable: true, ...options });
  }
}
