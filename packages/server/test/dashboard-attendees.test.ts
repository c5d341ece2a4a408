import { strFromU8, unzipSync } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { useApp } from './harness/app.ts';
import { openImportedEvent, signIn } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { elementAt } from './harness/defined.ts';
import { importAll, orderLine, raceLines } from './harness/fixtures.ts';
import { expectFieldProblem, expectProblem, jsonOf, type TestResponse } from './harness/responses.ts';

describeOnBoth('the attendees of an event', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db }));

  /** An event with these orders, each with one ticket, and its manager. */
  function openEvent(orders: readonly { name: string; holderName: string; email?: string }[]) {
    const lines = orders.map(({ name, holderName, email = 'a@example.com' }, index) =>
      orderLine(`order-${index}`, {
        buyer: { email, name },
        attendees: [
          {
            ticketTypeId: 'run-10',
            holderName,
            ...(index === 0 ? { status: 'used' as const, usedAt: '2083-05-01T06:30:00Z' } : {}),
          },
        ],
        items: [{ kind: 'ticket', ticketTypeId: 'run-10', quantity: 1 }],
        paidAt: `2026-11-20T09:00:00.${String(index % 1000).padStart(3, '0')}Z`,
      }),
    );
    return openImportedEvent(app, [...raceLines(), ...lines]);
  }

  test('are in the list of tickets only if a member asks for them, and each read is audited', async () => {
    const { manager, organizer } = await openEvent([{ name: 'Ada', holderName: 'Grace Hopper' }]);
    const rows = async (query: string) => jsonOf<{ data: object[] }>(await manager.get(`/tickets${query}`)).data;
    const reads = () =>
      t.db
        .selectFrom('audit_entries')
        .select(['actor', 'subject', 'details'])
        .where('organizer_id', '=', organizer.id)
        .where('action', '=', 'order.personal_data.read')
        .execute();
    const [plain] = await rows('');
    expect(plain).not.toHaveProperty('holderName');
    expect(await reads()).toEqual([]);
    expect(await rows('?holders=true&orderNumber=ZZZZZZZZZZ')).toEqual([]);
    expect(await rows('?holders=true&status=used')).toEqual([{ ...plain, holderName: 'Grace Hopper', bib: '1' }]);
    const { orderNumber: subject } = plain as { orderNumber: string };
    expect(await reads()).toEqual([
      { actor: manager.userId, subject, details: JSON.stringify({ fields: ['holderName', 'bib'] }) },
    ]);
  });

  test('as CSV have the chosen columns and the separator of the language, in the time zone of the event, and no formulas', async () => {
    const { manager, eventId, organizer } = await openEvent([
      { name: '=HYPERLINK("http://x.example")', holderName: 'Ada "the first", Lovelace' },
      { name: '@sum', holderName: '王伟', email: '+b@example.com' },
    ]);
    const query = `eventId=${eventId}&format=csv&columns=bib,holderName,buyerName,buyerEmail,usedAt&language=de`;
    const response = await manager.get(`/attendees/file?${query}`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="attendees.csv"');
    // `fetch` removes the byte order mark.
    expect(response.text).toBe(
      [
        'sep=;',
        'Nummer;Name;Käufer;E-Mail-Adresse des Käufers;Benutzt',
        '1;"Ada ""the first"", Lovelace";"\'=HYPERLINK(""http://x.example"")";a@example.com;2083-05-01 08:30:00',
        "2;王伟;'@sum;'+b@example.com;",
        '',
      ].join('\r\n'),
    );
    const entries = await t.db
      .selectFrom('audit_entries')
      .select(['action', 'actor', 'subject', 'details'])
      .where('organizer_id', '=', organizer.id)
      .where('action', '=', 'attendees.export')
      .execute();
    const columns = ['bib', 'holderName', 'buyerName', 'buyerEmail', 'usedAt'];
    expect(entries).toEqual([
      {
        action: 'attendees.export',
        actor: manager.userId,
        subject: eventId,
        details: JSON.stringify({ format: 'csv', columns }),
      },
    ]);
  });

  test('as a workbook are complete, whatever their number, without refunded tickets', async () => {
    const names = Array.from({ length: 1_203 }, (_, index) => ({
      name: `B${index}`,
      holderName: `<H&${index}>\u0007`,
    }));
    const { organizer, manager, eventId } = await openEvent(names);
    const { order_number: refunded } = await t.db
      .selectFrom('orders')
      .select('order_number')
      .where('organizer_id', '=', organizer.id)
      .where('external_id', '=', 'order-1202')
      .executeTakeFirstOrThrow();
    await manager.post(`/orders/${refunded}/refund`, { refundedQuantity: 0 });
    const path = `/attendees/file?eventId=${eventId}&format=xlsx&columns=holderName,status&language=en`;
    const cells = async (query: string) => {
      const prefix = `/dashboard/api/organizers/${(await slugOf(eventId)).slug}`;
      const headers = { cookie: manager.cookie };
      const response = await fetch(app.url + prefix + query, { headers });
      expect(response.status).toBe(200);
      const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
      expect(Object.keys(files).sort()).toEqual([
        '[Content_Types].xml',
        '_rels/.rels',
        'xl/_rels/workbook.xml.rels',
        'xl/styles.xml',
        'xl/theme/theme1.xml',
        'xl/workbook.xml',
        'xl/worksheets/sheet1.xml',
      ]);
      const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
      return [...sheet.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map((match) => elementAt(match, 1));
    };
    const texts = await cells(path);
    expect(texts.slice(0, 4)).toEqual(['Name', 'Status', '&lt;H&amp;0&gt;', 'used']);
    expect(texts.length).toBe(2 * 1_203);
    expect(new Set(texts).size).toBe(1_202 + 4);
    expect((await cells(`${path}&status=valid,used,void`)).length).toBe(2 * 1_204);
  });

  test('have a column for each chosen question and field, with numbers and dates that a workbook sorts, also in the form of RACE RESULT and in a file for each ticket type', async () => {
    const question = (externalId: string, fields: object) =>
      JSON.stringify({
        type: 'question',
        eventId: 'race',
        askedOf: 'holder',
        label: `Your ${externalId}`,
        externalId,
        ...fields,
      });
    const options = [
      { code: 's', label: 'Small' },
      { code: 'l', label: 'Large' },
    ];
    const questions = [
      question('born', { kind: 'date', key: 'birthDate' }),
      question('sex', { kind: 'choice', key: 'sex' }),
      question('country', { kind: 'country', key: 'nationality' }),
      question('club', { kind: 'text', key: 'club' }),
      question('shirt', {
        kind: 'choice',
        options,
        translations: { de: { label: 'Ihr T-Shirt', options: { l: 'Groß' } } },
      }),
      question('extras', { kind: 'choices', options }),
      question('kilometres', { kind: 'number' }),
      question('source', { kind: 'text', askedOf: 'buyer' }),
    ];
    const answers = (values: object) => Object.entries(values).map(([questionId, value]) => ({ questionId, value }));
    const ada = {
      born: '2015-05-01',
      sex: 'female',
      country: 'GB',
      club: '=Harriers',
      shirt: 'l',
      extras: ['s', 'l'],
      kilometres: 42.5,
    };
    const order = orderLine('order', {
      buyer: { email: 'a@example.com', name: 'Ada', answers: answers({ source: 'A friend' }) },
      items: [{ kind: 'ticket', ticketTypeId: 'run-10', quantity: 2 }],
      attendees: [
        { ticketTypeId: 'run-10', firstName: 'Ada', lastName: 'King Lovelace', bib: '7', answers: answers(ada) },
        { ticketTypeId: 'run-10', holderName: 'Plato', bib: '8' },
      ],
    } as never);
    const { organizer, manager, eventId } = await openImportedEvent(app, [...raceLines(), ...questions, order]);
    const rows = await t.db
      .selectFrom('questions')
      .select(['id', 'external_id'])
      .where('organizer_id', '=', organizer.id)
      .execute();
    const idOf = (name: string) => rows.find(({ external_id }) => external_id === name)!.id;
    const path = (format: string, columns: string) =>
      `/attendees/file?eventId=${eventId}&format=${format}&columns=${columns}&language=en`;
    const names = ['bib', 'birthDate', 'age', 'sex', 'nationality', 'club'];
    const ids = ['shirt', 'kilometres', 'source'].map(idOf);
    expect((await manager.get(path('csv', [...names, ...ids].join()))).text.split('\r\n')).toEqual([
      'Number,Date of birth,Age,Sex,Nationality,Club,Your shirt,Your kilometres,Your source',
      "7,2015-05-01,68,Female,United Kingdom,'=Harriers,Large,42.5,A friend",
      '8,,,,,,,,A friend',
      '',
    ]);
    const german = path('csv', ['sex', 'nationality', ...ids].join()).replace('language=en', 'language=de');
    expect((await manager.get(german)).text.split('\r\n').slice(1, 3)).toEqual([
      'Geschlecht;Staatsangehörigkeit;Ihr T-Shirt;Your kilometres;Your source',
      'Weiblich;Vereinigtes Königreich;Groß;42.5;A friend',
    ]);
    const timing = (await manager.get(path('raceResult', 'bib'))).text;
    expect(timing.replaceAll(/tkt_\w{26}/g, 'tkt_').split('\r\n')).toEqual([
      'Bib,Lastname,Firstname,Gender,DateOfBirth,Nation,Club,Contest,Comment',
      '7,King Lovelace,Ada,f,2015-05-01,GB,=Harriers,1,tkt_',
      '8,Plato,,,,,,1,tkt_',
      '',
    ]);
    const listed = async (query: string) =>
      jsonOf<{ data: { bib: string }[] }>(await manager.get(`/attendees?${query}`)).data.map(({ bib }) => bib);
    const [shirt, extras] = [idOf('shirt'), idOf('extras')];
    for (const query of [`answer=${shirt}:l`, `answer=${extras}:l&eventId=${eventId}`, `answer=${shirt}:l&q=king`])
      expect(await listed(query)).toEqual(['7']);
    for (const query of [`answer=${shirt}:s`, `answer=${extras}:x`, `answer=${shirt}:l&q=plato`])
      expect(await listed(query)).toEqual([]);
    const { slug } = await slugOf(eventId);
    const columns = ['bib', 'birthDate', idOf('kilometres')].join();
    const file = await fetch(`${app.url}/dashboard/api/organizers/${slug}${path('xlsx', columns)}`, {
      headers: { cookie: manager.cookie },
    });
    const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
    expect(sheets[0]!.rows[1]).toEqual([7, new Date('2015-05-01T00:00:00Z'), 42.5]);
    expect((await manager.delete(`/events/${eventId}/questions/${shirt}`)).status).toBe(200);
    expect((await manager.get(path('csv', `bib,${shirt}`))).text).toBe(
      'Number,Your shirt (archived)\r\n7,Large\r\n8,\r\n',
    );
    const half = orderLine('half', {
      items: [{ kind: 'ticket', ticketTypeId: 'run-21', quantity: 1 }],
      attendees: [{ ticketTypeId: 'run-21', holderName: 'Zeno', bib: '9' }],
    });
    await importAll(t.db, organizer, [half]);
    const types = await t.db
      .selectFrom('ticket_types')
      .select('id')
      .where('organizer_id', '=', organizer.id)
      .orderBy('external_id')
      .execute();
    const bibsOfTypes = types.map(async ({ id }) => {
      const { text } = await manager.get(`${path('csv', 'bib')}&ticketTypeId=${id}`);
      return text.trim().split('\r\n');
    });
    expect(await Promise.all(bibsOfTypes)).toEqual([
      ['Number', '7', '8'],
      ['Number', '9'],
    ]);
    const ofOther = await openEvent([]);
    const response = await ofOther.manager.get(path('csv', ids[0]!).replace(eventId, ofOther.eventId));
    expectFieldProblem(response, 'columns.0');
  });

  const slugOf = (eventId: string) =>
    t.db
      .selectFrom('organizers as o')
      .innerJoin('events as e', 'e.organizer_id', 'o.id')
      .select('o.slug')
      .where('e.id', '=', eventId)
      .executeTakeFirstOrThrow();

  test('have saved views, which all managers of the organizer use, overwrite and delete', async () => {
    const { manager, organizer } = await openEvent([]);
    const colleague = await signIn(app, { organizer, role: 'manager' });
    const shirts = {
      name: 'Shirts',
      format: 'csv',
      columns: ['bib'],
      questions: ['T-shirt, size'],
      includeVoid: false,
    };
    const viewsOf = (response: TestResponse) => jsonOf<{ data: { id: string; name: string }[] }>(response).data;
    const [saved] = viewsOf(await manager.put('/start-list-views', shirts));
    expect(saved).toEqual({ id: expect.stringMatching(/^slv_/), ...shirts });
    const changed = { ...shirts, format: 'xlsx', columns: ['bib', 'holderName'], includeVoid: true };
    expect(viewsOf(await colleague.put('/start-list-views', changed))).toEqual([{ id: saved?.id, ...changed }]);
    await colleague.put('/start-list-views', { ...shirts, name: 'Bibs' });
    expect(viewsOf(await manager.get('/start-list-views')).map(({ name }) => name)).toEqual(['Bibs', 'Shirts']);
    expectFieldProblem(await manager.put('/start-list-views', { ...shirts, columns: ['salary'] }), 'columns.0');
    const other = await openEvent([]);
    expectProblem(await other.manager.delete(`/start-list-views/${saved?.id}`), 404, 'not_found');
    expect(viewsOf(await manager.delete(`/start-list-views/${saved?.id}`)).map(({ name }) => name)).toEqual(['Bibs']);
    const entries = await t.db
      .selectFrom('audit_entries')
      .select(['action', 'actor', 'details'])
      .where('organizer_id', '=', organizer.id)
      .where('subject', '=', saved!.id)
      .orderBy('id')
      .execute();
    const details = JSON.stringify({ format: 'csv', columns: ['bib'] });
    expect(entries[0]).toEqual({ action: 'start_list_view.save', actor: manager.userId, details });
    expect(entries.map(({ action }) => action)).toEqual([
      'start_list_view.save',
      'start_list_view.save',
      'start_list_view.delete',
    ]);
    for (let index = 1; index < 50; index += 1) await manager.put('/start-list-views', { ...shirts, name: `${index}` });
    expect((await manager.put('/start-list-views', { ...shirts, name: 'Bibs' })).status).toBe(200);
    const response = await manager.put('/start-list-views', { ...shirts, name: 'One more' });
    expect(expectProblem(response, 409, 'invalid_state').reason).toBe('too_many_start_list_views');
  });

  test('of an unknown event, or with an unknown column, are not exported', async () => {
    const { manager, eventId } = await openEvent([]);
    const other = await openEvent([]);
    const path = (id: string, columns: string) =>
      `/attendees/file?eventId=${id}&format=csv&columns=${columns}&language=en`;
    expectProblem(await manager.get(path(other.eventId, 'bib')), 404, 'not_found');
    expectFieldProblem(await manager.get(path(eventId, 'bib,salary')), 'columns.1');
    expect((await manager.get(path(eventId, 'bib'))).text).toBe('Number\r\n');
  });
});
