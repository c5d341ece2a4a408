import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { type Answer, expectFieldProblem, expectProblem, jsonOf } from './harness/answers.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { CatalogWriter, type EventView } from './harness/catalog.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { importAll, orderLine, raceLines } from './harness/fixtures.ts';
import { violations } from './invariants.ts';

const rateLimits = { api: 1_000_000 };

describeOnBoth('two editors of the catalog', (kind) => {
  let t: TestDatabase;
  /** A second connection to the same database, like another process has. */
  let elsewhere: Db;
  let apps: TestApp[];
  let own: CatalogWriter;
  let turn = 0;

  beforeAll(async () => {
    t = await createDatabase(kind);
    elsewhere = openDatabase(t);
    apps = [await startApp({ db: t.db, rateLimits }), await startApp({ db: elsewhere, rateLimits })];
  });
  beforeEach(async () => {
    // Requests go to both in turn.
    const request: TestApp['request'] = (...given) => {
      turn += 1;
      return apps[turn % 2]!.request(...given);
    };
    own = await CatalogWriter.make(t.db, { request });
  });
  afterAll(async () => {
    expect(await violations(t.db)).toEqual([]);
    await Promise.all(apps.map((app) => app.close()));
    await elsewhere.destroy();
    await t.drop();
  });

  const tagOf = ({ headers }: Answer) => headers.get('etag')!;

  async function changed(path: string, body: unknown, ifMatch?: string): Promise<Answer> {
    const answer = await own.patch(path, body, ifMatch === undefined ? {} : { 'if-match': ifMatch });
    expect(answer.status, answer.text).toBe(200);
    return answer;
  }

  /** Sends a change that must fail as outdated, and checks that nothing was written. */
  async function stale(path: string, body: unknown, ifMatch: string): Promise<void> {
    const before = await own.everything();
    expectProblem(await own.patch(path, body, { 'if-match': ifMatch }), 412, 'precondition_failed');
    expect(await own.everything()).toEqual(before);
  }

  /** An event with two ticket types and an add-on, and their paths. */
  async function makeEvent() {
    const { id } = await own.event();
    const path = `/events/${id}`;
    const [one, two] = [await own.ticketType(id), await own.ticketType(id, { name: '21 km' })];
    const addon = await own.addon(id);
    return {
      path,
      one: `${path}/ticket-types/${one.id}`,
      two: `${path}/ticket-types/${two.id}`,
      addon: `${path}/addons/${addon.id}`,
    };
  }

  const readTag = async (path: string) => tagOf(await own.send('GET', path));

  test('do not overwrite each other: the second change is rejected and changes nothing', async () => {
    const { path } = await makeEvent();
    const read = await readTag(path);
    await changed(path, { name: 'First' }, read);
    await stale(path, { name: 'Second' }, read);
    await stale(path, { status: 'archived' }, read);
    // Also if the change is the same: the first editor may have reverted it.
    await stale(path, { name: 'First' }, read);
    await changed(path, { name: 'Second' }, await readTag(path));
    expect(await own.get(path.split('/').at(-1)!)).toMatchObject({ name: 'Second' });
  });

  test('get a tag of an event that covers its offers: a change of any of them makes it outdated', async () => {
    const { path, one, addon } = await makeEvent();
    const { length: eventsTold } = await own.toldTypes();
    const changes: [string, string, unknown][] = [
      ['PATCH', one, { price: 2100 }],
      ['PATCH', addon, { quantity: 7 }],
      ['POST', `${path}/ticket-types`, { name: 'Relay', price: 1 }],
      ['POST', `${path}/addons`, { name: 'Shirt', type: 'shirt', price: 1 }],
      ['PATCH', path, { venue: { city: 'Kiel' } }],
    ];
    for (const [method, changedPath, body] of changes) {
      const read = await readTag(path);
      expect((await own.send(method, changedPath, body)).status).toBeLessThan(300);
      await stale(path, { name: 'Late' }, read);
    }
    expect(await own.toldTypes()).toHaveLength(eventsTold + changes.length);
  });

  test('change a ticket type or an add-on by its own tag, from the answer to its last change', async () => {
    const { id } = await own.event();
    for (const [parent, body] of [
      ['ticket-types', { name: '10 km', price: 2000 }],
      ['addons', { name: 'Drinks', type: 'drink', price: 900 }],
    ] as const) {
      const made = await own.post(`/events/${id}/${parent}`, body);
      const path = `/events/${id}/${parent}/${jsonOf<{ id: string }>(made).id}`;
      const first = await changed(path, { price: 2100 }, tagOf(made));
      await stale(path, { price: 2200 }, tagOf(made));
      await changed(path, { price: 2300 }, tagOf(first));
      // A tag belongs to one resource: the tag of a ticket type is not one of its event.
      await stale(`/events/${id}`, { name: 'x' }, tagOf(first));
    }
  });

  test('change a ticket type or an add-on with the tag of its event, until another editor has changed it', async () => {
    const { path, one, two, addon } = await makeEvent();
    const read = await readTag(path);
    await changed(one, { price: 2100 }, read);
    await changed(two, { price: 3100 }, read);
    await changed(addon, { price: 950 }, read);
    await stale(one, { price: 2200 }, read);
    const other = await makeEvent();
    await stale(two, { price: 1 }, await readTag(other.path));
    await stale(two, { price: 1 }, read.replace(/\.\d+\./, '.999999.'));
    await changed(two, { price: 3200 }, await readTag(path));
  });

  test('can edit while tickets are sold, although reads show the sales', async () => {
    await importAll(t.db, own.organizer, raceLines({ quantity: 50 }));
    const { data } = jsonOf<{ data: EventView[] }>(await own.send('GET', '/events'));
    const path = `/events/${data[0]!.id}`;
    const read = await readTag(path);
    const list = await readTag('/events');
    const askAgain = async () => [
      (await own.send('GET', path, undefined, { 'if-none-match': read })).status,
      (await own.send('GET', '/events', undefined, { 'if-none-match': list })).status,
    ];
    expect(await askAgain()).toEqual([304, 304]);
    await importAll(t.db, own.organizer, [orderLine('sold'), orderLine('held', { status: 'pending' })]);
    expect(await askAgain()).toEqual([200, 200]);
    await changed(`${path}/ticket-types/${data[0]!.ticketTypes[0]!.id}`, { quantity: 60 }, read);
    const sold = await readTag(path);
    await importAll(t.db, own.organizer, [orderLine('sold-too')]);
    await changed(path, { name: 'On sale' }, sold);
  });

  test('at the same moment with the same tag: one of them changes it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { path, one } = await makeEvent();
      for (const target of [path, one]) {
        const read = await readTag(path);
        const answers = await Promise.all(
          Array.from({ length: 12 }, (_, turn) => own.patch(target, { name: `Editor ${turn}` }, { 'if-match': read })),
        );
        const done = answers.filter(({ status }) => status === 200);
        expect(done).toHaveLength(1);
        for (const answer of answers) if (answer !== done[0]) expectProblem(answer, 412, 'precondition_failed');
        const shown = await own.send('GET', path);
        expect(shown.text).toContain(`"name":${JSON.stringify(jsonOf(done[0]!)['name'])}`);
      }
    }
  });

  test('get the tag of what they created, the same as a read gives', async () => {
    const made = await own.post('/events', { name: 'Race', startsAt: '2027-05-01T06:00:00Z' });
    const path = `/events/${jsonOf<EventView>(made).id}`;
    expect(await readTag(path)).toBe(tagOf(made));
    const first = await changed(path, { name: 'Run' });
    expect(tagOf(first)).not.toBe(tagOf(made));
    expect(await readTag(path)).toBe(tagOf(first));
    const key = { 'idempotency-key': 'the-same-request-again' };
    const body = { name: '10 km', price: 2000 };
    const once = await own.post(`${path}/ticket-types`, body, key);
    await changed(`${path}/ticket-types/${jsonOf<{ id: string }>(once).id}`, { price: 1 });
    expect(tagOf(await own.post(`${path}/ticket-types`, body, key))).toBe(tagOf(once));
  });

  test('can send several tags, or *; weak tags and tags of other resources do not match', async () => {
    const { path } = await makeEvent();
    const read = await readTag(path);
    await stale(path, { name: 'x' }, `W/${read}`);
    await stale(path, { name: 'x' }, '"other", "evt_1.1.x", ""');
    await changed(path, { name: 'One' }, `"other", W/"x" ,${read}`);
    await changed(path, { name: 'Two' }, '*');
    for (const text of ['', read.slice(1), read.slice(0, -1), 'W/', '*, "x"', `${read} ${read}`, '"ä"']) {
      const answer = await own.patch(path, { name: 'x' }, { 'if-match': text });
      if (text === '') expect(answer.status).toBe(400);
      else expectFieldProblem(answer, 'if-match');
    }
    expect(await own.get(path.split('/').at(-1)!)).toMatchObject({ name: 'Two' });
  });

  test('get other errors of the change first (RFC 9110, section 13.2.1)', async () => {
    const { path, one } = await makeEvent();
    const read = await readTag(path);
    await changed(path, { name: 'One' }, read);
    const withTag = { 'if-match': read };
    expectFieldProblem(await own.patch(path, { name: '' }, withTag), 'name');
    expectProblem(await own.patch('/events/evt_nothing', { name: 'x' }, { 'if-match': '*' }), 404, 'not_found');
    expectProblem(await own.patch(`${path}/ticket-types/x`, { name: 'x' }, withTag), 404, 'not_found');
    await changed(path, { status: 'archived' });
    expectProblem(await own.patch(path, { name: 'x' }, withTag), 409, 'invalid_state');
    expectProblem(await own.patch(one, { name: 'x' }, withTag), 409, 'invalid_state');
  });

  test('read again only what has changed', async () => {
    const { path, one } = await makeEvent();
    const ask = (of: string, tag: string) => own.send('GET', of, undefined, { 'if-none-match': tag });
    for (const of of [path, '/events']) {
      const first = await own.send('GET', of);
      for (const known of [tagOf(first), `W/${tagOf(first)}`, `"other", ${tagOf(first)}`, '*']) {
        const answer = await ask(of, known);
        expect({ status: answer.status, text: answer.text }).toEqual({ status: 304, text: '' });
        // `*` does not select a copy by its content coding.
        expect(tagOf(answer)).toBe(known === '*' ? tagOf(first).replace(/:\w+"$/, '"') : tagOf(first));
      }
      await changed(one, { price: 2100 + of.length });
      const next = await ask(of, tagOf(first));
      expect(next.status).toBe(200);
      expect(tagOf(next)).not.toBe(tagOf(first));
    }
  });
});
