import { DatabaseSync } from 'node:sqlite';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { setPoster } from '../src/features/catalog/posters.ts';
import { queueMail } from '../src/features/mail/index.ts';
import { claimDueMails } from '../src/features/mail/leases.ts';
import { expireOrders, purgeAbandonedOrders } from '../src/features/orders/index.ts';
import { purgeCodes } from '../src/features/otp/codes.ts';
import { stripeMethod } from '../src/features/payments/stripe/index.ts';
import { processClosings } from '../src/features/received-money/close-payments.ts';
import { processRefunds } from '../src/features/received-money/send-refunds.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { sqliteFile } from '../src/platform/database/sqlite.ts';
import { describePlansOnBoth, useDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { providersOf, receivingServices } from './harness/payment-providers.ts';
import { type Buyer, PublicSite, reservation, type Shop } from './harness/public-site.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** The minimum number of rows of each table. Nearly all rows belong to one organizer. */
const minRows = 20_000;
/** The maximum estimated cost of a statement on PostgreSQL. Reading a whole table costs more than three times as much. */
const maxCost = 120;

const tables = [
  ...['events', 'ticket_types', 'addons', 'orders', 'order_items', 'payments', 'payment_refunds'],
  ...['mails', 'order_mails', 'otp_codes'],
];
/** Searches by organizer that are fast: the organizer has few rows, or only the end of the range is read. */
const fastOrganizerSearch =
  /^SEARCH (organizers|o|webhook_endpoints|webhook_events|deleted_webhook_events|webhook_deliveries) /;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Total Cost': number;
  readonly Plans?: readonly PlanNode[];
}

const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
const query = vi.spyOn(pg.Client.prototype, 'query');
// The suites that run later in this worker call the original functions again.
afterAll(() => {
  prepare.mockRestore();
  query.mockRestore();
});

describePlansOnBoth('the query plans of buyers’ requests and jobs, with 20,000 rows in each table', (kind) => {
  const database = useDatabase(kind);
  let db: Db;
  let site: PublicSite;
  let shop: Shop;
  let buyer: Buyer;
  let reader: DatabaseSync;
  /** The texts of all statements so far. */
  const statementTexts = new Set<string>();

  beforeAll(async () => {
    const firstSite = await PublicSite.start(database.db);
    shop = await firstSite.shop();
    const { orderNumber } = await firstSite
      .buyer()
      .reserve(shop, { addons: [{ addonId: shop.drinks.id, quantity: 1 }] });
    await firstSite.buyer().post('/otp', { email: 'ada@example.com' });
    await firstSite.close();
    // SQLite needs no rows: it chooses plans by the indexes only, because `analyze` was not run.
    if (kind === 'postgres') await insertRows(orderNumber);
    // A new connection has not prepared any statement, so all statements are observed.
    db = openDatabase(database);
    site = await PublicSite.start(db, { selling: { holdsPerIpAddress: 100, holdsPerEmail: 100 } });
    buyer = site.buyer();
    if (kind === 'sqlite') reader = new DatabaseSync(sqliteFile(database.dataDir), { readOnly: true });
  });
  afterAll(async () => {
    reader?.close();
    await site.close();
    await db.destroy();
  });

  /** Copies the first row of a table many times. `values` are SQL expressions for columns; `n` is a number of nine digits. */
  async function copyRow(tx: Db, table: string, values: Record<string, string>): Promise<void> {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} limit 1`.execute(tx);
    const columns = Object.keys(first(rows));
    const expressions = columns.map((name) =>
      values[name] === undefined ? sql.ref(`t.${name}`) : sql.raw(values[name]),
    );
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(expressions)} from (select * from ${sql.table(table)} limit 1) as t,
        (select lpad(i::text, 9, '0') as n from generate_series(1, ${sql.lit(minRows)}) as i) as numbers`.execute(tx);
  }

  function insertRows(orderNumber: string): Promise<void> {
    const organizer_id = shop.organizerApi.organizer.id;
    const id = (prefix: string) => `'${prefix}_00000000000000000' || n`;
    const farFuture = "'2030-01-01T00:00:00.000Z'";
    const createdAt = '2026-11-20T09:00:00.000Z';
    const commonColumns = {
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
    const refund = {
      id: 'rfd_0',
      payment_id: 'pay_0',
      status: 'succeeded',
      reference: null,
      asks_tickets: 0,
      error: null,
    } as const;
    const nullColumns = { charge_reference: null, redirect_url: null, paid_at: null, next_attempt_at: null };
    return database.db.transaction().execute(async (tx) => {
      // With this role, foreign keys are not checked. The copies refer to each other.
      await sql`set local session_replication_role = replica`.execute(tx);
      await tx
        .insertInto('payments')
        .values({ ...commonColumns, ...payment, ...nullColumns })
        .execute();
      await tx
        .insertInto('payment_refunds')
        .values({ ...commonColumns, ...refund, next_attempt_at: null })
        .execute();
      await copyRow(tx, 'events', { id: id('evt'), slug: "'event-' || n" });
      await copyRow(tx, 'ticket_types', { id: id('tty'), event_id: id('evt') });
      await copyRow(tx, 'addons', { id: id('add'), event_id: id('evt') });
      await copyRow(tx, 'orders', { order_number: "'X' || n", buyer_email: "'b' || n", expires_at: farFuture });
      await copyRow(tx, 'order_items', { id: id('itm'), order_number: "'X' || n" });
      await copyRow(tx, 'payments', { id: id('pay'), order_number: "'X' || n" });
      await copyRow(tx, 'payment_refunds', { id: id('rfd'), payment_id: id('pay') });
      await queueMail(tx, { kind: 'tickets', organizerId: organizer_id, orderNumber }, createdAt);
      const mail = { id: id('mal'), kind: "'tickets'", next_attempt_at: farFuture, expires_at: farFuture };
      for (const table of ['mails', 'order_mails']) await copyRow(tx, table, mail);
      await copyRow(tx, 'otp_codes', { email_hash: 'n', expires_at: farFuture, ends_at: farFuture });
      for (const table of tables) {
        await sql`analyze ${sql.table(table)}`.execute(tx);
        const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(tx);
        expect(Number(first(rows).n)).toBeGreaterThan(minRows);
      }
    });
  }

  /** The different statements that `work` runs, with their values. */
  async function statementsOf(work: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
    prepare.mockClear();
    query.mockClear();
    await work();
    const executed =
      kind === 'sqlite'
        ? prepare.mock.calls.map(([text]) => ({ text, values: [] }))
        : query.mock.calls.map(([argument, values]) => {
            const config = argument as unknown as string | { text: string; values?: unknown[] };
            return typeof config === 'string'
              ? { text: config, values: (values ?? []) as unknown[] }
              : { values: [], ...config };
          });
    const relevant = executed.filter(({ text }) => /^\s*(select|with|update|delete|insert)\b/i.test(text));
    return [...new Map(relevant.map((statement) => [statement.text, statement])).values()];
  }

  /** The steps of a query plan that read a whole table, or all rows of an organizer. */
  async function findSlowSteps(text: string, values: unknown[]): Promise<string[]> {
    if (kind === 'sqlite') {
      const steps = reader.prepare(`explain query plan ${text}`).all() as { detail: string }[];
      return steps
        .map(({ detail }) => detail)
        .filter((step) => {
          if (/^SCAN (?!json_each|picked|due|2-ROW VALUES CLAUSE|CONSTANT ROW|\w+ VIRTUAL TABLE|\(subquery)/.test(step))
            return true;
          return /^SEARCH .*\(organizer_id=\?\)$/.test(step) && !fastOrganizerSearch.test(step);
        });
    }
    const explain = sql`explain (format json) ${withValues(text, values)}`;
    const { rows } = await explain.execute(database.db);
    const [{ Plan: plan }] = (rows[0] as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'];
    const nodes: PlanNode[] = [];
    const visit = (node: PlanNode) => {
      nodes.push(node);
      for (const child of node.Plans ?? []) visit(child);
    };
    visit(plan);
    return nodes
      .filter((node) => {
        const isScan = node['Node Type'] === 'Seq Scan' && tables.includes(node['Relation Name'] ?? '');
        return isScan || node['Total Cost'] > maxCost;
      })
      .map((node) => `${node['Node Type']} ${node['Relation Name'] ?? ''} ${node['Total Cost']}`);
  }

  /** A PostgreSQL statement in which its values replace `$1`, `$2` and so on. */
  function withValues(text: string, values: readonly unknown[]): RawBuilder<unknown> {
    const parts = text.split(/\$(\d+)/);
    return sql.join(
      parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`)),
      sql``,
    );
  }

  /** Asserts that the statements of `work` use indexes, and name the tables. */
  async function expectIndexed(work: () => Promise<unknown>, expectedTables: readonly string[]): Promise<void> {
    const statements = await statementsOf(work);
    for (const { text } of statements) statementTexts.add(text);
    // A statement for each table ran, in this test or in an earlier one that prepared it.
    const allTexts = [...statementTexts].join('\n');
    for (const table of expectedTables) expect(allTexts).toMatch(new RegExp(`\\b${table}\\b`));
    const problems = [];
    for (const { text, values } of statements) {
      const slowSteps = await findSlowSteps(text, values);
      if (slowSteps.length > 0) problems.push({ text, slowSteps });
    }
    expect(problems).toEqual([]);
  }

  const expectStatus = async (response: Promise<{ status: number; text: string }>, status: number) => {
    const { status: actual, text } = await response;
    expect(actual, text).toBe(status);
  };
  const email = 'ada@example.com';

  test('use indexes to find an event and its offers', async () => {
    const { buyer: _, ...cart } = reservation(shop);
    const fullCart = { ...cart, addons: [{ addonId: shop.drinks.id, quantity: 1 }] };
    await expectIndexed(
      () => expectStatus(buyer.get(`/events/${shop.event.id}`), 200),
      ['events', 'ticket_types', 'addons'],
    );
    await expectIndexed(() => expectStatus(buyer.post('/quote', fullCart), 200), ['events', 'ticket_types', 'addons']);
  });

  test('use indexes to reserve, verify, read, pay and cancel', async () => {
    const key = { 'idempotency-key': 'query-plans-of-reserve' };
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
    const payBody = await buyer.preparePayment(shop);
    const { orderNumber, reservationToken, buyerToken } = payBody;
    for (const token of [reservationToken, buyerToken]) {
      await expectIndexed(
        () => expectStatus(buyer.get(`/orders/${orderNumber}`, token), 200),
        ['orders', 'order_items'],
      );
    }
    const list = `/own-orders?eventId=${shop.event.id}`;
    await expectIndexed(() => expectStatus(buyer.get(list, buyerToken), 200), ['orders']);
    for (const method of ['manual', 'test']) {
      await expectIndexed(() => expectStatus(buyer.post('/pay', { ...payBody, method }), 200), ['orders', 'payments']);
    }
    const freePayBody = await buyer.preparePayment(shop, { items: [{ ticketTypeId: shop.fun.id, quantity: 1 }] });
    await expectIndexed(() => expectStatus(buyer.post('/pay', freePayBody), 200), ['orders', 'tickets']);
    const otherPayBody = await buyer.preparePayment(shop);
    const cancelBody = { orderNumber: otherPayBody.orderNumber, reservationToken: otherPayBody.reservationToken };
    await expectIndexed(() => expectStatus(buyer.post('/cancel', cancelBody), 200), ['orders', 'ticket_types']);
  });

  test('use indexes to find the orders, codes, mails, refunds and payments that jobs process', async () => {
    await buyer.reserve(shop, {});
    site.clock.advance(11 * 60_000);
    const { clock } = site;
    await expectIndexed(
      async () => expect(await expireOrders(db, clock)).toBeGreaterThan(0),
      ['orders', 'order_items', 'open_holds'],
    );
    await expectIndexed(() => purgeCodes(db, clock.now()), ['otp_codes']);
    clock.advance(7 * dayMs);
    await expectIndexed(() => purgeAbandonedOrders(db, clock), ['orders', 'payments']);
    clock.advance(83 * dayMs);
    await expectIndexed(() => purgeAbandonedOrders(db, clock), ['orders', 'order_items']);
    await expectIndexed(
      async () => expect(await claimDueMails(db, clock, 20)).not.toEqual([]),
      ['mails', 'order_mails'],
    );
    const { client } = first(await providersOf('manual'));
    const paymentProviders = [{ client, method: stripeMethod }];
    const services = { ...receivingServices(db, clock), paymentProviders };
    await expectIndexed(() => processRefunds(services), ['payment_refunds']);
    await expectIndexed(() => processClosings(services), ['payments']);
  });

  test('use indexes to replace the poster of an event', async () => {
    const { organizer } = shop.organizerApi;
    const scope = { organizerId: organizer.id, clock: site.clock, origin: byOperator };
    const replace = (end: number) =>
      db.transaction().execute((tx) => {
        const image = Buffer.from([0xff, 0xd8, 0xff, end]);
        return setPoster(tx, scope, shop.event.id, image, 'https://tickets.example.com');
      });
    await replace(1);
    await expectIndexed(() => replace(2), ['events', 'posters']);
  });

  test('are distinguished from plans that read a whole table', async () => {
    const readsTable = sql<unknown>`select count(*) from orders where buyer_name = 'nobody'`;
    const organizerId = shop.organizerApi.organizer.id;
    const readsOrganizer = sql`select * from orders where organizer_id = ${organizerId} and buyer_name = 'nobody'`;
    for (const statement of [readsTable, readsOrganizer]) {
      const compiled = statement.compile(db);
      expect(await findSlowSteps(compiled.sql, [...compiled.parameters])).not.toEqual([]);
    }
  });
});
