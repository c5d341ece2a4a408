import type * as Api from './api.ts';
import type { RateLimit } from './errors.ts';
import {
  Addons,
  Attendees,
  CheckIns,
  Checkout,
  Consumptions,
  Embed,
  Entitlements,
  Events,
  Gate,
  Orders,
  Payments,
  Questions,
  Refunds,
  Sandbox,
  Settlements,
  Tickets,
  TicketTypes,
  WebhookDeliveries,
  WebhookEndpoints,
  WebhookEvents,
} from './resources.ts';
import { type ApiPromise, type ApiRequest, type ClientOptions, type RequestOptions, Transport } from './transport.ts';

/**
 * The client of the Organizer Open API: an object of this class sends requests for one organizer, and creates none. It has no connection
 * of its own and can be used for many requests at the same time.
 */
export class Organizer {
  readonly events: Events;
  readonly ticketTypes: TicketTypes;
  readonly addons: Addons;
  readonly questions: Questions;
  readonly orders: Orders;
  readonly tickets: Tickets;
  readonly attendees: Attendees;
  readonly checkIns: CheckIns;
  readonly entitlements: Entitlements;
  readonly consumptions: Consumptions;
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly settlements: Settlements;
  readonly webhookEvents: WebhookEvents;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly sandbox: Sandbox;
  readonly embed: Embed;
  readonly checkout: Checkout;
  readonly gate: Gate;
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    this.#transport = transport;
    this.events = new Events(transport);
    this.ticketTypes = new TicketTypes(transport);
    this.addons = new Addons(transport);
    this.questions = new Questions(transport);
    this.orders = new Orders(transport);
    this.tickets = new Tickets(transport);
    this.attendees = new Attendees(transport);
    this.checkIns = new CheckIns(transport);
    this.entitlements = new Entitlements(transport);
    this.consumptions = new Consumptions(transport);
    this.payments = new Payments(transport);
    this.refunds = new Refunds(transport);
    this.settlements = new Settlements(transport);
    this.webhookEvents = new WebhookEvents(transport);
    this.webhookEndpoints = new WebhookEndpoints(transport);
    this.webhookDeliveries = new WebhookDeliveries(transport);
    this.sandbox = new Sandbox(transport);
    this.embed = new Embed(transport);
    this.checkout = new Checkout(transport);
    this.gate = new Gate(transport);
  }

  /** Reads what your key is and may do: its organizer, scopes, expiry and limits, and whether it is of a sandbox. */
  me(options?: RequestOptions): ApiPromise<Api.Me> {
    return this.#transport.send({ method: 'GET', path: '/api/v1/me', ...options });
  }

  /**
   * Sends a request for which the client has no method, with the same retries, timeouts and errors.
   *
   * @throws ApiError the response is an error
   * @throws ConnectionError no complete response was received
   */
  request<T>(request: ApiRequest): ApiPromise<T> {
    return this.#transport.send(request);
  }

  /** The rate limit in the last response; null before the first response. */
  get rateLimit(): RateLimit | null {
    return this.#transport.rateLimit;
  }
}
