import { expect, test } from 'vitest';
import { useApp } from './harness/app.ts';
import { signIn } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { expectFieldProblem, jsonOf, type PageBody, read } from './harness/responses.ts';

interface Attendee {
  readonly id: string;
  readonly orderNumber: string;
  readonly ticketTypeId: string;
  readonly holderName: string | null;
  readonly bib: string;
  readonly buyer: { readonly email: string; readonly name: string };
  readonly addons: readonly { readonly type: string }[];
  readonly updatedAt: string;
}

describeOnBoth('the list of attendees', (kind) => {
  const database = useDatabase(kind);
  const app = useApp(() => ({ db: database.db, rateLimits: { api: 1_000_000 } }));

  test('has holders, buyers and add-ons; it is filtered, searched, continued and audited', async () => {
    const organizer = await makeOrganizer(database.db);
    const drink = { kind: 'addon' as const, addonId: 'beer', quantity: 1 };
    const order = (name: string, holders: readonly string[]) =>
      orderLine(name, {
        buyer: { email: `${name}@example.com`, name: 'Rear Admiral' },
        items: [{ kind: 'ticket', ticketTypeId: 'run-10', quantity: holders.length }, drink],
        attendees: holders.map((holderName, index) => ({
          ticketTypeId: 'run-10',
          holderName,
          bib: `${name}-${index}`,
        })),
      });
    const lines = [order('one', ['Grace Hopper', 'Ada Lovelace']), order('two', ['Ada Byron'])];
    await importAll(database.db, organizer, [...raceLines(), ...lines]);
    const { id, key } = await makeKey(database.db, organizer.id, { granted: ['orders:read:pii'] });
    const list = async (query: string) =>
      jsonOf<PageBody<Attendee>>(await read(await app.request(`/api/v1/attendees?${query}`, { key })));
    const names = async (query: string) => (await list(query)).data.map(({ holderName }) => holderName).sort();

    expect(await names('')).toEqual(['Ada Byron', 'Ada Lovelace', 'Grace Hopper']);
    const grace = first((await list('q=hopper')).data);
    expect(grace).toMatchObject({
      bib: 'one-0',
      buyer: { email: 'one@example.com', name: 'Rear Admiral' },
      fields: {},
    });
    expect(grace.addons).toMatchObject([{ type: 'drink' }]);
    expect(await names('q=ada')).toEqual(['Ada Byron', 'Ada Lovelace']);
    expect(await names('q=two%40example.com')).toEqual(['Ada Byron']);
    expect(await names('q=ada&status=void')).toEqual([]);
    expect(await names(`q=ada&ticketTypeId=${grace.ticketTypeId}&updatedSince=2020-01-01T00:00:00Z`)).toHaveLength(2);
    expect(await list('q=ada&limit=1')).toMatchObject({ data: [{}], hasMore: true, nextCursor: null });
    expect(await names('q=nobody')).toEqual([]);
    const [page, changed] = [await list('limit=1'), await list('limit=2&updatedSince=2020-01-01T00:00:00Z')];
    expectFieldProblem(
      await read(await app.request(`/api/v1/attendees?q=ada&cursor=${page.nextCursor}`, { key })),
      'cursor',
    );
    const rest = await list(`limit=2&updatedSince=2020-01-01T00:00:00Z&cursor=${changed.nextCursor}`);
    expect(new Set([...changed.data, ...rest.data].map((attendee) => attendee.id)).size).toBe(3);

    const entries = await database.db
      .selectFrom('audit_entries')
      .select(['action', 'subject', 'details'])
      .where('organizer_id', '=', organizer.id)
      .where('actor', '=', id)
      .execute();
    const reads = entries.filter(({ action }) => action === 'order.personal_data.read');
    expect(reads.filter(({ subject }) => subject === grace.orderNumber).length).toBeGreaterThanOrEqual(4);
    expect(entries.filter(({ action }) => action === 'buyer.search').map(({ subject }) => subject)).toContain(
      'tickets',
    );
    expect(JSON.stringify(entries)).not.toMatch(/hopper|ada|example\.com/i);
  });

  test('of one event are found by the words of their answers, which are gone with an answer', async () => {
    const { db } = database;
    const organizer = await makeOrganizer(db);
    const options = [{ code: 'l', label: 'Größe L' }];
    const questions = [
      { externalId: 'born', kind: 'date', key: 'birthDate' },
      { externalId: 'club', kind: 'text', key: 'club' },
      { externalId: 'shirt', kind: 'choice', options },
      { externalId: 'mail', kind: 'email' },
      { externalId: 'target', kind: 'number' },
      { externalId: 'first', kind: 'boolean' },
      { externalId: 'source', kind: 'text', askedOf: 'buyer' },
    ].map((fields) =>
      JSON.stringify({ type: 'question', eventId: 'race', askedOf: 'holder', label: 'Question', ...fields }),
    );
    const answersOf = (values: object) => Object.entries(values).map(([questionId, value]) => ({ questionId, value }));
    const common = { shirt: 'l', first: true, target: 77 };
    const persons = [
      ['Ada King', { ...common, born: '2010-03-14', club: 'SC Müller-Łódź' }],
      ['Ada Byron', { ...common, born: '2010-03-15', mail: 'Ada_B@example.org' }],
      ['Grace Muller', { born: '2010-12-30', mail: 'adaxb@example.org' }],
    ] as const;
    const orders = persons.map(([holderName, values], index) =>
      orderLine(`order-${index}`, {
        buyer: { email: `buyer-${index}@example.com`, name: 'Buyer', answers: answersOf({ source: 'Newspaper' }) },
        attendees: [{ ticketTypeId: 'run-10', holderName, answers: answersOf(values) }],
      } as never),
    );
    await importAll(db, organizer, [...raceLines(), ...questions, ...orders]);
    const { key } = await makeKey(db, organizer.id, { granted: ['orders:read:pii'] });
    const ofOrganizer = db.selectFrom('answers').where('organizer_id', '=', organizer.id);
    const { event_id: eventId } = await ofOrganizer.select('event_id').limit(1).executeTakeFirstOrThrow();
    const names = async (q: string, query = `&eventId=${eventId}`) => {
      const path = `/api/v1/attendees?q=${encodeURIComponent(q)}${query}`;
      const { data } = jsonOf<PageBody<Attendee>>(await read(await app.request(path, { key })));
      return data.map(({ holderName }) => holderName);
    };
    expect(await names('2010-03-14')).toEqual(['Ada King']);
    expect(await names('14.03.2010 king')).toEqual(['Ada King']);
    expect(await names('lodz')).toEqual(['Ada King']);
    expect(await names('müller')).toEqual(['Grace Muller', 'Ada King']);
    expect(await names('ADA groß')).toEqual(['Ada King', 'Ada Byron']);
    expect(await names('ada 2010-03-15 grosse')).toEqual(['Ada Byron']);
    expect(await names('ada_b@example.org')).toEqual(['Ada Byron']);
    for (const none of ['77', 'yes', 'newspaper', 'odz', '%', 'byron 2010-03-14'])
      expect(await names(none), none).toEqual([]);
    expect(await names('lodz', '')).toEqual([]);

    const [{ orderNumber, id: ticketId } = {} as Attendee] = jsonOf<PageBody<Attendee>>(
      await read(await app.request(`/api/v1/attendees?q=king&eventId=${eventId}`, { key })),
    ).data;
    const { id: club } = await db
      .selectFrom('questions')
      .select('id')
      .where('organizer_id', '=', organizer.id)
      .where('external_id', '=', 'club')
      .executeTakeFirstOrThrow();
    const manager = await signIn(app, { organizer, role: 'manager' });
    const path = `/orders/${orderNumber}/tickets/${ticketId}`;
    expect((await manager.patch(path, { answers: { [club]: 'Harriers' } })).status).toBe(200);
    expect(await names('lodz')).toEqual([]);
    expect(await names('harr king')).toEqual(['Ada King']);
    expect((await manager.patch(path, { answers: { [club]: null } })).status).toBe(200);
    expect(await names('harriers')).toEqual([]);
    expect(JSON.stringify(await ofOrganizer.selectAll().execute())).not.toMatch(/harriers|lodz/i);
  });
});
