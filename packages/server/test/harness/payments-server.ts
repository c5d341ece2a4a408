import { emailForm } from '#shared/email-form';
import { byOperator } from '../../src/features/audit/index.ts';
import { setFeePolicy } from '../../src/features/organizers/index.ts';
import { issueBuyerToken } from '../../src/features/otp/buyer-tokens.ts';
import { systemClock, timestamp } from '../../src/platform/clock.ts';
import { deriveSecrets } from '../../src/platform/crypto.ts';
import { organizerScope } from '../../src/platform/scope.ts';
import { OrganizerApi } from './catalog.ts';
import type { TestDatabase } from './databases.ts';
import { webhookPath, webhookSecret } from './payments.ts';
import { feePolicy, type ReservedBody, type Shop } from './public-site.ts';
import { jsonOf, read, type TestResponse } from './responses.ts';
import { runHere, runJsonHere } from './run-here.ts';
import { sendRequest } from './send-request.ts';
import { type CommandResult, type ServerProcess, startServer } from './server-process.ts';
import type { StripeChange, StripeServer } from './stripe-server.ts';

const masterKey = 'a master key that only the tests use';
const secrets = deriveSecrets(masterKey);

/** A server process with payments, and functions for shops, buyers and commands. */
export class PaymentServer {
  readonly database: TestDatabase;
  readonly stripe: StripeServer | null;
  /** Values that must not be logged. */
  readonly secrets = new Set([masterKey, webhookSecret, 'Ada Buyer']);
  readonly #env: Record<string, string>;
  readonly #buyerPrefix: string;
  #server: ServerProcess | null = null;
  #output = '';
  #buyerCount = 0;

  constructor(database: TestDatabase, stripe: StripeServer | null, env: Record<string, string> = {}) {
    this.database = database;
    this.stripe = stripe;
    this.#buyerPrefix = `buyer-${database.kind}`;
    this.#env = {
      ...database.env,
      MASTER_KEY: masterKey,
      BASE_URL: 'https://tickets.example.com',
      RATE_LIMIT_PUBLIC: '1000000',
      RATE_LIMIT_API: '1000000',
      PAYMENTS: stripe === null ? 'manual,test' : 'stripe,manual,test',
      ...(stripe === null
        ? {}
        : {
            STRIPE_SECRET_KEY: stripe.secretKey,
            STRIPE_WEBHOOK_SECRET: webhookSecret,
            STRIPE_API_URL: stripe.url,
          }),
      ...env,
    };
    if (stripe !== null) this.secrets.add(stripe.secretKey);
  }

  get url(): string {
    return this.#server!.url;
  }

  async start(args: readonly string[] = []): Promise<void> {
    this.#server = await startServer(this.#env, args);
  }

  /** Kills the server process. */
  async kill(): Promise<void> {
    await this.#server?.kill();
    this.#saveOutput();
  }

  async stop(): Promise<number | null> {
    const code = await this.#server!.stop();
    this.#saveOutput();
    return code;
  }

  #saveOutput(): void {
    this.#output += this.#server?.output() ?? '';
    this.#server = null;
  }

  /** The complete log output, including that of earlier starts. */
  output(): string {
    return this.#output + (this.#server?.output() ?? '');
  }

  logged(): { level: string; msg: string; [field: string]: unknown }[] {
    const lines = this.output()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'));
    return lines.map((line) => JSON.parse(line) as { level: string; msg: string });
  }

  /** Returns the secrets, tokens and e-mail addresses in the log. Tests expect an empty array. */
  leaks(): string[] {
    const text = this.output();
    const secretPatterns = text.match(
      /\S*@example\S*|\b(sk|rk|whsec|rsv|byt)_\w+|checkout\.stripe\.com\S*|t=\d+,v1=\w+/g,
    );
    return [...[...this.secrets].filter((secret) => text.includes(secret)), ...(secretPatterns ?? [])];
  }

  request(path: string, { key, ...init }: RequestInit & { key?: string } = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (key !== undefined) {
      headers.set('authorization', `Bearer ${key}`);
      this.secrets.add(key);
    }
    return sendRequest(this.url + path, { ...init, headers });
  }

  async shop(): Promise<Shop> {
    const organizerApi = await OrganizerApi.create(this.database.db, this);
    await setFeePolicy(this.database.db, organizerScope(organizerApi.organizer.id, systemClock, byOperator), feePolicy);
    const endsAt = '2083-05-01T12:00:00Z';
    const event = await organizerApi.event({ status: 'published', endsAt, timezone: 'Europe/Berlin' });
    const { id } = event;
    return {
      organizerApi,
      event,
      tenKm: await organizerApi.ticketType(id, { quantity: 10, category: '10K' }),
      half: await organizerApi.ticketType(id, { name: 'Half', price: 3500 }),
      fun: await organizerApi.ticketType(id, { name: 'Fun run', price: 0 }),
      drinks: await organizerApi.addon(id, { unitsPerPurchase: 5, quantity: 10 }),
    };
  }

  async post(path: string, body: object, language = '*'): Promise<TestResponse> {
    const headers = { 'content-type': 'application/json', 'accept-language': language };
    const url = `${this.url}/api/public/v1/${path}`;
    return read(await sendRequest(url, { method: 'POST', headers, body: JSON.stringify(body) }));
  }

  /** Creates a reservation of a new buyer with a verified e-mail address. Returns the input of `pay`. */
  async reserve(
    shop: Shop,
    options: { items?: object[]; addons?: object[]; attendees?: object[]; email?: string; language?: string } = {},
  ) {
    this.#buyerCount += 1;
    const { email = `${this.#buyerPrefix}-${this.#buyerCount}@example.com`, language = '*', ...cart } = options;
    const items = [{ ticketTypeId: shop.tenKm.id, quantity: 2 }];
    const buyer = { email, name: 'Ada Buyer' };
    const response = await this.post('reserve', { eventId: shop.event.id, items, ...cart, buyer }, language);
    if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
    const { orderNumber, reservationToken, feeBreakdown } = jsonOf<ReservedBody>(response);
    const { token: buyerToken } = issueBuyerToken(secrets, emailForm(email), systemClock.now());
    for (const secret of [email, reservationToken, buyerToken]) this.secrets.add(secret);
    const { total } = feeBreakdown as { total: number };
    return { orderNumber, total, email, payBody: { orderNumber, reservationToken, buyerToken } };
  }

  async pay(
    { payBody }: Pick<Awaited<ReturnType<PaymentServer['reserve']>>, 'payBody'>,
    method: 'stripe' | 'manual' | 'test',
  ): Promise<{ status: string; redirectUrl: string | null; expiresAt: string | null }> {
    const response = await this.post('pay', { ...payBody, method });
    if (response.status !== 200) throw new Error(`${response.status} ${response.text}`);
    return jsonOf(response);
  }

  /** Reserves and starts a payment with Stripe. */
  async startPayment(shop: Shop, options: Parameters<PaymentServer['reserve']>[1] = {}) {
    const reserved = await this.reserve(shop, options);
    const { redirectUrl } = await this.pay(reserved, 'stripe');
    const sessionId = this.stripe!.sessions.find(({ url }) => url === redirectUrl)!.id;
    return { ...reserved, sessionId };
  }

  /** Creates an order that is paid through Stripe. */
  async paid(shop: Shop, options: Parameters<PaymentServer['reserve']>[1] = {}) {
    const startedPayment = await this.startPayment(shop, options);
    await this.sendEvent(this.stripe!.pay(startedPayment.sessionId));
    return { ...startedPayment, intent: this.stripe!.session(startedPayment.sessionId).payment_intent! };
  }

  /** Sends the webhook of a change at Stripe. */
  async sendEvent({ type, object }: StripeChange): Promise<void> {
    const event = this.stripe!.signedEvent(type, object, { secret: webhookSecret });
    const response = await read(await this.stripe!.send(this.url + webhookPath, event));
    if (response.status !== 200) throw new Error(`${response.status} ${response.text}`);
  }

  /** Runs a subcommand of `orders` for an order. `args` follow the order number. */
  orders(shop: Shop, command: string, number: string, ...args: string[]): Promise<CommandResult> {
    return runHere(['orders', command, number, '--organizer', shop.organizerApi.organizer.slug, ...args], this.#env);
  }

  /** Runs a command and returns its parsed output. */
  command<T>(...args: string[]): Promise<T> {
    return runJsonHere(args, this.#env);
  }

  ordersJson<T>(shop: Shop, command: string, number: string, ...args: string[]): Promise<T> {
    return runJsonHere(
      ['orders', command, number, '--organizer', shop.organizerApi.organizer.slug, ...args],
      this.#env,
    );
  }

  /** Makes a pending order expire now. */
  async expireHold(orderNumber: string): Promise<void> {
    await this.database.db
      .updateTable('orders')
      .set({ expires_at: timestamp(systemClock.now()) })
      .where('order_number', '=', orderNumber)
      .where('status', '=', 'pending')
      .execute();
  }

  order(orderNumber: string) {
    return this.database.db
      .selectFrom('orders')
      .selectAll()
      .where('order_number', '=', orderNumber)
      .executeTakeFirstOrThrow();
  }
}
