import { expect, test } from 'vitest';
import { startApp } from './harness/app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { makeKey, makeOrganizer } from './harness/fixtures.ts';
import { expectProblem, jsonOf, read, type TestResponse } from './harness/responses.ts';
import { emitMany } from './harness/webhooks.ts';

const url = 'https://1.1.1.1/hooks';

function bodyOf<T = unknown>(response: TestResponse, status = 200): T {
  expect(response.status, response.text).toBe(status);
  return jsonOf<T>(response);
}

describeOnBoth('webhook endpoints by the API', (kind) => {
  const database = useDatabase(kind);

  async function setUp() {
    const { db } = database;
    const app = await startApp({ db });
    const organizer = await makeOrganizer(db);
    const { key } = await makeKey(db, organizer.id, { granted: ['webhooks:write'] });
    const send = async (method: string, path: string, body?: object) => {
      const content =
        body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      return read(await app.request(`/api/v1/${path}`, { method, key, ...content }));
    };
    const create = async (body: object) =>
      bodyOf<{ endpoint: { id: string; events: string[] } }>(await send('POST', 'webhook-endpoints', body), 201)
        .endpoint;
    const listDeliveries = async (endpointId: string) =>
      bodyOf<{ data: { id: string; eventType: string }[] }>(
        await send('GET', `webhook-deliveries?endpointId=${endpointId}`),
      ).data;
    return { db, organizer, send, create, listDeliveries };
  }

  test('a group of events receives its types and no others', async () => {
    const { db, organizer, send, create, listDeliveries } = await setUp();
    const endpoint = await create({ url, events: ['addon.consumed', 'order.*'] });
    expect(endpoint.events).toEqual(['addon.consumed', 'order.*']);
    for (const type of ['order.paid', 'event.updated', 'addon.consumed', 'order.expired'])
      await emitMany(db, organizer.id, 1, { type, data: { id: 'x' } });
    const types = (await listDeliveries(endpoint.id)).map(({ eventType }) => eventType);
    expect(types).toEqual(['order.expired', 'addon.consumed', 'order.paid']);
    for (const group of ['orders.*', 'order.paid.*', '.*'])
      expectProblem(await send('POST', 'webhook-endpoints', { url, events: [group] }), 400, 'invalid_request');
  });

  test('a deleted endpoint has no secrets, receives nothing, and is shown only with its deliveries', async () => {
    const { db, organizer, send, create, listDeliveries } = await setUp();
    const { id } = await create({ url, events: ['*'] });
    const other = await create({ url, events: ['*'] });
    await emitMany(db, organizer.id, 1, { type: 'order.paid', data: { id: 'x' } });
    const path = `webhook-endpoints/${id}`;
    for (let times = 0; times < 2; times += 1)
      expect(bodyOf(await send('DELETE', path))).toMatchObject({ id, status: 'disabled', disabledReason: 'deleted' });
    expect(bodyOf(await send('GET', 'webhook-endpoints'))).toMatchObject({ data: [{ id: other.id }], hasMore: false });
    for (const [method, rest] of [
      ['GET', ''],
      ['POST', '/enable'],
      ['POST', '/disable'],
    ] as const)
      expectProblem(await send(method, path + rest), 404, 'not_found');
    const secrets = await db
      .selectFrom('webhook_secrets')
      .select('id')
      .where('organizer_id', '=', organizer.id)
      .where('endpoint_id', '=', id)
      .execute();
    expect(secrets).toEqual([]);
    await emitMany(db, organizer.id, 1, { type: 'order.paid', data: { id: 'x' } });
    const deliveries = await listDeliveries(id);
    expect(deliveries).toMatchObject([{ status: 'cancelled' }]);
    const delivery = `webhook-deliveries/${deliveries[0]!.id}`;
    expect(bodyOf(await send('GET', delivery))).toMatchObject({ endpoint: { id, url } });
    expectProblem(await send('POST', `${delivery}/resend`), 404, 'not_found');
  });

  test('lists endpoints in pages', async () => {
    const { send, create } = await setUp();
    const ids = [await create({ url, events: ['*'] }), await create({ url, events: ['*'] })].map(({ id }) => id);
    const first = bodyOf<{ nextCursor: string }>(await send('GET', 'webhook-endpoints?limit=1'));
    expect(first).toMatchObject({ data: [{ id: ids[1] }], hasMore: true });
    const second = await send('GET', `webhook-endpoints?limit=1&cursor=${first.nextCursor}`);
    expect(bodyOf(second)).toMatchObject({ data: [{ id: ids[0] }], hasMore: false, nextCursor: null });
  });
});
