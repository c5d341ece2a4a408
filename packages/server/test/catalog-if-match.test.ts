import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { CatalogWriter, type EventView } from './harness/catalog.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { importAll, orderLine, raceLines } from './harness/fixtures.ts';
import { expectFieldProblem, expectProblem, jsonOf, type TestResponse } from './harness/responses.ts';
import { violations } from './invariants.ts';

const rateLimits = { api: 1_000_000 };

describeOnBoth('two editors of the catalog', (kind) => {
  const t = useDatabase(kind);
  /** A second connection to the same database, as of another process. */
  let secondDb: Db;
  let apps: TestApp[];
  let catalog: CatalogWriter;
  let turn = 0;

  beforeAll(async () => {
    secondDb = openDatabase(t);
    apps = [await startApp({ db: t.db, rateLimits }), await startApp({ db: secondDb, rateLimits })];
  });
  beforeEach(async () => {
    // Requests alternate between the two applications.
    const request: TestApp['request'] = (...given) => {
      turn += 1;
      return apps[turn % 2]!.request(...given);
    };
    catalog = await CatalogWriter.create(t.db, { request });
  });
  afterAll(async () => {
    expect(await violations(t.db)).toEqual([]);
    await Promise.all(apps.map((app) => app.close()));
    await secondDb.destroy();
  });

  const tagOf = ({ headers }: TestResponse) => headers.get('etag')!;

  async function expectChanged(path: string, body: unknown, ifMatch?: string): Promise<TestResponse> {
    const answer = await catalog.patch(path, body, ifMatch === undefined ? {} : { 'if-match': ifMatch });
    expect(answer.status, answer.text).toBe(200);
    return answer;
  }

  /** Sends a change that must fail as outdated, and checks that nothing was written. */
  async function expectOutdated(path: string, body: unknown, ifMatch: string): Promise<void> {
    const before = await catalog.everything();
    expectProblem(await catalog.patch(path, body, { 'if-match': ifMatch }), 412, 'precondition_failed');
    expect(await catalog.everything()).toEqual(before);
  }

  /** An event with two ticket types and an add-on, and their paths. */
  async function createEvent() {
    const { id } = await catalog.event();
    const path = `/events/${id}`;
    const [one, two] = [await catalog.ticketType(id), await catalog.ticketType(id, { name: '21 km' })];
    const addon = await catalog.addon(id);
    return {
      path,
      one: `${path}/ticket-types/${one.id}`,
      two: `${path}/ticket-types/${two.id}`,
      addon: `${path}/addons/${addon.id}`,
    };
  }

  const readTag = async (path: string) => tagOf(await catalog.send('GET', path));

  test('do not overwrite each other: the second change is rejected and changes nothing', async () => {
    const { path } = await createEvent();
    const read = await readTag(path);
    await expectChanged(path, { name: 'First' }, read);
    await expectOutdated(path, { name: 'Second' }, read);
    await expectOutdated(path, { status: 'archived' }, read);
    // Also if the change is the same: the first editor can have reverted it.
    await expectOutdated(path, { name: 'First' }, read);
    await expectChanged(path, { name: 'Second' }, await readTag(path));
    expect(await catalog.get(path.split('/').at(-1)!)).toMatchObject({ name: 'Second' });
  });

  test('get a tag of an event that covers its offers: a change of any of them makes it outdated', async () => {
    const { path, one, addon } = await createEvent();
    const { length: eventCount } = await catalog.emittedTypes();
    const changes: [string, string, unknown][] = [
      ['PATCH', one, { price: 2100 }],
      ['PATCH', addon, { quantity: 7 }],
      ['POST', `${path}/ticket-types`, { name: 'Relay', price: 1 }],
      ['POST', `${path}/addons`, { name: 'Shirt', type: 'shirt', price: 1 }],
      ['PATCH', path, { venue: { city: 'Kiel' } }],
    ];
    for (const [method, changedPath, body] of changes) {
      const read = await readTag(path);
      expect((await catalog.send(method, changedPath, body)).status).toBeLessThan(300);
      await expectOutdated(path, { name: 'Late' }, read);
    }
    expect(await catalog.emittedTypes()).toHaveLength(eventCount + changes.length);
  });

  test('change a ticket type or an add-on by its own tag, from the answer to its last change', async () => {
    const { id } = await catalog.event();
    for (const [parent, body] of [
      ['ticket-types', { name: '10 km', price: 2000 }],
      ['addons', { name: 'Drinks', type: 'drink', price: 900 }],
    ] as const) {
      const created = await catalog.post(`/events/${id}/${parent}`, body);
      const path = `/events/${id}/${parent}/${jsonOf<{ id: string }>(created).id}`;
      const first = await expectChanged(path, { price: 2100 }, tagOf(created));
      await expectOutdated(path, { price: 2200 }, tagOf(created));
      await expectChanged(path, { price: 2300 }, tagOf(first));
      // A tag belongs to one resource: the tag of a ticket type is not one of its event.
      await expectOutdated(`/events/${id}`, { name: 'x' }, tagOf(first));
    }
  });

  test('change a ticket type or an add-on with the tag of its event, until another editor has changed it', async () => {
    const { path, one, two, addon } = await createEvent();
    const read = await readTag(path);
    await expectChanged(one, { price: 2100 }, read);
    await expectChanged(two, { price: 3100 }, read);
    await expectChanged(addon, { price: 950 }, read);
    await expectOutdated(one, { price: 2200 }, read);
    const other = await createEvent();
    await expectOutdated(two, { price: 1 }, await readTag(other.path));
    await expectOutdated(two, { price: 1 }, read.replace(/\.\d+\./, '.999999.'));
    await expectChanged(two, { price: 3200 }, await readTag(path));
  });

  test('can edit while tickets are sold, although the sales change the read responses', async () => {
    await importAll(t.db, catalog.organizer, raceLines({ quantity: 50 }));
    const { data } = jsonOf<{ data: EventView[] }>(await catalog.send('GET', '/events'));
    const path = `/events/${data[0]!.id}`;
    const read = await readTag(path);
    const list = await readTag('/events');
    const readStatuses = async () => [
      (await catalog.send('GET', path, undefined, { 'if-none-match': read })).status,
      (await catalog.send('GET', '/events', undefined, { 'if-none-match': list })).status,
    ];
    expect(await readStatuses()).toEqual([304, 304]);
    await importAll(t.db, catalog.organizer, [orderLine('sold'), orderLine('held', { status: 'pending' })]);
    expect(await readStatuses()).toEqual([200, 200]);
    await expectChanged(`${path}/ticket-types/${data[0]!.ticketTypes[0]!.id}`, { quantity: 60 }, read);
    const sold = await readTag(path);
    await importAll(t.db, catalog.organizer, [orderLine('sold-too')]);
    await expectChanged(path, { name: 'On sale' }, sold);
  });

  test('at the same moment with the same tag: exactly one succeeds', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { path, one } = await createEvent();
      for (const target of [path, one]) {
        const read = await readTag(path);
        const answers = await Promise.all(
          Array.from({ length: 12 }, (_, turn) =>
            catalog.patch(target, { name: `Editor ${turn}` }, { 'if-match': read }),
          ),
        );
        const succeeded = answers.filter(({ status }) => status === 200);
        expect(succeeded).toHaveLength(1);
        for (const answer of answers) if (answer !== succeeded[0]) expectProblem(answer, 412, 'precondition_failed');
        const shown = await catalog.send('GET', path);
        expect(shown.text).toContain(`"name":${JSON.stringify(jsonOf(succeeded[0]!)['name'])}`);
      }
    }
  });

  test('get the tag of a created resource, which equals the tag of a read', async () => {
    const created = await catalog.post('/events', { name: 'Race', startsAt: '2027-05-01T06:00:00Z' });
    const path = `/events/${jsonOf<EventView>(created).id}`;
    expect(await readTag(path)).toBe(tagOf(created));
    const first = await expectChanged(path, { name: 'Run' });
    expect(tagOf(first)).not.toBe(tagOf(created));
    expect(await readTag(path)).toBe(tagOf(first));
    const key = { 'idempotency-key': 'the-same-request-again' };
    const body = { name: '10 km', price: 2000 };
    const once = await catalog.post(`${path}/ticket-types`, body, key);
    await expectChanged(`${path}/ticket-types/${jsonOf<{ id: string }>(once).id}`, { price: 1 });
    expect(tagOf(await catalog.post(`${path}/ticket-types`, body, key))).toBe(tagOf(once));
  });

  test('can send several tags, or *; weak tags and tags of other resources do not match', async () => {
    const { path } = await createEvent();
    const read = await readTag(path);
    await expectOutdated(path, { name: 'x' }, `W/${read}`);
    await expectOutdated(path, { name: 'x' }, '"other", "evt_1.1.x", ""');
    await expectChanged(path, { name: 'One' }, `"other", W/"x" ,${read}`);
    await expectChanged(path, { name: 'Two' }, '*');
    for (const text of ['', read.slice(1), read.slice(0, -1), 'W/', '*, "x"', `${read} ${read}`, '"ä"']) {
      const answer = await catalog.patch(path, { name: 'x' }, { 'if-match': text });
      if (text === '') expect(answer.status).toBe(400);
      else expectFieldProblem(answer, 'if-match');
    }
    expect(await catalog.get(path.split('/').at(-1)!)).toMatchObject({ name: 'Two' });
  });

  test('get other errors of the request first (RFC 9110, section 13.2.1)', async () => {
    const { path, one } = await createEvent();
    const read = await readTag(path);
    await expectChanged(path, { name: 'One' }, read);
    const withTag = { 'if-match': read };
    expectFieldProblem(await catalog.patch(path, { name: '' }, withTag), 'name');
    expectProblem(await catalog.patch('/events/evt_nothing', { name: 'x' }, { 'if-match': '*' }), 404, 'not_found');
    expectProblem(await catalog.patch(`${path}/ticket-types/x`, { name: 'x' }, withTag), 404, 'not_found');
    await expectChanged(path, { status: 'archived' });
    expectProblem(await catalog.patch(path, { name: 'x' }, withTag), 409, 'invalid_state');
    expectProblem(await catalog.patch(one, { name: 'x' }, withTag), 409, 'invalid_state');
  });

  test('can read a resource only if it has changed', async () => {
    const { path, one } = await createEvent();
    const readIfChanged = (of: string, tag: string) => catalog.send('GET', of, undefined, { 'if-none-match': tag });
    for (const of of [path, '/events']) {
      const first = await catalog.send('GET', of);
      for (const known of [tagOf(first), `W/${tagOf(first)}`, `"other", ${tagOf(first)}`, '*']) {
        const answer = await readIfChanged(of, known);
        expect({ status: answer.status, text: answer.text }).toEqual({ status: 304, text: '' });
        // `*` does not select a copy by its content coding.
        expect(tagOf(answer)).toBe(known === '*' ? tagOf(first).replace(/:\w+"$/, '"') : tagOf(first));
      }
      await expectChanged(one, { price: 2100 + of.length });
      const next = await readIfChanged(of, tagOf(first));
      expect(next.status).toBe(200);
      expect(tagOf(next)).not.toBe(tagOf(first));
    }
  });
});
