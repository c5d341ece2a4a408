import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsxObjects } from 'hucre/xlsx';
import { expect, onTestFinished, test } from 'vitest';
import { describeOn, useDatabase } from '../../../test/harness/databases.ts';
import { allRows, exportLines, importAll, makeOrganizer } from '../../../test/harness/fixtures.ts';
import { pretixCatalog, pretixOrder, pretixPosition } from '../../../test/harness/pretix-files.ts';
import { violations } from '../../../test/invariants.ts';
import { OperatorError } from '../../errors/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { organizerScope } from '../../platform/scope.ts';
import { byOperator } from '../audit/index.ts';
import type { Organizer } from '../organizers/index.ts';
import { useTicket } from '../tickets/index.ts';
import {
  type FromReport,
  type ImportLine,
  importFrom,
  type LineFailure,
  normalizeName,
  type Product,
} from './index.ts';

type OrderLine = Extract<ImportLine, { type: 'order' }>;
type Files = Readonly<Record<string, string | Uint8Array | object>>;

interface Settings {
  readonly event?: string;
  readonly defaultEmail?: string;
  readonly currency?: string;
  readonly dryRun?: boolean;
  readonly onSale?: boolean;
  readonly dateOrder?: 'day-first' | 'month-first';
  readonly readAs?: readonly (readonly [string, string])[];
}

interface Result extends FromReport {
  readonly failures: readonly LineFailure[];
  readonly changedLines: readonly string[];
}

// Files become lines before they are imported. The import of lines has a suite on both databases.
describeOn('sqlite', 'files of other products', (kind) => {
  const database = useDatabase(kind);

  async function importFiles(
    organizer: Organizer,
    product: Product,
    files: Files,
    settings: Settings = {},
  ): Promise<Result> {
    const folder = mkdtempSync(join(tmpdir(), 'organizer-import-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const paths = Object.entries(files).map(([name, content]) => {
      const path = join(folder, name);
      const isRaw = typeof content === 'string' || content instanceof Uint8Array;
      writeFileSync(path, isRaw ? content : JSON.stringify(content));
      return path;
    });
    const failures: LineFailure[] = [];
    const changedLines: string[] = [];
    const report = await importFrom(
      database.db,
      organizer,
      paths,
      {
        product,
        event: settings.event ?? null,
        language: null,
        currency: settings.currency ?? null,
        defaultEmail: settings.defaultEmail ?? null,
        onSale: settings.onSale === true,
        dateOrder: settings.dateOrder ?? 'unknown',
        aliases: new Map((settings.readAs ?? []).map(([name, known]) => [normalizeName(name), normalizeName(known)])),
      },
      {
        dryRun: settings.dryRun === true,
        baseUrl: 'https://tickets.example.com',
        onFailure: (failure) => failures.push(failure),
        onChanged: ({ externalId }) => changedLines.push(externalId),
        onProgress: () => {},
      },
      systemClock,
      byOperator,
    );
    return { ...report, failures, changedLines };
  }

  /** The imported orders by the last part of their `externalId`. */
  async function ordersOf(organizer: Organizer): Promise<Record<string, OrderLine>> {
    const lines = (await exportLines(database.db, organizer.id)).map((line) => JSON.parse(line) as ImportLine);
    const orders = lines.filter((line) => line.type === 'order');
    return Object.fromEntries(orders.map((line) => [line.externalId.split(':').at(-1), line]));
  }

  /** The notes, each as one line. */
  function notesOf({ notes }: FromReport): string {
    return notes
      .map(({ outcome, what, why, count, examples }) => `${outcome} ${what} (${count}): ${why} [${examples.join()}]`)
      .join('\n');
  }

  const failuresOf = ({ failures }: Result) =>
    failures.map(
      ({ externalId, errors }) =>
        `${externalId}: ${errors.map(({ path, message }) => `${path} ${message}`).join('; ')}`,
    );

  const entry = (datetime: string, type = 'entry') => ({ type, list: 1, datetime });
  const pretixOrders = [
    pretixOrder(
      'VOUCH',
      [
        pretixPosition(1, {
          price: '96.00',
          voucher: 5,
          voucher_budget_use: '24.00',
          answers: [{ question: 1, answer: 'L', options: [7] }],
        }),
        pretixPosition(2, {
          checkins: [entry('2027-07-02T20:00:00+02:00', 'exit'), entry('2027-07-02T15:00:00+02:00')],
        }),
        pretixPosition(3, {
          item: 3,
          price: '20.00',
          tax_value: '3.19',
          addon_to: 1,
          checkins: [entry('2027-07-02T16:00:00+02:00')],
          answers: [{ question: 2, answer: 'Nuts' }],
        }),
        pretixPosition(12, { item: 3, price: '20.00', tax_value: '3.19', addon_to: 2 }),
        pretixPosition(13, { item: 3, price: '18.00', tax_value: '2.87', addon_to: 2 }),
        // The ticket of this add-on is not in the order.
        pretixPosition(14, { item: 3, price: '0.00', tax_value: '0.00', addon_to: 99 }),
      ],
      '276.50',
      { fees: [{ fee_type: 'service', value: '2.50', canceled: false }] },
    ),
    // One of two tickets was cancelled, and the organizer has kept 9.00 of its price.
    pretixOrder(
      'PARTS',
      [
        pretixPosition(4, { item: 2, variation: 22, price: '59.00' }),
        pretixPosition(5, { item: 2, variation: 21, price: '49.00', canceled: true }),
      ],
      '68.00',
      {
        fees: [{ fee_type: 'cancellation', value: '9.00', canceled: false }],
        payments: [
          { state: 'confirmed', amount: '108.00', payment_date: '2026-11-20T11:00:00+01:00', provider: 'stripe' },
        ],
        refunds: [{ state: 'done', amount: '40.00', execution_date: '2026-11-21T09:00:00+01:00' }],
      },
    ),
    pretixOrder('WHOLE', [pretixPosition(6)], '120.00', {
      status: 'c',
      refunds: [{ state: 'done', amount: '120.00', execution_date: '2026-11-21T09:00:00+01:00' }],
    }),
    pretixOrder('NEVER', [pretixPosition(7)], '120.00', {
      status: 'c',
      payments: [{ state: 'canceled', amount: '120.00' }],
    }),
    pretixOrder('WAITS', [pretixPosition(8, { answers: [{ question: 2, answer: 'Milk' }] })], '120.00', {
      status: 'n',
      payments: [],
      expires: '2090-01-01T00:00:00Z',
    }),
    pretixOrder('NOMAIL', [pretixPosition(9)], '120.00', { email: null }),
    pretixOrder('TESTS', [pretixPosition(10)], '120.00', { testmode: true }),
    pretixOrder('WRONG', [pretixPosition(11)], '119.00'),
  ];
  const pretixDump = { ...pretixCatalog, 'orders.json': { count: 8, next: null, results: pretixOrders } };

  test('pretix: money, vouchers, check-ins, refunds, add-ons and answers of its API', async () => {
    const organizer = await makeOrganizer(database.db);
    const result = await importFiles(organizer, 'pretix', pretixDump, { defaultEmail: 'box-office@example.com' });
    expect(failuresOf(result)).toEqual([
      'pretix:order:fest:WRONG:  total is 11900, but the positions and fees add up to 12000',
    ]);
    expect(result.created).toEqual({ event: 1, ticketType: 3, addon: 1, poster: 0, question: 2, order: 6 });
    const orders = await ordersOf(organizer);

    const voucher = orders['VOUCH']!;
    expect(voucher.feeBreakdown).toMatchObject({
      subtotal: 30_000,
      discount: 2_600,
      platformFee: 250,
      total: 27_650,
      tax: 4_757,
    });
    expect(voucher.attendees).toMatchObject([
      {
        qrValue: 'secret-1',
        status: 'valid',
        fields: null,
        answers: [
          { label: 'T-shirt size', kind: 'choice', value: 'option-7', text: 'M' },
          { label: 'Allergies', kind: 'longText', value: 'Nuts' },
        ],
      },
      { qrValue: 'secret-2', status: 'used', usedAt: '2027-07-02T13:00:00.000Z', fields: null },
    ]);
    expect(voucher.items).toMatchObject([
      { kind: 'ticket', quantity: 2, unitPrice: 12_000 },
      {
        ...{ kind: 'addon', attendee: 0, quantity: 1, unitPrice: 2_000, unitsConsumed: 1 },
        consumptions: [{ createdAt: '2027-07-02T14:00:00.000Z' }],
      },
      { kind: 'addon', attendee: 1, quantity: 2, unitPrice: 2_000, unitsConsumed: 0 },
      { kind: 'addon', attendee: null, quantity: 1, unitPrice: 0, unitsConsumed: 0 },
    ]);
    const addonLines = (await exportLines(database.db, organizer.id)).filter((line) => line.includes('"type":"addon"'));
    expect(addonLines.map((line) => JSON.parse(line))).toMatchObject([{ assignedTo: 'holder', maxPerHolder: 2 }]);
    expect(orders['PARTS']).toMatchObject({
      status: 'partially_refunded',
      refundedTotal: 4_000,
      feeBreakdown: { total: 10_800, platformFee: 0 },
      attendees: [
        { qrValue: 'secret-4', status: 'valid' },
        { qrValue: 'secret-5', status: 'void', refundedAt: '2026-11-21T08:00:00.000Z' },
      ],
    });
    expect(orders['WHOLE']).toMatchObject({ status: 'refunded', refundedTotal: 12_000 });
    expect(orders['NEVER']).toMatchObject({ status: 'cancelled', paidAt: null });
    expect(orders['WAITS']).toMatchObject({ status: 'pending', attendees: [{ answers: [{ value: 'Milk' }] }] });
    expect(orders['NOMAIL']!.buyer.email).toBe('box-office@example.com');
    const notes = notesOf(result);
    for (const note of [
      /left test orders \(1\).*order TESTS/,
      /left exits \(1\).*order VOUCH/,
      /left refunds that are still owed|mapped quotas that several products share/,
      /mapped vouchers of orders \(1\)/,
      /left QR codes of unpaid orders \(1\).*order WAITS/,
    ])
      expect(notes).toMatch(note);
    expect(await violations(database.db)).toEqual([]);

    // A ticket that pretix has sold opens the gate once.
    const { db } = database;
    await expect(
      useTicket(db, organizerScope(organizer.id, systemClock, byOperator), 'secret-1'),
    ).resolves.toMatchObject({
      status: 'used',
    });
    await expect(useTicket(db, organizerScope(organizer.id, systemClock, byOperator), 'secret-5')).rejects.toThrow();
  });

  test('a repeated import changes nothing, a changed file is told, and a dry run writes nothing', async () => {
    const organizer = await makeOrganizer(database.db);
    const settings = { defaultEmail: 'box-office@example.com' };
    const dry = await importFiles(organizer, 'pretix', pretixDump, { ...settings, dryRun: true });
    expect(Object.values(await allRows(database.db, organizer.id)).flat()).toEqual([]);
    const first = await importFiles(organizer, 'pretix', pretixDump, settings);
    expect(dry).toEqual(first);
    const rows = await allRows(database.db, organizer.id);
    const second = await importFiles(organizer, 'pretix', pretixDump, settings);
    expect(second).toMatchObject({
      created: { event: 0, ticketType: 0, addon: 0, poster: 0, question: 0, order: 0 },
      unchanged: 13,
      changed: 0,
    });
    const [, , , , waits, ...others] = pretixOrders;
    const paidSince = {
      ...waits,
      status: 'p',
      payments: [{ state: 'confirmed', amount: '120.00', provider: 'manual' }],
    };
    const changedDump = { ...pretixDump, 'orders.json': [...others, paidSince] };
    const third = await importFiles(organizer, 'pretix', changedDump, settings);
    expect(third).toMatchObject({ changed: 1, changedLines: ['pretix:order:fest:WAITS'], created: { order: 0 } });
    expect(await allRows(database.db, organizer.id)).toEqual(rows);
  });

  const question = (id: number, type: string, label: string | object, fields: object = {}) => ({
    id,
    type,
    question: typeof label === 'string' ? { en: label } : label,
    position: id,
    options: [],
    ...fields,
  });
  const option = (id: number, identifier: string, label: string) => ({ id, identifier, answer: { en: label } });
  const pretixQuestions = [
    question(11, 'N', 'Best time', { valid_number_min: '30.00', valid_number_max: '240' }),
    question(12, 'S', 'Club', { valid_string_length_max: 40 }),
    question(13, 'D', { de: 'Geburtsdatum', en: 'Born' }, { required: true, items: [1, 2] }),
    question(14, 'CC', 'Nationality'),
    question(15, 'TEL', 'Telephone'),
    question(16, 'B', 'I accept the rules', { required: true }),
    question(17, 'C', 'Gender', { options: [option(1, 'GF', 'Female'), option(2, 'GM', 'Male'), option(3, 'GX', 'Divers')] }),
    question(18, 'M', 'Meals', { options: [option(4, 'VEG', 'Soup, vegan'), option(5, 'VEG', 'Soup'), option(6, '!', 'Fish')] }),
    question(19, 'T', 'Which fish?', { required: true, dependency_question: 18, dependency_values: ['!'] }),
    question(20, 'S', 'How fresh?', { required: true, dependency_question: 19, dependency_values: ['x'] }),
    question(21, 'W', 'Arrival'),
    question(22, 'F', 'Certificate'),
    question(23, 'B', 'Seen by a doctor', { ask_during_checkin: true }),
    question(24, 'S', 'Birthdate of the dog', { items: [] }),
    question(25, 'D', 'Date of birth', { items: [3] }),
  ]; // biome-ignore format: a table
  const answer = (id: number, text: string, options: readonly number[] = []) => ({
    question: id,
    answer: text,
    options,
  });
  const answeredDump = {
    ...pretixCatalog,
    'questions.json': pretixQuestions,
    'orders.json': [
      pretixOrder(
        'ANSWER',
        [
          pretixPosition(1, {
            attendee_name: 'Ada Maria Lovelace King',
            attendee_name_parts: { given_name: 'Ada', middle_name: 'Maria', family_name: 'Lovelace King' },
            answers: [
              answer(11, '41.5'),
              answer(12, 'SC Elbe'),
              answer(13, '1986-02-28'),
              answer(14, 'DE'),
              answer(15, '+49 40 5550123'),
              answer(16, 'True'),
              answer(17, 'Divers', [3]),
              answer(18, 'Soup, vegan, Fish', [4, 6]),
              answer(19, 'Cod,\nplease'),
              answer(21, '2027-07-02T12:00:00+02:00'),
              answer(22, 'file://certificate.pdf'),
              answer(23, 'False'),
              answer(24, '2020'),
            ],
          }),
          pretixPosition(2, {
            item: 2,
            variation: 21,
            price: '49.00',
            attendee_name: 'Dr. Ben King',
            attendee_name_parts: { title: 'Dr.', given_name: 'Ben', family_name: 'King' },
            answers: [
              answer(11, 'fast'),
              answer(13, '1700-01-01'),
              answer(14, 'XX'),
              answer(16, 'False'),
              answer(18, 'Soup, Soup, vegan'),
            ],
          }),
          pretixPosition(3, {
            item: 3,
            price: '20.00',
            addon_to: 2,
            answers: [answer(11, '12'), answer(12, 'A'.repeat(501)), answer(25, '2015-05-01')],
          }),
        ],
        '189.00',
      ),
    ],
  };
  const otherDatabase = useDatabase(kind);

  test('pretix: questions of each type and their answers, of which none is lost; an export has the same data', async () => {
    const organizer = await makeOrganizer(database.db);
    const dry = await importFiles(organizer, 'pretix', answeredDump, { dryRun: true });
    const result = await importFiles(organizer, 'pretix', answeredDump);
    expect(result).toEqual(dry);
    expect(failuresOf(result)).toEqual([]);
    expect(result.created).toMatchObject({ question: 14, order: 1 });
    const exported = await exportLines(database.db, organizer.id);
    const lines = exported.map((line) => JSON.parse(line) as ImportLine);
    const questions = lines
      .filter((line) => line.type === 'question')
      .sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
    const kindOf = ({ kind: of, key, isRequired, isArchived }: (typeof questions)[number]) =>
      [of, key, isRequired && 'required', isArchived && 'archived'].filter(Boolean).join(' ');
    expect(questions.map((line) => [line.label, kindOf(line)])).toEqual([
      ['Best time', 'number'],
      ['Club', 'text club'],
      ['Born', 'date birthDate required'],
      ['Nationality', 'country nationality'],
      ['Telephone', 'phone'],
      ['I accept the rules', 'consent required'],
      ['Gender', 'choice sex'],
      ['Meals', 'choices'],
      ['Which fish?', 'longText required'],
      ['How fresh?', 'text'],
      ['Arrival', 'text'],
      ['Seen by a doctor', 'boolean archived'],
      ['Birthdate of the dog', 'text archived'],
      ['Date of birth', 'date'],
    ]);
    const byLabel = new Map(questions.map((line) => [line.label, line]));
    expect(byLabel.get('Best time')).toMatchObject({ minimum: 30, maximum: 240, offerIds: null });
    expect(byLabel.get('Club')).toMatchObject({ maxLength: 40 });
    expect(byLabel.get('Born')?.offerIds?.map((reference) => reference.split(':').slice(1).join(':'))).toEqual([
      'ticketType:fest:1',
      'ticketType:fest:2:21',
      'ticketType:fest:2:22',
    ]);
    expect(byLabel.get('Date of birth')).toMatchObject({ offerIds: ['pretix:addon:fest:3'] });
    expect(byLabel.get('Meals')?.options?.map(({ code, label }) => [code, label])).toEqual([
      ['VEG', 'Soup, vegan'],
      ['option-5', 'Soup'],
      ['option-6', 'Fish'],
    ]);
    const shownIf = { questionId: 'pretix:question:fest:18', values: ['option-6'] };
    expect(byLabel.get('Which fish?')).toMatchObject({ shownIf });

    const { attendees = [] } = (await ordersOf(organizer))['ANSWER']!;
    const answersOf = (index: number) =>
      Object.fromEntries((attendees?.[index]?.answers ?? []).map(({ label, value }) => [label, value]));
    expect(answersOf(0)).toEqual({
      'Best time': 41.5,
      Club: 'SC Elbe',
      Born: '1986-02-28',
      Nationality: 'DE',
      Telephone: '+49405550123',
      'I accept the rules': true,
      Gender: 'other',
      Meals: ['VEG', 'option-6'],
      'Which fish?': 'Cod,\nplease',
      Arrival: '2027-07-02T12:00:00+02:00',
      'Seen by a doctor': false,
      'Birthdate of the dog': '2020',
    });
    expect(attendees).toMatchObject([
      { firstName: 'Ada Maria', lastName: 'Lovelace King', fields: null },
      { holderName: 'Dr. Ben King', firstName: null, lastName: null },
    ]);
    expect(answersOf(1)).toEqual({ 'Best time': 12, Meals: ['option-5', 'VEG'], 'Date of birth': '2015-05-01' });
    expect(attendees?.[1]?.fields).toEqual({
      'Best time': 'fast',
      Born: '1700-01-01',
      Nationality: 'XX',
      'I accept the rules': 'no',
      'Drinks: Club': 'A'.repeat(501),
    });
    for (const note of [
      /mapped answers that their question does not accept \(5\): fields of the attendees \[order ANSWER\]/,
      /mapped yes\/no questions that require a yes \(1\): consents/,
      /mapped questions for a time \(1\): questions for a text/,
      /mapped questions that buyers are not asked \(2\)/,
      /mapped questions with the same meaning \(1\)/,
      /left conditions of questions \(1\)/,
      /left uploaded files \(1\)/,
    ])
      expect(notesOf(result)).toMatch(note);

    const second = await importFiles(organizer, 'pretix', answeredDump);
    expect(second).toMatchObject({ created: { question: 0, order: 0 }, changed: 0, failed: 0 });
    const otherOrganizer = await makeOrganizer(otherDatabase.db);
    await importAll(otherDatabase.db, otherOrganizer, exported);
    expect(await exportLines(otherDatabase.db, otherOrganizer.id)).toEqual(exported);
  });

  test('pretix: texts come in all languages of the page; answers and later e-mails are in the language of the buyer', async () => {
    const organizer = await makeOrganizer(database.db);
    const [day, ...items] = pretixCatalog['items.json'].toReversed();
    const languages = {
      ...pretixCatalog,
      'items.json': [
        ...items,
        { ...day, name: { en: 'Drinks', de: 'Getränke', 'de-informal': 'Trinken', da: 'Drikkevarer' } },
        {
          ...{ id: 4, default_price: '30.00', active: true, admission: true },
          name: { en: 'Evening', 'de-informal': 'Abend' },
          description: { en: 'From 6 pm', fr: 'À partir de 18 h' },
          variations: [{ id: 41, value: { en: 'Friday', fr: 'Vendredi' }, price: '30.00', active: true }],
        },
      ],
      'questions.json': [
        question(
          31,
          'C',
          { en: 'Food', de: 'Essen' },
          {
            help_text: { en: 'For lunch', de: 'Zu Mittag' },
            options: [
              { id: 1, identifier: 'VEGAN', answer: { en: 'Vegan', de: 'Vegan' } },
              { id: 2, identifier: 'FISH', answer: { en: 'Fish', de: 'Fisch' } },
            ],
          },
        ),
      ],
      'orders.json': [
        pretixOrder('GERMAN', [pretixPosition(1, { answers: [answer(31, 'Fish', [2])] })], '120.00', {
          locale: 'de-informal',
        }),
        pretixOrder('DANISH', [pretixPosition(2, { answers: [answer(31, 'Fish', [2])] })], '120.00', { locale: 'da' }),
      ],
    };
    const result = await importFiles(organizer, 'pretix', languages);
    expect(failuresOf(result)).toEqual([]);
    expect(notesOf(result)).toMatch(/left names in the languages de-informal, da/);
    const exported = await exportLines(database.db, organizer.id);
    const lines = exported.map((line) => JSON.parse(line) as ImportLine);
    const textsOf = (type: string, name: string) =>
      lines.find((line) => line.type === type && ('name' in line ? line.name : 'label' in line && line.label) === name);
    expect(textsOf('event', 'Harbour Festival')).toMatchObject({
      defaultLanguage: 'en',
      translations: { de: { name: 'Hafenfest' } },
    });
    expect(textsOf('ticketType', 'Evening – Friday')).toMatchObject({
      translations: {
        de: { name: 'Abend – Friday' },
        fr: { name: 'Evening – Vendredi', description: 'À partir de 18 h' },
      },
    });
    expect(textsOf('addon', 'Drinks')).toMatchObject({ translations: { de: { name: 'Getränke' } } });
    expect(textsOf('question', 'Food')).toMatchObject({
      translations: { de: { label: 'Essen', help: 'Zu Mittag', options: { FISH: 'Fisch' } } },
    });
    expect(await ordersOf(organizer)).toMatchObject({
      GERMAN: {
        language: 'de',
        attendees: [{ answers: [{ label: 'Essen', value: 'FISH', text: 'Fisch', language: 'de' }] }],
      },
      DANISH: { attendees: [{ answers: [{ label: 'Food', value: 'FISH', text: 'Fish', language: 'en' }] }] },
    });
    const german = { ...languages, 'event.json': { ...pretixCatalog['event.json'], name: { de: 'Hafenfest' } } };
    const second = await makeOrganizer(database.db);
    expect(failuresOf(await importFiles(second, 'pretix', german))).toEqual([]);
    const [event, ...others] = (await exportLines(database.db, second.id)).map(
      (line) => JSON.parse(line) as ImportLine,
    );
    expect(event).toMatchObject({ name: 'Hafenfest', defaultLanguage: 'de' });
    expect(others).toContainEqual(
      expect.objectContaining({ name: 'Getränke', translations: { en: { name: 'Drinks' } } }),
    );
  });

  test('pretix: the JSON export names options by their labels; questions in an existing event are archived', async () => {
    const organizer = await makeOrganizer(database.db);
    const [event] = await eventOf(organizer, 'published');
    await importAll(database.db, organizer, [
      { type: 'question', externalId: 'own', eventId: 'target', askedOf: 'holder', kind: 'date', key: 'birthDate', label: 'Born' },
    ]); // biome-ignore format: a line
    const order = pretixOrder(
      'LABELS',
      [pretixPosition(1, { answers: [{ question: 18, answer: 'Fish, Soup, vegan' }] })],
      '120.00',
    );
    const birth = pretixOrder(
      'BIRTH',
      [pretixPosition(2, { answers: [{ question: 13, answer: '1990-01-31' }] })],
      '120.00',
    );
    const dump = { ...answeredDump, 'orders.json': [order, birth] };
    const result = await importFiles(organizer, 'pretix', dump, { event });
    expect(failuresOf(result)).toEqual([]);
    const lines = (await exportLines(database.db, organizer.id)).map((line) => JSON.parse(line) as ImportLine);
    const isAsked = lines.flatMap((line) => (line.type === 'question' && !line.isArchived ? line.externalId : []));
    expect(isAsked).toEqual(['own']);
    expect((await ordersOf(organizer))['LABELS']!.attendees).toMatchObject([
      { answers: [{ value: ['option-6', 'VEG'] }] },
    ]);
    expect(notesOf(result)).toMatch(/mapped questions in an existing event \(14\): archived; --on-sale/);

    // A question that is asked cannot have the meaning of another one.
    const other = await makeOrganizer(database.db);
    await importAll(
      database.db,
      other,
      lines.filter(({ type }) => type === 'event'),
    );
    await importAll(
      database.db,
      other,
      lines.filter(({ externalId }) => externalId === 'own'),
    );
    for (const created of [14, 0]) {
      const onSale = await importFiles(other, 'pretix', dump, { event, onSale: true });
      expect(failuresOf(onSale)).toEqual([]);
      expect(onSale).toMatchObject({ created: { question: created }, changed: 0 });
    }
    expect((await ordersOf(other))['BIRTH']!.attendees).toMatchObject([{ answers: [{ key: null, kind: 'date' }] }]);
  });

  test('columns of tables become questions to holders and buyers, of a kind that all their cells have', async () => {
    const organizer = await makeOrganizer(database.db);
    const head = [
      'Order ID,Event ID,Event,Event start,Ticket reference,Ticket type,Ticket price,Attendee name,Email',
      'Date of birth,Gender,Nationality,Company,Comment,Team',
    ].join();
    const row = (order: number, event: number, ...cells: string[]) =>
      [
        order,
        event,
        'Play',
        '28 May 2027 20:00',
        `T${order}${event}`,
        'General',
        '13.00',
        'Ada',
        'a@example.com',
        ...cells,
      ].join();
    const tickets = [
      head,
      row(1, 7, '31/01/1990', 'Female', 'DE', 'ACME', '"two\nlines"', 'Elbe'),
      row(1, 8, '1990-01-31', 'unknown', 'Germany', '', '', ''),
      row(2, 7, '02/03/2001', 'm', 'AT', '', 'short', ''),
    ].join('\n');
    const orders = [
      'Order ID,Total paid,Order date,Newsletter?,Postcode',
      '1,26.00,2026-11-07,Yes,10115',
      '2,13.00,2026-11-07,No,',
    ].join('\n');
    const files = { 't.csv': tickets, 'o.csv': orders };
    const result = await importFiles(organizer, 'tickettailor', files, { dateOrder: 'day-first' });
    expect(failuresOf(result)).toEqual([]);
    const lines = (await exportLines(database.db, organizer.id)).map((line) => JSON.parse(line) as ImportLine);
    const questionsOf = (event: string) =>
      lines.flatMap((line) =>
        line.type === 'question' && line.eventId === `tickettailor:event:${event}`
          ? [[line.label, line.askedOf, line.kind, line.key].filter(Boolean).join(' ')]
          : [],
      );
    expect(questionsOf('7').sort()).toEqual([
      'Comment holder longText',
      'Company holder text company',
      'Date of birth holder date birthDate',
      'Gender holder choice sex',
      'Nationality holder country nationality',
      'Newsletter? buyer text',
      'Postcode buyer text',
      'Team holder text team',
    ]);
    expect(questionsOf('8').sort()).toEqual([
      'Date of birth holder date birthDate',
      'Gender holder text',
      'Nationality holder text',
      'Newsletter? buyer text',
      'Postcode buyer text',
    ]);
    const byId = new Map(lines.map((line) => [line.externalId, line]));
    const order = byId.get('tickettailor:order:1:7') as OrderLine;
    const valuesOf = (answers: OrderLine['buyer']['answers']) => answers?.map(({ label, value }) => [label, value]);
    expect(valuesOf(order.buyer.answers)).toEqual([
      ['Newsletter?', 'Yes'],
      ['Postcode', '10115'],
    ]);
    expect(valuesOf(order.attendees?.[0]?.answers)).toEqual([
      ['Date of birth', '1990-01-31'],
      ['Gender', 'female'],
      ['Nationality', 'DE'],
      ['Company', 'ACME'],
      ['Comment', 'two\nlines'],
      ['Team', 'Elbe'],
    ]);
    expect(valuesOf((byId.get('tickettailor:order:2') as OrderLine).attendees?.[0]?.answers)).toContainEqual([
      'Date of birth',
      '2001-03-02',
    ]);
    // Dates that can be read in two ways stay texts.
    const other = await makeOrganizer(database.db);
    await importFiles(other, 'tickettailor', files);
    const { attendees } = (await ordersOf(other))['2']!;
    expect(attendees?.[0]?.answers).toContainEqual(
      expect.objectContaining({ label: 'Date of birth', kind: 'text', key: null, value: '02/03/2001' }),
    );
    const second = await importFiles(organizer, 'tickettailor', files, { dateOrder: 'day-first' });
    expect(second).toMatchObject({ created: { question: 0, order: 0 }, changed: 0, failed: 0 });
    expect(await violations(database.db)).toEqual([]);
  });

  test('pretix: its JSON export needs the event, and says what it does not have', async () => {
    const organizer = await makeOrganizer(database.db);
    const { name, slug } = { name: 'Harbour Festival', slug: 'fest' };
    const items = pretixCatalog['items.json'].map(({ name: names, default_price: price, ...item }) => ({
      ...item,
      name: names.en,
      price,
      variations: item.variations.map((variation) => ({ ...variation, name: variation.value.en })),
    }));
    const order = pretixOrder('EXPORT', [pretixPosition(1, { seat: 'A-1' })], '120.00', {
      phone: 'None',
      payments: undefined,
    });
    const file = {
      event: { name, slug, organizer: { slug: 'o' }, items, questions: [], quotas: [], orders: [order], subevents: [] },
    };
    await expect(importFiles(organizer, 'pretix', { 'export.json': file })).rejects.toThrow(/date_from is missing/);
    const { 'event.json': event } = pretixCatalog;
    const result = await importFiles(organizer, 'pretix', { 'export.json': file, 'event.json': event });
    expect(failuresOf(result)).toEqual([]);
    expect((await ordersOf(organizer))['EXPORT']).toMatchObject({
      status: 'paid',
      buyer: { phone: null },
      attendees: [{ qrValue: 'secret-1', bib: 'A-1' }],
      feeBreakdown: { total: 12_000 },
    });
    expect(notesOf(result)).toMatch(/left cancelled positions, payments, refunds and check-ins/);
  });

  test.each([
    ['KWD', '12.500', '12.500', 12_500],
    ['JPY', '2900', '2900.00', 2_900],
  ])('pretix: amounts in %s are exact', async (currency, price, total, expected) => {
    const organizer = await makeOrganizer(database.db);
    const files = {
      'event.json': { ...pretixCatalog['event.json'], currency },
      'items.json': [{ ...pretixCatalog['items.json'][0], default_price: price }],
      'orders.json': [pretixOrder('EXACT', [pretixPosition(1, { price, tax_value: '0' })], total)],
    };
    expect(failuresOf(await importFiles(organizer, 'pretix', files))).toEqual([]);
    expect((await ordersOf(organizer))['EXACT']).toMatchObject({ currency, feeBreakdown: { total: expected } });
  });

  test('pretix: a file that ends early or has orders of another event imports nothing of it', async () => {
    const organizer = await makeOrganizer(database.db);
    const broken = { ...pretixDump, 'orders.json': JSON.stringify(pretixDump['orders.json']).slice(0, -40) };
    await expect(importFiles(organizer, 'pretix', broken)).rejects.toThrow(OperatorError);
    expect(Object.values(await allRows(database.db, organizer.id)).flat()).toEqual([]);
    const otherOrder = pretixOrder('OTHER', [pretixPosition(1)], '120.00', { event: 'other' });
    const unknownItem = pretixOrder('ITEMS', [pretixPosition(2, { item: 99 })], '120.00');
    const result = await importFiles(organizer, 'pretix', {
      ...pretixCatalog,
      'orders.json': [otherOrder, unknownItem],
    });
    expect(failuresOf(result)).toEqual([
      'pretix:order:fest:OTHER:  event is "other", not "fest"',
      'pretix:order:fest:ITEMS:  item 99 is in no file with products',
    ]);
  });

  test('pretix: the newest of several files with the same order is imported, and missing pages are named', async () => {
    const organizer = await makeOrganizer(database.db);
    const refund = [{ state: 'done', amount: '120.00', execution_date: '2026-11-22T09:00:00+01:00' }];
    const order = (fields: object) => pretixOrder('TWICE', [pretixPosition(1)], '120.00', fields);
    const files = {
      'a-export.json': { event: { name: 'Fest', slug: 'fest', items: [], quotas: [], orders: [order({ payments: undefined, refunds: undefined })] } },
      'b-new.json': { count: 3, next: 'page=2', results: [order({ status: 'c', refunds: refund, last_modified: '2026-11-22T08:00:00Z' })] },
      'c-old.json': { count: 3, next: null, results: [order({ last_modified: '2026-11-22T08:30:00+01:00' })] },
      ...pretixCatalog,
    }; // biome-ignore format: a table
    const result = await importFiles(organizer, 'pretix', files);
    expect(failuresOf(result)).toEqual([]);
    expect(result).toMatchObject({ created: { ticketType: 3, order: 1 }, unchanged: 0, changed: 0 });
    expect((await ordersOf(organizer))['TWICE']).toMatchObject({ status: 'refunded', refundedTotal: 12_000 });
    expect(notesOf(result)).toMatch(/mapped orders that several files have \(2\).*order TWICE/);
    expect(notesOf(result)).toMatch(/left pages of the list orders \(1\): it has 3 entries, but the files have 1/);
    expect(notesOf(result)).not.toMatch(/the JSON export does not have them/);
  });

  const eventbriteEvent = ['Run 2027', '77', '2027-05-02', '09:00:00', 'Europe/Berlin'];
  const eventbriteHead = 'Event name;Event ID;Event start date;Event start time;Event timezone';

  test('Eventbrite: reports with semicolons, decimal commas and Windows-1252, in any sequence of columns', async () => {
    const organizer = await makeOrganizer(database.db);
    const row = (...cells: string[]) => [...eventbriteEvent, ...cells].join(';');
    const attendees = [
      `${eventbriteHead};Barcode number;Ticket type;Order ID;Attendee first name;Attendee last name;Attendee status;Ticket price;Currency;Buyer email;T-shirt size`,
      row('1001', 'Früh', 'E1', 'Zoë', 'Müller', 'Attending', '29,00', 'EUR', 'a@example.com', 'M'),
      row('1002', 'Früh', 'E2', 'Lin', 'Ng', 'Checked In', '29,00', 'EUR', 'b@example.com', ''),
      row('1003', 'Früh', 'E1', 'Ada', 'Müller', 'Refunded', '29,00', 'EUR', 'a@example.com', 'S'),
      row('1,00E+20', 'Früh', 'E3', 'Kim', 'Li', 'Attending', '29,00', 'EUR', '', ''),
      row('1005', 'Früh', 'E4', 'Sam', 'Li', 'Komt', '29,00', 'EUR', 'd@example.com', ''),
      row('1006', 'Früh', '', 'Nobody', '', 'Attending', '29,00', 'EUR', 'e@example.com', ''),
    ].join('\r\n');
    const orders = [
      'Order ID;Gross sales;Eventbrite service fee;Eventbrite payment processing fee;Payment status;Order date',
      'E1;62,10;2,50;1,60;Partially refunded;05/11/2026 10:00',
      'E2;29,00;1,25;0,80;Completed;13/11/2026 10:00',
      'E4;29,00;1,25;0,80;Completed;14/11/2026 10:00',
    ].join('\n');
    const result = await importFiles(organizer, 'eventbrite', {
      'attendees.csv': Buffer.from(attendees, 'latin1'),
      'orders.csv': orders,
    });
    expect(failuresOf(result)).toEqual([
      expect.stringContaining('eventbrite:order:E3:  email is missing'),
      expect.stringContaining('eventbrite:order:E4:  ticketStatus "Komt" is not known'),
    ]);
    const imported = await ordersOf(organizer);
    expect(imported['E1']).toMatchObject({
      status: 'partially_refunded',
      refundedTotal: 2_900,
      createdAt: '2026-11-05T09:00:00.000Z',
      feeBreakdown: { subtotal: 5_800, platformFee: 250, paymentFee: 160, total: 6_210, paidBy: 'buyer' },
      attendees: [
        {
          holderName: 'Zoë Müller',
          qrValue: '1001',
          status: 'valid',
          answers: [{ label: 'T-shirt size', value: 'M' }],
        },
        { holderName: 'Ada Müller', qrValue: '1003', status: 'void' },
      ],
    });
    expect(imported['E2']).toMatchObject({
      status: 'paid',
      feeBreakdown: { total: 2_900, paidBy: 'organizer' },
      attendees: [{ status: 'used' }],
    });
    expect(notesOf(result)).toMatch(/mapped text that is not UTF-8.*Windows-1252.*attendees\.csv/);
    expect(notesOf(result)).toMatch(/left rows without an order \(1\).*attendees\.csv, row 7/);
    expect(await violations(database.db)).toEqual([]);

    // The rest is imported after the names of the status and the missing address are given.
    const settings = { defaultEmail: 'box@example.com', readAs: [['Komt', 'Attending']] as const };
    const again = await importFiles(
      organizer,
      'eventbrite',
      { 'attendees.csv': Buffer.from(attendees, 'latin1'), 'orders.csv': orders },
      settings,
    );
    expect(again).toMatchObject({ created: { order: 2 }, failed: 0, changed: 0 });
    expect(notesOf(again)).toMatch(/left QR codes \(1\): a spreadsheet program has rounded them/);
  });

  test('Eventbrite: the older attendee report in German, and a report without needed columns', async () => {
    const organizer = await makeOrganizer(database.db);
    const [event] = await eventOf(organizer);
    const file = [
      'Bestellnr.,Bestelldatum,Vorname,Nachname,E-Mail,Ticketart,Teilnehmernummer,Barcode-Nr.,Teilnehmerstatus',
      '589,2027-01-24 21:15:19+01:00,Rainer,S,r@example.com,Bootcamp,740,589740001,Nimmt teil',
    ].join('\n');
    const result = await importFiles(organizer, 'eventbrite', { 'a.csv': file }, { event });
    expect(failuresOf(result)).toEqual([
      expect.stringMatching(/^eventbrite:order:589: {2}price of the tickets is in no row: add/),
    ]);
    const free = `${file.replace('Teilnehmerstatus', 'Teilnehmerstatus,Ticket price')},0`;
    await importFiles(organizer, 'eventbrite', { 'a.csv': free }, { event });
    expect((await ordersOf(organizer))['589']).toMatchObject({
      createdAt: '2027-01-24T20:15:19.000Z',
      attendees: [{ holderName: 'Rainer S', qrValue: '589740001' }],
    });
    await expect(
      importFiles(organizer, 'eventbrite', { 'a.csv': file.replace('Ticketart', 'Biglietto') }, { event }),
    ).rejects.toThrow(
      /lacks columns\. For the orders report, it needs "Gross sales"\. For the attendee report, it needs "Ticket type"/,
    );
  });

  test('Ticket Tailor: tickets for several events, reductions, refunds and rows that are too long', async () => {
    const organizer = await makeOrganizer(database.db);
    const tickets = [
      'Order ID,Payment reference,Event ID,Event,Event start,Ticket reference,Ticket type,Ticket price,Order status,Attendee name,Email,Check-in,Attended',
      '1,P,7,Play,Thu 28 May 2026 20:00,T1,General,13.00,PAYPAL,Ada,ada@example.com,no,no',
      '1,P,8,Play,Fri 29 May 2026 20:00,T2,Student,"1,013.00",PAYPAL,Lin,ada@example.com,yes,yes',
      '2,P,7,Play,Thu 28 May 2026 20:00,T3,General,13.00,PAYPAL,Kim,kim@example.com,no,no,surplus',
      '3,P,7,Play,Thu 28 May 2026 20:00,T4,General,13.00,PAYPAL,Sam,sam@example.com,no,no',
      '4,P,7,Play,Thu 28 May 2026 20:00,T5,General,13.00,PAYPAL,Eva,eva@example.com,no,no',
    ].join('\n');
    const orders = [
      'Order ID,Total paid,Refunded amount,Order cancelled,Order date,Mobile number',
      '2,10.00,0,0,"Nov 7, 2025 2:28 PM",0123',
      '3,13.00,13.00,1,"Nov 7, 2025 2:28 PM",',
      '4,17.00,0,0,"Nov 7, 2025 2:28 PM",',
    ].join('\n');
    const result = await importFiles(organizer, 'tickettailor', {
      'tickets.csv': `\uFEFF${tickets}`,
      'orders.csv': orders,
    });
    expect(failuresOf(result)).toEqual([
      expect.stringMatching(/^tickettailor:order:4: {2}total is 1700, but the tickets cost 1300/),
    ]);
    const lines = (await exportLines(database.db, organizer.id)).map((line) => JSON.parse(line) as ImportLine);
    const byId = new Map(lines.map((line) => [line.externalId, line]));
    expect(byId.get('tickettailor:order:1:7')).toMatchObject({ attendees: [{ qrValue: 'T1', status: 'valid' }] });
    expect(byId.get('tickettailor:order:1:8')).toMatchObject({
      feeBreakdown: { total: 101_300 },
      attendees: [{ qrValue: 'T2', status: 'used' }],
    });
    expect(byId.get('tickettailor:event:8')).toMatchObject({ name: 'Play', startsAt: '2026-05-29T18:00:00.000Z' });
    expect(byId.get('tickettailor:order:2')).toMatchObject({
      feeBreakdown: { discount: 300, total: 1_000 },
      buyer: { phone: '0123' },
    });
    expect(byId.get('tickettailor:order:3')).toMatchObject({ status: 'refunded', attendees: [{ status: 'void' }] });
    expect(notesOf(result)).toMatch(/left cells without a column \(1\).*tickets\.csv, row 4/);
    expect(notesOf(result)).toMatch(/mapped currency \(\d\): the files have none, so all amounts are read as EUR/);
    expect(await violations(database.db)).toEqual([]);
  });

  test('Hi.Events: a workbook of attendees in German joined with the orders, and a newer export of orders', async () => {
    const organizer = await makeOrganizer(database.db);
    const [event] = await eventOf(organizer);
    const attendees = await writeXlsxObjects([
      { ID: 1, Vorname: 'Jörg', Nachname: 'A', 'E-Mail': 'j@example.com', Status: 'ACTIVE', Eingecheckt: 'Yes', 'Eingecheckt am': '2026-11-20 18:00:00', Produktname: 'Ticket', 'Öffentliche ID': 'AB12-1', Menü: 'vegan' },
      { ID: 2, Vorname: 'Eva', Nachname: 'B', 'E-Mail': 'e@example.com', Status: 'CANCELLED', Eingecheckt: 'No', 'Eingecheckt am': '', Produktname: 'Ticket', 'Öffentliche ID': 'AB12-2', Menü: '' },
    ]); // biome-ignore format: a table
    const orders = await writeXlsxObjects([
      { 'Public ID': 'AB12', 'First Name': 'Jörg', 'Last Name': 'A', Email: 'j@example.com', 'Total Gross': 40.1, 'Total Tax': 0, 'Total Fee': 0, 'Total Refunded': 20.05, Status: 'COMPLETED', 'Payment Status': 'PAYMENT_RECEIVED', 'Refund Status': 'PARTIALLY_REFUNDED', Currency: 'EUR', 'Created At': '2026-11-01 12:00:00' },
    ]); // biome-ignore format: a table
    const result = await importFiles(organizer, 'hievents', { 'a.xlsx': attendees, 'o.xlsx': orders }, { event });
    expect(failuresOf(result)).toEqual([]);
    const newer = [
      'Order ID,First Name,Last Name,Email,Total Gross,Total Tax,Total Fee,Total Refunded,Status,Payment Status,Refund Status,Currency,Created At,Public ID,Promo Code,Product ID,Product Type,Product Name,Quantity,Unit Price,Unit Price Before Discount,Attendee Public ID,Attendee First Name,Attendee Last Name,Attendee Email,Attendee Status',
      '9,Ada,L,ada@example.com,25.30,1.30,2.00,0,COMPLETED,PAYMENT_RECEIVED,,EUR,2026-11-02 12:00:00,CD34,EARLY,5,TICKET,Ticket,1,16.00,20.00,A-XYZ,Ada,L,ada@example.com,ACTIVE',
      '9,Ada,L,ada@example.com,25.30,1.30,2.00,0,COMPLETED,PAYMENT_RECEIVED,,EUR,2026-11-02 12:00:00,CD34,EARLY,6,GENERAL,Poster,2,3.00,3.00,,,,,',
    ].join('\n');
    const second = await importFiles(organizer, 'hievents', { 'o.csv': newer }, { event });
    expect(failuresOf(second)).toEqual([]);
    const imported = await ordersOf(organizer);
    expect(imported['AB12']).toMatchObject({
      status: 'partially_refunded',
      refundedTotal: 2_005,
      createdAt: '2026-11-01T12:00:00.000Z',
      feeBreakdown: { total: 4_010 },
      attendees: [
        {
          qrValue: 'AB12-1',
          status: 'used',
          usedAt: '2026-11-20T18:00:00.000Z',
          answers: [{ label: 'Menü', value: 'vegan' }],
        },
        { qrValue: 'AB12-2', status: 'void' },
      ],
    });
    expect(imported['CD34']).toMatchObject({
      status: 'paid',
      items: [
        { kind: 'ticket', unitPrice: 2_000 },
        { kind: 'addon', quantity: 2, unitPrice: 300 },
      ],
      feeBreakdown: { discount: 400, tax: 130, platformFee: 200, total: 2_530, paidBy: 'buyer' },
      attendees: [{ qrValue: 'A-XYZ', holderName: 'Ada L' }],
    });
    expect(await violations(database.db)).toEqual([]);
  });

  test('orders that fail create no ticket types; the others create theirs, not on sale in an existing event', async () => {
    const organizer = await makeOrganizer(database.db);
    const [event] = await eventOf(organizer, 'published');
    const before = await allRows(database.db, organizer.id);
    const head = 'Order ID,Ticket type,Barcode number,Attendee status,Buyer email,Event name,Event start date';
    const unpriced = [head, '1,Standard,5001,Attending,a@example.com,Old Show,2027-05-01'].join('\n');
    for (const settings of [{ event }, {}]) {
      const result = await importFiles(organizer, 'eventbrite', { 'a.csv': unpriced }, settings);
      expect(failuresOf(result)).toEqual([expect.stringContaining('price of the tickets is in no row: add a file')]);
      expect(await allRows(database.db, organizer.id)).toEqual(before);
    }

    // A rejected order in another currency does not show the price of a ticket type either.
    const inTwoCurrencies = [
      `${head},Ticket price,Currency`,
      '1,Solo,5001,Attending,a@example.com,Old Show,2027-05-01,,EUR',
      '2,Solo,5002,Attending,b@example.com,Old Show,2027-05-01,12.00,USD',
    ].join('\n');
    const rejected = await importFiles(organizer, 'eventbrite', { 'a.csv': inTwoCurrencies }, { event, onSale: true });
    expect(failuresOf(rejected)).toEqual([
      expect.stringContaining('price of the tickets is in no row'),
      expect.stringContaining('is USD, but the event has EUR'),
    ]);
    expect(await allRows(database.db, organizer.id)).toEqual(before);

    // The second of two tickets with one code fails when it is stored, after its ticket type was found.
    const priced = [
      `${head},Ticket price`,
      '1,Standard,5001,Attending,a@example.com,Old Show,2027-05-01,25.00',
      '2,Double,5001,Attending,b@example.com,Old Show,2027-05-01,30.00',
      '3,Late,5003,Attending,c@example.com,Old Show,2027-05-01,40.00',
    ];
    const result = await importFiles(organizer, 'eventbrite', { 'a.csv': priced.slice(0, 3).join('\n') }, { event });
    expect(failuresOf(result)).toEqual([expect.stringMatching(/^eventbrite:order:2: .*QR value of another ticket/)]);
    expect(result.created).toMatchObject({ event: 0, ticketType: 1, order: 1 });
    expect(notesOf(result)).toMatch(/mapped ticket types and add-ons in an existing event \(2\): archived; --on-sale/);
    const onSale = { event, onSale: true };
    const second = await importFiles(organizer, 'eventbrite', { 'a.csv': priced.join('\n') }, onSale);
    expect(second).toMatchObject({ created: { ticketType: 1, order: 1 }, unchanged: 2, failed: 1 });
    const lines = (await exportLines(database.db, organizer.id)).map((line) => JSON.parse(line) as ImportLine);
    expect(lines.filter(({ type }) => type === 'ticketType')).toMatchObject([
      { name: 'Standard', price: 2_500, status: 'archived' },
      { name: 'Late', price: 4_000, status: 'active' },
    ]);
    expect(await violations(database.db)).toEqual([]);

    // The catalog of pretix is complete without orders, but not if all its orders fail: they use stock.
    const other = await makeOrganizer(database.db);
    const failing = {
      ...pretixCatalog,
      'orders.json': [pretixOrder('NOMAIL', [pretixPosition(9)], '120.00', { email: null })],
    };
    await importFiles(other, 'pretix', failing);
    expect(Object.values(await allRows(database.db, other.id)).flat()).toEqual([]);
    const noOrders = await importFiles(other, 'pretix', pretixCatalog);
    expect(noOrders.created).toMatchObject({ event: 1, ticketType: 3, order: 0 });
  });

  test('Eventbrite: free orders, dates with two-digit years, group rows, and currencies in names of columns', async () => {
    const organizer = await makeOrganizer(database.db);
    const freeOrders = [
      'Order ID,Order date,Buyer email,Currency,Payment status,Payment type,Gross sales,Eventbrite tax',
      '71,2026-10-23 13:36:54,mia@example.com,EUR,Free Order,Free,0,0',
    ].join('\n');
    const freeAttendees = [
      'Order ID,Attendee first name,Ticket type,Ticket price,Ticket quantity,Barcode number,Attendee status,Event name,Event ID,Event start date',
      '71,Mia,Guest list,0,1,71001,Attending,Open day,8,2027-01-16',
    ].join('\n');
    const free = await importFiles(organizer, 'eventbrite', { 'o.csv': freeOrders, 'a.csv': freeAttendees });
    expect(failuresOf(free)).toEqual([]);
    expect((await ordersOf(organizer))['71']).toMatchObject({
      status: 'paid',
      feeBreakdown: { total: 0 },
      attendees: [{ qrValue: '71001' }],
    });

    const dollars = await makeOrganizer(database.db);
    await importAll(database.db, dollars, [
      { type: 'event', externalId: 'us', name: 'Target', startsAt: '2027-05-01T06:00:00Z', timezone: 'America/New_York', currency: 'USD' },
    ]); // biome-ignore format: a table
    const older = [
      'Order #,Order Date,First Name,Email,Quantity,Ticket Type,Attendee #,Order Type,Currency,Total Paid,Attendee Status',
      '81,11/09/26 22:28,Joe,j@example.com,1,Entry,5,Free Order,USD,0,Attending',
    ];
    const ambiguous = await importFiles(dollars, 'eventbrite', { 'a.csv': older.join('\n') }, { event: 'us' });
    expect(failuresOf(ambiguous)).toEqual([
      'eventbrite:order:81:  orderDate "11/09/26 22:28" in the column "Order Date" can be read in two ways: ' +
        'use --date-order day-first or --date-order month-first',
    ]);
    const chosen = { event: 'us', dateOrder: 'month-first' } as const;
    await importFiles(dollars, 'eventbrite', { 'a.csv': older.join('\n') }, chosen);
    expect((await ordersOf(dollars))['81']).toMatchObject({ createdAt: '2026-11-10T03:28:00.000Z' });
    older.push('82,11/29/26 22:28,Jan,k@example.com,1,Entry,6,Free Order,USD,0,Unpaid');
    await importFiles(dollars, 'eventbrite', { 'a.csv': older.join('\n') }, { event: 'us' });
    expect((await ordersOf(dollars))['82']).toMatchObject({ createdAt: '2026-11-30T03:28:00.000Z', status: 'pending' });

    const groups = [
      '"Attendee #","Date","Last Name","First Name","Email","QTY","Ticket Type","Barcode #","Order #","Order Type","Amount (USD)","Fees Paid (USD)","Attendee Status"',
      '"21","Jun 10, 2026","Ono","Ken","ken@example.com","3","Standard","91001","91","PayPal Completed","75.00","0.00","Attending"',
    ].join('\n');
    const grouped = await importFiles(dollars, 'eventbrite', { 'g.csv': groups }, { event: 'us' });
    expect(failuresOf(grouped)).toEqual([]);
    expect((await ordersOf(dollars))['91']).toMatchObject({
      currency: 'USD',
      createdAt: '2026-06-10T04:00:00.000Z',
      items: [{ quantity: 3, unitPrice: 2_500 }],
      attendees: [{ holderName: 'Ken Ono', qrValue: '91001' }, {}, {}],
    });
    expect(notesOf(grouped)).toMatch(/left QR codes \(2\): a row with several tickets has at most one/);
    const [event] = await eventOf(organizer);
    const otherCurrency = await importFiles(organizer, 'eventbrite', { 'g.csv': groups }, { event });
    expect(failuresOf(otherCurrency)).toEqual([expect.stringContaining('currency is USD, but the event has EUR')]);

    const orders = [
      'Order ID,Date,Gross Revenue (USD),Ticket Revenue (USD),Eventbrite Fees (USD),Eventbrite Payment Processing (USD),Tickets,Type,Status,First Name,Email Address',
      '95,2026-04-01 10:00:00,27.50,25.00,1.70,0.80,1,Paid,Completed,Ada,ada@example.com',
    ].join('\n');
    const attendees = 'Order #,Ticket Type,Barcode #,Attendee Status\n95,Late,95001,Attending';
    const totals = await importFiles(dollars, 'eventbrite', { 'o.csv': orders, 'a.csv': attendees }, { event: 'us' });
    expect(failuresOf(totals)).toEqual([]);
    expect((await ordersOf(dollars))['95']).toMatchObject({
      buyer: { email: 'ada@example.com', name: 'Ada' },
      feeBreakdown: { subtotal: 2_500, platformFee: 170, paymentFee: 80, total: 2_750, paidBy: 'buyer' },
    });
    expect(await violations(database.db)).toEqual([]);
  });

  test('Ticket Tailor: the amounts of an order for two performances are divided by the prices of its tickets', async () => {
    const organizer = await makeOrganizer(database.db);
    const orders = [
      'Order ID,Total paid,Refunded amount,Booking fee,Discount,Order cancelled,Order date,Name,Email,Event ID,Event name',
      '1,34.01,0.00,3.01,5.00,0,"Nov 7, 2026 2:30 PM",Ben B,ben@example.com,7,Play',
      '2,36.00,36.00,0.00,0.00,1,"Nov 7, 2026 2:30 PM",Eva E,eva@example.com,7,Play',
      '3,36.00,12.00,0.00,0.00,0,"Nov 7, 2026 2:30 PM",Sam S,sam@example.com,7,Play',
      '4,0.00,0.00,0.00,0.00,0,"Nov 7, 2026 2:30 PM",Kim K,kim@example.com,7,Play',
    ].join('\n');
    const tickets = [
      'Order ID,Event ID,Event,Event start,Ticket reference,Ticket type,Ticket price,Order status,Attendee name,Check-in',
      ...['1', '2', '3'].flatMap((order) => [
        `${order},7,Play,Thu 27 May 2027 20:00,T${order}1,General,24.00,PAYPAL,Ben,${order === '1' ? 'yes' : 'no'}`,
        `${order},8,Play,Fri 28 May 2027 20:00,T${order}2,Student,12.00,PAYPAL,Ben,no`,
      ]),
      '4,7,Play,Thu 27 May 2027 20:00,T41,Comp,0.00,NO_COST,Kim,no',
    ].join('\n');
    const result = await importFiles(organizer, 'tickettailor', { 'o.csv': orders, 't.csv': tickets });
    expect(failuresOf(result)).toEqual([
      expect.stringMatching(/^tickettailor:order:3: {2}refunded cannot be divided: the tickets are for several events/),
    ]);
    const lines = (await exportLines(database.db, organizer.id)).map((line) => JSON.parse(line) as ImportLine);
    const byId = new Map(lines.map((line) => [line.externalId, line]));
    const buyer = { email: 'ben@example.com', name: 'Ben B' };
    expect(byId.get('tickettailor:order:1:7')).toMatchObject({
      buyer,
      feeBreakdown: { subtotal: 2_400, discount: 333, platformFee: 201, total: 2_268 },
      attendees: [{ qrValue: 'T11', status: 'used' }],
    });
    expect(byId.get('tickettailor:order:1:8')).toMatchObject({
      buyer,
      feeBreakdown: { subtotal: 1_200, discount: 167, platformFee: 100, total: 1_133 },
    });
    expect(byId.get('tickettailor:order:2:7')).toMatchObject({ status: 'refunded', refundedTotal: 2_400 });
    expect(byId.get('tickettailor:order:2:8')).toMatchObject({ status: 'refunded', refundedTotal: 1_200 });
    const typesOf = lines.flatMap((line) => (line.type === 'ticketType' ? [[line.name, line.status]] : []));
    expect(typesOf.sort()).toEqual([
      ['Comp', 'archived'],
      ['General', 'active'],
      ['Student', 'active'],
    ]);
    const madeNotes = /mapped events .*drafts|free and unlimited .*archived|quantities of ticket types/g;
    expect(notesOf(result).match(madeNotes)).toHaveLength(3);
    const repeated = await importFiles(organizer, 'tickettailor', { 'o.csv': orders, 't.csv': tickets });
    expect(notesOf(repeated).match(madeNotes)).toBeNull();
    expect(await violations(database.db)).toEqual([]);
  });

  test('Hi.Events: lists of check-ins, empty cells for zeros, and attendees that belong to no order', async () => {
    const organizer = await makeOrganizer(database.db);
    const [event] = await eventOf(organizer);
    const orders = [
      'ID,First Name,Last Name,Email,Total Gross,Total Tax,Total Fee,Total Refunded,Status,Payment Status,Currency,Created At,Public ID',
      '1,Mia,M,mia@example.com,20.00,0,0,0,COMPLETED,PAYMENT_RECEIVED,EUR,2026-11-01 12:00:00,QW12',
      '2,Tom,T,tom@example.com,,,,,COMPLETED,NO_PAYMENT_REQUIRED,EUR,2026-11-01 12:10:00,ER34',
      '3,Eva,E,eva@example.com,20.00,0,0,0,CANCELLED,PAYMENT_RECEIVED,EUR,2026-11-01 12:20:00,TY56',
      '4,Sam,S,sam@example.com,20.00,0,0,0,CANCELLED,AWAITING_OFFLINE_PAYMENT,EUR,2026-11-01 12:20:00,UI78',
    ];
    const attendees = [
      'ID,First Name,Last Name,Email,Status,Check Ins,Product ID,Product Name,Event ID,Public ID,Created Date',
      '1,Mia,M,mia@example.com,ACTIVE,"Bar (VIP) (2026-11-20 19:00:00), Gate (2026-11-20 18:05:00)",5,Ticket,3,QW12-1,2026-11-01 12:00:05',
      '2,Tom,T,tom@example.com,ACTIVE,,6,Free entry,3,ER34-1,2026-11-01 12:10:05',
      '3,Eva,E,eva@example.com,CANCELLED,,5,Ticket,3,TY56-1,2026-11-01 12:20:05',
      '4,Sam,S,sam@example.com,CANCELLED,,5,Ticket,3,UI78-1,2026-11-01 12:20:05',
    ];
    const files = { 'o.csv': orders.join('\n'), 'a.csv': attendees.join('\n') };
    const result = await importFiles(organizer, 'hievents', files, { event });
    expect(failuresOf(result)).toEqual([]);
    const imported = await ordersOf(organizer);
    expect(imported['QW12']).toMatchObject({
      createdAt: '2026-11-01T12:00:00.000Z',
      attendees: [{ status: 'used', usedAt: '2026-11-20T18:05:00.000Z', fields: null }],
    });
    expect(imported['ER34']).toMatchObject({
      status: 'paid',
      feeBreakdown: { total: 0 },
      attendees: [{ status: 'valid' }],
    });

    // An order that was paid and cancelled without a refund is a sale with void tickets.
    expect(imported['TY56']).toMatchObject({
      status: 'partially_refunded',
      refundedTotal: 0,
      feeBreakdown: { total: 2_000 },
      attendees: [{ status: 'void' }],
    });
    expect(imported['UI78']).toMatchObject({ status: 'cancelled', paidAt: null });

    const other = await makeOrganizer(database.db);
    const [otherEvent] = await eventOf(other);
    const before = await allRows(database.db, other.id);
    const newer = attendees.slice(0, 3).map((row) => row.replace('QW12-1', 'A-1111111').replace('ER34-1', 'A-2222222'));
    await expect(
      importFiles(other, 'hievents', { ...files, 'a.csv': newer.join('\n') }, { event: otherEvent }),
    ).rejects.toThrow(/No attendee belongs to an order in the files.*"Attendee Public ID".*"Order Public ID"/);
    expect(await allRows(database.db, other.id)).toEqual(before);
    const completed = newer.map((row, index) => `${row},${['Order Public ID', 'QW12', 'ER34'][index]}`);
    await importFiles(other, 'hievents', { ...files, 'a.csv': completed.join('\n') }, { event: otherEvent });
    expect((await ordersOf(other))['QW12']).toMatchObject({ attendees: [{ qrValue: 'A-1111111', status: 'used' }] });
    expect(await violations(database.db)).toEqual([]);
  });

  test('files that overlap: a ticket in several of them is imported once, as in the last one', async () => {
    const organizer = await makeOrganizer(database.db);
    const [event] = await eventOf(organizer);
    const columns =
      'Order ID,Ticket type,Ticket price,Barcode number,Attendee status,Attendee first name,Buyer email,Size,Size';
    const older = [
      columns,
      '1,Run,10.00,5001,Attending,Ada,a@example.com,M,42',
      '1,Run,10.00,5002,Attending,Lin,a@example.com,S,39',
      '2,Run,10.00,,Attending,Kim,b@example.com,,',
      '2,Run,10.00,,Attending,Kim,b@example.com,,',
    ].join('\n');
    const headings = [
      'Order ID',
      'Ticket type',
      'Ticket price',
      'Barcode number',
      'Attendee status',
      'Attendee first name',
      'Buyer email',
    ];
    const newer = await writeXlsxObjects(
      [
        ['1', 'Run', 10, 5002, 'Checked In', 'Lin', 'a@example.com'],
        ['3', 'Run', 10, 123_456_789_012_345_680_000, 'Attending', 'Eva', 'c@example.com'],
      ].map((cells) => Object.fromEntries(cells.map((cell, index) => [headings[index]!, cell]))),
    ); // biome-ignore format: a table
    // UTF-16 without a byte-order mark, as some databases write it.
    const files = { 'a.csv': Buffer.from(older, 'utf16le'), 'b.csv': older, 'c.xlsx': newer };
    const result = await importFiles(organizer, 'eventbrite', files, { event });
    expect(failuresOf(result)).toEqual([]);
    const orders = await ordersOf(organizer);
    expect(orders['1']).toMatchObject({
      feeBreakdown: { total: 2_000 },
      attendees: [
        {
          holderName: 'Ada',
          qrValue: '5001',
          status: 'valid',
          answers: [{ value: 'M' }, { label: 'Size (2)', value: '42' }],
        },
        { holderName: 'Lin', qrValue: '5002', status: 'used' },
      ],
    });
    expect(orders['2']!.attendees).toHaveLength(2);
    expect(notesOf(result)).toMatch(/mapped rows that several files have \(5\)/);
    expect(notesOf(result)).toMatch(/left QR codes \(1\): a spreadsheet program has rounded them.*c\.xlsx, row 3/);
    expect(await violations(database.db)).toEqual([]);
  });

  test('Hi.Events: the export of attendees adds check-ins to the orders whose codes it has', async () => {
    const organizer = await makeOrganizer(database.db);
    const [event] = await eventOf(organizer);
    const attendees = [
      'ID,First Name,Last Name,Email,Status,Is Checked In,Checked In At,Product ID,Product Name,Public ID,Short ID',
      '1,Ada,L,ada@example.com,ACTIVE,Yes,2026-11-20 18:00:00,5,Ticket,A-1234567,a_1',
      '2,Lin,L,lin@example.com,ACTIVE,No,,5,Ticket,A-7654321,a_2',
    ].join('\n');
    const orders = [
      'Order ID,First Name,Last Name,Email,Total Gross,Status,Currency,Created At,Public ID,Product ID,Product Type,Product Name,Quantity,Unit Price,Attendee Public ID,Attendee First Name,Attendee Last Name,Attendee Email,Attendee Status',
      '9,Ada,L,ada@example.com,20.00,COMPLETED,EUR,2026-11-02 12:00:00,O-1234567,5,TICKET,Ticket,1,20.00,A-1234567,Ada,L,ada@example.com,ACTIVE',
      '10,Lin,L,lin@example.com,20.00,COMPLETED,EUR,2026-11-02 12:00:00,O-7654321,5,TICKET,Ticket,1,20.00,A-7654321,Lin,L,lin@example.com,ACTIVE',
    ].join('\n');
    const result = await importFiles(organizer, 'hievents', { 'a.csv': attendees, 'o.csv': orders }, { event });
    expect(failuresOf(result)).toEqual([]);
    const imported = await ordersOf(organizer);
    expect(Object.keys(imported).sort()).toEqual(['O-1234567', 'O-7654321']);
    expect(imported['O-1234567']!.attendees).toMatchObject([{ status: 'used', usedAt: '2026-11-20T18:00:00.000Z' }]);
    expect(imported['O-7654321']!.attendees).toMatchObject([{ status: 'valid' }]);
  });

  test('files of other products and of other types are rejected with what to do', async () => {
    const organizer = await makeOrganizer(database.db);
    const cases: readonly [Product, string | Uint8Array, RegExp][] = [
      ['eventbrite', 'Order ID,Payment reference,Event ID,Ticket reference,Ticket type\n1,P,7,T1,General', /file of Ticket Tailor, not of Eventbrite: use --from tickettailor/],
      ['tickettailor', 'Order ID,Gross sales,Eventbrite tax\n1,2,0', /file of Eventbrite.*--from eventbrite/],
      ['eventbrite', 'Bestell-ID;Vorname;Gesamtbrutto;Öffentliche ID\n1;A;2;X', /file of Hi\.Events.*--from hievents/],
      ['hievents', 'Event slug,Order code,Position ID\nfest,A,1', /order list of pretix/],
      ['hievents', '{"event":{}}', /is JSON.*--from pretix/],
      ['pretix', 'Order ID,Ticket type\n1,2', /is not JSON.*another --from/],
      ['pretix', '', /is empty/],
      ['tickettailor', '', /is empty/],
      ['tickettailor', '\n\n', /is empty/],
      ['tickettailor', '%PDF-1.7', /is a PDF file/],
      ['tickettailor', '<!DOCTYPE html><title>Log in</title>', /is a web page/],
      ['hievents', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /Save it as \.xlsx/],
      ['hievents', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), /is not an Excel workbook that can be read/],
      ['tickettailor', 'Order ID,Ticket type\n1,A\n2,"B\n3,C\n', /a quote is not closed.*line 2/],
      ['tickettailor', Buffer.concat([Buffer.from('Order ID,Ticket type\n1,Früh\n2,Spät\n3,M'), Buffer.from([0xfc])]), /is damaged: it is UTF-8 with 1 broken characters/],
      ['tickettailor', Buffer.concat([Buffer.from('Order ID,Ticket type\n1,Früh\n3,M'), Buffer.from([0xfc])]), /is damaged: it is UTF-8 with 1 broken characters/],
      ['tickettailor', Buffer.concat([Buffer.from('\ufeffOrder ID,Ticket type\n1,A', 'utf16le'), Buffer.from([0x41])]), /is damaged: a part of it is not UTF-16LE/],
    ]; // biome-ignore format: a table
    for (const [product, content, message] of cases) {
      await expect(importFiles(organizer, product, { file: content })).rejects.toThrow(message);
    }
    expect(Object.values(await allRows(database.db, organizer.id)).flat()).toEqual([]);
  });

  /** Creates an event, and returns its reference. */
  async function eventOf(organizer: Organizer, status: 'draft' | 'published' = 'draft'): Promise<[string]> {
    await importAll(database.db, organizer, [
      { type: 'event', externalId: 'target', name: 'Target', startsAt: '2027-05-01T06:00:00Z', status },
    ]);
    return ['target'];
  }
});
