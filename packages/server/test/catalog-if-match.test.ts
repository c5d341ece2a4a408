import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { type EventView, OrganizerApi } from './harness/catalog.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { defined, elementAt, first, last } from './harness/defined.ts';
import { importAll, orderLine, raceLines } from './harness/fixtures.ts';
import { expectFieldProblem, expectProblem, jsonOf, type TestResponse } from './harness/responses.ts';
import { violations } from './invariants.ts';

const rateLimits = { api: 1_000_000 };

describeOnBoth('two editors of the catalog', (kind) => {
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
    // Requests alternate between the two applications.
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

  const tagOf = ({ headers }: TestResponse) => defined(headers.get('etag'), 'ETag');

  async function expectChanged(path: string, body: unknown, ifMatch?: string): Promise<TestResponse> {
    const response = await catalog.patch(path, body, ifMatch === undefined ? {} : { 'if-match': ifMatch });
    expect(response.status, response.text).toBe(200);
    return response;
  }

  /** Sends a change that must be rejected because its tag is outdated, and checks that nothing was written. */
  async function expectOutdated(path: string, body: unknown, ifMatch: string): Promise<void> {
    const dataBefore = await catalog.storedRows();
    expectProblem(await catalog.patch(path, body, { 'if-match': ifMatch }), 412, 'precondition_failed');
    expect(await catalog.storedRows()).toEqual(dataBefore);
  }

  /** Creates an event with two ticket types and an add-on. Returns their paths. */
  async function createEvent() {
    const { id } = await catalog.event();
    const path = `/events/${id}`;
    const type = await catalog.ticketType(id);
    const otherType = await catalog.ticketType(id, { name: '21 km' });
    const addon = await catalog.addon(id);
    return {
      path,
      typePath: `${path}/ticket-types/${type.id}`,
      otherTypePath: `${path}/ticket-types/${otherType.id}`,
      addonPath: `${path}/addons/${addon.id}`,
    };
  }

  const readTag = async (path: string) => tagOf(await catalog.send('GET', path));

  test('do not overwrite each other: the second change is rejected and changes nothing', async () => {
    const { path } = await createEvent();
    const eventTag = await readTag(path);
    await expectChanged(path, { name: 'First' }, eventTag);
    await expectOutdated(path, { name: 'Second' }, eventTag);
    await expectOutdated(path, { status: 'archived' }, eventTag);
    // The second change is rejected even if it equals the first one, which could have been reverted since.
    await expectOutdated(path, { name: 'First' }, eventTag);
    await expectChanged(path, { name: 'Second' }, await readTag(path));
    expect(await catalog.get(last(path.split('/')))).toMatchObject({ name: 'Second' });
  });

  test('have an outdated tag of an event after a change of any of its offers', async () => {
    const { path, typePath, addonPath } = await createEvent();
    const { length: eventCount } = await catalog.emittedTypes();
    const changes: [string, string, unknown][] = [
      ['PATCH', typePath, { price: 2100 }],
      ['PATCH', addonPath, { quantity: 7 }],
      ['POST', `${path}/ticket-types`, { name: 'Relay', price: 1 }],
      ['POST', `${path}/addons`, { name: 'Shirt', type: 'shirt', price: 1 }],
      ['PATCH', path, { venue: { city: 'Kiel' } }],
    ];
    for (const [method, changedPath, body] of changes) {
      const eventTag = await readTag(path);
      expect((await catalog.send(method, changedPath, body)).status).toBeLessThan(300);
      await expectOutdated(path, { name: 'Late' }, eventTag);
    }
    expect(await catalog.emittedTypes()).toHaveLength(eventCount + changes.length);
  });

  test('change a ticket type or an add-on with the tag in the response to its last change', async () => {
    const { id } = await catalog.event();
    for (const [collection, body] of [
      ['ticket-types', { name: '10 km', price: 2000 }],
      ['addons', { name: 'Drinks', type: 'drink', price: 900 }],
    ] as const) {
      const created = await catalog.post(`/events/${id}/${collection}`, body);
      const path = `/events/${id}/${collection}/${jsonOf<{ id: string }>(created).id}`;
      const first = await expectChanged(path, { price: 2100 }, tagOf(created));
      await expectOutdated(path, { price: 2200 }, tagOf(created));
      await expectChanged(path, { price: 2300 }, tagOf(first));
      // A tag belongs to one resource: the tag of an offer does not match its event.
      await expectOutdated(`/events/${id}`, { name: 'x' }, tagOf(first));
    }
  });

  test('change a question with the tag of its last version', async () => {
    const { path } = await createEvent();
    const created = await catalog.post(`${path}/questions`, { askedOf: 'buyer', kind: 'text', label: 'Club' });
    const questionPath = `${path}/questions/${jsonOf<{ id: string }>(created).id}`;
    const questionTag = await readTag(questionPath);
    const changed = await expectChanged(questionPath, { help: 'If you have one' }, questionTag);
    await expectOutdated(questionPath, { label: 'Team' }, questionTag);
    await expectOutdated(questionPath, { help: 'If you have one' }, questionTag);
    await expectChanged(questionPath, { label: 'Team' }, tagOf(changed));
  });

  test('change a ticket type or an add-on with the tag of its event, as long as this offer is unchanged', async () => {
    const { path, typePath, otherTypePath, addonPath } = await createEvent();
    const eventTag = await readTag(path);
    await expectChanged(typePath, { price: 2100 }, eventTag);
    await expectChanged(otherTypePath, { price: 3100 }, eventTag);
    await expectChanged(addonPath, { price: 950 }, eventTag);
    await expectOutdated(typePath, { price: 2200 }, eventTag);
    const other = await createEvent();
    await expectOutdated(otherTypePath, { price: 1 }, await readTag(other.path));
    await expectOutdated(otherTypePath, { price: 1 }, eventTag.replace(/\.\d+\./, '.999999.'));
    await expectChanged(otherTypePath, { price: 3200 }, await readTag(path));
  });

  test('can edit while tickets are sold, although each sale changes the responses to reads', async () => {
    await importAll(database.db, catalog.organizer, raceLines({ quantity: 50 }));
    const { data } = jsonOf<{ data: EventView[] }>(await catalog.send('GET', '/events'));
    const path = `/events/${first(data).id}`;
    const eventTag = await readTag(path);
    const listTag = await readTag('/events');
    const readStatuses = async () => [
      (await catalog.send('GET', path, undefined, { 'if-none-match': eventTag })).status,
      (await catalog.send('GET', '/events', undefined, { 'if-none-match': listTag })).status,
    ];
    expect(await readStatuses()).toEqual([304, 304]);
    await importAll(database.db, catalog.organizer, [orderLine('sold'), orderLine('held', { status: 'pending' })]);
    expect(await readStatuses()).toEqual([200, 200]);
    await expectChanged(`${path}/ticket-types/${first(first(data).ticketTypes).id}`, { quantity: 60 }, eventTag);
    const sold = await readTag(path);
    await importAll(database.db, catalog.organizer, [orderLine('sold-too')]);
    await expectChanged(path, { name: 'On sale' }, sold);
  });

  test('send concurrent changes with the same tag: exactly one change succeeds', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { path, typePath } = await createEvent();
      for (const target of [path, typePath]) {
        const eventTag = await readTag(path);
        const responses = await Promise.all(
          Array.from({ length: 12 }, (_, turn) =>
            catalog.patch(target, { name: `Editor ${turn}` }, { 'if-match': eventTag }),
          ),
        );
        const succeeded = responses.filter(({ status }) => status === 200);
        expect(succeeded).toHaveLength(1);
        for (const response of responses)
          if (response !== succeeded[0]) expectProblem(response, 412, 'precondition_failed');
        const current = await catalog.send('GET', path);
        expect(current.text).toContain(`"name":${JSON.stringify(jsonOf(first(succeeded))['name'])}`);
      }
    }
  });

  test('get a tag with a created resource, equal to the tag of a read', async () => {
    const created = await catalog.post('/events', { name: 'Race', startsAt: '2083-05-01T06:00:00Z' });
    const path = `/events/${jsonOf<EventView>(created).id}`;
    expect(await readTag(path)).toBe(tagOf(created));
    const changedEvent = await expectChanged(path, { name: 'Run' });
    expect(tagOf(changedEvent)).not.toBe(tagOf(created));
    expect(await readTag(path)).toBe(tagOf(changedEvent));
    const idempotencyHeader = { 'idempotency-key': 'the-same-request-again' };
    const body = { name: '10 km', price: 2000 };
    const original = await catalog.post(`${path}/ticket-types`, body, idempotencyHeader);
    await expectChanged(`${path}/ticket-types/${jsonOf<{ id: string }>(original).id}`, { price: 1 });
    expect(tagOf(await catalog.post(`${path}/ticket-types`, body, idempotencyHeader))).toBe(tagOf(original));
  });

  test('can send several tags or an asterisk; weak tags and tags of other resources do not match', async () => {
    const { path } = await createEvent();
    const eventTag = await readTag(path);
    await expectOutdated(path, { name: 'x' }, `W/${eventTag}`);
    await expectOutdated(path, { name: 'x' }, '"other", "evt_1.1.x", ""');
    await expectChanged(path, { name: 'One' }, `"other", W/"x" ,${eventTag}`);
    await expectChanged(path, { name: 'Two' }, '*');
    for (const text of [
      '',
      eventTag.slice(1),
      eventTag.slice(0, -1),
      'W/',
      '*, "x"',
      `${eventTag} ${eventTag}`,
      '"ä"',
    ]) {
      const response = await catalog.patch(path, { name: 'x' }, { 'if-match': text });
      if (text === '') expect(response.status).toBe(400);
      else expectFieldProblem(response, 'if-match');
    }
    expect(await catalog.get(last(path.split('/')))).toMatchObject({ name: 'Two' });
  });

  test('get other errors instead of precondition_failed (RFC 9110, section 13.2.1)', async () => {
    const { path, typePath } = await createEvent();
    const eventTag = await readTag(path);
    await expectChanged(path, { name: 'One' }, eventTag);
    const tagHeader = { 'if-match': eventTag };
    expectFieldProblem(await catalog.patch(path, { name: '' }, tagHeader), 'name');
    expectProblem(await catalog.patch('/events/evt_nothing', { name: 'x' }, { 'if-match': '*' }), 404, 'not_found');
    expectProblem(await catalog.patch(`${path}/ticket-types/x`, { name: 'x' }, tagHeader), 404, 'not_found');
    await expectChanged(path, { status: 'archived' });
    expectProblem(await catalog.patch(path, { name: 'x' }, tagHeader), 409, 'invalid_state');
    expectProblem(await catalog.patch(typePath, { name: 'x' }, tagHeader), 409, 'invalid_state');
  });

  test('can send If-None-Match to read a resource only if it has changed', async () => {
    const { path, typePath } = await createEvent();
    const readIfChanged = (target: string, tag: string) =>
      catalog.send('GET', target, undefined, { 'if-none-match': tag });
    for (const target of [path, '/events']) {
      const initial = await catalog.send('GET', target);
      for (const knownTag of [tagOf(initial), `W/${tagOf(initial)}`, `"other", ${tagOf(initial)}`, '*']) {
        const response = await readIfChanged(target, knownTag);
        expect({ status: response.status, text: response.text }).toEqual({ status: 304, text: '' });
        // With `*`, the tag in the response has no content coding.
        expect(tagOf(response)).toBe(knownTag === '*' ? tagOf(initial).replace(/:\w+"$/, '"') : tagOf(initial));
      }
      await expectChanged(typePath, { price: 2100 + target.length });
      const responseAfterChange = await readIfChanged(target, tagOf(initial));
      expect(responseAfterChange.status).toBe(200);
      expect(tagOf(responseAfterChange)).not.toBe(tagOf(initial));
    }
  });
});
