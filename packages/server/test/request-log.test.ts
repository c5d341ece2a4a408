import { beforeAll, expect, test } from 'vitest';
import { ApiError, fieldError } from '../src/errors/index.ts';
import { roles } from '../src/features/accounts/index.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import { Batch, type FinishedRequest } from '../src/features/request-log/batch.ts';
import { purgeRequestLog } from '../src/features/request-log/jobs.ts';
import { type LoggedRequest, listRequests, readUsage, type Usage } from '../src/features/request-log/queries.ts';
import { writeBatch } from '../src/features/request-log/write-batch.ts';
import { newId } from '../src/platform/ids.ts';
import { startApp, useApp } from './harness/app.ts';
import { type DashboardClient, signIn } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { makeKey, makeOrganizer } from './harness/fixtures.ts';
import { expectFieldProblem, jsonOf, type PageBody } from './harness/responses.ts';

/** A batch is written about every second. The timeout only limits the duration of a failing test. */
const patient = { timeout: 120_000 };
const dayMs = 24 * 60 * 60_000;
const now = Date.parse('2026-11-20T09:30:00.000Z');

function finished(fields: Partial<FinishedRequest> & { organizerId: string }): FinishedRequest {
  const startedAtMs = fields.startedAtMs ?? now;
  return {
    keyId: 'key_a',
    id: newId('req', startedAtMs),
    startedAtMs,
    method: 'GET',
    route: '/api/v1/orders',
    status: 200,
    latencyMs: 1.5,
    error: null,
    ...fields,
  };
}

function batchOf(requests: readonly FinishedRequest[]): Batch {
  const batch = new Batch();
  for (const request of requests) batch.add(request);
  return batch;
}

describeOnBoth('the request log', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db, components: 'start' }));
  let organizer: Organizer;
  let developer: DashboardClient;
  beforeAll(async () => {
    organizer = await makeOrganizer(t.db);
    developer = await signIn(app, { organizer, role: 'developer' });
  });

  const list = async (query = '') =>
    jsonOf<PageBody<LoggedRequest> & { isLogging: boolean }>(await developer.get(`/requests?limit=100${query}`));

  test('has each request of a key with its problem, and no text that the client sent', async () => {
    const { id: keyId, key } = await makeKey(t.db, organizer.id, { scopes: ['orders:read'] });
    const paths = [
      '/api/v1/orders?limit=5',
      '/api/v1/orders/ada.lovelace@example.com',
      '/api/v1/orders/0301234567',
      '/api/v1/orders?limit=0&ada%40example.com=1',
      '/api/v1/events',
      '/api/v1/ada-lovelace',
    ];
    const ids: (string | null)[] = [];
    for (const path of paths) ids.push((await app.request(path, { key })).headers.get('request-id'));
    await expect.poll(async () => (await list(`&keyId=${keyId}`)).data.length, patient).toBe(paths.length);

    const { data, hasMore } = await list(`&keyId=${keyId}`);
    expect(hasMore).toBe(false);
    expect(data.toReversed()).toMatchObject([
      { id: ids[0], keyId, method: 'GET', route: '/api/v1/orders', status: 200, problem: null },
      { id: ids[1], route: '/api/v1/orders/:orderNumber', status: 404, problem: { params: { orderNumber: '…' } } },
      { id: ids[2], status: 404, problem: { code: 'not_found', reason: 'order_not_found' } },
      {
        id: ids[3],
        status: 400,
        problem: { code: 'invalid_request', errors: [{ path: '…' }, { path: 'limit', code: 'below_minimum' }] },
      },
      { id: ids[4], status: 403, problem: { detail: expect.stringContaining('needs the scope events:read') } },
      { id: ids[5], route: 'unknown', status: 404 },
    ]);
    for (const { latencyMs } of data) expect(latencyMs).toBeGreaterThan(0);
    const rows = await t.db.selectFrom('request_log_entries').selectAll().where('key_id', '=', keyId).execute();
    expect(JSON.stringify(rows)).not.toMatch(/lovelace|ada@|0301234567|127\.0\.0\.1/);
  });

  test('does not contain requests without a valid key, and of the dashboard', async () => {
    const other = await makeOrganizer(t.db);
    const owner = await signIn(app, { organizer: other, role: 'owner' });
    const { key } = await makeKey(t.db, other.id);
    await app.request('/api/v1/orders', { key: 'sk_unknown' });
    await owner.get('/requests');
    await app.request('/api/v1/orders', { key });
    const routes = async () =>
      jsonOf<PageBody<LoggedRequest>>(await owner.get('/requests')).data.map(({ route }) => route);
    await expect.poll(routes, patient).toEqual(['/api/v1/orders']);
  });

  test('is written when the server stops, and counts requests, errors and limit refusals', async () => {
    const { id: keyId, key } = await makeKey(t.db, organizer.id);
    const stopping = await startApp({ db: t.db, components: 'start', rateLimits: { api: 3 } });
    const statuses = [];
    for (const path of ['/orders', '/orders/unknown', '/orders', '/orders', '/orders']) {
      statuses.push((await stopping.request(`/api/v1${path}`, { key })).status);
    }
    expect(statuses).toEqual([200, 404, 200, 429, 429]);
    await stopping.close();
    const usage = jsonOf<Usage>(await developer.get(`/usage?keyId=${keyId}`));
    const counts = { requests: 5, errors: 1, limitRefusals: 2 };
    expect(usage.keys).toEqual([{ keyId, ...counts }]);
    expect(usage.series).toHaveLength(24);
    // The requests can belong to two hours.
    const sumOf = (field: keyof typeof counts) => usage.series.reduce((sum, point) => sum + point[field], 0);
    expect({ requests: sumOf('requests'), errors: sumOf('errors'), limitRefusals: sumOf('limitRefusals') }).toEqual(
      counts,
    );
  });

  test('is off with REQUEST_LOG=off', async () => {
    const silent = await startApp({ db: t.db, components: 'start', requestLog: { isEnabled: false } });
    const { id: keyId, key } = await makeKey(t.db, organizer.id);
    expect((await silent.request('/api/v1/orders', { key })).status).toBe(200);
    await silent.close();
    expect((await list(`&keyId=${keyId}`)).data).toEqual([]);
  });

  test('can be filtered by each column', async () => {
    const other = await makeOrganizer(t.db);
    const client = await signIn(app, { organizer: other, role: 'developer' });
    const error = new ApiError('invalid_fields', { part: 'query' }, { fields: [fieldError('limit', 'required', {})] });
    const requests = [
      finished({ organizerId: other.id, keyId: 'key_a' }),
      finished({ organizerId: other.id, keyId: 'key_b', method: 'POST', route: '/api/v1/addons/consume' }),
      finished({ organizerId: other.id, keyId: 'key_b', status: 400, error }),
      finished({ organizerId: other.id, keyId: 'key_a', status: 503, latencyMs: 900 }),
      finished({ organizerId: other.id, keyId: 'key_c', startedAtMs: now - dayMs }),
    ];
    await writeBatch(t.db, batchOf(requests));
    const matching = async (query: string) => {
      const { data } = jsonOf<PageBody<LoggedRequest>>(await client.get(`/requests?${query}`));
      return data.map(({ id }) => requests.findIndex((request) => request.id === id)).sort();
    };
    expect(await matching('')).toEqual([0, 1, 2, 3, 4]);
    expect(await matching('keyId=key_a')).toEqual([0, 3]);
    expect(await matching('keyId=key_b&status=4xx')).toEqual([2]);
    expect(await matching('method=POST')).toEqual([1]);
    expect(await matching('route=/api/v1/orders')).toEqual([0, 2, 3, 4]);
    expect(await matching('status=2xx')).toEqual([0, 1, 4]);
    expect(await matching('status=503')).toEqual([3]);
    expect(await matching('code=invalid_request')).toEqual([2]);
    expect(await matching('minLatencyMs=900')).toEqual([3]);
    expect(await matching(`requestId=${requests[1]?.id}`)).toEqual([1]);
    expect(await matching('since=2026-11-20T00:00:00Z')).toEqual([0, 1, 2, 3]);
    expect(await matching('until=2026-11-20T00:00:00Z')).toEqual([4]);
    expectFieldProblem(await client.get('/requests?status=9xx'), 'status');
    expectFieldProblem(await client.get('/requests?since=2026-02-30T00:00:00Z'), 'since');
  });

  test('a page reads a limited number of rows, and the next pages find the rest', async () => {
    const { id: organizerId } = await makeOrganizer(t.db);
    const rare = finished({ organizerId, method: 'DELETE', startedAtMs: now - 1 });
    const usual = Array.from({ length: 5_000 }, (_, index) => finished({ organizerId, keyId: `key_${index % 50}` }));
    for (let start = 0; start < usual.length; start += 1_000) {
      await writeBatch(t.db, batchOf(usual.slice(start, start + 1_000)));
    }
    await writeBatch(t.db, batchOf([rare]));
    const page = await listRequests(t.db, organizerId, { limit: 10, method: 'DELETE' });
    expect(page).toMatchObject({ data: [], hasMore: true });
    const cursor = page.nextCursor ?? '';
    const next = await listRequests(t.db, organizerId, { limit: 10, method: 'DELETE', cursor });
    expect(next).toMatchObject({ data: [{ id: rare.id }], hasMore: false });
  });

  test('a batch that is written twice counts once', async () => {
    const { id: organizerId } = await makeOrganizer(t.db);
    const batch = batchOf([finished({ organizerId }), finished({ organizerId })]);
    await writeBatch(t.db, batch);
    await expect(writeBatch(t.db, batch)).rejects.toThrow();
    expect((await readUsage(t.db, organizerId, { period: '24h' }, now)).keys).toMatchObject([{ requests: 2 }]);
  });

  test('requests of two hours that finish in any sequence are one batch', async () => {
    const { id: organizerId } = await makeOrganizer(t.db);
    const hours = [9, 10, 9].map((hour) => Date.parse('2026-11-20T00:00:00Z') + hour * 3_600_000);
    await writeBatch(t.db, batchOf(hours.map((startedAtMs) => finished({ organizerId, startedAtMs }))));
    const { keys } = await readUsage(t.db, organizerId, { period: '24h' }, Date.parse('2026-11-20T10:00:00Z'));
    expect(keys).toMatchObject([{ requests: 3 }]);
  });

  test('usage is added up by hour, day and key', async () => {
    const { id: organizerId } = await makeOrganizer(t.db);
    const at = (hoursAgo: number, keyId: string) =>
      finished({ organizerId, keyId, startedAtMs: now - hoursAgo * 3_600_000 });
    await writeBatch(t.db, batchOf([at(0, 'key_a'), at(0, 'key_b'), at(1, 'key_a'), at(26, 'key_a')]));
    await writeBatch(t.db, batchOf([at(0, 'key_a')]));
    const used = async (period: '24h' | '30d', keyId?: string) => {
      const { series, keys } = await readUsage(t.db, organizerId, { period, keyId }, now);
      const points = series.filter(({ requests }) => requests > 0).map(({ start, requests }) => [start, requests]);
      return [points, keys.map((key) => [key.keyId, key.requests])];
    };
    expect(await used('24h')).toEqual([
      [
        ['2026-11-20T08:00:00.000Z', 1],
        ['2026-11-20T09:00:00.000Z', 3],
      ],
      [
        ['key_a', 3],
        ['key_b', 1],
      ],
    ]);
    expect(await used('30d', 'key_a')).toEqual([
      [
        ['2026-11-19T00:00:00.000Z', 1],
        ['2026-11-20T00:00:00.000Z', 3],
      ],
      [['key_a', 4]],
    ]);
  });

  test('requests are deleted after 14 days, and usage after 90 days, for every organizer', async () => {
    const owners = [(await makeOrganizer(t.db)).id, (await makeOrganizer(t.db)).id];
    for (const organizerId of owners) {
      const daysAgo = (days: number) => finished({ organizerId, startedAtMs: now - days * dayMs });
      await writeBatch(t.db, batchOf([daysAgo(1), daysAgo(13), daysAgo(15), daysAgo(89), daysAgo(91)]));
    }
    await purgeRequestLog(t.db, now);
    for (const organizerId of owners) {
      expect((await listRequests(t.db, organizerId, { limit: 10 })).data).toHaveLength(2);
      const hours = t.db.selectFrom('key_usage').select('hour').where('organizer_id', '=', organizerId);
      expect(await hours.execute()).toHaveLength(4);
    }
  });

  test('only owners and developers can see it, and only that of their organizer', async () => {
    for (const role of roles) {
      const client = await signIn(app, { organizer, role });
      const status = role === 'owner' || role === 'developer' ? 200 : 403;
      for (const path of ['/requests', '/usage']) expect((await client.get(path)).status).toBe(status);
    }
    const stranger = await signIn(app, { organizer: await makeOrganizer(t.db), role: 'owner' });
    expect(jsonOf<PageBody>(await stranger.get('/requests')).data).toEqual([]);
    const foreign = await stranger.request(`/dashboard/api/organizers/${organizer.slug}/requests`);
    expect(foreign.status).toBe(404);
  });
});

test('a batch counts every request, but logs a limited number for each key and in total', () => {
  const requests = Array.from({ length: 3_000 }, (_, index) =>
    finished({ organizerId: 'org_a', keyId: index < 1_000 ? 'key_busy' : `key_${index % 10}` }),
  );
  const batch = batchOf(requests);
  expect(batch.entries).toHaveLength(1_000);
  expect(batch.entries.filter(({ keyId }) => keyId === 'key_busy')).toHaveLength(100);
  expect(first(batch.usage)).toMatchObject({ keyId: 'key_busy', requests: 1_000 });
  expect(batch.usage.reduce((sum, { requests: count }) => sum + count, 0)).toBe(3_000);
});
