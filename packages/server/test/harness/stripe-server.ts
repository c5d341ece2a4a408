import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import { sendRequest } from './send-request.ts';
import type {
  Failure,
  SignedEvent,
  StripeChange,
  StripeCharge,
  StripeRefund,
  StripeRequest,
  StripeResponse,
  StripeSession,
} from './stripe-objects.ts';
import { checkRefund, checkSession, failureResponse, rejection, StripeRejection } from './stripe-rules.ts';

export type {
  Failure,
  SignedEvent,
  StripeChange,
  StripeRefund,
  StripeRequest,
  StripeSession,
} from './stripe-objects.ts';

/** A local stand-in for the part of the Stripe API that the server uses. It sends no events; tests send them with `send`. */
export class StripeServer {
  readonly secretKey: string;
  readonly requests: StripeRequest[] = [];
  readonly #clock: Pick<Clock, 'now'>;
  readonly #server: Server;
  readonly #failures: (Failure | undefined)[] = [];
  readonly #sessions = new Map<string, StripeSession>();
  readonly #charges = new Map<string, StripeCharge>();
  readonly #refunds: StripeRefund[] = [];
  readonly #storedResponses = new Map<string, { readonly fingerprint: string; readonly response: StripeResponse }>();

  private constructor(options: { secretKey?: string; clock?: Pick<Clock, 'now'> }) {
    this.secretKey = options.secretKey ?? `sk_test_${randomBytes(12).toString('hex')}`;
    this.#clock = options.clock ?? systemClock;
    this.#server = createServer((request, response) => this.#receive(request, response));
  }

  /** Listens on a free port of 127.0.0.1. */
  static async start(options: { secretKey?: string; clock?: Pick<Clock, 'now'> } = {}): Promise<StripeServer> {
    const server = new StripeServer(options);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /** The value of `STRIPE_API_URL`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Copies of the current sessions, the oldest first. */
  get sessions(): StripeSession[] {
    return [...this.#sessions.values()].map((session) => ({ ...session }));
  }

  /** Copies of the current refunds, the oldest first. */
  get refunds(): StripeRefund[] {
    return this.#refunds.map((refund) => ({ ...refund }));
  }

  session(id: string): StripeSession {
    return { ...this.#getSession(id) };
  }

  /**
   * Makes the next requests fail. The client retries each request once.
   *
   * @param options.after the number of requests that succeed before the failures
   */
  failNext(count: number, failure: Failure, options: { after?: number } = {}): void {
    for (let i = 0; i < (options.after ?? 0); i += 1) this.#failures.push(undefined);
    for (let i = 0; i < count; i += 1) this.#failures.push(failure);
  }

  /** Deletes the stored idempotency keys, as Stripe does after a day. */
  deleteIdempotencyKeys(): void {
    this.#storedResponses.clear();
  }

  /**
   * Completes a session, as a buyer who pays does.
   *
   * @param options.amount in minor units; by default, the amount of the session
   * @param options.later whether the bank transfers the money later: `completeTransfer` or `failTransfer` must follow
   */
  pay(sessionId: string, options: { amount?: number; currency?: string; later?: boolean } = {}): StripeChange {
    const session = this.#getSession(sessionId);
    if (session.status !== 'open') throw new Error(`The session ${sessionId} is ${session.status}.`);
    session.status = 'complete';
    session.url = null;
    session.amount_total = options.amount ?? session.amount_total;
    session.currency = (options.currency ?? session.currency).toLowerCase();
    session.payment_intent = newId('pi');
    if (options.later !== true) this.#charge(session);
    return { type: 'checkout.session.completed', object: { ...session } };
  }

  /** Completes the bank transfer of a session. */
  completeTransfer(sessionId: string): StripeChange {
    const session = this.#getSession(sessionId);
    this.#charge(session);
    return { type: 'checkout.session.async_payment_succeeded', object: { ...session } };
  }

  /** Makes the bank transfer of a session fail. */
  failTransfer(sessionId: string): StripeChange {
    return { type: 'checkout.session.async_payment_failed', object: this.session(sessionId) };
  }

  /** Expires an open session. */
  expire(sessionId: string): StripeChange {
    const session = this.#getSession(sessionId);
    session.status = 'expired';
    session.url = null;
    return { type: 'checkout.session.expired', object: { ...session } };
  }

  /** Makes a completed refund fail, as if the money had not reached the buyer. */
  failRefund(refundId: string): StripeChange {
    const refund = this.#refunds.find(({ id }) => id === refundId);
    if (refund === undefined) throw new Error(`There is no refund ${refundId}.`);
    refund.status = 'failed';
    refund.failure_reason = 'expired_or_canceled_card';
    this.#charges.get(refund.payment_intent)!.refunded -= refund.amount;
    return { type: 'refund.failed', object: { ...refund } };
  }

  /**
   * Refunds a part of a paid session, as somebody does in the dashboard of Stripe.
   *
   * @param amount minor units of Stripe
   */
  refundInDashboard(sessionId: string, amount: number): StripeChange {
    const charge = this.#chargeOf(sessionId);
    charge.refunded += amount;
    const refund = this.#addRefund(charge, amount, {});
    return { type: 'refund.created', object: refund };
  }

  /** The event that a charge was refunded. It does not name its refunds. */
  chargeRefunded(sessionId: string): StripeChange {
    const { id, paymentIntent, amount, currency, refunded } = this.#chargeOf(sessionId);
    const money = { amount, amount_refunded: refunded, currency, refunded: refunded === amount };
    return {
      type: 'charge.refunded',
      object: { id, object: 'charge', payment_intent: paymentIntent, metadata: {}, ...money },
    };
  }

  /** The bank of the buyer disputes a paid session, or the dispute has the status of the options. */
  dispute(sessionId: string, options: { id: string; status?: string; amount?: number }): StripeChange {
    const { id: charge, paymentIntent: payment_intent, amount, currency } = this.#chargeOf(sessionId);
    const { id, status = 'needs_response' } = options;
    const isOpen = status === 'needs_response';
    const dispute = {
      id,
      object: 'dispute',
      charge,
      payment_intent,
      currency,
      reason: 'fraudulent',
      metadata: {},
    } as const;
    return {
      type: isOpen ? 'charge.dispute.created' : 'charge.dispute.closed',
      object: { ...dispute, status, amount: options.amount ?? amount },
    };
  }

  /** @param options.timestamp the time of the signature in seconds since the epoch, by default the current time */
  signedEvent(type: string, object: object, options: { secret: string; timestamp?: number }): SignedEvent {
    const timestamp = options.timestamp ?? this.#nowSeconds();
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: timestamp,
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    const body = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: options.secret, timestamp });
    return { body, signature };
  }

  /** Sends an event to a webhook URL, as Stripe does. */
  send(url: string, event: SignedEvent): Promise<Response> {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': event.signature };
    return sendRequest(url, { method: 'POST', headers, body: event.body });
  }

  async #receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    try {
      for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
    } catch {
      return; // The request was aborted before it was complete.
    }
    const { method = '', headers } = incoming;
    const { pathname: path, search } = new URL(incoming.url ?? '', 'http://stripe.invalid');
    const request = { method, path, params: new URLSearchParams(method === 'GET' ? search : body), headers };
    this.requests.push(request);

    const failure = this.#failures.shift();
    if (failure === 'hang') return;
    if (failure === 'lost') this.#respond(request);
    if (failure === 'drop' || failure === 'lost') {
      response.socket!.resetAndDestroy();
      return;
    }
    const result = failureResponse(failure) ?? this.#respond(request, failure);
    response.writeHead(result.status, { 'content-type': 'application/json', 'request-id': newId('req') });
    response.end(JSON.stringify(result.body));
  }

  /** Executes a request, or returns the stored response of its idempotency key. Rejected requests are not stored, as with Stripe. */
  #respond(request: StripeRequest, failure?: Failure): StripeResponse {
    const key = request.method === 'POST' ? request.headers['idempotency-key']?.toString() : undefined;
    const fingerprint = `${request.path}?${request.params}`;
    try {
      if (request.headers.authorization !== `Bearer ${this.secretKey}`) {
        // Stripe includes the last characters of an unknown key in the message.
        throw new StripeRejection(401, { message: 'Invalid API Key provided: sk_test_************1234' });
      }
      const storedResponse = key === undefined ? undefined : this.#storedResponses.get(key);
      if (storedResponse !== undefined && storedResponse.fingerprint !== fingerprint) {
        const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
        throw new StripeRejection(400, { type: 'idempotency_error', message });
      }
      if (storedResponse !== undefined) return storedResponse.response;
      const success = { status: 200, body: this.#execute(request) };
      const response = failure === 'error_after' ? failureResponse('error')! : success;
      // The copy does not change when the session or refund changes.
      if (key !== undefined) this.#storedResponses.set(key, { fingerprint, response: structuredClone(response) });
      return response;
    } catch (error) {
      if (!(error instanceof StripeRejection)) throw error;
      return { status: error.status, body: { error: error.error } };
    }
  }

  #execute({ method, path, params }: StripeRequest): unknown {
    const [, id, action] = /^\/v1\/checkout\/sessions\/(\w+)(?:\/(expire))?$/.exec(path) ?? [];
    if (method === 'POST' && path === '/v1/checkout/sessions') return this.#createSession(params);
    if (method === 'GET' && path === '/v1/checkout/sessions') return this.#listSessions(params);
    if (method === 'GET' && id !== undefined && action === undefined) return this.#findSession(id);
    if (method === 'POST' && id !== undefined && action === 'expire') return this.#closeSession(id);
    if (method === 'POST' && path === '/v1/refunds') return this.#createRefund(params);
    if (method === 'GET' && path === '/v1/refunds') return this.#listRefunds(params);
    throw new StripeRejection(404, { message: `Unrecognized request URL (${method}: ${path}).` });
  }

  #createSession(params: URLSearchParams): StripeSession {
    checkSession(params, this.#nowSeconds());
    const id = newId('cs_test');
    const session: StripeSession = {
      id,
      object: 'checkout.session',
      amount_total: Number(params.get('line_items[0][price_data][unit_amount]')),
      cancel_url: params.get('cancel_url'),
      client_reference_id: params.get('client_reference_id'),
      created: this.#nowSeconds(),
      currency: params.get('line_items[0][price_data][currency]')!,
      customer_email: params.get('customer_email'),
      expires_at: Number(params.get('expires_at') ?? this.#nowSeconds() + 86_400),
      livemode: false,
      metadata: metadataOf(params),
      mode: 'payment',
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      success_url: params.get('success_url')!,
      url: `https://checkout.stripe.com/c/pay/${id}`,
    };
    this.#sessions.set(id, session);
    return { ...session };
  }

  #closeSession(id: string): StripeSession {
    const { status } = this.#findSession(id);
    if (status !== 'open') {
      throw rejection(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
      );
    }
    return this.expire(id).object as StripeSession;
  }

  #createRefund(params: URLSearchParams): StripeRefund {
    const charge = this.#charges.get(params.get('payment_intent') ?? '');
    const amount = checkRefund(params, charge);
    charge!.refunded += amount;
    return this.#addRefund(charge!, amount, metadataOf(params));
  }

  #addRefund(charge: StripeCharge, amount: number, metadata: Record<string, string>): StripeRefund {
    const refund: StripeRefund = {
      id: newId('re'),
      object: 'refund',
      amount,
      charge: charge.id,
      created: this.#nowSeconds(),
      currency: charge.currency,
      metadata,
      payment_intent: charge.paymentIntent,
      status: 'succeeded',
    };
    this.#refunds.push(refund);
    return { ...refund };
  }

  #listSessions(params: URLSearchParams) {
    const intent = params.get('payment_intent');
    const data = this.sessions.filter(({ payment_intent }) => payment_intent === intent);
    return { object: 'list', url: '/v1/checkout/sessions', has_more: false, data };
  }

  #chargeOf(sessionId: string): StripeCharge {
    const charge = this.#charges.get(this.#getSession(sessionId).payment_intent ?? '');
    if (charge === undefined) throw new Error(`The session ${sessionId} is not paid.`);
    return charge;
  }

  #listRefunds(params: URLSearchParams) {
    const intent = params.get('payment_intent');
    const matching = this.refunds.reverse().filter((refund) => intent === null || refund.payment_intent === intent);
    const start = matching.findIndex(({ id }) => id === params.get('starting_after')) + 1;
    const end = start + Number(params.get('limit') ?? 10);
    return { object: 'list', url: '/v1/refunds', has_more: end < matching.length, data: matching.slice(start, end) };
  }

  #charge(session: StripeSession): void {
    const { payment_intent: paymentIntent, amount_total: amount, currency } = session;
    if (paymentIntent === null) throw new Error(`The buyer has not completed the session ${session.id}.`);
    session.payment_status = 'paid';
    this.#charges.set(paymentIntent, { id: newId('ch'), paymentIntent, amount, currency, refunded: 0 });
  }

  #getSession(id: string): StripeSession {
    const session = this.#sessions.get(id);
    if (session === undefined) throw new Error(`There is no session ${id}.`);
    return session;
  }

  #findSession(id: string): StripeSession {
    const session = this.#sessions.get(id);
    if (session !== undefined) return session;
    throw new StripeRejection(404, {
      code: 'resource_missing',
      message: `No such checkout.session: ${id}`,
      param: 'session',
    });
  }

  #nowSeconds(): number {
    return Math.floor(this.#clock.now() / 1000);
  }
}

function metadataOf(params: URLSearchParams): Record<string, string> {
  const entries = [...params].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
    return key === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(entries);
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
