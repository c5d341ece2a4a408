import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { revokeKey } from '../src/features/keys/index.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import { emit, sendTest } from '../src/features/webhooks/index.ts';
import { purgeEvents } from '../src/features/webhooks/purge-events.ts';
import { systemClock, timestamp } from '../src/platform/clock.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { FeedReader } from './harness/feed-reader.ts';
import { makeKey, makeOrganizer } from './harness/fixtures.ts';
import { expectFieldProblem, expectProblem, read } from './harness/responses.ts';
import { TestClock } from './harness/test-clock.ts';
import { waitUntil } from './harness/wait.ts';
import { emitMany, makeEndpoint } from './harness/webhooks.ts';

interface EventPage {
  readonly data: readonly { readonly id: string; readonly type: string; readonly sequence: number }[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

const dayMs = 24 * 3_600_000;

describeOnBoth('the feed of webhook events', (kind) => {
  const t = useDatabase(kind);
  let app: TestApp;
  let organizer: Organizer;
  let key: string;
  let readers: FeedReader[];
  beforeEach(async () => {
    readers = [];
    app = await startApp({ db: t.db });
    organizer = await makeOrganizer(t.db);
    key = (await makeKey(t.db, organizer.id)).key;
  });
  afterEach(async () => {
    await Promise.all(readers.map((reader) => reader.close()));
    await app.close();
  });

  async function open(query = '', readerKey = key): Promise<FeedReader> {
    const reader = await FeedReader.open(() => app.url, readerKey, query);
    readers.push(reader);
    return reader;
  }

  const request = (path: string, requestKey = key, headers = {}) =>
    app.request(`/api/v1/webhook-events${path}`, { key: requestKey, headers });

  async function list(query = ''): Promise<EventPage> {
    const response = await request(query);
    expect(response.status).toBe(200);
    return (await response.json()) as EventPage;
  }

  const idsOf = ({ data }: EventPage) => data.map(({ id }) => id);
  const emitOne = (type: string, data: object, organizerId = organizer.id) =>
    emitMany(t.db, organizerId, 1, { type, data });

  /** Starts a transaction that has emitted an event and stays open. */
  async function startTransaction(
    organizerId: string,
  ): Promise<{ ids: string[]; end: (error?: Error) => Promise<void> }> {
    const [emitted, ended] = [Promise.withResolvers<string[]>(), Promise.withResolvers<void>()];
    const transaction = t.db.transaction().execute(async (tx) => {
      const event = { type: 'order.paid', data: '{"orderNumber":"AAAAAAAA01"}' };
      emitted.resolve(await emit(tx, organizerId, [event], timestamp(systemClock.now())));
      await ended.promise;
    });
    const ids = await emitted.promise;
    const end = async (error?: Error) => {
      if (error === undefined) ended.resolve();
      else ended.reject(error);
      await transaction.catch((thrown) => {
        if (thrown !== error) throw thrown;
      });
    };
    return { ids, end };
  }

  test('an event waits for an open transaction with a lower sequence, until it commits or is rolled back', async () => {
    const other = await makeOrganizer(t.db);
    const [reader, otherReader] = [await open(), await open('', (await makeKey(t.db, other.id)).key)];
    const expected: string[] = [];
    for (const error of [undefined, new Error('rolled back')]) {
      const slow = await startTransaction(organizer.id);
      const later = emitOne('order.created', {});
      const others = emitOne('order.created', {}, other.id);
      // SQLite has one writer at a time. On PostgreSQL, both transactions commit now.
      if (kind === 'postgres') {
        const [laterId] = await later;
        const [otherId] = await others;
        await waitUntil(() => otherReader.ids.includes(otherId!));
        expect(idsOf(await list())).toEqual(expected);
        expect(reader.ids).toEqual(expected);
        expect((await request(`/${laterId}`)).status).toBe(200);
      }
      await slow.end(error);
      expected.push(...(error === undefined ? slow.ids : []), ...(await later));
      await waitUntil(() => reader.events.length === expected.length);
      expect(reader.ids).toEqual(expected);
      expect(idsOf(await list())).toEqual(expected);
    }
  });

  test('a key receives only the types whose resources it can read', async () => {
    const narrow = await makeKey(t.db, organizer.id, { scopes: ['tickets:read', 'addons:write'] });
    const [all, tickets] = [await open(), await open('', narrow.key)];
    const endpoint = await makeEndpoint(t.db, organizer.id, 'https://1.1.1.1/hooks');
    const types = ['order.paid', 'ticket.issued', 'addon.consumed', 'event.updated', 'settlement.paid'];
    const ids: string[] = [];
    for (const type of types) ids.push(...(await emitOne(type, {})));
    await emitOne('endpoint.disabled', {});
    await sendTest(t.db, organizerScope(organizer.id, systemClock, byOperator), endpoint.id);
    const last = (await emitOne('ticket.used', {}))[0]!;
    await waitUntil(() => all.ids.includes(last) && tickets.ids.includes(last));
    expect(all.ids).toEqual([...ids, last]);
    expect(tickets.ids).toEqual([ids[1], last]);
    expect(idsOf(await list())).toEqual(all.ids);
    expect((await request(`/${ids[1]}`, narrow.key)).status).toBe(200);
    for (const [id, requestKey] of [
      [ids[0], narrow.key],
      [ids[1], (await makeKey(t.db, (await makeOrganizer(t.db)).id)).key],
    ]) {
      expectProblem(await read(await request(`/${id}`, requestKey)), 404, 'not_found');
    }
    const denied = await read(await request('?type=ticket.used,order.paid', narrow.key));
    expect(expectProblem(denied, 403, 'insufficient_scope').detail).toContain('orders:read');
    const publishable = await makeKey(t.db, organizer.id, { kind: 'publishable' });
    const writer = await makeKey(t.db, organizer.id, { scopes: ['addons:write'] });
    for (const path of ['', `/${ids[3]}`, '/stream']) {
      for (const { key: deniedKey } of [publishable, writer]) {
        expectProblem(await read(await request(path, deniedKey)), 403, 'insufficient_scope');
      }
    }
  });

  test('a list is filtered by type, resource, sequence and time, and its pages are complete', async () => {
    const clock = new TestClock(timestamp(systemClock.now()));
    const early = await emitMany(t.db, organizer.id, 3, { clock, data: { id: 'evt_1' }, type: 'event.updated' });
    clock.advance(60_000);
    const since = timestamp(clock.now());
    const late = await emitMany(t.db, organizer.id, 1_100, { clock, data: { orderNumber: 'AAAAAAAA02' } });
    const [voided] = await emitMany(t.db, organizer.id, 1, {
      clock,
      type: 'ticket.voided',
      data: { id: 'tkt_1', orderNumber: 'AAAAAAAA02' },
    });
    const all = [...early, ...late, voided!];
    const readAll = async (query: string) => {
      const ids: string[] = [];
      for (let page = await list(query); ; page = await list(`?limit=100&cursor=${page.nextCursor}${query.slice(1)}`)) {
        ids.push(...idsOf(page));
        if (!page.hasMore) return ids;
      }
    };
    expect(await readAll('?')).toEqual(all);
    // More events than one page searches are skipped.
    expect(await readAll('?&type=ticket.voided,event.updated')).toEqual([...early, voided]);
    expect(await readAll('?&objectId=evt_1')).toEqual(early);
    expect(idsOf(await list('?limit=100&objectId=aaaaaaaa02'))).toEqual(late.slice(0, 100));
    expect(idsOf(await list('?objectId=AAAAAAAA02&type=ticket.voided'))).toEqual([voided]);
    expect(idsOf(await list(`?limit=1&createdSince=${since}`))).toEqual([late[0]]);
    const { data } = await list('?limit=3');
    expect(idsOf(await list(`?limit=2&after=${data[1]!.sequence}`))).toEqual(all.slice(2, 4));
    expect(idsOf(await list('?after=999999999999'))).toEqual([]);
    expectFieldProblem(await read(await request('?type=order.unknown')), 'type.0');
    expectFieldProblem(await read(await request('?cursor=eyJhIjoxfQ')), 'cursor');
  });

  test('a stream continues after a position, a time, and a lost connection', async () => {
    const before = await emitMany(t.db, organizer.id, 250);
    const { data } = await list('?limit=2');
    const [live, fromStart, fromTime] = [
      await open(),
      await open(`?after=${data[0]!.sequence}`),
      await open('?createdSince=2020-01-01T00:00:00Z'),
    ];
    const later = await emitMany(t.db, organizer.id, 5);
    await waitUntil(() => live.ids.length === 5 && fromStart.ids.length === 254 && fromTime.ids.length === 255);
    live.disconnect();
    const missed = await emitMany(t.db, organizer.id, 120);
    await waitUntil(() => live.ids.length === 125 && live.connections === 2);
    expect(live.ids).toEqual([...later, ...missed]);
    await waitUntil(() => fromTime.ids.length === 375 && fromStart.ids.length === 374);
    expect(fromTime.ids).toEqual([...before, ...later, ...missed]);
    expect(fromStart.ids).toEqual(fromTime.ids.slice(1));
    expectFieldProblem(await read(await request('/stream?after=999999999999')), 'after');
    const headers = { 'last-event-id': '999999999999' };
    expectFieldProblem(await read(await request('/stream', key, headers)), 'last-event-id');
  });

  test('a client that does not read delays no other client, and then receives every event', async () => {
    const fast = await open();
    const slow = connect(Number(new URL(app.url).port), '127.0.0.1');
    slow.write(`GET /api/v1/webhook-events/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    let text = '';
    slow.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    await waitUntil(() => text.includes('heartbeat'));
    slow.pause();
    const ids: string[] = [];
    // More than the buffers of both ends of a connection.
    const data = { orderNumber: 'AAAAAAAA01', note: 'x'.repeat(100_000) };
    for (let batch = 0; batch < 10; batch += 1) ids.push(...(await emitMany(t.db, organizer.id, 20, { data })));
    await waitUntil(() => fast.ids.length === ids.length);
    expect(text).not.toContain(ids.at(-1));
    slow.resume();
    await waitUntil(() => text.includes(ids.at(-1)!));
    expect([...text.matchAll(/"id":"(msg_\w+)"/g)].map(([, id]) => id)).toEqual(ids);
    slow.destroy();
  });

  test('a key has a limited number of streams, and its streams end when it is revoked', async () => {
    const revoked = await makeKey(t.db, organizer.id);
    const streams: FeedReader[] = [];
    for (let count = 0; count < 10; count += 1) streams.push(await open('', revoked.key));
    expectProblem(await read(await request('/stream', revoked.key)), 429, 'rate_limited');
    await streams[0]!.close();
    await waitUntil(async () => {
      const abort = new AbortController();
      const path = '/api/v1/webhook-events/stream';
      const { status } = await app.request(path, { key: revoked.key, signal: abort.signal });
      abort.abort();
      return status === 200;
    });
    await revokeKey(t.db, { organizerId: organizer.id, origin: byOperator }, revoked.id, systemClock);
    await waitUntil(async () => {
      await emitOne('order.paid', {});
      return streams.slice(1).every(({ status }) => status !== 200);
    });
    const { length } = streams[1]!.ids;
    const witness = await open();
    await emitOne('order.paid', {});
    await waitUntil(() => witness.ids.length === 1);
    expect(streams[1]!.ids).toHaveLength(length);
  });

  test('events are deleted after 30 days, and a position before them is rejected', async () => {
    const clock = new TestClock(timestamp(systemClock.now() - 31 * dayMs));
    const endpoint = await makeEndpoint(t.db, organizer.id, 'https://1.1.1.1/hooks', {
      events: ['ticket.used'],
      clock,
    });
    const [first] = await emitMany(t.db, organizer.id, 3, { clock });
    const [delivered] = await emitMany(t.db, organizer.id, 1, { clock, type: 'ticket.used' });
    const old = await list('?limit=2');
    await purgeEvents(t.db, systemClock);
    // The delivery is pending, and it is the newest event.
    expect(idsOf(await list())).toEqual([delivered]);
    expectProblem(await read(await request(`/${first}`)), 404, 'not_found');
    for (const path of ['', '/stream']) {
      expectProblem(await read(await request(`${path}?after=${old.data[0]!.sequence}`)), 410, 'events_deleted');
    }
    expectProblem(await read(await request(`?cursor=${old.nextCursor}`)), 410, 'events_deleted');
    const [newer] = await emitMany(t.db, organizer.id, 1);
    await purgeEvents(t.db, systemClock);
    expect(idsOf(await list())).toEqual([delivered, newer]);
    await t.db
      .updateTable('webhook_deliveries')
      .set({ status: 'succeeded', next_attempt_at: null })
      .where('organizer_id', '=', organizer.id)
      .where('endpoint_id', '=', endpoint.id)
      .execute();
    await purgeEvents(t.db, systemClock);
    expect(idsOf(await list())).toEqual([newer]);
    expect(idsOf(await list('?createdSince=2020-01-01T00:00:00Z'))).toEqual([newer]);
  });
});
