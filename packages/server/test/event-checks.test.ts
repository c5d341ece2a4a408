import { expect, test } from 'vitest';
import { useApp } from './harness/app.ts';
import { openImportedEvent } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { orderLine } from './harness/fixtures.ts';
import { expectFieldProblem, expectProblem, jsonOf } from './harness/responses.ts';

interface Person {
  readonly name: string;
  readonly ticketTypeId?: string;
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly category?: string;
  readonly addon?: boolean;
}

describeOnBoth('before the start, the members of an organizer are told', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db }));

  /** An event with these ticket types and questions, on 10 May 2026, and one order for each person. */
  function openRace(types: readonly object[], questions: readonly object[], persons: readonly Person[]) {
    const ofRace = { eventId: 'race' };
    const lines = [
      {
        ...{ type: 'event', externalId: 'race', name: 'Race', status: 'published' },
        ...{ startsAt: '2026-05-10T07:00:00Z', timezone: 'Europe/Berlin' },
      },
      ...types.map((fields) => ({ ...{ type: 'ticketType', ...ofRace, price: 0, quantity: null }, ...fields })),
      {
        ...{ type: 'addon', externalId: 'shirt', ...ofRace, name: 'Shirt', addonType: 'shirt', price: 0 },
        ...{ unitsPerPurchase: 1, quantity: null },
      },
      ...questions.map((fields) => ({
        ...{ type: 'question', ...ofRace, askedOf: 'holder', label: 'Label' },
        ...fields,
      })),
      ...persons.map(({ name, ticketTypeId = 'run', answers = {}, category, addon = false }) =>
        orderLine(name, {
          items: [
            { kind: 'ticket', ticketTypeId, quantity: 1 },
            ...(addon ? [{ kind: 'addon', addonId: 'shirt', quantity: 1, attendee: 0 }] : []),
          ],
          attendees: [
            {
              ...{ ticketTypeId, holderName: name, ...(category === undefined ? {} : { category }) },
              answers: Object.entries(answers).map(([questionId, value]) => ({ questionId, value })),
            },
          ],
        } as never),
      ),
    ];
    return openImportedEvent(app, lines as never);
  }

  const birthDate = { externalId: 'born', kind: 'date', key: 'birthDate', isRequired: true };
  const sex = { externalId: 'sex', kind: 'choice', key: 'sex' };
  const fiveYears = { prefix: null, bySex: true, ageClasses: 'fiveYears', table: [] };

  test('who would be in another class, or too young or too old, on another day, without a change', async () => {
    const rule = (on: string, others: object = {}) => ({
      ...{ on, date: null, leapRule: 'mar1', minimum: 18, maximum: null },
      ...others,
    });
    const types = [
      { externalId: 'run', name: 'By the day', ageRule: rule('event'), categoryRule: fiveYears },
      { externalId: 'year', name: 'By the year', ageRule: rule('yearEnd'), categoryRule: fiveYears },
      { externalId: 'fixed', name: 'Fixed', ageRule: rule('date', { date: '2026-01-01' }), categoryRule: fiveYears },
      { externalId: 'feb28', name: 'Leap', ageRule: rule('event', { leapRule: 'feb28' }) },
      { externalId: 'mar1', name: 'Leap', ageRule: rule('event') },
    ];
    const person = (name: string, born: string, category?: string, ticketTypeId = 'run'): Person => ({
      ...{ name, ticketTypeId, answers: { born, sex: 'female' } },
      ...(category === undefined ? {} : { category }),
    });
    const { manager, eventId, organizer } = await openRace(
      types,
      [birthDate, sex],
      [
        person('A-Teen', '2008-05-10', 'WU20'),
        person('B-Senior', '1986-09-01', 'W35'),
        person('C-By-hand', '1986-09-01', 'Elite'),
        person('D-Other-half', '1986-12-01', 'W35'),
        person('E-Year', '1986-09-01', 'W40', 'year'),
        person('F-Fixed', '1986-09-01', 'W35', 'fixed'),
        person('G-Leap', '2008-02-29', undefined, 'feb28'),
        person('H-Leap', '2008-02-29', undefined, 'mar1'),
        { name: 'I-Unknown', category: 'W35' },
      ],
    );
    const path = (day: string, timezone = 'Europe/Berlin') =>
      `/events/${eventId}/class-changes?startsAt=${day}T07:00:00Z&timezone=${timezone}`;
    const changesOn = async (day: string) => {
      const { count, persons } = jsonOf<{ count: number; persons: Record<string, string | null>[] }>(
        await manager.get(path(day)),
      );
      expect(persons).toHaveLength(count);
      return persons.map(({ holderName, category, categoryThen, ageError }) =>
        [holderName, category, categoryThen, ageError].join(),
      );
    };
    expect(await changesOn('2026-05-10')).toEqual([]);
    expect(await changesOn('2026-09-06')).toEqual(['B-Senior,W35,W40,']);
    expect(await changesOn('2026-05-09')).toEqual(['A-Teen,WU20,WU20,too_young']);
    expect(await changesOn('2026-02-28')).toEqual(['A-Teen,WU20,WU20,too_young', 'H-Leap,,,too_young']);
    expect(await changesOn('2026-03-01')).toEqual(['A-Teen,WU20,WU20,too_young']);
    expect(await changesOn('2027-05-09')).toEqual(['B-Senior,W35,W40,', 'D-Other-half,W35,W40,']);

    const stored = await t.db
      .selectFrom('tickets')
      .select('category')
      .where('organizer_id', '=', organizer.id)
      .where('holder_name', '=', 'B-Senior')
      .executeTakeFirstOrThrow();
    expect(stored.category).toBe('W35');
    const { n } = await t.db
      .selectFrom('audit_entries')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('organizer_id', '=', organizer.id)
      .where('action', '=', 'order.personal_data.read')
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(1 + 1 + 2 + 1 + 2);
    expectFieldProblem(await manager.get(path('2026-09-06', 'Berlin')), 'timezone');
    const other = await openRace([], [], []);
    expectProblem(await other.manager.get(path('2026-09-06')), 404, 'not_found');
  });

  test('whose category is no longer the one of the rules, until it is computed again; what was given by hand stays', async () => {
    const person = (name: string, born: string, category?: string, ticketTypeId = 'run'): Person => ({
      ...{ name, ticketTypeId, answers: { born, sex: 'female' } },
      ...(category === undefined ? {} : { category }),
    });
    const types = [
      { externalId: 'run', name: 'Run', categoryRule: fiveYears },
      { externalId: 'walk', name: 'Walk', category: 'Walkers' },
    ];
    const { manager, eventId, organizer } = await openRace(
      types,
      [birthDate, sex],
      [
        person('A', '1986-03-01'),
        person('B', '1986-03-01', 'Elite'),
        person('C', '1990-03-01'),
        person('D', '1990-03-01', undefined, 'walk'),
        { name: 'E' },
      ],
    );
    const { db } = t;
    const categories = async () => {
      const rows = await db
        .selectFrom('tickets')
        .select(['holder_name', 'category'])
        .where('organizer_id', '=', organizer.id)
        .orderBy('holder_name')
        .execute();
      return rows.map(({ holder_name: name, category }) => `${name} ${category}`).join(', ');
    };
    // An import computes what its lines leave out.
    expect(await categories()).toBe('A W40, B Elite, C W35, D Walkers, E null');
    const stale = async () => {
      const { persons } = jsonOf<{ persons: Record<string, string | null>[] }>(
        await manager.get(`/events/${eventId}/class-changes`),
      );
      return persons.map(({ holderName, category, categoryThen }) => `${holderName} ${category} ${categoryThen}`);
    };
    expect(await stale()).toEqual([]);

    const { ticketTypes } = jsonOf<{ ticketTypes: { id: string }[] }>(await manager.get(`/events/${eventId}`));
    const [run, walk] = ticketTypes.map(({ id }) => id);
    const rule = (id: string | undefined, categoryRule: object) =>
      manager.patch(`/events/${eventId}/ticket-types/${id}`, { categoryRule });
    expect((await rule(run, { prefix: '10K', bySex: true, ageClasses: 'tenYears' })).status).toBe(200);
    expect((await rule(walk, { bySex: true })).status).toBe(200);
    expect(await stale()).toEqual(['A W40 10K W40', 'C W35 10K W30', 'D Walkers W']);

    const compute = async (body: object) => jsonOf(await manager.post(`/events/${eventId}/categories`, body));
    expect(await compute({ dryRun: true })).toEqual({ changed: 3 });
    expect(await categories()).toBe('A W40, B Elite, C W35, D Walkers, E null');
    expect(await compute({ ticketTypeId: walk })).toEqual({ changed: 1 });
    expect(await compute({})).toEqual({ changed: 2 });
    expect(await categories()).toBe('A 10K W40, B Elite, C 10K W30, D W, E null');
    expect(await compute({})).toEqual({ changed: 0 });
    expect(await stale()).toEqual([]);

    const tickets = await db
      .selectFrom('tickets')
      .select(['id', 'order_number', 'holder_name'])
      .where('organizer_id', '=', organizer.id)
      .execute();
    const correct = (name: string, body: object) => {
      const { id, order_number: order } = tickets.find((ticket) => ticket.holder_name === name)!;
      return manager.patch(`/orders/${order}/tickets/${id}`, body);
    };
    expect((await correct('A', { category: 'Wheelchair' })).status).toBe(200);
    expect((await correct('B', { category: null })).status).toBe(200);
    expect(await stale()).toEqual(['B null 10K W40']);
    expect(await compute({})).toEqual({ changed: 1 });
    expect(await categories()).toBe('A Wheelchair, B 10K W40, C 10K W30, D W, E null');
    const other = await openRace([], [], []);
    expectProblem(await other.manager.post(`/events/${eventId}/categories`, {}), 404, 'not_found');
  });

  test('who has not answered what a buyer would have to answer, also in the search', async () => {
    const types = [
      { externalId: 'run', name: 'Run' },
      { externalId: 'walk', name: 'Walk' },
    ];
    const questions = [
      birthDate,
      { externalId: 'club', kind: 'text', key: 'club' },
      { externalId: 'time', kind: 'text', isRequired: true, offerIds: ['run'] },
      { externalId: 'size', kind: 'text', isRequired: true, offerIds: ['shirt'] },
      { externalId: 'food', kind: 'boolean' },
      { externalId: 'diet', kind: 'text', isRequired: true, shownIf: { questionId: 'food', values: ['true'] } },
      { externalId: 'guardian', kind: 'text', isRequired: true, maxAge: 17 },
      { externalId: 'source', kind: 'text', isRequired: true, askedOf: 'buyer' },
    ];
    const adult = { born: '1990-01-01' };
    const { manager, eventId, organizer } = await openRace(types, questions, [
      { name: 'Complete', answers: { ...adult, time: '45:00' } },
      { name: 'Nothing' },
      { name: 'Timeless', answers: adult },
      { name: 'Walker', ticketTypeId: 'walk', answers: { ...adult, food: false } },
      { name: 'Sizeless', ticketTypeId: 'walk', answers: adult, addon: true },
      { name: 'Sized', ticketTypeId: 'walk', answers: { ...adult, size: 'L' }, addon: true },
      { name: 'Hungry', ticketTypeId: 'walk', answers: { ...adult, food: true } },
      { name: 'Child', ticketTypeId: 'walk', answers: { born: '2015-01-01' } },
    ]);
    const names = async (query: string) =>
      jsonOf<{ data: { holderName: string }[] }>(
        await manager.get(`/attendees?missingAnswers=true&eventId=${eventId}${query}`),
      ).data.map(({ holderName }) => holderName);
    const count = async () => jsonOf<{ count: number }>(await manager.get(`/events/${eventId}/missing-answers`)).count;
    const open = ['Child', 'Hungry', 'Nothing', 'Sizeless', 'Timeless'];
    expect((await names('')).sort()).toEqual(open);
    expect(await count()).toBe(open.length);
    expect(await names('&q=timeless')).toEqual(['Timeless']);
    expect(await names('&q=complete')).toEqual([]);
    expect(await names('&status=void')).toEqual([]);

    const { id: club } = await t.db
      .selectFrom('questions')
      .select('id')
      .where('organizer_id', '=', organizer.id)
      .where('external_id', '=', 'club')
      .executeTakeFirstOrThrow();
    expect((await manager.patch(`/events/${eventId}/questions/${club}`, { isRequired: true })).status).toBe(200);
    expect(await count()).toBe(8);
    expectFieldProblem(await manager.get('/attendees?missingAnswers=true'), 'eventId');
    const other = await openRace([], [], []);
    expectProblem(await other.manager.get(`/events/${eventId}/missing-answers`), 404, 'not_found');
  });
});
