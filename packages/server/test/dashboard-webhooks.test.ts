import { expect, test } from 'vitest';
import type { roles } from '../src/features/accounts/index.ts';
import { listAudit } from '../src/features/audit/index.ts';
import { latencyBound } from '../src/features/webhooks/attempt-counts.ts';
import { readWebhookMark } from '../src/features/webhooks/index.ts';
import { continueReplays } from '../src/features/webhooks/replay.ts';
import { systemClock } from '../src/platform/clock.ts';
import { useApp } from './harness/app.ts';
import { type DashboardClient, signIn } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { makeOrganizer } from './harness/fixtures.ts';
import { eventually, respond, startReceiver } from './harness/receiver.ts';
import { expectProblem, jsonOf, type PageBody, type TestResponse } from './harness/responses.ts';
import { emitMany, makeEndpoint, startWorker } from './harness/webhooks.ts';

const publicUrl = 'https://1.1.1.1/hooks';

interface ListedDelivery {
  id: string;
  eventId: string;
  eventType: string;
  endpointId: string;
  status: string;
}

type DeliveryPageBody = PageBody<ListedDelivery> & { searchedBackTo: string | null };

describeOnBoth('webhooks in the dashboard', (kind) => {
  const database = useDatabase(kind);
  const app = useApp(() => ({ db: database.db }));

  async function setUp(role: (typeof roles)[number] = 'developer') {
    const organizer = await makeOrganizer(database.db);
    const client = await signIn(app, { organizer, role });
    return { organizer, organizerId: organizer.id, client };
  }

  /** Asserts that a response is a success, and returns its body. */
  function bodyOf<T = Record<string, unknown>>(response: TestResponse, status = 200): T {
    expect(response.status, response.text).toBe(status);
    return jsonOf<T>(response);
  }

  const listDeliveries = async (client: DashboardClient, query: Record<string, string> = {}) =>
    bodyOf<DeliveryPageBody>(await client.get(`/webhook-deliveries?${new URLSearchParams(query)}`));

  test('lists have only what belongs to the organizer', async () => {
    const { organizerId } = await setUp();
    const endpoint = await makeEndpoint(database.db, organizerId, publicUrl);
    await emitMany(database.db, organizerId, 1);
    const { client: other } = await setUp('owner');
    const deliveries = ['', `?endpointId=${endpoint.id}`, '?status=pending'].map(
      (query) => `webhook-deliveries${query}`,
    );
    for (const list of [...deliveries, 'webhooks/events']) {
      expect(bodyOf(await other.get(`/${list}`)), list).toMatchObject({ data: [], hasMore: false });
    }
    expect(bodyOf(await other.get('/webhook-endpoints'))).toMatchObject({ data: [], hasMore: false });
  });

  test('an endpoint must have a public https URL and known event types', async () => {
    const { client } = await setUp();
    for (const url of ['http://1.1.1.1/', 'https://10.0.0.1/', 'https://localhost/', 'https://[::1]/', 'nonsense']) {
      const response = await client.post('/webhook-endpoints', { url, events: ['*'] });
      expect(expectProblem(response, 400, 'invalid_request').errors, url).toMatchObject([{ path: 'url' }]);
    }
    const unknownType = await client.post('/webhook-endpoints', { url: publicUrl, events: ['order.payed'] });
    expect(expectProblem(unknownType, 400, 'invalid_request').errors).toMatchObject([{ path: 'events' }]);
    expectProblem(await client.post('/webhook-endpoints', { url: publicUrl, events: [] }), 400, 'invalid_request');
    expect(bodyOf(await client.get('/webhook-endpoints'))).toMatchObject({ data: [] });
  });

  test('the secret is shown on creation, on request and after a rotation, and each time this is audited', async () => {
    const { client, organizerId } = await setUp();
    type Created = { endpoint: { id: string }; secret: string };
    const body = { url: publicUrl, events: ['order.paid', 'order.refunded'], description: 'Syncs orders' };
    const { endpoint, secret } = bodyOf<Created>(await client.post('/webhook-endpoints', body), 201);
    const path = `/webhook-endpoints/${endpoint.id}`;
    type Secrets = { secrets: { secret: string; expiresAt: string | null }[] };
    const reveal = async () => bodyOf<Secrets>(await client.post(`${path}/reveal-secret`)).secrets;
    expect(await reveal()).toEqual([{ secret, publicKey: null, createdAt: expect.any(String), expiresAt: null }]);
    const rotation = await client.post(`${path}/rotate-secret`, { graceHours: 24 });
    const rotated = bodyOf<{ secret: string; previousUntil: string }>(rotation);
    expect(await reveal()).toMatchObject([
      { secret: rotated.secret, expiresAt: null },
      { secret, expiresAt: rotated.previousUntil },
    ]);
    const options = {
      headers: [{ name: 'X-Api-Key', value: '5ecret of the receiver' }],
      throttle: { deliveries: 5, per: 'minute' },
      eventIds: [],
    };
    const body25519 = { ...body, ed25519: true, ...options };
    const signed = bodyOf<Created & { publicKey: string }>(await client.post('/webhook-endpoints', body25519), 201);
    const shown = { ed25519: true, ...options, headers: [{ name: 'X-Api-Key' }] };
    expect(signed).toMatchObject({ endpoint: shown, publicKey: expect.stringMatching(/^whpk_/) });
    expect(bodyOf(await client.patch(path, { ed25519: true }))).toMatchObject({ ed25519: true });
    expect(bodyOf(await client.get(path))).toMatchObject({ ed25519: true });
    expectProblem(await client.post(`${path}/rotate-secret`, { graceHours: 169 }), 400, 'invalid_request');
    const read = await client.get(path);
    expect(read.text).not.toContain('whsec_');
    const list = await client.get('/webhook-endpoints');
    expect(bodyOf(list)).toMatchObject({ data: [shown, {}] });
    expect(list.text).not.toContain('5ecret');
    const entries = await listAudit(database.db, organizerId, { limit: 100 });
    const ownEntries = entries.filter(({ actor }) => actor === client.userId);
    expect(ownEntries.map(({ action }) => action)).toEqual([
      'webhook.update',
      'webhook.add',
      'webhook.reveal',
      'webhook.rotate',
      'webhook.reveal',
      'webhook.add',
    ]);
    expect(JSON.stringify(entries)).not.toContain('whsec_');
  });

  test('attempts have the request as it was sent, the response, and the kind of error; the health counts them', async () => {
    const { client, organizerId } = await setUp();
    const receiver = await startReceiver();
    receiver.behaveNext(respond(200, { body: 'thanks' }), respond(404, { body: 'no such page' }));
    const endpoint = await makeEndpoint(database.db, organizerId, receiver.url);
    const worker = startWorker(database.db);
    const test = `/webhook-endpoints/${endpoint.id}/test`;
    const deliver = async (type: string, number: number) => {
      const { id } = bodyOf<{ id: string }>(await client.post(test, { type }), 201);
      worker.poll();
      await receiver.request(number);
      return eventually(async () => {
        const detail = bodyOf<{ attempts: Record<string, unknown>[]; event: { body: string } }>(
          await client.get(`/webhook-deliveries/${id}`),
        );
        // The delivery is read before its attempts, so it can be older than they are.
        expect(detail).toMatchObject({ attemptCount: 1, attempts: [{}] });
        return detail;
      });
    };
    const good = await deliver('order.refunded', 1);
    const [request] = receiver.requests;
    expect(good).toMatchObject({ status: 'succeeded', eventType: 'order.refunded', event: { isTest: true } });
    expect(request?.body.toString()).toBe(good.event.body);
    expect(JSON.parse(good.event.body)).toMatchObject({ data: { orderNumber: '7K3Q9MX2PA', status: 'refunded' } });
    const [{ requestHeaders, ...attempt } = {}] = good.attempts;
    expect(attempt).toMatchObject({
      responseStatus: 200,
      responseBody: 'thanks',
      error: null,
      problem: null,
      requestUrl: receiver.url,
    });
    for (const { name, value } of requestHeaders as { name: string; value: string }[]) {
      expect(request?.headers[name.toLowerCase()]).toBe(value);
    }
    expect(requestHeaders).toContainEqual({ name: 'webhook-signature', value: request?.headers['webhook-signature'] });

    const bad = await deliver('ping', 2);
    expect(bad).toMatchObject({
      status: 'pending',
      attempts: [{ problem: 'not_found', responseBody: 'no such page' }],
    });
    await worker.stop();
    const detail = bodyOf<{ health: Record<string, unknown> }>(await client.get(`/webhook-endpoints/${endpoint.id}`));
    expect(detail.health).toMatchObject({
      succeeded: 1,
      failed: 1,
      latencyMedianMs: expect.any(Number),
      latencyHighMs: expect.any(Number),
      queue: { pending: 1, hasMore: false, oldestAt: expect.any(String), nextAttemptAt: expect.any(String) },
      lastFailure: { problem: 'not_found', responseStatus: 404, error: 'answered 404' },
    });
    expect(bodyOf(await client.get('/webhook-endpoints'))).toMatchObject({
      data: [{ id: endpoint.id, health: { succeeded: 1, failed: 1 } }],
    });
  });

  test('deliveries are filtered by endpoint, type, status, time and object, and paged without gaps', async () => {
    const { client, organizerId } = await setUp();
    const [first, second] = [
      await makeEndpoint(database.db, organizerId, publicUrl),
      await makeEndpoint(database.db, organizerId, publicUrl, { events: ['order.paid'] }),
    ];
    const order = { orderNumber: 'AAAAAAAA01' };
    const [paidId] = await emitMany(database.db, organizerId, 1, { type: 'order.paid', data: order });
    const ticket = { id: 'tkt_01kamz0g5ve4q8v5x2c4g6t0yd', ...order };
    const [ticketId] = await emitMany(database.db, organizerId, 1, { type: 'ticket.issued', data: ticket });
    await emitMany(database.db, organizerId, 2, { type: 'order.paid', data: { orderNumber: 'AAAAAAAA02' } });
    const all = await listDeliveries(client);
    expect(all).toMatchObject({ hasMore: false, nextCursor: null, searchedBackTo: null });
    expect(all.data.map(({ endpointId }) => endpointId).filter((id) => id === second.id)).toHaveLength(3);
    expect(all.data).toHaveLength(7);
    const eventIds = all.data.map(({ eventId }) => eventId);
    expect(eventIds).toEqual([...eventIds].sort().reverse());

    const paged: ListedDelivery[] = [];
    let cursor: string | null = null;
    do {
      const page: DeliveryPageBody = await listDeliveries(client, {
        limit: '2',
        ...(cursor === null ? {} : { cursor }),
      });
      paged.push(...page.data);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(all.data);

    const target = all.data.at(-1)!;
    await database.db
      .updateTable('webhook_deliveries')
      .set({ status: 'failed', next_attempt_at: null })
      .where('id', '=', target.id)
      .execute();
    const idsOf = async (query: Record<string, string>) =>
      (await listDeliveries(client, query)).data.map(({ id }) => id);
    const expectIds = async (query: Record<string, string>, matches: (row: ListedDelivery) => boolean) => {
      const rows = all.data.map((row) => (row.id === target.id ? { ...row, status: 'failed' } : row)).filter(matches);
      expect(await idsOf(query), JSON.stringify(query)).toEqual(rows.map(({ id }) => id));
    };
    await expectIds({ status: 'failed' }, ({ status }) => status === 'failed');
    await expectIds({ status: 'failed', endpointId: target.endpointId }, ({ status }) => status === 'failed');
    await expectIds({ status: 'pending' }, ({ status }) => status === 'pending');
    await expectIds({ status: 'succeeded' }, () => false);
    await expectIds({ endpointId: second.id }, ({ endpointId }) => endpointId === second.id);
    await expectIds(
      { endpointId: first.id, status: 'pending' },
      (row) => row.endpointId === first.id && row.status === 'pending',
    );
    await expectIds({ type: 'ticket.issued' }, ({ eventType }) => eventType === 'ticket.issued');
    await expectIds({ objectId: ticket.id }, ({ eventId }) => eventId === ticketId);
    await expectIds({ objectId: 'aaaaaaaa01' }, ({ eventId }) => eventId === paidId || eventId === ticketId);
    await expectIds({ createdBefore: '2020-01-01T00:00:00Z' }, () => false);
    await expectIds(
      { createdSince: '2020-01-01T00:00:00Z', type: 'order.paid' },
      (row) => row.eventType === 'order.paid',
    );
    expectProblem(await client.get('/webhook-deliveries?createdSince=monday'), 400, 'invalid_request');
    expectProblem(await client.get('/webhook-deliveries?cursor=abc'), 400, 'invalid_request');

    const events = bodyOf<PageBody<{ id: string; deliveries: object[] }>>(
      await client.get('/webhooks/events?objectId=AAAAAAAA01'),
    );
    expect(events.data.map(({ id }) => id)).toEqual([ticketId, paidId]);
    expect(events.data.map(({ deliveries }) => deliveries.length)).toEqual([1, 2]);
    expect(bodyOf(await client.get(`/webhooks/events/${paidId}`))).toMatchObject({
      objectId: 'AAAAAAAA01',
      isTest: false,
      deliveries: [{ eventId: paidId }, { eventId: paidId }],
    });
  });

  test('a page searches a limited number of deliveries, and the next page continues there', async () => {
    const { client, organizerId } = await setUp();
    const endpoint = await makeEndpoint(database.db, organizerId, publicUrl);
    const [oldest] = await emitMany(database.db, organizerId, 1);
    await emitMany(database.db, organizerId, 1_500);
    await database.db
      .updateTable('webhook_deliveries')
      .set({ status: 'succeeded', next_attempt_at: null })
      .where('event_id', '=', oldest!)
      .execute();
    for (const query of [{ status: 'succeeded' }, { status: 'succeeded', endpointId: endpoint.id }]) {
      const page = await listDeliveries(client, query);
      expect(page).toMatchObject({ data: [], hasMore: true, searchedBackTo: expect.any(String) });
      const next = await listDeliveries(client, { ...query, cursor: page.nextCursor! });
      expect(next.data.map(({ eventId }) => eventId)).toEqual([oldest]);
      expect(next).toMatchObject({ hasMore: false, nextCursor: null });
    }
  });

  test('the live stream announces the attempt of an old delivery, and the progress of a replay', async () => {
    const { client, organizerId } = await setUp();
    const receiver = await startReceiver();
    const marks: string[] = [];
    const mark = async () => marks.push(await readWebhookMark(database.db, organizerId, systemClock.now()));
    await mark();
    const endpoint = await makeEndpoint(database.db, organizerId, receiver.url);
    await mark();
    await emitMany(database.db, organizerId, 1);
    const [oldest] = (await listDeliveries(client)).data;
    await emitMany(database.db, organizerId, 250);
    await mark();
    const newer = database.db.updateTable('webhook_deliveries').set({ status: 'succeeded', next_attempt_at: null });
    await newer.where('organizer_id', '=', organizerId).where('id', '<>', oldest!.id).execute();
    await mark();
    startWorker(database.db);
    await eventually(async () => {
      const { attemptCount } = bodyOf<{ attemptCount: number }>(await client.get(`/webhook-deliveries/${oldest!.id}`));
      expect(attemptCount).toBe(1);
    });
    await mark();
    const replay = { since: '2020-01-01T00:00:00Z', onlyFailed: true };
    bodyOf(await client.post(`/webhook-endpoints/${endpoint.id}/replays`, replay), 201);
    await mark();
    await continueReplays(database.db, systemClock);
    await mark();
    expect(new Set(marks).size).toBe(marks.length);
  });

  test('a replay continues in the background and shows its progress; tests are not sent to other endpoints', async () => {
    const { client, organizerId } = await setUp();
    await emitMany(database.db, organizerId, 1_200);
    const endpoint = await makeEndpoint(database.db, organizerId, publicUrl);
    const other = await makeEndpoint(database.db, organizerId, publicUrl);
    bodyOf(await client.post(`/webhook-endpoints/${other.id}/test`, { type: 'order.paid' }), 201);
    type Replay = { id: string; status: string; scheduled: number; percent: number };
    const path = `/webhook-endpoints/${endpoint.id}/replays`;
    const options = { since: '2020-01-01T00:00:00Z', onlyFailed: false };
    const started = bodyOf<Replay>(await client.post(path, options), 201);
    expect(started).toMatchObject({ status: 'running', scheduled: 0, percent: 0 });
    const progress = async () => bodyOf<Replay>(await client.get(`/webhooks/replays/${started.id}`));
    // Two processes at the same time schedule each event once.
    await Promise.all([continueReplays(database.db, systemClock), continueReplays(database.db, systemClock)]);
    await continueReplays(database.db, systemClock);
    expect(await progress()).toMatchObject({ status: 'finished', scheduled: 1_200, percent: 100 });
    expect(bodyOf(await client.get(path))).toMatchObject({ replays: [{ id: started.id }] });
    const entries = await listAudit(database.db, organizerId, { limit: 100 });
    expect(entries.filter(({ action }) => action === 'webhook.replay')).toMatchObject([
      { actor: client.userId, subject: endpoint.id, details: { onlyFailed: false, replayed: 1_200 } },
    ]);

    const stopped = bodyOf<Replay>(await client.post(path, options), 201);
    bodyOf(await client.post(`/webhook-endpoints/${endpoint.id}/disable`));
    await continueReplays(database.db, systemClock);
    expect(bodyOf(await client.get(`/webhooks/replays/${stopped.id}`))).toMatchObject({ status: 'stopped' });
    expectProblem(await client.post(path, options), 409, 'invalid_state');
  });
});

test('a latency is counted under the next upper bound', () => {
  expect([0, 1, 7, 10, 11, 126, 999, 15_000, 60_000].map(latencyBound)).toEqual([
    1, 1, 8, 10, 13, 160, 1_000, 16_000, 20_000,
  ]);
});
