import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type AuditEntry, listAudit } from '../src/features/audit/index.ts';
import { startApp, useApp } from './harness/app.ts';
import { auditFailures } from './harness/audit-failures.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { elementAt, first } from './harness/defined.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import {
  expectFieldProblem,
  expectLimitHeaders,
  expectProblem,
  jsonOf,
  type PageBody,
  read,
  type TestResponse,
} from './harness/responses.ts';

const ada = { email: 'Ada.Byron@example.com', name: 'Ada "Byron" Kīng', phone: '+44 20 7946 0000' };
const lin = { email: 'lin@example.com' };
const items = [
  { kind: 'ticket' as const, ticketTypeId: 'run-10', quantity: 2 },
  { kind: 'addon' as const, addonId: 'beer', quantity: 1 },
];
const attendees = [
  { ticketTypeId: 'run-10', holderName: 'Zuse Konrad', bib: 'B-77', category: 'Masters forty', qrValue: 'QR-OF-ZUSE' },
  { ticketTypeId: 'run-10', bib: 'B-78', qrValue: 'QR-OF-UNNAMED' },
];
const personalValues = [...Object.values(ada), lin.email, 'Zuse', 'B-77', 'Masters', 'QR-OF'];
const api = 1_000_000;
const allParts = 'expand=feeBreakdown,items,tickets';

type Order = Record<string, unknown> & { orderNumber: string };

describeOnBoth('the list of orders with expand', (kind) => {
  const database = useDatabase(kind);
  const app = useApp(() => ({ db: database.db, rateLimits: { api, search: 5 } }));
  let organizerId: string;
  let keys: Record<'plain' | 'personal' | 'till' | 'personalTill' | 'other', { id: string; key: string }>;

  beforeAll(async () => {
    const [ownOrganizer, other] = [await makeOrganizer(database.db), await makeOrganizer(database.db)];
    organizerId = ownOrganizer.id;
    await importAll(database.db, ownOrganizer, [
      ...raceLines(),
      orderLine('a', { buyer: ada, items, attendees }),
      orderLine('b', { buyer: { ...ada, email: ada.email.toUpperCase() }, items: [elementAt(items, 1)] }),
      ...['c', 'd', 'e'].map((name) => orderLine(name, { buyer: lin })),
    ]);
    await importAll(database.db, other, [...raceLines(), orderLine('foreign', { buyer: ada })]);
    const grantedScopes = ['orders:read:pii'];
    const create = (options: Parameters<typeof makeKey>[2] = {}) => makeKey(database.db, organizerId, options);
    keys = {
      plain: await create(),
      personal: await create({ granted: grantedScopes }),
      till: await create({ scopes: ['addons:read'] }),
      personalTill: await create({ scopes: ['addons:read'], granted: grantedScopes }),
      other: await makeKey(database.db, other.id, { granted: grantedScopes }),
    };
  });

  const send = async (path: string, bearer: { key: string } = keys.personal, init: RequestInit = {}) =>
    read(await app.request(`/api/v1${path}`, { ...init, key: bearer.key }));
  const orders = async (query: string, bearer = keys.personal) => {
    const response = await send(`/orders?${query}`, bearer);
    expect(response.status, response.text).toBe(200);
    return jsonOf<PageBody<Order>>(response).data;
  };
  const detail = async ({ orderNumber }: Order, bearer: { key: string }) =>
    jsonOf(await send(`/orders/${orderNumber}`, bearer));

  /** The audit entries about reads, without the entries in `readsBefore`. */
  async function readsAfter(readsBefore: readonly AuditEntry[]): Promise<AuditEntry[]> {
    const knownIds = new Set(readsBefore.map(({ id }) => id));
    return (await reads()).filter(({ id }) => !knownIds.has(id));
  }
  const reads = async () =>
    (await listAudit(database.db, organizerId, { limit: 10_000 })).filter(({ action }) => /read|search/.test(action));

  function expectNoPersonalData(text: string): void {
    for (const value of personalValues) expect(text.toLowerCase()).not.toContain(value.toLowerCase());
  }

  test('accepts the parts with commas, in repeated parameters, or both', async () => {
    const expanded = await orders('expand=items,tickets');
    expect(first(expanded)).toHaveProperty('tickets');
    for (const query of ['expand=items&expand=tickets', 'expand=tickets&expand=items,tickets']) {
      expect(await orders(query)).toEqual(expanded);
    }
    expectFieldProblem(await send('/orders?expand=items&expand=buyers'), 'expand.1');
    expect((await send('/webhook-events?type=order.paid&type=ticket.issued')).status).toBe(200);
  });

  test('has orders of any of several states, newest first, on every page', async () => {
    const organizer = await makeOrganizer(database.db);
    const states = ['paid', 'cancelled', 'refunded', 'paid', 'cancelled', 'refunded', 'paid'] as const;
    const lines = states.map((status, day) =>
      orderLine(`${day}`, { status, createdAt: `2026-11-0${day + 1}T00:00:00Z` }),
    );
    await importAll(database.db, organizer, [...raceLines(), ...lines]);
    const bearer = await makeKey(database.db, organizer.id);
    const numbers = async (query: string) => {
      const found: string[] = [];
      let cursor = '';
      do {
        const page = jsonOf<PageBody<Order>>(await send(`/orders?limit=2&${query}${cursor}`, bearer));
        found.push(...page.data.map((order) => `${order['status']} ${String(order['createdAt']).slice(8, 10)}`));
        cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
      } while (cursor !== '');
      return found;
    };
    const newest = states.map((status, day) => `${status} 0${day + 1}`).toReversed();
    const expected = newest.filter((row) => !row.startsWith('cancelled'));
    expect(await numbers('status=paid,refunded')).toEqual(expected);
    expect(await numbers('status=refunded&status=paid&status=paid')).toEqual(expected);
    expect(
      await numbers('status=paid,refunded&createdSince=2026-11-03T00:00:00Z&createdBefore=2026-11-07T00:00:00Z'),
    ).toEqual(expected.filter((row) => /0[3-6]$/.test(row)));
    expect((await numbers('status=paid,refunded,cancelled&updatedSince=2020-01-01T00:00:00Z')).toSorted()).toEqual(
      newest.toSorted(),
    );
    const unknown = await send('/orders?status=paid,open', bearer);
    expectFieldProblem(unknown, 'status.1');
    expect(unknown.text).toContain('must be one of pending, paid,');
  });

  test('has the orders that were paid since a time, oldest payment first', async () => {
    const organizer = await makeOrganizer(database.db);
    const paid = (day: number) =>
      orderLine(`p${day}`, { createdAt: '2026-11-01T00:00:00Z', paidAt: `2026-11-0${day}T00:00:00Z` });
    const unpaid = orderLine('unpaid', { status: 'cancelled' });
    await importAll(database.db, organizer, [...raceLines(), paid(3), paid(2), unpaid, paid(4), paid(5)]);
    const bearer = await makeKey(database.db, organizer.id, { granted: ['orders:read:pii'] });
    const days = async (query: string) => {
      const { data, nextCursor } = jsonOf<PageBody<Order>>(await send(`/orders?limit=2&${query}`, bearer));
      return { days: data.map(({ paidAt }) => Number(String(paidAt).slice(8, 10))), nextCursor };
    };
    const since = 'paidSince=2026-11-03T00:00:00Z';
    const page = await days(since);
    expect(page.days).toEqual([3, 4]);
    expect((await days(`${since}&cursor=${page.nextCursor}`)).days).toEqual([5]);
    // A filter that finds few rows permits all times.
    const all = `${since}&updatedSince=2020-01-01T00:00:00Z&createdSince=2026-11-01T00:00:00Z&status=paid`;
    expect((await days(`${all}&email=p4@example.com`)).days).toEqual([4]);
    expect((await days(`${all}&q=p4`)).days).toEqual([4]);
    expectFieldProblem(await send(`/orders?${since}&status=paid`, bearer), 'status');
    expectFieldProblem(await send(`/orders?${since}&createdBefore=2026-11-09T00:00:00Z`, bearer), 'createdBefore');
  });

  test('finds orders by words with `q`, with the scope for personal data, and records the search', async () => {
    const readsBefore = await reads();
    const found = await orders('q=zuse');
    expect(found).toEqual((await orders('')).filter(({ ticketCount }) => ticketCount === 2));
    const limited = await orders('q=ada&limit=1');
    expect(limited).toHaveLength(1);
    const filtered = await orders('q=ada+byron&status=paid&expand=items');
    expect(filtered).toHaveLength(2);
    expect(await orders('q=ada&status=cancelled,refunded')).toEqual([]);
    expect(await orders('q=foreign')).toEqual([]);
    const entries = await readsAfter(readsBefore);
    expect(entries.filter(({ action }) => action === 'buyer.search')).toHaveLength(5);
    const readOrders = entries.flatMap(({ action, subject }) =>
      action === 'order.personal_data.read' ? [subject] : [],
    );
    const foundOrders = [...found, ...limited, ...filtered].map(({ orderNumber }) => orderNumber);
    expect(readOrders.toSorted()).toEqual(foundOrders.toSorted());
    expectNoPersonalData(JSON.stringify(entries));
    const denied = await send('/orders?q=zuse', keys.plain);
    expectProblem(denied, 403, 'insufficient_scope');
    expect(denied.text).toContain('orders:read:pii');
    expectFieldProblem(await send(`/orders?q=ada&cursor=x`), 'cursor');
  });

  test('returns each order with all parts exactly as in its detail, on every page', async () => {
    const readsBefore = await reads();
    const listedOrders: Order[] = [];
    let cursor = '';
    do {
      const page = jsonOf<PageBody<Order>>(await send(`/orders?limit=2&${allParts}${cursor}`, keys.plain));
      listedOrders.push(...page.data);
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    expect(listedOrders).toHaveLength(5);
    for (const order of listedOrders) expect(order).toEqual(await detail(order, keys.plain));
    expectNoPersonalData(JSON.stringify(listedOrders));
    expect(await readsAfter(readsBefore)).toEqual([]);
    // Even with the scope, personal fields are returned only with `buyer`.
    expect(await orders(allParts)).toEqual(await orders(allParts, keys.plain));
    expect(await readsAfter(readsBefore)).toEqual([]);
  });

  test('returns only the requested part, and no part by default', async () => {
    const orderWithoutParts = first(await orders('', keys.plain));
    for (const part of ['feeBreakdown', 'items', 'tickets']) {
      const [order] = await orders(`expand=${part}`, keys.plain);
      expect(order).toEqual({ ...orderWithoutParts, [part]: (await detail(orderWithoutParts, keys.plain))[part] });
    }
    const firstPage = jsonOf<PageBody>(await send('/orders?limit=1&expand=items', keys.plain));
    expect(await orders(`limit=1&cursor=${firstPage.nextCursor}`, keys.plain)).toHaveLength(1);
  });

  test('accepts only known names', async () => {
    for (const value of ['', 'items,', 'items,colour', 'Items', 'items;tickets', 'items, tickets']) {
      const problem = expectProblem(
        await send(`/orders?expand=${encodeURIComponent(value)}`, keys.plain),
        400,
        'invalid_request',
      );
      expect(problem.errors?.[0]?.path).toMatch(/^expand\.\d$/);
    }
  });

  test('returns buyers for a key with the scope, and audits the read of each order', async () => {
    for (const [query, fields] of [
      ['expand=buyer', ['buyer']],
      [`${allParts},buyer`, ['buyer', 'holderName', 'bib', 'category', 'qrValue', 'fields']],
    ] as const) {
      const readsBefore = await reads();
      const response = await send(`/orders?${query}`, keys.personal, { headers: { 'accept-encoding': 'gzip' } });
      expect(response.headers.get('content-encoding')).toBeNull();
      const { data } = jsonOf<PageBody<Order>>(response);
      const newReads = await readsAfter(readsBefore);
      expect(newReads.map(({ subject }) => subject).sort()).toEqual(data.map(({ orderNumber }) => orderNumber).sort());
      for (const entry of newReads) {
        expect(entry).toMatchObject({
          actor: keys.personal.id,
          action: 'order.personal_data.read',
          details: { fields },
          requestId: response.headers.get('request-id'),
          address: '127.0.0.1',
        });
      }
      expectNoPersonalData(JSON.stringify(newReads));
      expect(data.map((order) => order['buyer'])).toContainEqual(ada);
    }
    const onlyInDetails = ['answers', 'answersUntil', 'addons'];
    const asInLists = (name: string, value: unknown) => (onlyInDetails.includes(name) ? undefined : value);
    for (const order of await orders(`${allParts},buyer`)) {
      const read = JSON.stringify(await detail(order, keys.personal), asInLists);
      expect(order, 'the detail without answers and add-ons of holders').toEqual(JSON.parse(read));
    }
  });

  test('rejects a request without the scope, and writes no audit entry', async () => {
    const readsBefore = await reads();
    for (const query of ['expand=buyer', `${allParts},buyer`, `email=${ada.email}`]) {
      const response = await send(`/orders?${query}`, keys.plain);
      expect(expectProblem(response, 403, 'insufficient_scope').detail).toContain('orders:read:pii');
      expect(response.headers.get('www-authenticate')).toContain('scope="orders:read:pii"');
      expectProblem(await send(`/orders?${query}`, keys.personalTill), 403, 'insufficient_scope');
    }
    const baseline = await startApp({ db: database.db, deployment: 'baseline', rateLimits: { api } });
    for (const query of ['expand=buyer', `email=${ada.email}`]) {
      const response = await read(await baseline.request(`/api/v1/orders?${query}`, { key: keys.plain.key }));
      expectProblem(response, 400, 'invalid_request');
    }
    expect((await baseline.request(`/api/v1/orders?${allParts}`, { key: keys.plain.key })).status).toBe(200);
    await baseline.close();
    expect(await readsAfter(readsBefore)).toEqual([]);
  });

  test('finds the orders of a complete e-mail address in upper or lower case, and audits the search', async () => {
    for (const [email, count] of [
      [ada.email, 2],
      [ada.email.toLowerCase(), 2],
      ['da.Byron@example.com', 0],
      ['%@example.com', 0],
    ] as const) {
      const readsBefore = await reads();
      const foundOrders = await orders(`email=${encodeURIComponent(email)}`);
      expect(foundOrders).toHaveLength(count);
      expectNoPersonalData(JSON.stringify(foundOrders));
      const newReads = await readsAfter(readsBefore);
      const [search, ...otherSearches] = newReads.filter(({ action }) => action === 'buyer.search');
      expect(search).toMatchObject({ actor: keys.personal.id, subject: 'orders', details: { orders: count } });
      expect(otherSearches).toEqual([]);
      expect(newReads).toHaveLength(1 + count);
      expectNoPersonalData(JSON.stringify(newReads));
    }
    expect(await orders(`email=${lin.email}&status=paid&limit=2&expand=buyer`)).toMatchObject([
      { buyer: lin },
      { buyer: lin },
    ]);
    expect(await orders(`email=${ada.email}`, keys.other)).toHaveLength(1);
    for (const text of ['', 'ada', '@', 'a b@c']) {
      expectFieldProblem(await send(`/orders?email=${encodeURIComponent(text)}`), 'email');
    }
    expectNoPersonalData(app.log());
  });

  test.each(auditFailures(kind))(
    'returns no personal data if the audit entry cannot be written: $name',
    async ({ inject, undo }) => {
      const readsBefore = await reads();
      for (const text of inject) await sql.raw(text).execute(database.db);
      try {
        for (const path of ['/orders?expand=buyer', `/orders?email=${ada.email}`, `/addons?email=${ada.email}`]) {
          const response = await send(path);
          expectProblem(response, 503, 'unavailable');
          expectNoPersonalData(response.text);
        }
      } finally {
        for (const text of undo) await sql.raw(text).execute(database.db);
      }
      expect(await readsAfter(readsBefore)).toEqual([]);
    },
  );

  test('finds orders and add-ons by any spelling of an e-mail address that is delivered to the same mailbox', async () => {
    const organizer = await makeOrganizer(database.db);
    const items = [{ kind: 'addon' as const, addonId: 'beer', quantity: 1 }];
    const stored = [
      'JÜRGEN@BÜCHER.example',
      'ju\u0308rgen@xn--bcher-kva.example',
      'strauß@example.com',
      'strauss@example.com',
    ];
    const lines = stored.map((email, index) => orderLine(`spelling-${index}`, { buyer: { email }, items }));
    await importAll(database.db, organizer, [...raceLines(), ...lines]);
    const { key } = await makeKey(database.db, organizer.id, { granted: ['orders:read:pii'] });
    for (const [email, count] of [
      ['jürgen@bücher.example', 2],
      ['JU\u0308RGEN@Bücher.Example', 2],
      ['jürgen@xn--bcher-kva.example', 2],
      ['STRAUẞ@example.com', 1],
      ['Strauss@EXAMPLE.com', 1],
      ['jurgen@bucher.example', 0],
    ] as const) {
      for (const list of ['orders', 'addons']) {
        const response = await send(`/${list}?email=${encodeURIComponent(email)}`, { key });
        expect(jsonOf<PageBody>(response).data, `${list} ${email}`).toHaveLength(count);
      }
    }
  });

  test('a search for add-ons by e-mail address is audited, and has a rate limit for a key without access to personal data', async () => {
    const readsBefore = await reads();
    const search = async (bearer: { key: string }, email: string): Promise<TestResponse> =>
      send(`/addons?email=${email}`, bearer);
    for (let remainingRequests = 4; remainingRequests >= 0; remainingRequests -= 1) {
      const response = await search(keys.till, remainingRequests % 2 ? ada.email : 'unknown@example.com');
      expect(jsonOf<PageBody>(response).data).toHaveLength(remainingRequests % 2 ? 2 : 0);
      expectLimitHeaders(response, 5);
      expect(response.headers.get('ratelimit-remaining')).toBe(String(remainingRequests));
    }
    const newReads = await readsAfter(readsBefore);
    expect(newReads.filter(({ action }) => action === 'buyer.search')).toHaveLength(5);
    expect(newReads).toHaveLength(5 + 2 * 2);
    expectNoPersonalData(JSON.stringify(newReads));
    for (const method of ['GET', 'HEAD']) {
      const limited = await send(`/addons?email=${ada.email}`, keys.till, { method });
      expect(limited.status).toBe(429);
      expectLimitHeaders(limited, 5);
      expect(limited.headers.get('retry-after')).toBe(limited.headers.get('ratelimit-reset'));
    }
    expect(await readsAfter([...readsBefore, ...newReads])).toEqual([]);
    // This limit does not apply to other requests, and not to keys with access to personal data.
    expectLimitHeaders(await send('/addons', keys.till), api);
    for (let turn = 0; turn < 7; turn += 1) expectLimitHeaders(await search(keys.personalTill, ada.email), api);
    expectFieldProblem(await search(keys.personalTill, 'ada'), 'email');
  });
});
