import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../src/platform/database/open.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { Buyer, createSale, inParallel, type ReservedBody, roundRobin, type Sale } from './harness/checkout.ts';
import { signIn } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { elementAt, first } from './harness/defined.ts';
import { exportLines, importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import {
  expectFieldProblem,
  expectProblem,
  jsonOf,
  type PageBody,
  read,
  type TestResponse,
} from './harness/responses.ts';
import { violations } from './invariants.ts';

const rateLimits = { api: 1_000_000, public: 1_000_000 };

interface Attendee {
  readonly id: string;
  readonly orderNumber: string;
  readonly holderName: string | null;
  readonly bib: string;
  readonly status: string;
}

interface Assigned {
  readonly changed: number;
  readonly notChanged: number;
  readonly withoutBib: number;
  readonly changes: readonly { ticketId: string; holderName?: string; bib?: string; newBib?: string }[];
  readonly refusedRows: readonly { row: number; problem: string }[];
}

describeOnBoth('bibs', (kind) => {
  const database = useDatabase(kind);
  let apps: TestApp[];
  let closeSecond: () => Promise<void>;
  let sale: Sale;
  let buyer: Buyer;
  let key: string;

  beforeAll(async () => {
    const secondDb = openDatabase(database);
    closeSecond = () => secondDb.destroy();
    apps = [await startApp({ db: database.db, rateLimits }), await startApp({ db: secondDb, rateLimits })];
  });
  beforeEach(async () => {
    const servers = roundRobin(apps.map(({ url }) => url));
    sale = await createSale(database.db, servers, null);
    buyer = new Buyer(() => servers.nextUrl(), 'ada@example.com');
    key = await personalKey(sale.catalog.organizer.id);
  });
  afterAll(async () => {
    const broken = await violations(database.db);
    expect(broken.filter((text) => !text.startsWith('the bibs of an event are consecutive'))).toEqual([]);
    await Promise.all(apps.map((app) => app.close()));
    await closeSecond();
  });

  const personalKey = async (organizerId: string) =>
    (await makeKey(database.db, organizerId, { granted: ['orders:write', 'orders:read:pii', 'events:write'] })).key;
  const send = async (method: string, path: string, body?: object, withKey = key): Promise<TestResponse> => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const content = { headers, body: JSON.stringify(body) };
    const options = { method, key: withKey, ...(body === undefined ? {} : content) };
    return read(await first(apps).request(`/api/v1${path}`, options));
  };
  const setBibs = async (ticketTypeId: string, bibs: object | null) =>
    jsonOf(await send('PATCH', `/events/${sale.eventId}/ticket-types/${ticketTypeId}`, { bibs }));
  const buy = async (lines: Record<string, number>): Promise<ReservedBody> => {
    const reserved = jsonOf<ReservedBody>(await buyer.reserve(sale.cart(lines)));
    expect((await buyer.pay(reserved)).status).toBe(200);
    return reserved;
  };
  const attendees = async (eventId = sale.eventId, withKey = key): Promise<Attendee[]> => {
    const page = jsonOf<PageBody<Attendee>>(
      await send('GET', `/attendees?eventId=${eventId}&limit=200`, undefined, withKey),
    );
    return page.data.toReversed();
  };
  const bibs = async () => (await attendees()).map(({ bib }) => bib);
  const sorted = (list: readonly string[]) => list.toSorted((a, b) => Number(a) - Number(b));
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
  const setBib = (id: string, bib: string) => send('PATCH', `/tickets/${id}`, { bib });

  test('are numbers of the range of the ticket type: parallel payments get different ones, and are not refused if none is left', async () => {
    expect(await setBibs(sale.ticketA, { first: 101, last: 103 })).toMatchObject({ bibs: { first: 101, last: 103 } });
    await buy({ [sale.ticketA]: 1 });
    expect(await bibs()).toEqual(['101']);
    const reserved = await inParallel(6, async (index) => {
      const cart = index % 2 === 0 ? { [sale.ticketA]: 1 } : { [sale.ticketA]: 1, [sale.free]: 1 };
      return jsonOf<ReservedBody>(await buyer.reserve(sale.cart(cart)));
    });
    const paid = await Promise.all(reserved.map((order) => buyer.pay(order)));
    expect(paid.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const given = await bibs();
    // The free tickets have no range: they get the numbers after all ranges.
    expect(sorted(given)).toEqual(['', '', '', '', '101', '102', '103', '104', '105', '106']);
    await setBibs(sale.ticketA, { first: 101, last: 110 });
    await buy({ [sale.ticketA]: 2 });
    expect(sorted(await bibs()).slice(-3)).toEqual(['106', '107', '108']);
  });

  test('fill gaps, and a bib that is removed by hand is given again, but not that of a void ticket', async () => {
    await setBibs(sale.ticketA, { first: 1, last: 999 });
    await setBibs(sale.ticketB, null);
    await buy({ [sale.ticketA]: 3, [sale.ticketB]: 2 });
    const ofRange = (await attendees()).filter(({ bib }) => bib !== '');
    expect(await bibs()).toHaveLength(5);
    const [one, , three] = ofRange.toSorted((a, b) => Number(a.bib) - Number(b.bib));
    expect((await setBib(three!.id, '999')).status).toBe(200);
    const order = await buy({ [sale.ticketA]: 1 });
    expect(sorted(await bibs())).toEqual(['', '', '1', '2', '3', '999']);
    const refund = await send('POST', `/orders/${order.orderNumber}/refunds`, { whole: true });
    expect(refund.status).toBe(201);
    expectProblem(await setBib(one!.id, '3'), 409, 'invalid_state');
    expect((await setBib(one!.id, '')).status).toBe(200);
    expect((await attendees()).find(({ id }) => id === one!.id)).toMatchObject({ bib: '' });
    await buy({ [sale.ticketA]: 2 });
    expect(sorted(await bibs())).toEqual(['', '', '', '1', '2', '3', '4', '999']);
  });

  test('have ranges with both ends, in the right sequence, which an import keeps', async () => {
    const path = `/events/${sale.eventId}/ticket-types/${sale.ticketA}`;
    expectFieldProblem(await send('PATCH', path, { bibs: { first: 5, last: 4 } }), 'bibs.last');
    expectFieldProblem(await send('PATCH', path, { bibs: { first: 5, last: null } }), 'bibs.last');
    await setBibs(sale.ticketA, { first: 7, last: 8 });
    await setBibs(sale.ticketB, null);
    await buy({ [sale.ticketA]: 3, [sale.ticketB]: 1 });
    const copy = await makeOrganizer(database.db);
    const lines = await exportLines(database.db, sale.catalog.organizer.id);
    await importAll(database.db, copy, lines);
    expect(await exportLines(database.db, copy.id)).toEqual(lines);
    const types = await database.db
      .selectFrom('ticket_types')
      .select(['name', 'bib_from', 'bib_to', 'without_bibs'])
      .where('organizer_id', '=', copy.id)
      .orderBy('name')
      .execute();
    expect(types).toEqual([
      { name: 'A', bib_from: 7, bib_to: 8, without_bibs: 0 },
      { name: 'B', bib_from: null, bib_to: null, without_bibs: 1 },
      { name: 'Free', bib_from: null, bib_to: null, without_bibs: 0 },
    ]);
  });

  /** A race with one order for each name, in this sequence. */
  async function openRace(
    people: readonly (string | null | object)[],
    bibsOfType: object | null = { first: 80, last: 999 },
  ) {
    const organizer = await makeOrganizer(database.db);
    const [event, run10, ...others] = raceLines();
    const question = { type: 'question', eventId: 'race', askedOf: 'holder', label: 'Question' };
    const questions = [
      { ...question, externalId: 'seed', kind: 'text' },
      { ...question, externalId: 'target', kind: 'number' },
      { ...question, externalId: 'born', kind: 'date', key: 'birthDate' },
    ] as never[];
    const lines = people.map((person, index) =>
      orderLine(`order-${index}`, {
        attendees: [
          {
            ticketTypeId: 'run-10',
            ...(typeof person === 'object' && person !== null ? person : { holderName: person }),
          },
        ],
        paidAt: new Date(Date.UTC(2026, 10, 20, 9) + index * 1_000).toISOString(),
      }),
    );
    await importAll(database.db, organizer, [
      event!,
      { ...run10!, bibs: bibsOfType } as never,
      ...others,
      ...questions,
      ...lines,
    ]);
    const withKey = await personalKey(organizer.id);
    const { id: eventId } = await database.db
      .selectFrom('events')
      .select('id')
      .where('organizer_id', '=', organizer.id)
      .executeTakeFirstOrThrow();
    const listPeople = () => attendees(eventId, withKey);
    return {
      organizer,
      eventId,
      withKey,
      people: listPeople,
      list: async () => (await listPeople()).map(({ holderName, bib }) => `${holderName ?? '–'} ${bib}`.trim()),
      assign: async (body: object) => jsonOf<Assigned>(await send('POST', `/events/${eventId}/bibs`, body, withKey)),
    };
  }

  test('are assigned by name to all tickets, except to those whose bib was given by hand', async () => {
    const race = await openRace(['Zoe', 'Ada', null, 'Ben', 'Élodie', 'Cem', 'Dora', 'Finn', 'Gus', 'Hana']);
    expect((await race.list()).slice(0, 3)).toEqual(['Zoe 80', 'Ada 81', '– 82']);
    const [zoe] = await race.people();
    expect((await send('PATCH', `/tickets/${zoe!.id}`, { bib: '85' }, race.withKey)).status).toBe(409);
    expect((await send('PATCH', `/tickets/${zoe!.id}`, { bib: '' }, race.withKey)).status).toBe(200);
    const cem = elementAt(await race.people(), 5);
    expect((await send('PATCH', `/tickets/${cem.id}`, { bib: '185' }, race.withKey)).status).toBe(200);
    expect((await send('PATCH', `/tickets/${zoe!.id}`, { bib: '85' }, race.withKey)).status).toBe(200);

    const plan = await race.assign({ by: 'name', renumber: true, dryRun: true });
    expect(plan.changes[0]).toMatchObject({ holderName: 'Ada', bib: '81', newBib: '80' });
    expect((await race.list()).slice(0, 2)).toEqual(['Zoe 85', 'Ada 81']);
    const result = await race.assign({ by: 'name', renumber: true });
    expect(result).toMatchObject({ changed: plan.changed, notChanged: 0, withoutBib: 0, refusedRows: [] });
    const inOrder = 'Ada 80, Ben 81, Dora 82, Élodie 83, Finn 84, Zoe 85, Gus 86, Hana 87, – 88, Cem 185';
    const byBib = async () => {
      const list = await race.list();
      return list.toSorted((a, b) => Number(a.split(' ')[1]) - Number(b.split(' ')[1])).join(', ');
    };
    expect(await byBib()).toBe(inOrder);
    expect(await race.assign({ by: 'name', renumber: true })).toMatchObject({ changed: 0 });
    await race.assign({ by: 'payment', renumber: true, includeFixed: true });
    expect((await race.list()).slice(0, 3)).toEqual(['Zoe 80', 'Ada 81', '– 82']);

    const events = await database.db
      .selectFrom('webhook_events')
      .select('body')
      .where('organizer_id', '=', race.organizer.id)
      .where('type', '=', 'ticket.updated')
      .execute();
    const changed = events.map(({ body }) => (JSON.parse(body) as { data: { changed: string[] } }).data.changed);
    expect(changed.length).toBeGreaterThanOrEqual(plan.changed + 4);
    expect(new Set(changed.flat())).toEqual(new Set(['bib']));
  });

  test('are assigned to more tickets than one step has, also if each needs the bib of another step', async () => {
    const race = await openRace(Array.from({ length: 130 }, (_, index) => `P${String(999 - index)}`));
    const { changed, notChanged } = await race.assign({ by: 'name', renumber: true });
    expect({ changed, notChanged }).toEqual({ changed: 130, notChanged: 0 });
    expect(first(await race.list())).toBe('P999 209');
    expect(elementAt(await race.list(), 129)).toBe('P870 80');
    expect((await send('GET', `/attendees?q=209`, undefined, race.withKey)).text).toContain('P999');
  });

  test('are unique, and no request fails, if they are assigned, paid and corrected at the same time', async () => {
    await setBibs(sale.ticketA, { first: 1, last: 40 });
    await setBibs(sale.ticketB, { first: 41, last: 80 });
    await buy({ [sale.ticketA]: 4, [sale.ticketB]: 4 });
    const reserved = await inParallel(4, async () =>
      jsonOf<ReservedBody>(await buyer.reserve(sale.cart({ [sale.ticketB]: 2, [sale.ticketA]: 2 }))),
    );
    const holders = await attendees();
    const assign = { by: 'payment', renumber: true, includeFixed: true };
    const [corrected, assigned, paid] = await Promise.all([
      Promise.all(holders.map(({ id }, index) => setBib(id, index % 2 === 0 ? '' : String(5 + index)))),
      Promise.all([assign, assign].map((rule) => send('POST', `/events/${sale.eventId}/bibs`, rule))),
      Promise.all(reserved.map((order) => buyer.pay(order))),
    ]);
    expect(paid.map(({ status }) => status)).toEqual(Array(4).fill(200));
    expect(assigned.map(({ status }) => status)).toEqual([200, 200]);
    // A bib can be that of another ticket now.
    expect([200, 409]).toEqual(expect.arrayContaining(corrected.map(({ status }) => status)));
    await send('POST', `/events/${sale.eventId}/bibs`, assign);
    expect(sorted(await bibs())).toEqual([...range(1, 12), ...range(41, 52)]);
  });

  test('that are exhausted are said', async () => {
    const race = await openRace(['Ada', 'Ben', 'Cem'], { first: 1, last: 2 });
    expect(await race.list()).toEqual(['Ada 1', 'Ben 2', 'Cem']);
    expect(await race.assign({ by: 'payment' })).toMatchObject({ changed: 0, withoutBib: 1 });
    await race.assign({ by: 'name', renumber: true, includeFixed: true });
    expect(await race.list()).toEqual(['Ada 1', 'Ben 2', 'Cem']);
  });

  test('of a file are given by ticket, order or name; rows that fit two persons are refused', async () => {
    const race = await openRace(['Ada Lovelace', 'Łukasz Žák', 'Ben', 'Ben', 'Cem', 'Dora'], { first: 1, last: 99 });
    const [ada, , ben] = await race.people();
    const csv = [
      'Startnummer;Name;Bestellung;Ticket;Notiz',
      `2;;;${ada!.id};"a; b"`,
      '1;"ŽÁK, lukasz";;;',
      '50;Ben;;;',
      `51;;${ben!.orderNumber};;`,
      '52;Nobody;;;',
      '6;Cem;;;',
      '52;;;;',
      '7;Dora;;;',
      '7;Ada Lovelace;;;',
      ';Dora;;;',
      '',
    ].join('\r\n');
    const expected = {
      changed: 4,
      refused: 5,
      refusedRows: [
        { row: 4, problem: 'several_tickets' },
        { row: 6, problem: 'unknown_ticket' },
        { row: 7, problem: 'bib_taken' },
        { row: 8, problem: 'no_key' },
        { row: 10, problem: 'repeated_ticket' },
      ],
    };
    const dora = elementAt(await race.people(), 5);
    await send('PATCH', `/tickets/${dora.id}`, { bib: '60' }, race.withKey);
    await send('PATCH', `/tickets/${elementAt(await race.people(), 3).id}`, { bib: '6' }, race.withKey);
    expect(await race.assign({ by: 'file', csv, dryRun: true })).toMatchObject(expected);
    expect(await race.assign({ by: 'file', csv })).toMatchObject(expected);
    expect(await race.list()).toEqual(['Ada Lovelace 2', 'Łukasz Žák 1', 'Ben 51', 'Ben 6', 'Cem 5', 'Dora 7']);
    expect(await race.assign({ by: 'file', csv })).toMatchObject({ changed: 0 });
    // Bibs of a file are fixed.
    expect(await race.assign({ by: 'name', renumber: true })).toMatchObject({ changed: 1 });
    expectFieldProblem(
      await send('POST', `/events/${race.eventId}/bibs`, { by: 'file', csv: 'a,b\n' }, race.withKey),
      'csv',
    );
  });

  test('are assigned by the answers to a question, those without one last; a file tells persons of the same name apart by their birth dates', async () => {
    const answers = (values: object) => Object.entries(values).map(([questionId, value]) => ({ questionId, value }));
    const race = await openRace(
      [
        ['Ada', { seed: '1:05:00', target: 10.5, born: '1990-05-05' }],
        ['Ben', {}],
        ['Ben', { seed: '0:58:10', target: 9, born: '1991-05-05' }],
        ['Ben', { seed: '10:00:00', target: 10.25, born: '1991-05-06' }],
      ].map(([holderName, values]) => ({ holderName: holderName as string, answers: answers(values as object) })),
    );
    const questions = await database.db
      .selectFrom('questions')
      .select(['id', 'external_id'])
      .where('organizer_id', '=', race.organizer.id)
      .execute();
    const idOf = (name: string) => questions.find(({ external_id }) => external_id === name)!.id;
    const by = (name: string) => race.assign({ by: 'answer', questionId: idOf(name), renumber: true });
    await by('seed');
    expect(await race.list()).toEqual(['Ada 81', 'Ben 83', 'Ben 80', 'Ben 82']);
    await by('target');
    expect(await race.list()).toEqual(['Ada 82', 'Ben 83', 'Ben 80', 'Ben 81']);
    const path = `/events/${race.eventId}/bibs`;
    for (const questionId of [undefined, 'que_unknown'])
      expectFieldProblem(await send('POST', path, { by: 'answer', questionId }, race.withKey), 'questionId');

    const [, unknown] = await race.people();
    await send('PATCH', `/tickets/${unknown!.id}`, { holderName: 'Bea' }, race.withKey);
    const csv = 'Name;Geburtsdatum;Startnummer\nBen;06.05.1991;1\nBen;1991-05-05;2\nBea;7.7.1977;3\nAda;6.5.1991;4\n';
    expect(await race.assign({ by: 'file', csv })).toMatchObject({
      changed: 3,
      refusedRows: [{ row: 5, problem: 'unknown_ticket' }],
    });
    expect(await race.list()).toEqual(['Ada 82', 'Bea 3', 'Ben 2', 'Ben 1']);
  });

  test('of an exported start list change nothing; a changed number keeps its ticket, and two persons can exchange theirs', async () => {
    const race = await openRace(['Ada', 'Łukasz Žák', '=Ben', null, 'Cem "C" Ay, Dr.'], { first: 1, last: 99 });
    const manager = await signIn(first(apps), { organizer: race.organizer, role: 'manager' });
    const start = await race.people();
    const exported = async (columns: string, language = 'en') => {
      const query = `eventId=${race.eventId}&format=csv&columns=${columns}&language=${language}`;
      return (await manager.get(`/attendees/file?${query}`)).text;
    };
    const everything = 'holderName,ticketType,bib,firstName,lastName,buyerName,orderNumber,ticketId,status';
    for (const columns of [everything, 'bib,firstName,lastName,orderNumber', 'ticketId,bib']) {
      for (const language of ['en', 'de']) {
        const result = await race.assign({ by: 'file', csv: await exported(columns, language) });
        expect(result).toMatchObject({ changed: 0, notChanged: 0, refused: 0, withoutBib: 0 });
      }
    }
    expect(await race.people()).toEqual(start);

    const rows = (await exported('bib,ticketId')).split('\r\n');
    const changed = rows.map((row) =>
      row.replace(/^1,/, '70,').replace(/^[23],/, (bib) => (bib === '2,' ? '3,' : '2,')),
    );
    expect(await race.assign({ by: 'file', csv: changed.join('\r\n') })).toMatchObject({ changed: 3, refused: 0 });
    const after = await race.people();
    expect(after.map(({ bib }) => bib)).toEqual(['70', '3', '2', '4', '5']);
    expect(after.map(({ id }) => id)).toEqual(start.map(({ id }) => id));
    expect(await race.assign({ by: 'file', csv: await exported(everything) })).toMatchObject({
      changed: 0,
      refused: 0,
    });
  });

  test('are assigned without personal data by a key without that scope, which cannot send a file', async () => {
    const race = await openRace(['Ada']);
    const { key: writeKey } = await makeKey(database.db, race.organizer.id, { granted: ['orders:write'] });
    const path = `/events/${race.eventId}/bibs`;
    const response = await send('POST', path, { by: 'payment', renumber: true, dryRun: true }, writeKey);
    expect(response.status).toBe(200);
    expect(response.text).not.toContain('Ada');
    expectProblem(
      await send('POST', path, { by: 'file', csv: 'name,bib\nAda,7\n' }, writeKey),
      403,
      'insufficient_scope',
    );
    expectProblem(await send('POST', `/events/evt_unknown/bibs`, { by: 'payment' }), 404, 'not_found');
  });
});
