import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { ApiError } from '../src/errors/index.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';

import {
  idempotencyHeaders,
  purgeIdempotencyRecords,
  type WriteResponse,
  withIdempotency,
} from '../src/platform/http/idempotency.ts';
import type { Feature, OrganizerServices } from '../src/platform/http/plane.ts';
import { object, Type } from '../src/platform/http/schema.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { type EventView, OrganizerApi } from './harness/catalog.ts';
import { type ComposedApp, startComposed } from './harness/composed-app.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { defined, elementAt, first } from './harness/defined.ts';
import { countLockWaits } from './harness/lock-waits.ts';
import { expectProblem, jsonOf, type TestResponse } from './harness/responses.ts';
import { type ServerProcess, startServer } from './harness/server-process.ts';
import { TestClock } from './harness/test-clock.ts';
import { waitUntil } from './harness/wait.ts';

const rateLimits = { api: 1_000_000, embed: 1_000_000, failedAuth: 999_999 };
const dayMs = 24 * 60 * 60 * 1_000;
const race = { name: 'Race', startsAt: '2083-05-01T06:00:00Z' };
const withKey = (key: string) => ({ 'idempotency-key': key });

/** The parts of a response that must be equal in a replayed response. */
function comparableParts({ status, headers, text }: TestResponse): unknown {
  return { status, text, location: headers.get('location'), type: headers.get('content-type') };
}

const replayedIn = (responses: readonly TestResponse[]) =>
  responses.filter(({ headers }) => headers.get('idempotent-replayed'));

describeOnBoth('an Idempotency-Key', (kind) => {
  let database: TestDatabase;
  let otherDb: Db;
  let clock: TestClock;
  let apps: TestApp[];
  let catalog: OrganizerApi;
  let turn = 0;

  beforeAll(async () => {
    database = await createDatabase(kind);
    otherDb = openDatabase(database);
    clock = new TestClock();
    apps = [await startApp({ db: database.db, clock, rateLimits }), await startApp({ db: otherDb, clock, rateLimits })];
  });
  beforeEach(async () => {
    // Requests alternate between the two applications.
    const request: TestApp['request'] = (...args) => {
      turn += 1;
      return elementAt(apps, turn % 2).request(...args);
    };
    catalog = await OrganizerApi.create(database.db, { request }, clock);
  });
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await otherDb.destroy();
    await database.drop();
  });

  const countEvents = async () => jsonOf<{ data: EventView[] }>(await catalog.send('GET', '/events')).data.length;

  test('returns exactly the first response for 24 hours, even if the event has changed', async () => {
    const original = await catalog.post('/events', race, withKey('a'));
    expect(original.status).toBe(201);
    const { id } = jsonOf<EventView>(original);
    await catalog.patch(`/events/${id}`, { status: 'archived', name: 'Other' });
    for (const elapsedMs of [0, 60_000, dayMs - 60_001]) {
      clock.advance(elapsedMs);
      const replayed = await catalog.post('/events', race, withKey('a'));
      expect(comparableParts(replayed)).toEqual(comparableParts(original));
      expect(replayedIn([original, replayed])).toEqual([replayed]);
    }
    expect(await countEvents()).toBe(1);
    expect((await catalog.emittedTypes()).filter((type) => type === 'event.created')).toHaveLength(1);
    clock.advance(1);
    const laterResponse = await catalog.post('/events', race, withKey('a'));
    expect(laterResponse.status).toBe(201);
    expect(replayedIn([laterResponse])).toEqual([]);
    expect(jsonOf<EventView>(laterResponse).id).not.toBe(id);
    expect(comparableParts(await catalog.post('/events', race, withKey('a')))).toEqual(comparableParts(laterResponse));
  });

  test('sent in twenty concurrent requests creates one event and returns twenty equal responses', async () => {
    for (let round = 0; round < 3; round += 1) {
      const countBefore = await countEvents();
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => catalog.post('/events', race, withKey(`b${round}`))),
      );
      expect(new Set(responses.map((response) => JSON.stringify(comparableParts(response)))).size).toBe(1);
      expect(first(responses).status).toBe(201);
      expect(replayedIn(responses)).toHaveLength(19);
      expect(await countEvents()).toBe(countBefore + 1);
    }
    expect((await catalog.emittedTypes()).length).toBe(3);
  });

  if (kind === 'postgres') {
    test('makes a request safe to repeat whose connection to the database was lost during the commit', async () => {
      await sql`create function end_connection() returns trigger language plpgsql as $$
        begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(database.db);
      await sql`create constraint trigger lost_commit after insert on events deferrable initially deferred
        for each row execute function end_connection()`.execute(database.db);
      const lost = await catalog.post('/events', race, withKey('lost'));
      expectProblem(lost, 503, 'unavailable');
      expect(jsonOf(lost)).toMatchObject({ reason: 'commit_outcome_unknown' });
      expect(lost.headers.get('retry-after')).toMatch(/^\d+$/);
      await sql`drop trigger lost_commit on events`.execute(database.db);
      expect((await catalog.post('/events', race, withKey('lost'))).status).toBe(201);
    });
  }

  test('is rejected with another body, also in concurrent requests', async () => {
    await catalog.post('/events', race, withKey('c'));
    expectProblem(await catalog.post('/events', { ...race, name: 'Other' }, withKey('c')), 409, 'idempotency_conflict');
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        catalog.post('/events', { ...race, name: `Race ${index}` }, withKey('d')),
      ),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const response of responses) if (response.status !== 201) expectProblem(response, 409, 'idempotency_conflict');
    expect(await countEvents()).toBe(2);
  });

  test('can be used again after its request was rejected', async () => {
    expectProblem(await catalog.post('/events', { ...race, timezone: 'x' }, withKey('e')), 400, 'invalid_request');
    await catalog.event({ slug: 'taken' });
    expectProblem(await catalog.post('/events', { ...race, slug: 'taken' }, withKey('e')), 409, 'invalid_state');
    const response = await catalog.post('/events', { ...race, slug: 'free' }, withKey('e'));
    expect(response.status).toBe(201);
    expect(replayedIn([response])).toEqual([]);
  });

  test('is separate from the same key of another organizer or another path', async () => {
    const otherCatalog = await OrganizerApi.create(database.db, first(apps), clock);
    const [ownResponse, otherResponse] = [
      await catalog.post('/events', race, withKey('f')),
      await otherCatalog.post('/events', race, withKey('f')),
    ];
    expect(replayedIn([ownResponse, otherResponse])).toEqual([]);
    const [firstEvent, secondEvent] = [jsonOf<EventView>(ownResponse), await catalog.event()];
    const type = { name: '10 km', price: 1 };
    const responses = await Promise.all(
      [firstEvent, secondEvent].map(({ id }) => catalog.post(`/events/${id}/ticket-types`, type, withKey('f'))),
    );
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(replayedIn(responses)).toEqual([]);
    const repeated = await catalog.post(`/events/${firstEvent.id}/ticket-types`, type, withKey('f'));
    expect(comparableParts(repeated)).toEqual(comparableParts(first(responses)));
  });

  test('is ignored for PATCH', async () => {
    const { id } = await catalog.event();
    for (const name of ['One', 'Two']) {
      expect(jsonOf(await catalog.patch(`/events/${id}`, { name }, withKey('g')))).toMatchObject({ name });
    }
  });

  test('is deleted after it expires, in batches, and keys that have not expired are not deleted', async () => {
    const now = clock.now();
    const record = (key: number, expiresAtMs: number) => ({
      organizer_id: catalog.organizer.id,
      scope: 'POST /x',
      idempotency_key: `old ${key}`,
      request_hash: 'x',
      response_status: 201,
      response_headers: '{}',
      response_body: '{}',
      created_at: new Date(now - dayMs).toISOString(),
      expires_at: new Date(expiresAtMs).toISOString(),
    });
    for (let start = 0; start < 1_200; start += 100) {
      const rows = Array.from({ length: 100 }, (_, index) => record(start + index, now - start));
      await database.db.insertInto('idempotency_records').values(rows).execute();
    }
    await database.db
      .insertInto('idempotency_records')
      .values([record(1_200, now + 1), record(1_201, now + dayMs)])
      .execute();
    await Promise.all([purgeIdempotencyRecords(database.db, now), purgeIdempotencyRecords(otherDb, now)]);
    const remainingRecords = await database.db
      .selectFrom('idempotency_records')
      .select('idempotency_key')
      .where('organizer_id', '=', catalog.organizer.id)
      .execute();
    expect(remainingRecords.map((row) => row.idempotency_key).sort()).toEqual(['old 1200', 'old 1201']);
  });

  describe('while the first request with the key is in progress', () => {
    /** The functions that do the work of the requests. Each is removed when it is called. */
    let works: (() => Promise<WriteResponse>)[];
    /** The number of requests that the handler has received. */
    let receivedCount = 0;
    let composed: ComposedApp;
    const feature: Feature<OrganizerServices> = (app, services) => {
      app.post(
        '/things',
        {
          config: { permission: 'events:write' },
          schema: {
            operationId: 'createThing',
            tags: ['Events'],
            headers: idempotencyHeaders,
            body: object({}),
            response: { 201: Type.Unknown() },
          },
        },
        (request, reply) => {
          receivedCount += 1;
          return withIdempotency(request, reply, services.db, services.scopeOf(request), () => {
            const work = defined(works.shift(), 'The work of this request');
            return work();
          });
        },
      );
    };
    beforeAll(async () => {
      composed = await startComposed(database.db, [feature], rateLimits);
    });
    afterAll(() => composed.close());

    const post = async (key: string): Promise<TestResponse> => {
      const headers = { authorization: `Bearer ${catalog.key}`, 'content-type': 'application/json', ...withKey(key) };
      const response = await fetch(`${composed.url}/api/v1/things`, { method: 'POST', headers, body: '{}' });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const respondWith = (body: string) => async (): Promise<WriteResponse> => ({ status: 201, body });

    /**
     * Sends three equal requests. The first one is in progress until both others wait for it; then it does `firstWork`.
     *
     * @param laterWorks the work of the other requests, if the first one fails
     */
    async function sendThreeRequests(
      firstWork: () => Promise<WriteResponse>,
      laterWorks: (() => Promise<WriteResponse>)[],
    ): Promise<TestResponse[]> {
      const startSignal = Promise.withResolvers<void>();
      const releaseSignal = Promise.withResolvers<void>();
      const blockedWork = async () => {
        startSignal.resolve();
        await releaseSignal.promise;
        return firstWork();
      };
      works = [blockedWork, ...laterWorks];
      let responseCount = 0;
      const send = async () => {
        const response = await post('h');
        responseCount += 1;
        return response;
      };
      const receivedBefore = receivedCount;
      const responses = [send()];
      await startSignal.promise;
      responses.push(send(), send());
      try {
        await waitUntil(() => receivedCount === receivedBefore + 3);
        if (kind === 'postgres') await waitUntil(async () => (await countLockWaits(otherDb)) === 2);
        // Other requests, sent later, get responses. If the three requests did not wait, they would have responses too.
        for (let count = 0; count < 20; count += 1) expect((await fetch(`${composed.url}/nowhere`)).status).toBe(404);
        expect(responseCount).toBe(0);
      } finally {
        releaseSignal.resolve();
      }
      return Promise.all(responses);
    }

    test('other requests wait for it and get the same response', async () => {
      const responses = await sendThreeRequests(respondWith('"first"'), []);
      expect(responses.map(({ status, text }) => [status, text])).toEqual(Array(3).fill([201, '"first"']));
      expect(replayedIn(responses)).toEqual(responses.slice(1));
    });

    test('other requests wait for it, and if it is rejected, one of them does the work', async () => {
      const reject = async () => {
        throw new ApiError('event_archived', {});
      };
      const responses = await sendThreeRequests(reject, [respondWith('"second"')]);
      expectProblem(first(responses), 409, 'invalid_state');
      expect(responses.slice(1).map(({ status, text }) => [status, text])).toEqual(Array(2).fill([201, '"second"']));
      expect(replayedIn(responses)).toHaveLength(1);
      expect(works).toEqual([]);
    });
  });
});

describe.skipIf(inject('postgresUrl') === null)('an Idempotency-Key on two server processes', () => {
  let database: TestDatabase;
  let servers: ServerProcess[];
  beforeAll(async () => {
    database = await createDatabase('postgres');
    const env = { ...database.env, RATE_LIMIT_API: '1000000' };
    servers = await Promise.all([startServer(env, ['--role', 'api']), startServer(env, ['--role', 'api'])]);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await database.drop();
  });

  test('sent in twenty concurrent requests creates one event and returns twenty equal responses', async () => {
    let turn = 0;
    const request: TestApp['request'] = (path, { key, ...init } = {}) => {
      turn += 1;
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${key}`);
      return fetch(elementAt(servers, turn % 2).url + path, { ...init, headers });
    };
    const catalog = await OrganizerApi.create(database.db, { request });
    const responses = await Promise.all(Array.from({ length: 20 }, () => catalog.post('/events', race, withKey('a'))));
    expect(new Set(responses.map((response) => JSON.stringify(comparableParts(response)))).size).toBe(1);
    expect(first(responses).status).toBe(201);
    expect(replayedIn(responses)).toHaveLength(19);
    expect(await catalog.emittedTypes()).toEqual(['event.created']);
    const { data } = jsonOf<{ data: EventView[] }>(await catalog.send('GET', '/events'));
    expect(data).toEqual([jsonOf(first(responses))]);
  });
});
