import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { duplicateEvent } from '../src/features/catalog/duplicate-event.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { makeKey } from './harness/fixtures.ts';
import { type Buyer, PublicSite, reservation, type Shop } from './harness/public-site.ts';
import { expectProblem, jsonOf, read, type TestResponse } from './harness/responses.ts';

const errorsOf = (response: TestResponse) =>
  expectProblem(response, 400, 'invalid_request').errors!.map(({ path, code }) => `${path}: ${code}`);

describeOnBoth('the rules of a ticket type about its holders', (kind) => {
  const database = useDatabase(kind);
  let site: PublicSite;
  let shop: Shop;
  let buyer: Buyer;
  let key: string;

  beforeAll(async () => {
    site = await PublicSite.start(database.db);
  });
  beforeEach(async () => {
    shop = await site.shop();
    buyer = site.buyer();
    const granted = ['orders:write', 'orders:read:pii'] as const;
    key = (await makeKey(database.db, shop.organizerApi.organizer.id, { granted: [...granted] })).key;
    const day = { startsAt: '2027-05-09T09:00:00+02:00', endsAt: null, timezone: 'Europe/Berlin' };
    expect((await shop.organizerApi.patch(`/events/${shop.event.id}`, day)).status).toBe(200);
  });
  afterAll(() => site.close());

  const ask = async (fields: object): Promise<string> => {
    const body = { askedOf: 'holder', label: 'Question', ...fields };
    const response = await shop.organizerApi.post(`/events/${shop.event.id}/questions`, body);
    expect(response.status, response.text).toBe(201);
    return jsonOf<{ id: string }>(response).id;
  };
  const askBirthDate = (fields: object = {}) => ask({ kind: 'date', key: 'birthDate', isRequired: true, ...fields });
  const changeQuestion = (id: string, patch: object) =>
    shop.organizerApi.patch(`/events/${shop.event.id}/questions/${id}`, patch);
  const setRules = (patch: object) =>
    shop.organizerApi.patch(`/events/${shop.event.id}/ticket-types/${shop.tenKm.id}`, patch);
  const request = async (method: string, path: string, body?: object) => {
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return read(await site.app.request(`/api/v1${path}`, { method, key, headers, ...content }));
  };
  const cartOf = (answers: readonly object[]) => ({
    items: [{ ticketTypeId: shop.tenKm.id, quantity: answers.length }],
    attendees: answers.map((ofHolder) => ({ ticketTypeId: shop.tenKm.id, answers: ofHolder })),
  });
  const reserve = (...answers: object[]) => buyer.post('/reserve', { ...reservation(shop), ...cartOf(answers) });
  /** The categories of the tickets of a new paid order. */
  const categoriesOf = async (...answers: object[]) => {
    const body = await buyer.preparePayment(shop, cartOf(answers));
    expect((await buyer.post('/pay', body)).status).toBe(200);
    return readCategories(body.orderNumber);
  };
  const readTickets = async (orderNumber: string) =>
    jsonOf<{ tickets: { id: string; category: string | null }[] }>(await request('GET', `/orders/${orderNumber}`))
      .tickets;
  const readCategories = async (orderNumber: string) =>
    (await readTickets(orderNumber)).map(({ category }) => category);

  test('a limit of the age needs a required question about the birth date that each holder is asked, as long as it is used', async () => {
    const { organizerApi, half, event } = shop;
    expect(errorsOf(await setRules({ ageRule: { minimum: 18 } }))).toEqual(['ageRule.minimum: needs_question']);
    const question = await askBirthDate({ isRequired: false });
    expect(errorsOf(await setRules({ ageRule: { minimum: 18 } }))).toEqual(['ageRule.minimum: needs_question']);
    await changeQuestion(question, { isRequired: true });
    const stored = jsonOf<{ ageRule: object }>(await setRules({ ageRule: { minimum: 18 } }));
    expect(stored.ageRule).toEqual({ on: 'event', date: null, leapRule: 'mar1', minimum: 18, maximum: null });
    expect(jsonOf(await setRules({ ageRule: { maximum: 64 } }))).toMatchObject({
      ageRule: { minimum: 18, maximum: 64 },
    });
    const removed = [
      changeQuestion(question, { isRequired: false }),
      changeQuestion(question, { offerIds: [half.id] }),
      changeQuestion(question, { isArchived: true }),
      organizerApi.send('DELETE', `/events/${event.id}/questions/${question}`),
    ];
    for (const response of removed)
      expect(expectProblem(await response, 409, 'invalid_state')).toMatchObject({
        reason: 'question_needed',
        params: { name: '10 km' },
      });
    expect((await changeQuestion(question, { label: 'Born on', offerIds: [shop.tenKm.id] })).status).toBe(200);
    expect((await setRules({ status: 'archived' })).status).toBe(200);
    expect((await changeQuestion(question, { isArchived: true })).status).toBe(200);
    expect(errorsOf(await setRules({ status: 'active' }))).toEqual(['ageRule.minimum: needs_question']);
    expect((await setRules({ status: 'active', ageRule: null })).status).toBe(200);
  });

  test('invalid rules are rejected with the paths of their fields', async () => {
    for (const [rules, errors] of [
      [{ ageRule: { on: 'date' } }, ['ageRule.date: required']],
      [{ ageRule: { on: 'date', date: '2027-02-29' } }, ['ageRule.date: not_a_date']],
      [{ ageRule: { minimum: 65, maximum: 64 } }, ['ageRule.maximum: below_other']],
      [{ ageRule: { on: 'birthday' } }, ['ageRule.on: not_allowed']],
      [{ categoryRule: { ageClasses: 'table' } }, ['categoryRule.table: required']],
      [
        { categoryRule: { ageClasses: 'table', table: [{ name: 'W', minimum: 9, maximum: 8 }] } },
        ['categoryRule.table.0.maximum: below_other'],
      ],
      [
        { categoryRule: { ageClasses: 'fiveYears' } },
        ['categoryRule.ageClasses: needs_question', 'categoryRule.bySex: needs_question'],
      ],
    ] as const)
      expect(errorsOf(await setRules(rules)), JSON.stringify(rules)).toEqual(errors);
  });

  test('a reservation for a person who is too young or too old on the day of the rule is refused, with the type, the age and the day', async () => {
    const question = await askBirthDate();
    for (const [rule, birthDate, code, onDate] of [
      [{ minimum: 18 }, '2009-05-10', 'too_young', '2027-05-09'],
      [{ minimum: 18 }, '2009-05-09', null, null],
      [{ minimum: 18, on: 'yearEnd' }, '2009-05-10', null, null],
      [{ minimum: 18, on: 'previousYearEnd' }, '2009-01-01', 'too_young', '2026-12-31'],
      [{ minimum: 18, on: 'date', date: '2026-02-28', leapRule: 'mar1' }, '2008-02-29', 'too_young', '2026-02-28'],
      [{ minimum: 18, on: 'date', date: '2026-02-28', leapRule: 'feb28' }, '2008-02-29', null, null],
      [{ minimum: 18, on: 'date', date: '2026-03-01', leapRule: 'mar1' }, '2008-02-29', null, null],
      [{ maximum: 12 }, '2014-05-09', 'too_old', '2027-05-09'],
      [{ maximum: 12 }, '2014-05-10', null, null],
    ] as const) {
      const whole = { on: 'event', date: null, leapRule: 'mar1', minimum: null, maximum: null, ...rule };
      expect((await setRules({ ageRule: whole })).status).toBe(200);
      const adult = { [question]: code === 'too_old' ? '2020-01-01' : '1990-01-01' };
      const response = await reserve(adult, { [question]: birthDate });
      if (code === null) {
        // The first holder is too old for a limit of 12 years.
        if (rule.minimum !== undefined) expect(response.status, response.text).toBe(201);
        else expect((await reserve({ [question]: birthDate })).status).toBe(201);
        continue;
      }
      const age = rule.minimum ?? rule.maximum;
      const text = `must be the date of birth of a person who is at ${code === 'too_young' ? 'least' : 'most'} ${age} years old on ${onDate}, as "10 km" requires`;
      expect(expectProblem(response, 400, 'invalid_request').errors).toEqual([
        { path: `attendees.1.answers.${question}`, code, params: { name: '10 km', age, onDate }, message: text },
      ]);
    }
    expect(errorsOf(await reserve({}))).toEqual([`attendees.0.answers.${question}: required`]);
    const unnamed = { ...reservation(shop), items: [{ ticketTypeId: shop.tenKm.id, quantity: 1 }] };
    expect(errorsOf(await buyer.post('/reserve', unnamed))).toEqual(['attendees.0: required']);
    // The organizer can sell a ticket to anybody.
    const order = { eventId: shop.event.id, buyer: {}, status: 'paid', ...cartOf([{ [question]: '1950-01-01' }]) };
    const sold = await request('POST', '/orders', order);
    expect(sold.status, sold.text).toBe(201);
  });

  test('a question for an age is asked only of holders who are at most so old, and keeps the question about the birth date', async () => {
    const guardian = {
      kind: 'consent',
      key: 'guardian',
      label: 'I consent to the start',
      isRequired: true,
      maxAge: 17,
    };
    const listPath = `/events/${shop.event.id}/questions`;
    const create = (fields: object) => shop.organizerApi.post(listPath, { askedOf: 'holder', ...guardian, ...fields });
    expect(errorsOf(await create({}))).toEqual(['maxAge: needs_question']);
    const birthDate = await askBirthDate();
    expect(errorsOf(await create({ askedOf: 'buyer' }))).toEqual(['maxAge: needs_question']);
    const consent = jsonOf<{ id: string }>(await create({})).id;
    for (const patch of [{ isRequired: false }, { offerIds: [shop.tenKm.id] }, { isArchived: true }])
      expect(expectProblem(await changeQuestion(birthDate, patch), 409, 'invalid_state').reason).toBe(
        'question_in_use',
      );
    const [minor, adult] = [{ [birthDate]: '2009-05-10' }, { [birthDate]: '2009-05-09' }];
    expect(errorsOf(await reserve(adult, minor))).toEqual([`attendees.1.answers.${consent}: required`]);
    const body = await buyer.preparePayment(
      shop,
      cartOf([
        { ...adult, [consent]: { name: 'Not asked' } },
        { ...minor, [consent]: { name: 'Eva Berg, mother' } },
      ]),
    );
    expect((await buyer.post('/pay', body)).status).toBe(200);
    const text = (await request('GET', `/orders/${body.orderNumber}`)).text;
    expect(text).toContain('Eva Berg, mother');
    expect(text).not.toContain('Not asked');
    // The age counts on the day of the ticket type.
    expect((await setRules({ ageRule: { on: 'yearEnd' } })).status).toBe(200);
    expect((await reserve(minor)).status).toBe(201);
    // A question that depends on one for minors is for minors, too.
    const bus = await ask({ kind: 'boolean', maxAge: 17 });
    await ask({ kind: 'text', isRequired: true, shownIf: { questionId: bus, values: ['true'] } });
    expect((await reserve({ ...adult, [bus]: true })).status).toBe(201);
  });

  test('the category of a ticket is computed when it is paid, and later changed only by hand', async () => {
    const birthDate = await askBirthDate({ isRequired: false });
    const sex = await ask({ kind: 'choice', key: 'sex' });
    const categoryRule = { prefix: '10K', bySex: true, ageClasses: 'fiveYears' };
    expect((await setRules({ categoryRule, ageRule: { on: 'yearEnd' } })).status).toBe(200);
    const anna = { [birthDate]: '1987-12-31', [sex]: 'female' };
    const young = { [birthDate]: '2010-01-01', [sex]: 'male' };
    const silent = { [birthDate]: '1987-12-31', [sex]: 'notStated' };
    expect(await categoriesOf(anna, young, silent, {})).toEqual(['10K W40', '10K MU20', '10K', '10K']);

    const body = await buyer.preparePayment(shop, cartOf([anna]));
    const moved = { startsAt: '2026-12-20T09:00:00+01:00' };
    expect((await shop.organizerApi.patch(`/events/${shop.event.id}`, moved)).status).toBe(200);
    expect((await buyer.post('/pay', body)).status).toBe(200);
    // The event was moved before the payment.
    expect(await readCategories(body.orderNumber)).toEqual(['10K W35']);
    await shop.organizerApi.patch(`/events/${shop.event.id}`, { startsAt: '2027-05-09T09:00:00+02:00' });
    expect(await readCategories(body.orderNumber)).toEqual(['10K W35']);
    const [ticket] = await readTickets(body.orderNumber);
    expect((await request('PATCH', `/tickets/${ticket!.id}`, { category: 'W40' })).status).toBe(200);
    expect(await readCategories(body.orderNumber)).toEqual(['W40']);
  });

  test('a ticket whose holder fits no class has the category of its type, and the copy of an event has the same rules', async () => {
    await askBirthDate();
    const table = [
      { name: 'Youth', maximum: 17 },
      { name: 'Masters', minimum: 35 },
    ];
    const shown = { startsAt: '2027-05-09T10:30:00+02:00', showsQuantityLeft: true };
    expect((await setRules({ categoryRule: { ageClasses: 'table', table }, ...shown })).status).toBe(200);
    const [question] = jsonOf<{ data: { id: string }[] }>(
      await shop.organizerApi.send('GET', `/events/${shop.event.id}/questions`),
    ).data;
    const born = (date: string) => ({ [question!.id]: date });
    expect(await categoriesOf(born('2012-01-01'), born('2000-01-01'), born('1980-01-01'))).toEqual([
      ...['Youth', '10K', 'Masters'],
    ]);
    const scope = organizerScope(shop.organizerApi.organizer.id, site.clock, byOperator);
    const body = { input: { name: 'Next', startsAt: '2084-05-01T06:00:00Z' }, fieldErrors: [] };
    const copy = await database.db.transaction().execute((tx) => duplicateEvent(tx, scope, shop.event.id, body));
    const [original] = (await shop.organizerApi.get(shop.event.id)).ticketTypes;
    const [copied] = (await shop.organizerApi.get(copy.id)).ticketTypes;
    expect(copied).toMatchObject({ name: original!.name, startsAt: null, showsQuantityLeft: true });
    const rulesOf = ({ ageRule, categoryRule }: object & { ageRule?: unknown; categoryRule?: unknown }) => [
      ...[ageRule, categoryRule],
    ];
    expect(rulesOf(copied!)).toEqual(rulesOf(original!));
  });
});
