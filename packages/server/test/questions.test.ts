import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { duplicateEvent } from '../src/features/catalog/duplicate-event.ts';
import { purgeAbandonedOrders, removeOldAnswers } from '../src/features/orders/index.ts';
import { exportAttendees } from '../src/features/tickets/export-attendees.ts';
import type { LineFailure } from '../src/features/transfer/index.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { signIn } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { exportLines, importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { type Buyer, PublicSite, type ReservedBody, reservation, type Shop } from './harness/public-site.ts';
import { expectProblem, jsonOf, read as readResponse, type TestResponse } from './harness/responses.ts';
import { questionCases } from './question-cases.ts';

interface QuestionBody {
  readonly id: string;
  readonly label: string;
  readonly version: number;
  readonly isArchived: boolean;
  readonly options: { code: string; label: string; isArchived: boolean }[] | null;
}

interface Answer {
  readonly questionId: string;
  readonly key: string | null;
  readonly label: string;
  readonly value: unknown;
  readonly text: string;
  readonly version: number;
  readonly language: string;
}

/** The answers in a line of an export. */
interface ExportedLine {
  readonly externalId: string;
  readonly attendees?: readonly { readonly answers?: readonly { readonly value: unknown }[] }[];
}

interface Detail {
  readonly buyer: { readonly answers: Answer[] };
  readonly tickets: { readonly id: string; readonly holderName: string | null; readonly answers: Answer[] }[];
}

const errorsOf = (response: TestResponse) =>
  expectProblem(response, 400, 'invalid_request').errors!.map(({ path, code }) => `${path}: ${code}`);

describeOnBoth('questions', (kind) => {
  const database = useDatabase(kind);
  let site: PublicSite;
  let shop: Shop;
  let buyer: Buyer;
  let pii: string;

  beforeAll(async () => {
    site = await PublicSite.start(database.db);
  });
  beforeEach(async () => {
    shop = await site.shop();
    buyer = site.buyer();
    pii = (await makeKey(database.db, shop.organizerApi.organizer.id, { granted: ['orders:write', 'orders:read:pii'] }))
      .key;
  });
  afterAll(() => site.close());

  const ask = async (fields: Record<string, unknown>): Promise<QuestionBody> => {
    const response = await shop.organizerApi.post(`/events/${shop.event.id}/questions`, {
      ...{ askedOf: 'holder', kind: 'text', label: 'Question' },
      ...fields,
    });
    expect(response.status, response.text).toBe(201);
    return jsonOf(response);
  };
  const change = (id: string, patch: Record<string, unknown>) =>
    shop.organizerApi.patch(`/events/${shop.event.id}/questions/${id}`, patch);
  const remove = (id: string) => shop.organizerApi.send('DELETE', `/events/${shop.event.id}/questions/${id}`);
  const list = async () =>
    jsonOf<{ data: QuestionBody[] }>(await shop.organizerApi.send('GET', `/events/${shop.event.id}/questions`)).data;
  const attendee = (answers?: Record<string, unknown>, holderName: string | null = null) => ({
    ticketTypeId: shop.tenKm.id,
    holderName,
    ...(answers === undefined ? {} : { answers }),
  });
  const reserve = (fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
    buyer.post('/reserve', { ...reservation(shop), ...fields }, headers);
  /** Reserves one ticket whose holder has these answers. */
  const reserveOne = (answers: Record<string, unknown>, headers?: Record<string, string>) =>
    reserve({ items: [{ ticketTypeId: shop.tenKm.id, quantity: 1 }], attendees: [attendee(answers)] }, headers);
  const pay = async (response: TestResponse) => {
    const { orderNumber, reservationToken } = jsonOf<ReservedBody>(response);
    const buyerToken = site.buyerToken('ada@example.com');
    const paid = await buyer.post('/pay', { orderNumber, reservationToken, buyerToken, method: 'test' });
    expect(paid.status, paid.text).toBe(200);
    return orderNumber;
  };
  const read = async (orderNumber: string): Promise<Detail> => jsonOf(await request(`/orders/${orderNumber}`));
  const request = async (
    path: string,
    { body, headers = {}, method = 'GET' }: { method?: string; body?: object; headers?: Record<string, string> } = {},
  ) => {
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const json = { 'content-type': 'application/json', ...headers };
    return readResponse(await site.app.request(`/api/v1${path}`, { method, key: pii, headers: json, ...content }));
  };
  const storedRows = async () => ({
    ...((await shop.organizerApi.storedRows()) as object),
    answers: await database.db
      .selectFrom('answers')
      .selectAll()
      .where('organizer_id', '=', shop.organizerApi.organizer.id)
      .orderBy('order_number')
      .orderBy('person')
      .execute(),
  });

  // Each database stores every kind of answer once: by the API on SQLite, and by an import on PostgreSQL.
  test.each(kind === 'sqlite' ? questionCases : [])(
    'stores valid answers to $name, and rejects others with their paths',
    async (questionCase) => {
      const { fields, valid, invalid, empty } = questionCase;
      const { id } = await ask({ ...fields, isRequired: true });
      for (const [raw, stored] of valid) {
        const response = await reserveOne({ [id]: raw });
        expect(response.status, response.text).toBe(201);
        const { tickets } = await read(await pay(response));
        expect(first(tickets).answers.map(({ questionId, value }) => [questionId, value])).toEqual([[id, stored]]);
      }
      const before = await storedRows();
      for (const [raw, code, field] of invalid) {
        const path = ['attendees.0.answers', id, field].filter((part) => part !== undefined).join('.');
        expect([raw, errorsOf(await reserveOne({ [id]: raw }))]).toEqual([raw, [`${path}: ${code}`]]);
      }
      for (const raw of [...empty, undefined])
        expect([raw, errorsOf(await reserveOne({ [id]: raw }))]).toEqual([
          raw,
          [`attendees.0.answers.${id}: required`],
        ]);
      const other = await site.shop();
      const ofOther = jsonOf<QuestionBody>(
        await other.organizerApi.post(`/events/${other.event.id}/questions`, {
          askedOf: 'holder',
          label: 'Other',
          ...fields,
        }),
      );
      const validAnswer = first(valid)[0];
      expect(errorsOf(await reserveOne({ [id]: validAnswer, [ofOther.id]: validAnswer }))).toEqual([
        `attendees.0.answers.${ofOther.id}: unknown_question`,
      ]);
      expect(await storedRows()).toEqual(before);
      expect(jsonOf(await change(id, { isArchived: true }))).toMatchObject({ isArchived: true });
      expect(errorsOf(await reserveOne({ [id]: validAnswer }))).toEqual([
        `attendees.0.answers.${id}: unknown_question`,
      ]);
      expect((await reserveOne({})).status).toBe(201);
    },
  );

  test('stores the answers of all persons with the order, and gives each to its ticket', async () => {
    const phone = await ask({ kind: 'phone', label: 'Emergency phone', isRequired: true });
    const terms = await ask({
      askedOf: 'buyer',
      kind: 'consent',
      label: 'I accept the [terms](https://example.com/t)',
      isRequired: true,
    });
    const before = await storedRows();
    const persons = (second: Record<string, unknown>) => ({
      buyer: { email: 'ada@example.com', answers: { [terms.id]: true } },
      attendees: [attendee({ [phone.id]: '+43 660 1111' }, 'Ada'), attendee(second, 'Ben')],
    });
    expect(errorsOf(await reserve(persons({})))).toEqual([`attendees.1.answers.${phone.id}: required`]);
    expect(errorsOf(await reserve({ ...persons({}), attendees: [attendee({ [phone.id]: '+43 660 1111' })] }))).toEqual([
      'attendees.1: required',
    ]);
    expect(await storedRows()).toEqual(before);

    const reserved = await reserve(persons({ [phone.id]: '+43 660 2222' }));
    expect(reserved.status, reserved.text).toBe(201);
    const { orderNumber, reservationToken } = jsonOf<ReservedBody>(reserved);
    expect((await read(orderNumber)).buyer.answers).toMatchObject([
      { questionId: terms.id, key: null, kind: 'consent', value: true, text: 'Yes', version: 1 },
    ]);
    await pay(reserved);
    const { tickets, buyer: buyerOfOrder } = await read(orderNumber);
    const phones = tickets.map(({ holderName, answers }) => [holderName, ...answers.map(({ text }) => text)]);
    expect(phones.sort()).toEqual([
      ['Ada', '+436601111'],
      ['Ben', '+436602222'],
    ]);
    const own = jsonOf<Detail>(await buyer.get(`/orders/${orderNumber}`, reservationToken));
    expect(own.buyer.answers).toEqual(buyerOfOrder.answers);
    expect(own.tickets.map(({ answers }) => answers)).toEqual(tickets.map(({ answers }) => answers));
    const attendees = jsonOf<{ data: Detail['tickets'] }>(await request('/attendees'));
    expect(attendees.data.map(({ answers }) => first(answers).value).sort()).toEqual(['+436601111', '+436602222']);
    const { id: ticketId, answers: ofTicket } = first(tickets);
    const withoutScope = jsonOf<object>(await shop.organizerApi.send('GET', `/tickets/${ticketId}`));
    expect(jsonOf(await request(`/tickets/${ticketId}`))).toEqual({ ...withoutScope, answers: ofTicket });
    const reads = database.db
      .selectFrom('audit_entries')
      .select('subject')
      .where('details', '=', '{"fields":["answers"]}');
    expect(await reads.execute()).toEqual([{ subject: orderNumber }]);
    expect(JSON.stringify(await shop.organizerApi.emittedEvents())).not.toContain('6601111');
    const { answers: _, ...other } = await storedRows();
    expect(JSON.stringify(other)).not.toContain('6601111');
  });

  test('the first response to a reservation is repeated, and its answers are only in their table', async () => {
    const { id } = await ask({ label: 'Allergies' });
    const key = { 'idempotency-key': 'the-only-attempt' };
    const [one, two] = [await reserveOne({ [id]: 'peanut' }, key), await reserveOne({ [id]: 'peanut' }, key)];
    expect([one.status, two.text]).toEqual([201, one.text]);
    expect((await reserveOne({ [id]: 'walnut' }, key)).status).toBe(409);
    expect(errorsOf(await reserveOne({ [id]: 'peanut', que_unknown: 'walnut' }))).toHaveLength(1);
    const { answers, ...other } = await storedRows();
    expect(answers.map(({ person }) => person)).toEqual([1]);
    expect(JSON.stringify(answers)).toContain('peanut');
    expect(JSON.stringify(other)).not.toMatch(/peanut|walnut/);
    const stored = await database.db.selectFrom('idempotency_records').selectAll().execute();
    expect(JSON.stringify(stored)).not.toMatch(/peanut|walnut/);
  });

  test('the server decides what is asked: answers to hidden questions are neither required nor stored', async () => {
    const licence = await ask({ kind: 'boolean', label: 'Licence?', isRequired: true });
    const number = await ask({
      label: 'Number',
      isRequired: true,
      shownIf: { questionId: licence.id, values: ['true'] },
    });
    const hidden = await reserveOne({ [licence.id]: false, [number.id]: 'X9' });
    const { tickets } = await read(await pay(hidden));
    expect(first(tickets).answers.map(({ label, value, text }) => [label, value, text])).toEqual([
      ['Licence?', false, 'No'],
    ]);
    expect(errorsOf(await reserveOne({ [licence.id]: true }))).toEqual([`attendees.0.answers.${number.id}: required`]);

    expectProblem(
      await change(licence.id, { shownIf: { questionId: number.id, values: ['true'] } }),
      400,
      'invalid_request',
    );
    expectProblem(
      await change(licence.id, { shownIf: { questionId: licence.id, values: ['true'] } }),
      400,
      'invalid_request',
    );
    expectProblem(await change(licence.id, { isArchived: true }), 409, 'invalid_state');
    expect(expectProblem(await remove(licence.id), 409, 'invalid_state')).toMatchObject({
      params: { questionId: number.id },
    });
    const ofBuyer = {
      askedOf: 'buyer',
      kind: 'text',
      label: 'Q',
      shownIf: { questionId: licence.id, values: ['true'] },
    };
    // There is one level of conditions, so an answer that is hidden hides no others.
    const member = await ask({ kind: 'boolean', label: 'Member?', shownIf: ofBuyer.shownIf });
    const deeper = { ...ofBuyer, askedOf: 'holder', shownIf: { questionId: member.id, values: ['true'] } };
    for (const wrong of [ofBuyer, deeper]) {
      expect(errorsOf(await shop.organizerApi.post(`/events/${shop.event.id}/questions`, wrong))).toEqual([
        'shownIf.questionId: not_a_parent',
      ]);
    }
    expect((await remove(member.id)).status).toBe(200);
    expect(jsonOf(await change(number.id, { shownIf: null }))).toMatchObject({ shownIf: null });
    expect((await change(licence.id, { isArchived: true })).status).toBe(200);
  });

  test('questions are asked for their ticket types and add-ons only', async () => {
    const shirt = await ask({ label: 'Shirt', isRequired: true, offerIds: [shop.half.id] });
    const delivery = await ask({ askedOf: 'buyer', label: 'Delivery', isRequired: true, offerIds: [shop.drinks.id] });
    expect((await reserve({})).status).toBe(201);
    const items = [{ ticketTypeId: shop.half.id, quantity: 1 }];
    expect(errorsOf(await reserve({ items, addons: [{ addonId: shop.drinks.id, quantity: 1 }] }))).toEqual([
      `buyer.answers.${delivery.id}: required`,
      'attendees.0: required',
    ]);
    const attendees = [{ ticketTypeId: shop.half.id, answers: { [shirt.id]: 'M' } }];
    expect((await reserve({ items, attendees })).status).toBe(201);
    expect(
      errorsOf(
        await shop.organizerApi.post(`/events/${shop.event.id}/questions`, {
          ...{ askedOf: 'holder', kind: 'text', label: 'Q', offerIds: [shop.half.id, (await site.shop()).half.id] },
        }),
      ),
    ).toEqual(['offerIds.1: unknown_offer']);
  });

  test('a question that nobody could be asked or answer is refused', async () => {
    const create = (fields: object) =>
      shop.organizerApi.post(`/events/${shop.event.id}/questions`, { askedOf: 'holder', label: 'Q', ...fields });
    const ofOrder = await create({ kind: 'text', offerIds: [shop.drinks.id] });
    expect(errorsOf(ofOrder)).toEqual(['offerIds: no_offer_of_holders']);
    await ask({ askedOf: 'buyer', offerIds: [shop.drinks.id] });
    const { id } = await ask({ offerIds: [shop.drinks.id, shop.half.id] });
    expect(errorsOf(await change(id, { offerIds: [shop.drinks.id] }))).toEqual(['offerIds: no_offer_of_holders']);
    const options = [{ code: 'veg', label: 'Vegetarian' }];
    expect(errorsOf(await create({ kind: 'choices', options, minimum: 2 }))).toEqual(['minimum: above_maximum']);
    const meals = await ask({ kind: 'choices', options: [...options, { code: 'fish', label: 'Fish' }], minimum: 2 });
    expect(errorsOf(await change(meals.id, { options }))).toEqual(['minimum: above_maximum']);
  });

  test('an answer keeps the code, and the label and version that the person saw', async () => {
    const menu = await ask({
      ...{ kind: 'choice', label: 'Menu', translations: { de: { label: 'Menü', options: { veg: 'Vegetarisch' } } } },
      options: [
        { code: 'veg', label: 'Vegetarian' },
        { code: 'fish', label: 'Fish' },
      ],
    });
    const number = await pay(await reserveOne({ [menu.id]: 'veg' }, { 'accept-language': 'de-AT' }));
    const seen = { questionId: menu.id, label: 'Menü', value: 'veg', text: 'Vegetarisch', version: 1, language: 'de' };
    expect(first((await read(number)).tickets).answers).toMatchObject([seen]);
    const renamed = jsonOf<QuestionBody>(
      await change(menu.id, { label: 'Lunch', options: [{ code: 'fish', label: 'Salmon' }] }),
    );
    expect(renamed).toMatchObject({
      version: 2,
      options: [
        { code: 'fish', label: 'Salmon', isArchived: false },
        { code: 'veg', isArchived: true },
      ],
    });
    expect(errorsOf(await reserveOne({ [menu.id]: 'veg' }))).toEqual([
      `attendees.0.answers.${menu.id}: unknown_option`,
    ]);
    // Its options would all be archived, so nobody could answer it.
    expect(errorsOf(await change(menu.id, { options: [] }))).toEqual(['options: required']);
    const newOptions = (prefix: string) =>
      Array.from({ length: 100 }, (_, index) => ({ code: `${prefix}${index}`, label: 'Meal' }));
    expect((await change(menu.id, { options: newOptions('a') })).status).toBe(200);
    expect(errorsOf(await change(menu.id, { options: newOptions('b') }))).toEqual(['options: too_many_items']);
    expect(jsonOf(await remove(menu.id))).toMatchObject({ isArchived: true });
    const unused = await ask({});
    expect(jsonOf(await remove(unused.id))).toMatchObject({ isArchived: false });
    expect((await list()).map(({ id }) => id)).toEqual([menu.id]);
    expect(first((await read(number)).tickets).answers).toMatchObject([seen]);
    // A start list has the answers to an archived question, with the labels in the language of the event.
    const parts = await exportAttendees(
      database.db,
      organizerScope(shop.organizerApi.organizer.id, site.clock, byOperator),
      { eventId: shop.event.id, format: 'csv', columns: [menu.id], language: 'en', statuses: ['valid'] },
    );
    let file = '';
    for await (const part of parts) file += part;
    expect(file).toBe('\ufeffLunch (archived)\r\nVegetarian\r\n');
  });

  test('an answer states the language of its words: that of the event if the question has no translation for the buyer', async () => {
    const event = { defaultLanguage: 'de', name: 'Stadtlauf' };
    expect((await shop.organizerApi.patch(`/events/${shop.event.id}`, event)).status).toBe(200);
    const translations = { fr: { label: 'J’accepte' } };
    const terms = await ask({ kind: 'consent', label: 'Ich stimme zu' });
    const rules = await ask({ kind: 'consent', label: 'Ich nehme an', translations });
    const sex = await ask({ kind: 'choice', key: 'sex', label: 'Geschlecht' });
    const given = { [terms.id]: true, [rules.id]: true, [sex.id]: 'female' };
    const german = ['Ich stimme zu, Ja (de)', 'Ich nehme an, Ja (de)', 'Geschlecht, Weiblich (de)'];
    const answersOf = async (number: string) =>
      first((await read(number)).tickets).answers.map(({ label, text, language }) => `${label}, ${text} (${language})`);
    for (const [header, second] of [
      ['fr', 'J’accepte, Oui (fr)'],
      ['sv', german[1]],
      ['de', german[1]],
    ] as const) {
      const number = await pay(await reserveOne(given, { 'accept-language': header }));
      expect([header, await answersOf(number)]).toEqual([header, [german[0], second, german[2]]]);
    }
    // Staff answer for a buyer whose language is not known.
    const number = await pay(await reserveOne({}, { 'accept-language': 'sv' }));
    const { id } = first((await read(number)).tickets);
    const corrected = await request(`/tickets/${id}`, { method: 'PATCH', body: { answers: given } });
    expect(corrected.status, corrected.text).toBe(200);
    expect(await answersOf(number)).toEqual(german);
  });

  test('a code is only a text, also if objects have a field with this name', async () => {
    const options = [{ code: 'constructor', label: 'Builder' }];
    const translations = { de: { label: 'Beruf', options: {} } };
    const { id } = await ask({ kind: 'choices', label: 'Job', options, translations });
    const number = await pay(await reserveOne({ [id]: ['constructor'] }, { 'accept-language': 'de' }));
    expect(first((await read(number)).tickets).answers).toMatchObject([{ label: 'Beruf', text: 'Builder' }]);
  });

  test('a question that only the text of another answer names has no answers', async () => {
    const note = await ask({ label: 'Note' });
    const named = await ask({ label: 'Named' });
    await pay(await reserveOne({ [note.id]: named.id }));
    expect(jsonOf(await remove(named.id))).toMatchObject({ isArchived: false });
    expect((await list()).map(({ id }) => id)).toEqual([note.id]);
  });

  test('a consent has its wording and time, is never given in advance, and is voluntary for advertising', async () => {
    expect(
      errorsOf(
        await shop.organizerApi.post(`/events/${shop.event.id}/questions`, {
          ...{ askedOf: 'holder', kind: 'consent', label: 'News', isRequired: true, isMarketing: true, default: true },
        }),
      ),
    ).toEqual(['isRequired: marketing_required', 'default: consent_preselected']);
    const photos = await ask({ kind: 'consent', label: 'Photos v1' });
    const number = await pay(await reserveOne({ [photos.id]: true }));
    await change(photos.id, { label: 'Photos v2' });
    const { createdAt } = jsonOf<{ createdAt: string }>(await request(`/orders/${number}`));
    expect(first((await read(number)).tickets).answers).toMatchObject([
      { label: 'Photos v1', version: 1, answeredAt: createdAt },
    ]);
  });

  test('a consent that is withdrawn leaves the lists of those who have given it, and keeps its words, language and time', async () => {
    const translations = { de: { label: 'Fotos von mir dürfen gezeigt werden' } };
    const photos = await ask({ kind: 'consent', label: 'Photos of me can be shown', translations });
    const guardian = await ask({ kind: 'consent', key: 'guardian', label: 'Guardian' });
    const given = { [photos.id]: true, [guardian.id]: { name: 'Eva Berg' } };
    const reserved = await reserve(
      {
        items: [{ ticketTypeId: shop.tenKm.id, quantity: 2 }],
        attendees: [attendee(given, 'Ada'), attendee(given, 'Ben')],
      },
      { 'accept-language': 'de' },
    );
    const number = await pay(reserved);
    await change(photos.id, { label: 'Films of me can be shown', translations: { de: { label: 'Auch Filme' } } });
    const answersOf = async (name: string) =>
      (await read(number)).tickets.find(({ holderName }) => holderName === name)!;
    const { createdAt } = jsonOf<{ createdAt: string }>(await request(`/orders/${number}`));
    const accepted = { label: translations.de.label, language: 'de', version: 1, answeredAt: createdAt };
    const [ada, ben] = [await answersOf('Ada'), await answersOf('Ben')];
    expect(ada.answers).toMatchObject([{ ...accepted, value: true, text: 'Ja' }, { text: 'Eva Berg' }]);
    expect(ada.answers[0]).not.toHaveProperty('withdrawn');

    // The buyer withdraws one of Ada and the organizer the other, an hour later.
    site.clock.advance(3_600_000);
    const at = new Date(site.clock.now()).toISOString();
    const { reservationToken: token } = jsonOf<ReservedBody>(reserved);
    const byBuyer = { tickets: [{ id: ada.id, answers: { [photos.id]: null } }] };
    expect((await buyer.send('PATCH', `/orders/${number}`, { body: byBuyer, token })).status).toBe(200);
    const correct = async (answers: object) =>
      expect((await request(`/tickets/${ada.id}`, { method: 'PATCH', body: { answers } })).status).toBe(200);
    await correct({ [guardian.id]: null });
    const withdrawn = [
      { ...accepted, value: false, text: 'Nein', withdrawn: { at, value: true } },
      { value: false, text: 'No', withdrawn: { at, value: { name: 'Eva Berg' } } },
    ];
    expect((await answersOf('Ada')).answers).toMatchObject(withdrawn);
    // Other corrections keep the record.
    site.clock.advance(1_000);
    await correct({ [photos.id]: null });
    await correct({});
    expect((await answersOf('Ada')).answers).toMatchObject(withdrawn);
    expect((await answersOf('Ben')).answers).toEqual(ben.answers);

    const { organizer } = shop.organizerApi;
    const manager = await signIn(site.app, { organizer, role: 'manager' });
    const listed = async (questionId: string) => {
      const response = await manager.get(`/attendees?eventId=${shop.event.id}&answer=${questionId}:true`);
      return jsonOf<{ data: { holderName: string }[] }>(response).data.map(({ holderName }) => holderName);
    };
    expect(await listed(photos.id)).toEqual(['Ben']);
    expect(await listed(guardian.id)).toEqual(['Ben']);
    const columns = ['holderName', photos.id, guardian.id].join();
    const file = await manager.get(
      `/attendees/file?eventId=${shop.event.id}&format=csv&language=en&columns=${columns}`,
    );
    expect(file.text.split('\r\n').slice(1, -1).sort()).toEqual(['Ada,No,No', 'Ben,Yes,Eva Berg']);

    // The record is in a copy of the organizer, too.
    const copy = await makeOrganizer(database.db);
    await importAll(database.db, copy, await exportLines(database.db, organizer.id), site.clock);
    const copied = await database.db
      .selectFrom('answers')
      .select('answers')
      .where('organizer_id', '=', copy.id)
      .execute();
    const records = copied.flatMap(({ answers }) => Object.values(JSON.parse(answers) as Record<string, Answer>));
    expect(records.filter((record) => 'withdrawn' in record)).toMatchObject(withdrawn);

    // A consent that is given again has the words of today.
    await correct({ [photos.id]: true });
    const [again] = (await answersOf('Ada')).answers;
    expect(again).toMatchObject({ label: 'Auch Filme', value: true, version: 2 });
    expect(again).not.toHaveProperty('withdrawn');
    expect((await listed(photos.id)).sort()).toEqual(['Ada', 'Ben']);
  });

  test('a key is unique in its event and fixes the kind, and kinds have only their own rules', async () => {
    const { id } = await ask({ kind: 'date', key: 'birthDate' });
    const post = (fields: object) =>
      shop.organizerApi.post(`/events/${shop.event.id}/questions`, { askedOf: 'holder', label: 'Q', ...fields });
    expectProblem(await post({ kind: 'date', key: 'birthDate' }), 409, 'invalid_state');
    expect(errorsOf(await post({ kind: 'text', key: 'nationality' }))).toEqual(['kind: not_constant']);
    expect(
      errorsOf(
        await post({ kind: 'number', pattern: 'a', options: [{ code: 'a', label: 'A' }], minimum: '2027-01-01' }),
      ),
    ).toEqual(['options: not_of_this_kind', 'pattern: not_of_this_kind', 'minimum: wrong_type']);
    expect(errorsOf(await post({ kind: 'choice' }))).toEqual(['options: required']);
    expect(errorsOf(await post({ kind: 'choice', options: [] }))).toEqual(['options: required']);
    const archived = { options: [{ code: 'a', label: 'A', isArchived: true }] };
    expect(errorsOf(await post({ kind: 'choices', ...archived }))).toEqual(['options: required']);
    expect(errorsOf(await post({ kind: 'text', pattern: 'ab(a+)+', maxLength: 501, default: 7 }))).toEqual([
      'maxLength: above_maximum',
      'pattern: not_a_pattern',
      'default: wrong_type',
    ]);
    const details: [object, string][] = [
      [{ kind: 'text', pattern: 'ab(a+)+' }, '"pattern" is not allowed from character 3 on: use characters'],
      [{ kind: 'contact', default: { name: 'Eva', phone: '1' } }, '"default.phone" must be a telephone number'],
      [{ kind: 'text', default: '' }, '"default" must be null.'],
      [
        { ...archived, kind: 'choice', key: 'sex' },
        '"options" must not be set: a question with the key sex always has',
      ],
      [{ kind: 'text', offerIds: ['x'] }, '"offerIds.0": The event has no ticket type or add-on "x".'],
    ];
    for (const [fields, detail] of details)
      expect(expectProblem(await post(fields), 400, 'invalid_request').detail).toContain(detail);
    expect(errorsOf(await change(id, { kind: 'text' }))).toEqual(['kind: unknown_field']);
    await change(id, { isArchived: true });
    await ask({ kind: 'date', key: 'birthDate' });
    expectProblem(await change(id, { isArchived: false }), 409, 'invalid_state');
  });

  test('buyers see the questions in their sequence, without archived ones and options, and a change changes the ETag', async () => {
    const names = await ask({
      kind: 'choice',
      label: 'Size',
      options: [
        { code: 'M', label: 'M' },
        { code: 'L', label: 'L', isArchived: true },
      ],
    });
    const club = await ask({ label: 'Club', position: 0 });
    await change((await ask({ label: 'Old' })).id, { isArchived: true });
    await change(names.id, { position: 1 });
    const { key } = await makeKey(database.db, shop.organizerApi.organizer.id, { kind: 'publishable' });
    const readPublic = async (path: string) => {
      const response = await site.app.request(path, { key });
      return {
        etag: response.headers.get('etag'),
        ...((await response.json()) as { questions: { id: string; options: unknown }[] }),
      };
    };
    const paths = ['/api/public/v1', '/api/embed/v1', '/api/v1'].map((plane) => `${plane}/events/${shop.event.id}`);
    const events = await Promise.all(paths.map(readPublic));
    for (const { questions } of events)
      expect(questions.map(({ id, options }) => [id, options])).toEqual([
        [club.id, null],
        [names.id, [{ code: 'M', label: 'M' }]],
      ]);
    await change(club.id, { help: 'If you have one' });
    expect((await readPublic(paths[1]!)).etag).not.toBe(events[1]!.etag);
  });

  test('answers of a person are deleted with the buyer of an abandoned order, and those of a refunded ticket are kept', async () => {
    const { id } = await ask({ label: 'Allergies' });
    const unpaid = await reserveOne({ [id]: 'peanut' });
    const paid = await pay(await reserveOne({ [id]: 'walnut' }));
    const { orderNumber, reservationToken } = jsonOf<ReservedBody>(unpaid);
    expect((await buyer.post('/cancel', { orderNumber, reservationToken })).status).toBe(200);
    const refunded = await request(`/orders/${paid}/refunds`, {
      method: 'POST',
      body: { whole: true },
      headers: { 'idempotency-key': 'refund' },
    });
    expect(refunded.status, refunded.text).toBe(201);
    site.clock.advance(8 * 24 * 3_600_000);
    await purgeAbandonedOrders(database.db, site.clock);
    const { answers } = await storedRows();
    expect(answers.map(({ order_number }) => order_number)).toEqual([paid]);
  });

  test('answers whose retention is over are removed, and copies of their orders are told', async () => {
    const startsAt = new Date(site.clock.now() + 24 * 3_600_000).toISOString();
    await shop.organizerApi.patch(`/events/${shop.event.id}`, { startsAt });
    const allergies = await ask({ label: 'Allergies', retentionDays: 10 });
    const size = await ask({ label: 'Size' });
    const phone = await ask({ askedOf: 'buyer', label: 'Phone', retentionDays: 20 });
    const number = await pay(
      await reserve({
        buyer: { email: 'ada@example.com', answers: { [phone.id]: 'secret' } },
        attendees: [attendee({ [allergies.id]: 'secret', [size.id]: 'M' }, 'Ada'), attendee({ [size.id]: 'L' }, 'Ben')],
      }),
    );
    const state = async () => {
      const order = await request(`/orders/${number}`);
      const { updatedAt, tickets, buyer: answering } = jsonOf<Detail & { updatedAt: string }>(order);
      const ofTickets = await Promise.all(tickets.map(({ id }) => request(`/tickets/${id}`)));
      return {
        tags: [order, ...ofTickets].map(({ headers }) => headers.get('etag')),
        times: [updatedAt, ...ofTickets.map((ticket) => jsonOf<{ updatedAt: string }>(ticket).updatedAt)],
        labels: [answering, ...tickets].map(({ answers }) => answers.map(({ label }) => label).join()),
      };
    };
    const before = await state();
    expect(before.labels.toSorted()).toEqual(['Allergies,Size', 'Phone', 'Size']);
    const emitted = (await shop.organizerApi.emittedEvents()).length;
    site.clock.advance(Date.parse(startsAt) + 10 * 24 * 3_600_000 - site.clock.now());
    await Promise.all([removeOldAnswers(database.db, site.clock), removeOldAnswers(database.db, site.clock)]);
    const after = await state();
    expect(after.labels.toSorted()).toEqual(['Phone', 'Size', 'Size']);
    const isAda = (index: number) => before.labels[index] === 'Allergies,Size';
    const isChanged = (index: number) => index === 0 || isAda(index);
    expect(after.tags.map((tag, index) => tag !== before.tags[index])).toEqual([0, 1, 2].map(isChanged));
    expect(after.times.map((time, index) => time > before.times[index]!)).toEqual([0, 1, 2].map(isChanged));
    site.clock.advance(10 * 24 * 3_600_000);
    await removeOldAnswers(database.db, site.clock);
    await removeOldAnswers(database.db, site.clock);
    const events = (await shop.organizerApi.emittedEvents()).slice(emitted);
    expect(events.map(({ type, data }) => [type, data['changed']])).toEqual([
      ['order.updated', ['tickets.answers']],
      ['ticket.updated', ['answers']],
      ['order.updated', ['buyer.answers']],
    ]);
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  test('an order has no answer to a question that is deleted while it is placed, and one to a question that is archived', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await ask({ label: 'Allergies' });
      const buyers = [site.buyer(), site.buyer()];
      const cart = { ...reservation(shop), items: [{ ticketTypeId: shop.tenKm.id, quantity: 1 }] };
      const [removed, ...reserved] = await Promise.all([
        remove(id),
        ...buyers.map((other) => other.post('/reserve', { ...cart, attendees: [attendee({ [id]: 'peanut' })] })),
      ]);
      expect(removed.status, removed.text).toBe(200);
      const { isArchived } = jsonOf<QuestionBody>(removed);
      const placed = reserved.filter(({ status }) => status === 201);
      for (const refused of reserved.filter(({ status }) => status !== 201))
        expect(errorsOf(refused)).toEqual([`attendees.0.answers.${id}: unknown_question`]);
      const stored = (await storedRows()).answers.filter(({ answers }) => answers.includes(id));
      expect([stored.length, isArchived]).toEqual([placed.length, placed.length > 0]);
      expect((await list()).some((question) => question.id === id)).toBe(isArchived);
    }
  });

  test('an event is deleted beside orders with answers: the orders are placed or find no event, and no transaction waits for another forever', async () => {
    const { organizerApi } = shop;
    let [deletedCount, placedCount] = [0, 0];
    for (let round = 0; round < 25; round += 1) {
      const event = await organizerApi.event({ status: 'published' });
      const { id: ticketTypeId } = await organizerApi.ticketType(event.id);
      const asked = await organizerApi.post(`/events/${event.id}/questions`, {
        ...{ askedOf: 'holder', kind: 'text', label: 'Allergies' },
      });
      const answers = { [jsonOf<QuestionBody>(asked).id]: 'peanut' };
      const cart = {
        ...{ eventId: event.id, items: [{ ticketTypeId, quantity: 1 }], buyer: { email: 'ada@example.com' } },
        attendees: [{ ticketTypeId, holderName: 'Ada', answers }],
      };
      const [deleted, ...reserved] = await Promise.all([
        organizerApi.send('DELETE', `/events/${event.id}`),
        ...[1, 2, 3].map(() => site.buyer().post('/reserve', cart)),
      ]);
      const placed = reserved.filter(({ status }) => status === 201);
      for (const { status, text } of reserved) expect([201, 400, 404, 409], text).toContain(status);
      if (deleted.status !== 200) expect([409, 503], deleted.text).toContain(deleted.status);
      expect(deleted.status === 200 && placed.length > 0).toBe(false);
      deletedCount += deleted.status === 200 ? 1 : 0;
      placedCount += placed.length;
    }
    if (kind === 'postgres') {
      const { rows } = await sql<{ deadlocks: string }>`
        select deadlocks from pg_stat_database where datname = current_database()`.execute(database.db);
      expect(Number(first(rows).deadlocks)).toBe(0);
    }
    expect(deletedCount + placedCount).toBeGreaterThan(0);
  });

  test('an order that a program creates can leave required answers open, but not contain wrong ones', async () => {
    const birth = await ask({ kind: 'date', key: 'birthDate', isRequired: true });
    const create = (answers: object, idempotencyKey: string) =>
      request('/orders', {
        method: 'POST',
        headers: { 'idempotency-key': idempotencyKey },
        body: {
          ...{ eventId: shop.event.id, items: [{ ticketTypeId: shop.fun.id, quantity: 2 }], status: 'paid', buyer: {} },
          attendees: [{ ticketTypeId: shop.fun.id, holderName: 'Zoe', answers }],
        },
      });
    expect(errorsOf(await create({ [birth.id]: '2010-02-30' }, 'wrong'))).toEqual([
      `attendees.0.answers.${birth.id}: not_a_date`,
    ]);
    expect((await create({}, 'open')).status).toBe(201);
    const created = await create({ [birth.id]: '2010-03-14' }, 'complete');
    expect(created.text).not.toContain('2010-03-14');
    const { tickets } = await read(jsonOf<{ orderNumber: string }>(created).orderNumber);
    expect(tickets.map(({ answers }) => answers.map(({ text }) => text)).sort()).toEqual([[], ['2010-03-14']]);
  });

  test('the copy of an event has its questions, for the copied ticket types and after the copied answers', async () => {
    const parent = await ask({ kind: 'boolean', label: 'Licence?', offerIds: [shop.tenKm.id] });
    await ask({ label: 'Number', shownIf: { questionId: parent.id, values: ['true'] } });
    await change((await ask({ label: 'Old' })).id, { isArchived: true });
    const scope = organizerScope(shop.organizerApi.organizer.id, site.clock, byOperator);
    const body = { input: { name: 'Next', startsAt: '2084-05-01T06:00:00Z' }, fieldErrors: [] };
    const copy = await database.db.transaction().execute((tx) => duplicateEvent(tx, scope, shop.event.id, body));
    const { ticketTypes } = await shop.organizerApi.get(copy.id);
    const { data } = jsonOf<{ data: { id: string; label: string; shownIf: unknown; offerIds: unknown }[] }>(
      await shop.organizerApi.send('GET', `/events/${copy.id}/questions`),
    );
    const tenKm = ticketTypes.find(({ name }) => name === '10 km')!.id;
    expect(data.map(({ label, shownIf, offerIds }) => [label, shownIf, offerIds])).toEqual([
      ['Licence?', null, [tenKm]],
      ['Number', { questionId: first(data).id, values: ['true'] }, null],
    ]);
    expect(first(data).id).not.toBe(parent.id);
  });

  test('the organizer corrects answers with a key, audited without their values, and programs are told what has changed', async () => {
    const diet = await ask({ kind: 'text', key: 'diet' });
    const club = await ask({ askedOf: 'buyer', label: 'Club', isRequired: true });
    const menu = await ask({
      kind: 'choice',
      label: 'Menu',
      options: [
        { code: 'veg', label: 'Vegetarian' },
        { code: 'fish', label: 'Fish' },
      ],
    });
    const reserved = await reserve({
      buyer: { email: 'ada@example.com', answers: { [club.id]: 'Harbour' } },
      items: [{ ticketTypeId: shop.tenKm.id, quantity: 1 }],
      attendees: [attendee({ [diet.id]: 'peanut', [menu.id]: 'veg' }, 'Ada')],
    });
    const number = await pay(reserved);
    const [ticket] = (await read(number)).tickets;
    await change(menu.id, { options: [{ code: 'fish', label: 'Fish' }] });
    const before = await storedRows();
    const patch = (path: string, body: object) => request(path, { method: 'PATCH', body });
    expect(errorsOf(await patch(`/tickets/${ticket!.id}`, { answers: { [menu.id]: 'veg', [club.id]: 'x' } }))).toEqual([
      `answers.${club.id}: unknown_question`,
      `answers.${menu.id}: unknown_option`,
    ]);
    expect(await storedRows()).toEqual(before);
    expect((await patch(`/tickets/${ticket!.id}`, { answers: { [diet.id]: 'walnut' } })).status).toBe(200);
    expect((await patch(`/orders/${number}`, { buyer: { answers: { [club.id]: null } } })).status).toBe(200);
    const { tickets, buyer: corrected } = await read(number);
    // The option of the menu is archived, but the answer stays.
    expect(first(tickets).answers.map(({ value }) => value)).toEqual(['walnut', 'veg']);
    expect(corrected.answers).toEqual([]);
    const { data } = jsonOf<{ data: { type: string; data: { changed?: string[] } }[] }>(
      await request('/webhook-events?limit=100'),
    );
    const updates = data.filter(({ type }) => ['order.updated', 'ticket.updated'].includes(type));
    expect(updates.map(({ type, data: { changed } }) => [type, ...(changed ?? [])]).sort()).toEqual([
      ['order.updated', 'buyer.answers'],
      ['order.updated', 'tickets.answers'],
      ['ticket.updated', 'answers'],
    ]);
    const entries = await database.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('organizer_id', '=', shop.organizerApi.organizer.id)
      .execute();
    expect(
      entries.filter(({ action }) => action === 'ticket.update').map(({ details }) => JSON.parse(details) as object),
    ).toMatchObject([{ fields: ['answers'] }]);
    expect(JSON.stringify(entries)).not.toMatch(/peanut|walnut|Harbour/);
    const plain = (await makeKey(database.db, shop.organizerApi.organizer.id, { granted: ['orders:write'] })).key;
    const denied = await site.app.request(`/api/v1/tickets/${ticket!.id}`, {
      ...{ method: 'PATCH', key: plain, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ answers: { [diet.id]: 'none' } }),
    });
    expect(denied.status).toBe(403);
  });

  test('a correction keeps the consent of a guardian, and the buyer cannot enter an age that the ticket does not allow', async () => {
    const birthDate = await ask({ kind: 'date', key: 'birthDate', isRequired: true });
    const guardian = await ask({ kind: 'consent', key: 'guardian', maxAge: 17, isRequired: true });
    const size = await ask({ label: 'Size' });
    await shop.organizerApi.patch(`/events/${shop.event.id}/ticket-types/${shop.tenKm.id}`, {
      ageRule: { minimum: 12 },
    });
    await database.db
      .updateTable('events')
      .set({ starts_at: new Date(site.clock.now() + 86_400_000).toISOString() })
      .where('organizer_id', '=', shop.organizerApi.organizer.id)
      .execute();
    const year = new Date(site.clock.now()).getUTCFullYear();
    const mia = { [birthDate.id]: `${year - 15}-01-01`, [guardian.id]: { name: 'Eva Berg' } };
    const reserved = await reserveOne(mia);
    expect(reserved.status, reserved.text).toBe(201);
    const number = await pay(reserved);
    const { id } = first((await read(number)).tickets);
    expect((await request(`/tickets/${id}`, { method: 'PATCH', body: { answers: { [size.id]: 'S' } } })).status).toBe(
      200,
    );
    expect(first((await read(number)).tickets).answers.map(({ key }) => key)).toEqual(['birthDate', 'guardian', null]);
    const { reservationToken: token } = jsonOf<ReservedBody>(reserved);
    const tooYoung = { tickets: [{ id, answers: { [birthDate.id]: `${year - 5}-01-01` } }] };
    expect(errorsOf(await buyer.send('PATCH', `/orders/${number}`, { body: tooYoung, token }))).toEqual([
      `tickets.0.answers.${birthDate.id}: too_young`,
    ]);
  });

  test('the buyer changes answers until the time that the organizer has set', async () => {
    const size = await ask({ label: 'Size', isRequired: true });
    const news = await ask({ askedOf: 'buyer', kind: 'consent', label: 'News', isMarketing: true });
    const reserved = await reserve({
      buyer: { email: 'ada@example.com', answers: { [news.id]: true } },
      attendees: [attendee({ [size.id]: 'M' }, 'Ada'), attendee({ [size.id]: 'L' }, 'Ben')],
    });
    const number = await pay(reserved);
    const { reservationToken: token } = jsonOf<ReservedBody>(reserved);
    const path = `/orders/${number}`;
    const own = jsonOf<Detail & { answersUntil: string }>(await buyer.get(path, token));
    expect(own.answersUntil).toBe('2083-05-01T06:00:00.000Z');
    const ada = own.tickets.find(({ holderName }) => holderName === 'Ada')!;
    const send = (body: object) => buyer.send('PATCH', path, { body, token });
    expect(errorsOf(await send({ tickets: [{ id: ada.id, answers: { [size.id]: null } }] }))).toEqual([
      `tickets.0.answers.${size.id}: required`,
    ]);
    const twice = [{ id: ada.id, answers: { [size.id]: 'S' } }, { id: ada.id }];
    expect(errorsOf(await send({ tickets: twice }))).toEqual(['tickets.1.id: repeated_ticket']);
    const ben = own.tickets.find(({ holderName }) => holderName === 'Ben')!;
    const cleared = [ada, ben].map(({ id }) => ({ id, answers: { [size.id]: null } }));
    expect(errorsOf(await send({ buyer: { answers: { [size.id]: 'S' } }, tickets: cleared }))).toEqual([
      `buyer.answers.${size.id}: unknown_question`,
      `tickets.0.answers.${size.id}: required`,
      `tickets.1.answers.${size.id}: required`,
    ]);
    const changed = await send({
      buyer: { answers: { [news.id]: null } },
      tickets: [{ id: ada.id, answers: { [size.id]: 'S' } }],
    });
    expect(changed.status, changed.text).toBe(200);
    const after = jsonOf<Detail>(changed);
    expect(after.buyer.answers).toMatchObject([{ label: 'News', value: false, withdrawn: { value: true } }]);
    expect(after.tickets.map(({ holderName, answers }) => [holderName, first(answers).value]).sort()).toEqual([
      ['Ada', 'S'],
      ['Ben', 'L'],
    ]);
    expectProblem(await buyer.send('PATCH', path, { body: {} }), 401, 'missing_key');
    const other = jsonOf<Detail>(await buyer.get(path, token)).tickets;
    const foreign = await pay(await reserveOne({ [size.id]: 'M' }));
    const foreignTicket = first((await read(foreign)).tickets).id;
    expectProblem(await send({ tickets: [{ id: foreignTicket, answers: { [size.id]: 'S' } }] }), 404, 'not_found');
    expect(other).toEqual(after.tickets);
    const answersUntil = new Date(site.clock.now()).toISOString();
    await shop.organizerApi.patch(`/events/${shop.event.id}`, { answersUntil });
    expectProblem(await send({ tickets: [{ id: ada.id, answers: { [size.id]: 'M' } }] }), 409, 'invalid_state');
    await shop.organizerApi.patch(`/events/${shop.event.id}`, { answersUntil: null });
    expect((await send({ tickets: [{ id: ada.id, answers: { [size.id]: 'M' } }] })).status).toBe(200);
  });

  test.each(kind === 'postgres' ? questionCases : [])(
    'an import stores and rejects the same answers to $name',
    async ({ fields, valid, invalid }) => {
      const organizer = await makeOrganizer(database.db);
      const ordered = (name: string, answers: object[], prefix = '') => {
        const ticketTypeId = `${prefix}run-10`;
        return orderLine(name, { attendees: [{ ticketTypeId, answers: answers as never }] }, prefix);
      };
      const answered = (name: string, value: unknown) => ordered(name, [{ questionId: 'question', value }]);
      const asked = {
        ...fields,
        type: 'question',
        externalId: 'question',
        eventId: 'race',
        askedOf: 'holder',
        label: 'Q',
      };
      await importAll(database.db, organizer, [...raceLines(), JSON.stringify({ ...asked, isRequired: true })]);
      const orders = valid.map(([raw], index) => answered(`valid-${index}`, raw));
      await importAll(database.db, organizer, orders);
      const lines = (await exportLines(database.db, organizer.id)).map((line) => JSON.parse(line) as ExportedLine);
      const values = lines.flatMap(({ externalId, attendees = [] }) =>
        attendees.flatMap(({ answers = [] }) => answers.map(({ value }) => [externalId, value])),
      );
      expect(values.sort()).toEqual(valid.map(([, stored], index) => [`valid-${index}`, stored]));
      const failures: LineFailure[] = [];
      await importAll(
        database.db,
        organizer,
        invalid.map(([raw], index) => answered(`invalid-${index}`, raw)),
        site.clock,
        failures,
      );
      expect(failures.map(({ errors }) => errors.map(({ path }) => path))).toEqual(
        invalid.map(([, , field]) => [
          ['attendees.0.answers.0.value', field].filter((part) => part !== undefined).join('.'),
        ]),
      );
      failures.length = 0;
      const old = { ...asked, externalId: 'archived', eventId: 'old-race', isArchived: true };
      const value = valid[0]![0];
      const others = [
        ...[...raceLines({ prefix: 'old-' }), JSON.stringify(old)],
        ordered('unknown', [{ questionId: 'other', value }]),
        ordered('of-another-event', [{ questionId: 'archived', value }]),
        ordered('archived', [{ questionId: 'archived', value }], 'old-'),
        // The holder is asked later.
        ordered('missing', []),
      ];
      await importAll(database.db, organizer, others, site.clock, failures);
      expect(failures.map(({ externalId, errors }) => [externalId, errors[0]?.path])).toEqual(
        ['unknown', 'of-another-event', 'archived'].map((name) => [name, 'attendees.0.answers.0.questionId']),
      );
    },
  );

  test('an import gives an event no more questions than the API', async () => {
    const organizer = await makeOrganizer(database.db);
    const asked = { type: 'question', eventId: 'race', askedOf: 'holder', kind: 'text', label: 'Q' };
    const lines = Array.from({ length: 101 }, (_, index) => JSON.stringify({ ...asked, externalId: `q${index}` }));
    const failures: LineFailure[] = [];
    await importAll(database.db, organizer, [...raceLines(), ...lines], site.clock, failures);
    expect(failures.map(({ externalId, errors }) => [externalId, errors[0]?.path])).toEqual([['q100', 'eventId']]);
  });

  test('an export has all questions and answers, and its import gives the same export', async () => {
    const licence = await ask({ kind: 'boolean', label: 'Licence?', offerIds: [shop.tenKm.id] });
    const number = await ask({ label: 'Number', position: 0, shownIf: { questionId: licence.id, values: ['true'] } });
    const menu = await ask({
      kind: 'choice',
      label: 'Menu',
      options: [
        { code: 'veg', label: 'Vegetarian' },
        { code: 'fish', label: 'Fish' },
      ],
    });
    await ask({ kind: 'choice', key: 'sex' });
    const terms = await ask({ askedOf: 'buyer', kind: 'consent', label: 'Terms' });
    const persons = {
      buyer: { email: 'ada@example.com', answers: { [terms.id]: true } },
      attendees: [attendee({ [menu.id]: 'veg' }, 'Ada'), attendee({ [licence.id]: true, [number.id]: 'X9' }, 'Ben')],
    };
    await pay(await reserve(persons));
    await reserve({ ...persons, attendees: [attendee(undefined, 'Cem'), attendee({ [menu.id]: 'fish' }, 'Dora')] });
    await change(menu.id, { label: 'Lunch', options: [{ code: 'fish', label: 'Salmon' }] });
    await change(terms.id, { isArchived: true });
    const lines = await exportLines(database.db, shop.organizerApi.organizer.id);
    expect(lines.filter((line) => line.includes('"type":"question"'))).toHaveLength(5);
    expect(lines.join().match(/"questionId"/g)).toHaveLength(1 + 2 + 3 + 1);
    const target = await makeOrganizer(database.db);
    // The number of an order and the code of a ticket can exist only once in a database.
    const imported = lines.map((line) =>
      line.replace(/"qrValue":"[^"]*"/g, '"qrValue":null').replace(/"orderNumber":"[^"]*",/, ''),
    );
    await importAll(database.db, target, imported, site.clock);
    const withoutIds = (line: string) => line.replace(/"(qrValue|orderNumber)":("[^"]*"|null),?/g, '');
    // Orders of the same time are sorted by their numbers.
    const exported = await exportLines(database.db, target.id);
    expect(exported.map(withoutIds).sort()).toEqual(lines.map(withoutIds).sort());
  });
});
