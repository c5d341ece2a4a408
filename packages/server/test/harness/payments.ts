import { expect } from 'vitest';
import type { PaymentProvider, PaymentWork } from '../../src/features/payments/index.ts';
import { stripeClient } from '../../src/features/payments/stripe/client.ts';
import { stripeMethod } from '../../src/features/payments/stripe/index.ts';
import { processClosings } from '../../src/features/received-money/close-payments.ts';
import { processRefunds } from '../../src/features/received-money/send-refunds.ts';
import { createLogTo } from '../../src/platform/log.ts';
import { violations } from '../invariants.ts';
import type { TestDatabase } from './databases.ts';
import { allRows, makeKey } from './fixtures.ts';
import { eventsOf } from './outbox-setup.ts';
import { providersOf, receivingServices } from './payment-providers.ts';
import { type Buyer, PublicSite, reservation, type Shop } from './public-site.ts';
import { jsonOf, read, type TestResponse } from './responses.ts';
import { type StripeChange, StripeServer } from './stripe-server.ts';

export const webhookSecret = 'whsec_of_the_tests_that_pay';
export const webhookPath = '/payments/stripe/webhook';

/** A payment that a buyer has started with Stripe. */
export interface StartedPayment {
  readonly orderNumber: string;
  readonly total: number;
  readonly sessionId: string;
  /** The body sent to `POST /pay`. */
  readonly payBody: Record<string, unknown>;
  readonly response: TestResponse;
}

/** The application with Stripe as a payment method and a test clock. Payment jobs run only if a test calls them. */
export class PayingSite {
  readonly database: TestDatabase;
  readonly site: PublicSite;
  readonly stripe: StripeServer;
  readonly buyer: Buyer;
  readonly #providers: readonly PaymentProvider[];
  readonly #lines: string[] = [];
  /** Values that must not be logged. */
  readonly #secrets = new Set<string>();

  private constructor(
    database: TestDatabase,
    site: PublicSite,
    stripe: StripeServer,
    providers: readonly PaymentProvider[],
  ) {
    this.database = database;
    this.site = site;
    this.stripe = stripe;
    this.buyer = site.buyer();
    this.#providers = providers;
    for (const secret of [stripe.secretKey, webhookSecret]) this.#secrets.add(secret);
  }

  /** @param options.apiUrl the Stripe API URL of the server, by default that of the stand-in */
  static async start(database: TestDatabase, options: { apiUrl?: (stripe: StripeServer) => Promise<string> } = {}) {
    let site: PublicSite | undefined;
    const stripe = await StripeServer.start({ clock: { now: () => site!.clock.now() } });
    const apiUrl = options.apiUrl === undefined ? stripe.url : await options.apiUrl(stripe);
    const client = stripeClient({ secretKey: stripe.secretKey, webhookSecret, apiUrl }, { timeoutMs: 2_000 });
    const paymentProviders = [{ method: stripeMethod, client }, ...(await providersOf('manual', 'test'))];
    site = await PublicSite.start(database.db, { paymentProviders });
    return new PayingSite(database, site, stripe, paymentProviders);
  }

  /** For the end of a suite: asserts that the data is consistent and that no secret was logged, and closes everything. */
  async checkAndClose(): Promise<void> {
    expect(await violations(this.database.db, { allReserved: true })).toEqual([]);
    this.expectNothingSecretLogged();
    await this.close();
    await this.database.drop();
  }

  async close(): Promise<void> {
    await this.site.close();
    await this.stripe.stop();
  }

  get clock() {
    return this.site.clock;
  }

  /** Creates a reservation and verifies its e-mail address. Returns the body for `POST /pay`. */
  async reserve(shop: Shop, options: Record<string, unknown> = {}) {
    const { orderNumber, reservationToken, feeBreakdown } = await this.buyer.reserve(shop, options);
    const { email } = ({ ...reservation(shop), ...options } as { buyer: { email: string } }).buyer;
    const buyerToken = this.site.buyerToken(email);
    for (const secret of [email, reservationToken, buyerToken]) this.#secrets.add(secret);
    const payBody = { orderNumber, reservationToken, buyerToken, method: 'stripe' };
    return { orderNumber, total: (feeBreakdown as { total: number }).total, payBody };
  }

  /** Starts the payment of a reservation with Stripe. */
  async pay({ orderNumber, total, payBody }: Awaited<ReturnType<PayingSite['reserve']>>): Promise<StartedPayment> {
    const response = await this.buyer.post('/pay', payBody);
    expect(response.status, response.text).toBe(200);
    const { redirectUrl } = jsonOf<{ redirectUrl: string }>(response);
    const session = this.stripe.sessions.find(({ url }) => url === redirectUrl);
    if (session === undefined) throw new Error(`No session has the URL ${redirectUrl}.`);
    return { orderNumber, total, payBody, response, sessionId: session.id };
  }

  async startPayment(shop: Shop, options: Record<string, unknown> = {}): Promise<StartedPayment> {
    return this.pay(await this.reserve(shop, options));
  }

  /** Creates a paid order. */
  async paid(shop: Shop, options: Record<string, unknown> = {}): Promise<StartedPayment> {
    const startedPayment = await this.startPayment(shop, options);
    await this.sendEventOk(this.stripe.pay(startedPayment.sessionId));
    return startedPayment;
  }

  /** Sends the webhook of a change at Stripe. */
  async sendEvent(
    { type, object }: StripeChange,
    options: { secret?: string; timestamp?: number } = {},
  ): Promise<TestResponse> {
    const event = this.stripe.signedEvent(type, object, { secret: webhookSecret, ...options });
    return read(await this.stripe.send(this.site.app.url + webhookPath, event));
  }

  async sendEventOk(change: StripeChange): Promise<void> {
    const response = await this.sendEvent(change);
    expect([response.status, response.text]).toEqual([200, '{"received":true}']);
  }

  /** Runs the payment jobs once. */
  async runJobs(): Promise<void> {
    await this.processRefunds();
    await processClosings(this.#services());
  }

  /** Runs the refund job once. */
  async processRefunds(): Promise<void> {
    await processRefunds(this.#services());
  }

  #services(): PaymentWork {
    const log = createLogTo('info', { write: (line) => this.#lines.push(line) }).logger;
    return { ...receivingServices(this.database.db, this.clock), log, paymentProviders: this.#providers };
  }

  /** The log lines of the application and of the payment jobs. */
  logged(): { level: string; msg: string; [field: string]: unknown }[] {
    const lines = `${this.site.app.log()}${this.#lines.join('')}`.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as { level: string; msg: string });
  }

  /** Asserts that no key, token, secret or e-mail address was logged. */
  expectNothingSecretLogged(): void {
    const text = `${this.site.app.log()}${this.#lines.join('')}`;
    expect(text).not.toBe('');
    expect([...this.#secrets].filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toMatch(/@example|\b(sk|rk|whsec|rsv|byt)_|checkout\.stripe\.com|t=\d+,v1=/);
  }

  /** An order as returned to its organizer. */
  async order(shop: Shop, orderNumber: string) {
    const { key } = await makeKey(this.database.db, shop.organizerApi.organizer.id, { granted: ['orders:read:pii'] });
    const response = await this.site.app.request(`/api/v1/orders/${orderNumber}`, { key });
    return (await response.json()) as {
      status: string;
      expiresAt: string | null;
      refundedTotal: number;
      items: { id: string; name: string; quantity: number }[];
      tickets: { id: string; bib: string; qrValue: string; holderName: string | null; status: string }[];
    };
  }

  async statusOf(orderNumber: string): Promise<string> {
    const order = this.database.db.selectFrom('orders').select('status').where('order_number', '=', orderNumber);
    return (await order.executeTakeFirstOrThrow()).status;
  }

  payments(orderNumber: string) {
    const paymentsOfOrder = this.database.db.selectFrom('payments').selectAll().where('order_number', '=', orderNumber);
    return paymentsOfOrder.orderBy('id').execute();
  }

  async refunds(orderNumber: string) {
    const ids = (await this.payments(orderNumber)).map(({ id }) => id);
    return this.database.db
      .selectFrom('payment_refunds')
      .selectAll()
      .where('payment_id', 'in', ids)
      .orderBy('id')
      .execute();
  }

  /** The queued mails about an order, the oldest first. */
  async mails(orderNumber: string) {
    return this.database.db
      .selectFrom('order_mails')
      .select(['kind', 'amount', 'currency'])
      .where('order_number', '=', orderNumber)
      .orderBy('id')
      .execute();
  }

  /** The only settlement of a shop. */
  async settlement(shop: Shop): Promise<Record<string, number>> {
    return jsonOf<{ data: Record<string, number>[] }>(await shop.organizerApi.send('GET', '/settlements')).data[0]!;
  }

  async eventTypes(shop: Shop): Promise<string[]> {
    return (await eventsOf(this.database.db, shop.organizerApi.organizer.id)).map(({ type }) => type);
  }

  /** All stored rows of a shop, including its payments, mails and webhook events. */
  async storedRows(shop: Shop): Promise<unknown> {
    const { id } = shop.organizerApi.organizer;
    const rowsOf = async (table: 'payments' | 'payment_refunds' | 'order_mails' | 'webhook_events') => {
      const rows = await this.database.db.selectFrom(table).selectAll().where('organizer_id', '=', id).execute();
      return rows.map((row) => JSON.stringify(row)).sort();
    };
    const tables = ['payments', 'payment_refunds', 'order_mails', 'webhook_events'] as const;
    return { rows: await allRows(this.database.db, id), otherRows: await Promise.all(tables.map(rowsOf)) };
  }

  /** The amounts that Stripe received and refunded for the orders of a shop, in minor units. */
  moneyOf(shop: Shop): { received: number; refunded: number } {
    const shopSessions = this.stripe.sessions.filter(
      ({ metadata, payment_status }) =>
        metadata['organizerId'] === shop.organizerApi.organizer.id && payment_status === 'paid',
    );
    const intents = new Set(shopSessions.map(({ payment_intent }) => payment_intent));
    const succeededRefunds = this.stripe.refunds.filter(
      ({ payment_intent, status }) => intents.has(payment_intent) && status === 'succeeded',
    );
    const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
    return {
      received: sum(shopSessions.map(({ amount_total }) => amount_total)),
      refunded: sum(succeededRefunds.map(({ amount }) => amount)),
    };
  }

  /** Asserts that the settlement of a shop agrees with Stripe. All orders of the shop must be paid through Stripe. */
  async expectMoneyAgrees(shop: Shop): Promise<void> {
    const { received, refunded } = this.moneyOf(shop);
    const { gross, refunds } = await this.settlement(shop);
    expect(received - refunded).toBe(gross! - refunds!);
  }
}
