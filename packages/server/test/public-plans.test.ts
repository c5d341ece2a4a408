import { DatabaseSync } from 'node:sqlite';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { claimDueMails } from '../src/features/mail/leases.ts';
import { expireOrders, purgeAbandonedOrders } from '../src/features/orders/index.ts';
import { purgeCodes } from '../src/features/otp/codes.ts';
import { stripeMethod } from '../src/features/payments/stripe/index.ts';
import { processClosings, processRefunds } from '../src/features/payments/worker.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { sqliteFile } from '../src/platform/database/sqlite.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { providersOf, receivingServices } from './harness/payment-providers.ts';
import { type Buyer, PublicSite, reservation, type Shop } from './harness/public-site.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** The number of rows of each table; nearly all belong to one organizer. */
const rowsMin = 100_000;
/** The maximum estimated cost of a statement on PostgreSQL. Reading a whole table costs more than ten times as much. */
const costMax = 400;

const tables = [
  ...['events', 'ticket_types', 'addons', 'orders', 'order_items', 'payments', 'payment_refunds'],
  ...['mails', 'otp_codes'],
];
/** Tables of which an organizer has few rows, or of which a statement reads the end of a range only. */
const ofOrganizer = /^SEARCH (organizers|o|webhook_endpoints|webhook_events|webhook_deliveries) /;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Total Cost': number;
  readonly Plans?: readonly PlanNode[];
}

const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
const query = vi.spyOn(pg.Client.prototype, 'query');

describeOnBoth('the plans of statements of buyers, with 100,000 rows in each table', (kind) => {
  const t = useDatabase(kind);
  let db: Db;
  let site: PublicSite;
  let shop: Shop;
  let buyer: Buyer;
  let reader: DatabaseSync;
  const seen = new Set<string>();

  beforeAll(async () => {
    const seeding = await PublicSite.start(t.db);
    shop = await seeding.shop();
    const { orderNumber } = await seeding.buyer().reserve(shop, { addons: [{ addonId: shop.drinks.id, quantity: 1 }] });
    await seeding.buyer().post('/otp', { email: 'ada@example.com' });
    await seeding.close();
    // SQLite plans by its indexes only, because `analyze` is never run: it needs no rows.
    if (kind === 'postgres') await fill(orderNumber);
    // A new connection, which has prepared no statement yet.
    db = openDatabase(t);
    site = await PublicSite.start(db, { selling: { holdsPerAddress: 100, holdsPerEmail: 100 } });
    buyer = site.buyer();
    if (kind === 'sqlite') reader = new DatabaseSync(sqliteFile(t.dataDir), { readOnly: true });
  });
  afterAll(async () => {
    reader?.close();
    await site.close();
    await db.destroy();
  });

  /** Copies the first row of a table many times. `values` are SQL expressions of the number `n`, which has nine digits. */
  async function copies(tx: Db, table: string, values: Record<string, string>): Promise<void> {
    const one = await sql<Record<string, unknown>>`select * from ${sql.table(table)} limit 1`.execute(tx);
    const columns = Object.keys(one.rows[0]!);
    const given = columns.map((name) => (values[name] === undefined ? sql.ref(`t.${name}`) : sql.raw(values[name])));
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(given)} from (select * from ${sql.table(table)} limit 1) as t,
        (select lpad(i::text, 9, '0') as n from generate_series(1, ${sql.lit(rowsMin)}) as i) as numbers`.execute(tx);
  }

  function fill(orderNumber: string): Promise<void> {
    const organizer_id = shop.organizer.organizer.id;
    const id = (prefix: string) => `'${prefix}_00000000000000000' || n`;
    const far = "'2030-01-01T00:00:00.000Z'";
    const createdAt = '2026-11-20T09:00:00.000Z';
    const common = {
      organizer_id,
      amount: 1,
      currency: 'EUR',
      attempt_count: 0,
      created_at: createdAt,
      updated_at: createdAt,
    };
    const payment = {
      id: 'pay_0',
      order_number: orderNumber,
      method: 'stripe',
      status: 'open',
      reference: 'x',
    } as const;
    const refund = { id: 'rfd_0', payment_id: 'pay_0', status: 'succeeded', reference: null, error: null } as const;
    const unset = { charge_reference: null, redirect_url: null, paid_at: null, next_attempt_at: null };
    return t.db.transaction().execute(async (tx) => {
      // Foreign keys are not checked: the copies refer to each other.
      await sql`set local session_replication_role = replica`.execute(tx);
      await tx
        .insertInto('payments')
        .values({ ...common, ...payment, ...unset })
        .execute();
      await tx
        .insertInto('payment_refunds')
        .values({ ...common, ...refund, next_attempt_at: null })
        .execute();
      await copies(tx, 'events', { id: id('evt'), slug: "'event-' || n" });
      await copies(tx, 'ticket_types', { id: id('tty'), event_id: id('evt') });
      await copies(tx, 'addons', { id: id('add'), event_id: id('evt') });
      await copies(tx, 'orders', { order_number: "'X' || n", buyer_email: "'b' || n", expires_at: far });
      await copies(tx, 'order_items', { id: id('itm'), order_number: "'X' || n" });
      await copies(tx, 'payments', { id: id('pay'), order_number: "'X' || n" });
      await copies(tx, 'payment_refunds', { id: id('rfd'), payment_id: id('pay') });
      await copies(tx, 'mails', { id: id('mal'), kind: "'tickets'", next_attempt_at: far, expires_at: far });
      await copies(tx, 'otp_codes', { email_hash: 'n', expires_at: far, ends_at: far });
      for (const table of tables) {
        await sql`analyze ${sql.table(table)}`.execute(tx);
        const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(tx);
        expect(Number(rows[0]!.n)).toBeGreaterThan(rowsMin);
      }
    });
  }

  /** The statements that `work` runs, each once, with its values. */
  async function statementsOf(work: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
    prepare.mockClear();
    query.mockClear();
    await work();
    const run =
      kind === 'sqlite'
        ? prepare.mock.calls.map(([text]) => ({ text, values: [] }))
        : query.mock.calls.map(([given, values]) => {
            const config = given as unknown as string | { text: string; values?: unknown[] };
            return typeof config === 'string'
              ? { text: config, values: (values ?? []) as unknown[] }
              : { values: [], ...config };
          });
    const reads = run.filter(({ text }) => /^\s*(select|with|update|delete|insert)\b/i.test(text));
    return [...new Map(reads.map((one) => [one.text, one])).values()];
  }

  /** The steps of a statement's plan that read a whole table, or all rows of an organizer. */
  async function fieldErrorsOf(text: string, values: unknown[]): Promise<string[]> {
    if (kind === 'sqlite') {
      const steps = reader.prepare(`explain query plan ${text}`).all() as { detail: string }[];
      return steps
        .map(({ detail }) => detail)
        .filter((step) => {
          if (/^SCAN (?!json_each|picked|2-ROW VALUES CLAUSE|CONSTANT ROW|\w+ VIRTUAL TABLE|\(subquery)/.test(step))
            return true;
          return /^SEARCH .*\(organizer_id=\?\)$/.test(step) && !ofOrganizer.test(step);
        });
    }
    const explain = sql`explain (format json) ${withValues(text, values)}`;
    const { rows } = await explain.execute(t.db);
    const [{ Plan: plan }] = (rows[0] as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'];
    const all: PlanNode[] = [];
    const visit = (node: PlanNode) => {
      all.push(node);
      for (const child of node.Plans ?? []) visit(child);
    };
    visit(plan);
    return all
      .filter((node) => {
        const isScan = node['Node Type'] === 'Seq Scan' && tables.includes(node['Relation Name'] ?? '');
        return isScan || node['Total Cost'] > costMax;
      })
      .map((node) => `${node['Node Type']} ${node['Relation Name'] ?? ''} ${node['Total Cost']}`);
  }

  /** A statement of PostgreSQL with its values in place of `$1`, `$2`… */
  function withValues(text: string, values: readonly unknown[]): RawBuilder<unknown> {
    const parts = text.split(/\$(\d+)/);
    return sql.join(
      parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`)),
      sql``,
    );
  }

  async function expectIndexed(work: () => Promise<unknown>, expectedTables: readonly string[]): Promise<void> {
    const statements = await statementsOf(work);
    for (const { text } of statements) seen.add(text);
    // Each expected table was read: now, or before if its statement was prepared then.
    const all = [...seen].join('\n');
    for (const table of expectedTables) expect(all).toMatch(new RegExp(`\\b${table}\\b`));
    const problems = [];
    for (const { text, values } of statements) {
      const found = await fieldErrorsOf(text, values);
      if (found.length > 0) problems.push({ text, found });
    }
    expect(problems).toEqual([]);
  }

  const expectStatus = async (response: Promise<{ status: number; text: string }>, status: number) => {
    const { status: given, text } = await response;
    expect(given, text).toBe(status);
  };
  const email = 'ada@example.com';

  test('find an event and its offers', async () => {
    const { buyer: _, ...cart } = reservation(shop);
    const both = { ...cart, addons: [{ addonId: shop.drinks.id, quantity: 1 }] };
    await expectIndexed(
      () => expectStatus(buyer.get(`/events/${shop.event.id}`), 200),
      ['events', 'ticket_types', 'addons'],
    );
    await expectIndexed(() => expectStatus(buyer.post('/quote', both), 200), ['events', 'ticket_types', 'addons']);
  });

  test('reserve, verify, read, pay and cancel', async () => {
    const key = { 'idempotency-key': 'plans-of-a-reserve' };
    const body = { ...reservation(shop), addons: [{ addonId: shop.drinks.id, quantity: 1 }] };
    await expectIndexed(
      () => expectStatus(buyer.post('/reserve', body, key), 201),
      ['ticket_types', 'addons', 'orders', 'open_holds'],
    );
    await expectIndexed(() => expectStatus(buyer.post('/otp', { email }), 202), ['otp_codes', 'mails']);
    const code = await site.codeOf(email);
    await expectIndexed(
      () => expectStatus(buyer.post('/otp/verify', { email, code }), 200),
      ['otp_codes', 'otp_tries'],
    );
    const ready = await buyer.readyToPay(shop);
    const { orderNumber, reservationToken, buyerToken } = ready;
    for (const token of [reservationToken, buyerToken]) {
      await expectIndexed(
        () => expectStatus(buyer.get(`/orders/${orderNumber}`, token), 200),
        ['orders', 'order_items'],
      );
    }
    for (const method of ['manual', 'test']) {
      await expectIndexed(() => expectStatus(buyer.post('/pay', { ...ready, method }), 200), ['orders', 'payments']);
    }
    const free = await buyer.readyToPay(shop, { items: [{ ticketTypeId: shop.fun.id, quantity: 1 }] });
    await expectIndexed(() => expectStatus(buyer.post('/pay', free), 200), ['orders', 'tickets']);
    const other = await buyer.readyToPay(shop);
    const both = { orderNumber: other.orderNumber, reservationToken: other.reservationToken };
    await expectIndexed(() => expectStatus(buyer.post('/cancel', both), 200), ['orders', 'ticket_types']);
  });

  test('find the rows that jobs process: orders, codes, mails, refunds and payments to close', async () => {
    await buyer.reserve(shop, {});
    site.clock.advance(11 * 60_000);
    const { clock } = site;
    await expectIndexed(
      async () => expect(await expireOrders(db, clock)).toBeGreaterThan(0),
      ['orders', 'order_items', 'open_holds'],
    );
    await expectIndexed(() => purgeCodes(db, clock.now()), ['otp_codes']);
    clock.advance(7 * dayMs);
    await expectIndexed(() => purgeAbandonedOrders(db, clock.now()), ['orders', 'payments']);
    clock.advance(83 * dayMs);
    await expectIndexed(() => purgeAbandonedOrders(db, clock.now()), ['orders', 'order_items']);
    await expectIndexed(async () => expect(await claimDueMails(db, clock.now(), 20)).not.toEqual([]), ['mails']);
    const [provider] = await providersOf('manual');
    const paymentProviders = [{ client: provider!.client, method: stripeMethod }];
    const work = { ...receivingServices(db, clock), paymentProviders };
    await expectIndexed(() => processRefunds(work), ['payment_refunds']);
    await expectIndexed(() => processClosings(work), ['payments']);
  });

  test('differ from the plans of statements that read a whole table', async () => {
    const slow = sql<unknown>`select count(*) from orders where buyer_name = 'nobody'`;
    const organizerId = shop.organizer.organizer.id;
    const ofOne = sql`select * from orders where organizer_id = ${organizerId} and buyer_name = 'nobody'`;
    for (const statement of [slow, ofOne]) {
      const compiled = statement.compile(db);
      expect(await fieldErrorsOf(compiled.sql, [...compiled.parameters])).not.toEqual([]);
    }
  });
});
