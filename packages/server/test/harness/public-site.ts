import { expect } from 'vitest';
import { emailForm } from '#shared/email-form';
import { byOperator } from '../../src/features/audit/index.ts';
import { setFeePolicy } from '../../src/features/organizers/index.ts';
import { issueBuyerToken } from '../../src/features/otp/buyer-tokens.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { organizerScope } from '../../src/platform/scope.ts';
import { startApp, type TestApp, testSecrets } from './app.ts';
import { type EventView, type Offer, OrganizerApi } from './catalog.ts';
import { conformanceCheck, type Document, type ExpectConforms } from './conformance.ts';
import { expectProblem, jsonOf, type ProblemBody, read, type TestResponse } from './responses.ts';
import { TestClock } from './test-clock.ts';

const prefix = '/api/public/v1';

/** The platform gets 2.5 % and 0.50, the payment provider 1.4 % and 0.25. Prices include 19 % tax. */
export const feePolicy = {
  platformFeeBps: 250,
  platformFeeFixed: 50,
  paymentFeeBps: 140,
  paymentFeeFixed: 25,
  taxBps: 1_900,
  taxMode: 'included' as const,
  paidBy: 'buyer' as const,
};

/** An organizer with a published event. */
export interface Shop {
  readonly organizerApi: OrganizerApi;
  readonly event: EventView;
  /** A ticket type: price 20.00, quantity 10. */
  readonly tenKm: Offer;
  /** A ticket type: price 35.00, unlimited quantity. */
  readonly half: Offer;
  /** A free ticket type: unlimited quantity. */
  readonly fun: Offer;
  /** An add-on: price 9.00 for 5 units, quantity 10. */
  readonly drinks: Offer;
}

/** The response to a reservation. */
export interface ReservedBody {
  readonly orderNumber: string;
  readonly reservationToken: string;
  readonly expiresAt: string;
  readonly feeBreakdown: Record<string, unknown>;
  readonly [field: string]: unknown;
}

interface RequestOptions {
  /** A value that is sent as JSON. */
  readonly body?: unknown;
  /** A body that is sent unchanged. */
  readonly raw?: string | Uint8Array;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The application with buyers. Each buyer has a different IP address. */
export class PublicSite {
  readonly app: TestApp;
  readonly db: Db;
  readonly clock: TestClock;
  readonly expectConforms: ExpectConforms;
  readonly paths: Document['paths'];
  #ipCount = 0;

  private constructor(app: TestApp, db: Db, clock: TestClock, document: Document) {
    this.app = app;
    this.db = db;
    this.clock = clock;
    this.paths = document.paths;
    this.expectConforms = conformanceCheck(document);
  }

  static async start(db: Db, options: Partial<Parameters<typeof startApp>[0]> = {}): Promise<PublicSite> {
    const clock = new TestClock();
    const rateLimits = { api: 1_000_000, public: 1_000_000, ...options.rateLimits };
    const app = await startApp({ db, clock, trustProxy: ['127.0.0.1'], ...options, rateLimits });
    return new PublicSite(app, db, clock, (await (await app.request('/openapi.json')).json()) as Document);
  }

  /** A new buyer, by default with an unused IP address. */
  buyer(ip = this.newIp()): Buyer {
    return new Buyer(this, ip);
  }

  newIp(): string {
    this.#ipCount += 1;
    return `198.18.${this.#ipCount >> 8}.${this.#ipCount & 255}`;
  }

  async shop(): Promise<Shop> {
    const organizerApi = await OrganizerApi.create(this.db, this.app, this.clock);
    await setFeePolicy(this.db, organizerScope(organizerApi.organizer.id, this.clock, byOperator), feePolicy);
    const event = await organizerApi.event({ status: 'published' });
    const { id } = event;
    return {
      organizerApi,
      event,
      tenKm: await organizerApi.ticketType(id, { quantity: 10, category: '10K', maxPerOrder: 1_000 }),
      half: await organizerApi.ticketType(id, { name: 'Half', price: 3500, maxPerOrder: 1_000 }),
      fun: await organizerApi.ticketType(id, { name: 'Fun run', price: 0, maxPerOrder: 1_000 }),
      drinks: await organizerApi.addon(id, { unitsPerPurchase: 5, quantity: 10 }),
    };
  }

  /** The token of a buyer who has just verified this e-mail address. */
  buyerToken(email: string): string {
    return issueBuyerToken(testSecrets, emailForm(email), this.clock.now()).token;
  }

  /** The verification codes in queued mails with their recipients, the newest first. */
  async codes(): Promise<{ to: string; code: string }[]> {
    const mails = await this.db
      .selectFrom('mails')
      .select(['id', 'payload'])
      .where('kind', '=', 'otp')
      .orderBy('id', 'desc')
      .execute();
    return mails.map(
      ({ id, payload }) => JSON.parse(testSecrets.mailKey.open(payload!, id)) as { to: string; code: string },
    );
  }

  /** The newest verification code for an e-mail address. */
  async codeOf(email: string): Promise<string> {
    return (await this.codes()).find(({ to }) => to === emailForm(email))!.code;
  }

  close(): Promise<void> {
    return this.app.close();
  }
}

/** A buyer who calls the public API. Each response is validated against the served API document. */
export class Buyer {
  readonly #site: PublicSite;
  readonly #ip: string;

  constructor(site: PublicSite, ip: string) {
    this.#site = site;
    this.#ip = ip;
  }

  get(path: string, token?: string): Promise<TestResponse> {
    return this.send('GET', path, token === undefined ? {} : { token });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<TestResponse> {
    return this.send('POST', path, { body, headers });
  }

  async send(
    method: string,
    path: string,
    { body, raw, token, headers = {} }: RequestOptions = {},
  ): Promise<TestResponse> {
    const requestHeaders = new Headers({ 'x-forwarded-for': this.#ip });
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    if (content !== undefined) requestHeaders.set('content-type', 'application/json');
    if (token !== undefined) requestHeaders.set('authorization', `Bearer ${token}`);
    for (const [name, value] of Object.entries(headers)) requestHeaders.set(name, value);
    const init = {
      method,
      headers: requestHeaders,
      ...(content === undefined ? {} : { body: content }),
    } as RequestInit;
    const response = await read(await this.#site.app.request(prefix + path, init));
    const route = prefix + routeOf(path);
    const verb = method.toLowerCase();
    if (this.#site.paths[route]?.[verb] !== undefined) this.#site.expectConforms(route, verb, response);
    return response;
  }

  /** Reserves the cart of `reservation` with these changes. Throws if the reservation is rejected. */
  async reserve(shop: Shop, fields: Record<string, unknown>): Promise<ReservedBody> {
    const response = await this.post('/reserve', { ...reservation(shop), ...fields });
    if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
    return jsonOf<ReservedBody>(response);
  }

  /** Creates a reservation and verifies its e-mail address. Returns the body for `POST /pay`. */
  async preparePayment(shop: Shop, fields: Record<string, unknown> = {}) {
    const { orderNumber, reservationToken } = await this.reserve(shop, fields);
    const { email } = ({ ...reservation(shop), ...fields } as { buyer: { email: string } }).buyer;
    return { orderNumber, reservationToken, buyerToken: this.#site.buyerToken(email), method: 'test' };
  }

  /** Verifies an e-mail address with the code that is sent to it. Returns the buyer token. */
  async verify(email: string): Promise<string> {
    const codeResponse = await this.post('/otp', { email });
    if (codeResponse.status !== 202) throw new Error(`${codeResponse.status} ${codeResponse.text}`);
    const verifyResponse = await this.post('/otp/verify', { email, code: await this.#site.codeOf(email) });
    return jsonOf<{ buyerToken: string }>(verifyResponse).buyerToken;
  }
}

/** The body of a reservation of two tickets of the type `tenKm`. */
export function reservation({ event, tenKm }: Shop) {
  return {
    eventId: event.id,
    items: [{ ticketTypeId: tenKm.id, quantity: 2 }],
    buyer: { email: 'ada@example.com', name: 'Ada Buyer', phone: null },
  };
}

/** Asserts that a quote and a reservation reject a cart with the same problem and write nothing. Returns the problem. */
export async function expectCartRejected(
  shop: Shop,
  buyer: Buyer,
  cart: Record<string, unknown>,
  status: number,
  code: string,
): Promise<ProblemBody> {
  const before = await shop.organizerApi.storedRows();
  const { items: _, ...reservationFields } = reservation(shop);
  const [quote, reserve] = [
    await buyer.post('/quote', cart),
    await buyer.post('/reserve', { ...reservationFields, ...cart }),
  ];
  const problems = [quote, reserve].map((response) => expectProblem(response, status, code));
  const details = problems.map(({ detail, errors }) => ({ detail, errors }));
  expect(details[1]).toEqual(details[0]);
  expect(await shop.organizerApi.storedRows()).toEqual(before);
  return problems[0]!;
}

/** The path template of the API document for a path. */
function routeOf(path: string): string {
  return path
    .split('?', 1)[0]!
    .replace(/^\/events\/[^/]*$/, '/events/{id}')
    .replace(/^\/orders\/[^/]*$/, '/orders/{orderNumber}');
}
