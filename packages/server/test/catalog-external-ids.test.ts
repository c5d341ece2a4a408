import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { addDevice, addGate } from '../src/features/gate/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { startApp, type TestApp, testSecrets } from './harness/app.ts';
import { type EventView, inDefaultLanguage, OrganizerApi } from './harness/catalog.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { elementAt, first } from './harness/defined.ts';
import { exportLines, importAll, importContent, orderLine, raceLines } from './harness/fixtures.ts';
import { expectFieldProblem, expectProblem, jsonOf } from './harness/responses.ts';
import { violations } from './invariants.ts';

const rateLimits = { api: 1_000_000 };
const run = { name: 'Harbour Run', startsAt: '2083-05-09T07:00:00.000Z' };
const ticketType = { name: 'Ten kilometres', price: 3500 };
const addon = { name: 'Shirt', type: 'shirt', price: 2000 };

describeOnBoth('objects with an externalId', (kind) => {
  const database = useDatabase(kind);
  /** A second connection to the same database, like that of another process. */
  let secondDb: Db;
  let apps: TestApp[];
  let catalog: OrganizerApi;
  let turn = 0;

  beforeAll(async () => {
    secondDb = openDatabase(database);
    apps = [await startApp({ db: database.db, rateLimits }), await startApp({ db: secondDb, rateLimits })];
  });
  beforeEach(async () => {
    const request: TestApp['request'] = (...args) => {
      turn += 1;
      return elementAt(apps, turn % 2).request(...args);
    };
    catalog = await OrganizerApi.create(database.db, { request });
  });
  afterAll(async () => {
    expect(await violations(database.db)).toEqual([]);
    await Promise.all(apps.map((app) => app.close()));
    await secondDb.destroy();
  });

  const putEvent = (externalId: string, body: object) =>
    catalog.send('PUT', `/events/by-external-id/${encodeURIComponent(externalId)}`, body);
  const listEvents = async (query = '') =>
    jsonOf<{ data: EventView[] }>(await catalog.send('GET', `/events${query}`)).data;

  test('are created once, also by ten requests at the same time on two servers', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => putEvent('run/2083 ä', run)));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    const event = first(await listEvents());
    expect(await listEvents()).toHaveLength(1);
    expect(event).toMatchObject({ ...run, externalId: 'run/2083 ä', metadata: {}, status: 'draft' });
    const created = responses.find(({ status }) => status === 201);
    expect(created?.headers.get('location')).toMatch(new RegExp(`/api/v1/events/${event.id}$`));

    for (const [path, body, list] of [
      ['ticket-types', ticketType, 'ticketTypes'],
      ['addons', addon, 'addons'],
    ] as const) {
      const url = `/events/${event.id}/${path}/by-external-id/offer-1`;
      const offers = await Promise.all(Array.from({ length: 10 }, () => catalog.send('PUT', url, body)));
      expect(offers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
      const [stored, ...others] = first(await listEvents())[list];
      expect(others).toEqual([]);
      expect(stored).toMatchObject({ ...body, externalId: 'offer-1', metadata: {} });
      // The next run of the same program with another price changes that, and nothing else.
      const changed = await catalog.send('PUT', url, { ...body, price: 1 });
      expect([changed.status, jsonOf(changed)]).toMatchObject([200, { id: stored?.id, price: 1, name: body.name }]);
      // An id in the path is one text, not a path.
      expectProblem(await catalog.send('PUT', `${url}/x`, body), 404, 'not_found');
    }
    const published = await putEvent('run/2083 ä', { ...run, status: 'published' });
    expect([published.status, jsonOf(published)]).toMatchObject([200, { id: event.id, status: 'published' }]);
    expect(jsonOf(await putEvent('run/2083 ä', run))).toMatchObject({ status: 'published' });
  });

  test('are not created by a path with a NUL character or with escapes that are not UTF-8', async () => {
    for (const end of ['%00', '%ff', '%'])
      expectProblem(await catalog.send('PUT', `/events/by-external-id/run${end}`, run), 404, 'not_found');
    expect(await listEvents()).toEqual([]);
  });

  test('are found by it, and by their slug', async () => {
    await putEvent('a', { ...run, slug: 'first' });
    await putEvent('b', { ...run, slug: 'second' });
    const slugs = async (query: string) => (await listEvents(query)).map(({ slug }) => slug);
    expect(await slugs('?externalId=a')).toEqual(['first']);
    expect(await slugs('?slug=second')).toEqual(['second']);
    expect(await slugs('?externalId=a&slug=second')).toEqual([]);
    expect(await slugs('?externalId=a&updatedSince=2020-01-01T00:00:00Z')).toEqual(['first']);
    expect(await slugs('?externalId=%27%3B--')).toEqual([]);
  });

  test('keep it: it is set once, and no two objects of a kind have the same', async () => {
    const { id } = jsonOf<EventView>(await catalog.send('POST', '/events', run));
    const other = jsonOf<EventView>(await putEvent('taken', run));
    const patch = (body: object) => catalog.send('PATCH', `/events/${id}`, body);
    expectProblem(await catalog.send('POST', '/events', { ...run, externalId: 'taken' }), 409, 'invalid_state');
    expectProblem(await patch({ externalId: 'taken' }), 409, 'invalid_state');
    expect(jsonOf(await patch({ externalId: 'mine' }))).toMatchObject({ externalId: 'mine' });
    expect(jsonOf(await patch({ externalId: 'mine' }))).toMatchObject({ externalId: 'mine' });
    expectFieldProblem(await patch({ externalId: 'another' }), 'externalId');
    const ofOther = `/events/${other.id}/ticket-types/by-external-id/x`;
    expect((await catalog.send('PUT', ofOther, ticketType)).status).toBe(201);
    // The ticket type of another event is not moved, and not changed.
    expectProblem(
      await catalog.send('PUT', `/events/${id}/ticket-types/by-external-id/x`, ticketType),
      409,
      'invalid_state',
    );
    // Another organizer can use the same.
    const neighbour = await OrganizerApi.create(database.db, { request: elementAt(apps, 0).request });
    expect((await neighbour.send('PUT', '/events/by-external-id/taken', run)).status).toBe(201);
  });

  test('have metadata, of which a patch changes only the keys that it names', async () => {
    const { id } = jsonOf<EventView>(await putEvent('a', { ...run, metadata: { crm: '4711', color: 'blue' } }));
    const patch = async (metadata: unknown) => catalog.send('PATCH', `/events/${id}`, { metadata });
    const result = async (metadata: unknown) => jsonOf<{ metadata: unknown }>(await patch(metadata)).metadata;
    expect(await result({ color: null, 'größe 1': '', __proto__: 'x' })).toEqual({ crm: '4711', 'größe 1': '' });
    expect(await result(JSON.parse('{"__proto__":"x","constructor":"y"}'))).toEqual(
      JSON.parse('{"crm":"4711","größe 1":"","__proto__":"x","constructor":"y"}'),
    );
    expect(await result(null)).toEqual({});
    const keys = (count: number, prefix: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, 'v']));
    expect(Object.keys((await result(keys(50, 'a'))) as object)).toHaveLength(50);
    expectFieldProblem(await patch({ b: 'one too many' }), 'metadata');
    expectFieldProblem(await patch({ ['k'.repeat(41)]: 'v' }), 'metadata');
    expectFieldProblem(await patch({ '': 'v' }), 'metadata');
    expectFieldProblem(await patch({ 'a\0': 'v' }), 'metadata');
    expectFieldProblem(await patch({ a0: 'v'.repeat(501) }), 'metadata.a0');
    expectFieldProblem(await patch({ a0: 5 }), 'metadata.a0');
    for (const value of ['text', [], 5]) expectFieldProblem(await patch(value), 'metadata');
    const { data } = jsonOf<{ data: { metadata: object }[] }>(await catalog.send('GET', '/events?externalId=a'));
    expect(Object.keys(first(data).metadata)).toHaveLength(50);
  });

  test('are the same after an export and an import', async () => {
    const { id } = jsonOf<EventView>(await putEvent('run', { ...run, metadata: { crm: '4711' } }));
    await catalog.send('PUT', `/events/${id}/ticket-types/by-external-id/10k`, {
      ...ticketType,
      metadata: { km: '10' },
    });
    await catalog.send('PUT', `/events/${id}/addons/by-external-id/shirt`, { ...addon, metadata: { sku: 'S-1' } });
    const lines = await exportLines(database.db, catalog.organizer.id);
    const copy = await OrganizerApi.create(database.db, { request: elementAt(apps, 0).request });
    await importContent(database.db, copy.organizer, lines.join('\n'));
    const event = first(jsonOf<{ data: EventView[] }>(await copy.send('GET', '/events')).data);
    expect(event).toMatchObject({ externalId: 'run', metadata: { crm: '4711' } });
    expect(first(event.ticketTypes)).toMatchObject({ externalId: '10k', metadata: { km: '10' } });
    expect(first(event.addons)).toMatchObject({ externalId: 'shirt', metadata: { sku: 'S-1' } });
  });

  test('that were never sold can be deleted by a key, others cannot', async () => {
    await importAll(database.db, catalog.organizer, [...raceLines({ quantity: 10 }), orderLine('o1')]);
    const event = first(await listEvents());
    const remove = (path: string) => catalog.send('DELETE', `/events/${event.id}${path}`);
    const results = await Promise.all(event.ticketTypes.map(({ id }) => remove(`/ticket-types/${id}`)));
    const kept = first(await listEvents()).ticketTypes;
    expect(results.map(({ status }) => status).sort()).toContain(409);
    expect(kept).toHaveLength(results.filter(({ status }) => status === 409).length);
    expect(results.filter(({ status }) => status === 200)).toHaveLength(event.ticketTypes.length - kept.length);
    expectProblem(await remove('/ticket-types/tty_01kamz0g5ve4q8v5x2c4g6t0yd'), 404, 'not_found');
    expectProblem(await remove(''), 409, 'invalid_state');
    expect(first(await listEvents())).toMatchObject({ id: event.id, ticketTypes: kept });

    const draft = jsonOf<EventView>(await putEvent('mistake', run));
    const put = (path: string, body: object) =>
      catalog.send('PUT', `/events/${draft.id}${path}/by-external-id/x`, body);
    await put('/ticket-types', ticketType);
    await put('/addons', addon);
    const published = jsonOf<EventView>(await putEvent('mistake', { ...run, status: 'published' }));
    const deletion = await catalog.send('DELETE', `/events/${draft.id}`);
    expect([deletion.status, jsonOf(deletion)]).toEqual([200, published]);
    expectProblem(await catalog.send('DELETE', `/events/${draft.id}`), 404, 'not_found');
    expect(await listEvents('?externalId=mistake')).toEqual([]);
    expect((await catalog.emittedEvents()).at(-1)).toMatchObject({
      type: 'event.deleted',
      data: inDefaultLanguage(published),
    });
    // The next run of the program creates it again.
    expect((await putEvent('mistake', run)).status).toBe(201);

    const scope = organizerScope(catalog.organizer.id, systemClock, byOperator);
    const users = {
      gate: (event: string) => addGate(database.db, scope, { event, name: 'Main' }),
      device: (event: string) => addDevice(database.db, scope, { event, name: 'Bar', roles: ['bar'] }, testSecrets),
    };
    for (const [name, add] of Object.entries(users)) {
      const { id } = jsonOf<EventView>(await putEvent(`with a ${name}`, run));
      await add(id);
      expectProblem(await catalog.send('DELETE', `/events/${id}`), 409, 'invalid_state');
    }
  });
});
