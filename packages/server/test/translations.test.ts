import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailRenderers } from '../src/features/checkout/index.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { mailTexts } from '../src/platform/texts.ts';
import { testSecrets } from './harness/app.ts';
import type { EventView, OrganizerApi } from './harness/catalog.ts';
import { signIn } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { exportLines, importContent, makeKey, makeOrganizer } from './harness/fixtures.ts';
import { type Buyer, PublicSite, type Shop } from './harness/public-site.ts';
import { baseUrl, expectFieldProblem, jsonOf, read, type TestResponse } from './harness/responses.ts';
import { violations } from './invariants.ts';

/** The default language is none of those with translations, and only one of these has all texts. */
const texts = {
  event: {
    name: 'Loppet',
    description: 'Längs hamnen',
    translations: { de: { name: 'Der Lauf', description: 'Am Hafen entlang' }, en: { name: 'The Race' } },
  },
  tenKm: {
    name: 'Tio',
    description: 'Kort',
    category: 'Lopp',
    translations: { de: { name: 'Zehn', category: 'Laufen' }, en: { description: 'Short' } },
  },
  drinks: { name: 'Dricka', translations: { de: { name: 'Getränke' } } },
};

const shownIn = {
  none: ['Loppet', 'Längs hamnen', 'Tio', 'Kort', 'Lopp', 'Dricka'],
  de: ['Der Lauf', 'Am Hafen entlang', 'Zehn', 'Kort', 'Laufen', 'Getränke'],
  en: ['The Race', 'Längs hamnen', 'Tio', 'Short', 'Lopp', 'Dricka'],
};

type View = EventView & { name: string; description: string };

describeOnBoth('texts in several languages', (kind) => {
  const database = useDatabase(kind);
  let db: Db;
  let site: PublicSite;
  let shop: Shop;
  let buyer: Buyer;
  let api: OrganizerApi;
  let eventPath: string;

  beforeAll(async () => {
    ({ db } = database);
    site = await PublicSite.start(db);
  });
  beforeEach(async () => {
    shop = await site.shop();
    buyer = site.buyer();
    api = shop.organizerApi;
    eventPath = `/events/${shop.event.id}`;
    await api.patch(eventPath, texts.event);
    await api.patch(`${eventPath}/ticket-types/${shop.tenKm.id}`, texts.tenKm);
    await api.patch(`${eventPath}/addons/${shop.drinks.id}`, texts.drinks);
  });
  afterAll(async () => {
    expect(await violations(db)).toEqual([]);
    await site.close();
  });

  const textsOf = ({ name, description, ticketTypes, addons }: View) => {
    const { name: typeName, description: typeDescription, category } = first(ticketTypes);
    return [name, description, typeName, typeDescription, category, first(addons)['name']];
  };

  test('are read by their organizer all together, beside the default ones, and are merged by a patch', async () => {
    expect(await api.get(shop.event.id)).toMatchObject({
      ...texts.event,
      ticketTypes: [texts.tenKm, { translations: {} }, { translations: {} }],
      addons: [texts.drinks],
    });
    const merged = async (translations: unknown) =>
      jsonOf<{ translations: unknown }>(await api.patch(eventPath, { translations })).translations;
    const { de, en } = texts.event.translations;
    expect(await merged({ de: { name: 'Neu' } })).toEqual({ de: { ...de, name: 'Neu' }, en });
    expect(await merged({ de: { description: null }, en: {} })).toEqual({ de: { name: 'Neu' }, en });
    expect(await merged({ de: { name: null } })).toEqual({ en });
    expect(await merged({ en: null, de: { name: 'A' } })).toEqual({ de: { name: 'A' } });
    expect(await merged(null)).toEqual({});
  });

  test('are rejected in unknown languages, for unknown fields and if they are too long', async () => {
    for (const [translations, path] of [
      [{ tlh: { name: 'x' } }, 'translations.tlh'],
      [{ de: { slug: 'x' } }, 'translations.de.slug'],
      [{ de: { name: '' } }, 'translations.de.name'],
      [{ de: { name: 'x'.repeat(301) } }, 'translations.de.name'],
      [{ de: { description: 'x'.repeat(100_001) } }, 'translations.de.description'],
      [{ de: { name: 'a\0' } }, 'translations.de.name'],
      [{ de: 'Lauf' }, 'translations.de'],
      [['de'], 'translations'],
    ] as const)
      expectFieldProblem(await api.patch(eventPath, { translations }), path);
    expectFieldProblem(
      await api.patch(`${eventPath}/ticket-types/${shop.tenKm.id}`, {
        translations: { de: { category: 'x'.repeat(101) } },
      }),
      'translations.de.category',
    );
    expectFieldProblem(
      await api.patch(`${eventPath}/addons/${shop.drinks.id}`, { translations: { de: { description: 'x' } } }),
      'translations.de.description',
    );
  });

  test('are read by everyone in the language asked for; a text without a translation is in the default language', async () => {
    const { key } = await makeKey(db, api.organizer.id);
    const embed = async (path: string, headers: Record<string, string>) =>
      read(await site.app.request(`/api/embed/v1${path}`, { key, headers }));
    const reads: ((query: string, headers: Record<string, string>) => Promise<TestResponse>)[] = [
      (query, headers) => buyer.send('GET', `${eventPath}${query}`, { headers }),
      (query, headers) => embed(`${eventPath}${query}`, headers),
      async (query, headers) => {
        const response = await embed(`/events${query}`, headers);
        return { ...response, text: JSON.stringify(first(jsonOf<{ data: object[] }>(response).data)) };
      },
    ];
    for (const readEvent of reads) {
      const tags = new Set<string | null>();
      for (const [query, acceptLanguage, language] of [
        ['', 'de-CH, en;q=0.5', 'de'],
        ['?lang=en', 'de', 'en'],
        ['?lang=de-AT', '', 'de'],
        ['?lang=xx', 'en', 'en'],
        ['', 'sv', null],
        ['', '', null],
      ] as const) {
        const response = await readEvent(query, acceptLanguage === '' ? {} : { 'accept-language': acceptLanguage });
        expect(textsOf(jsonOf<View>(response))).toEqual(shownIn[language ?? 'none']);
        expect(response.text).not.toContain('translations');
        expect(response.headers.get('content-language')).toBe(language);
        expect(response.headers.get('vary')).toMatch(/accept-language/i);
        tags.add(response.headers.get('etag'));
      }
      if (readEvent !== reads[0]) expect(tags.size).toBe(3);
    }
    const german = await embed(eventPath, { 'accept-language': 'de' });
    const ifNoneMatch = { 'if-none-match': german.headers.get('etag')! };
    expect((await embed(eventPath, { 'accept-language': 'de', ...ifNoneMatch })).status).toBe(304);
    expect((await embed(eventPath, { 'accept-language': 'en', ...ifNoneMatch })).status).toBe(200);
  });

  test('fall back to the default language text by text, in answers and in the mail that a member with another language sends again', async () => {
    const asked = await api.post(`${eventPath}/questions`, {
      ...{ askedOf: 'holder', kind: 'choice', label: 'Storlek' },
      options: [
        { code: 's', label: 'Liten' },
        { code: 'l', label: 'Stor' },
      ],
      translations: { fr: { label: 'Taille', options: { s: 'Petit' } } },
    });
    const question = jsonOf<{ id: string }>(asked);
    const person = (size: string) => ({ ticketTypeId: shop.tenKm.id, answers: { [question.id]: size } });
    const cart = {
      ...{ eventId: shop.event.id, items: [{ ticketTypeId: shop.tenKm.id, quantity: 2 }] },
      ...{ buyer: { email: 'ada@example.com' }, attendees: [person('s'), person('l')] },
    };
    const reserved = await buyer.post('/reserve', cart, { 'accept-language': 'fr' });
    const { orderNumber, reservationToken } = jsonOf<{ orderNumber: string; reservationToken: string }>(reserved);
    const buyerToken = site.buyerToken('ada@example.com');
    await buyer.post('/pay', { orderNumber, reservationToken, buyerToken, method: 'test' });
    const { key } = await makeKey(db, api.organizer.id, { granted: ['orders:read:pii'] });
    const { tickets } = jsonOf<{ tickets: { answers: { label: string; text: string }[] }[] }>(
      await read(await site.app.request(`/api/v1/orders/${orderNumber}`, { key })),
    );
    const answers = tickets.flatMap((ticket) => ticket.answers.map(({ label, text }) => `${label}: ${text}`));
    expect(answers.toSorted()).toEqual(['Taille: Petit', 'Taille: Stor']);

    const member = await signIn(site.app, { role: 'manager', organizer: api.organizer });
    const path = `/dashboard/api/organizers/${api.organizer.slug}/orders/${orderNumber}/send-tickets`;
    const sent = await member.request(path, { method: 'POST', headers: { 'accept-language': 'de' } });
    expect(sent.status, sent.text).toBe(200);
    const rows = await db.selectFrom('order_mails').selectAll().where('order_number', '=', orderNumber).execute();
    const renderers = mailRenderers({ db, secrets: testSecrets, baseUrl });
    for (const { id, note, created_at: createdAt } of rows) {
      const mail = { id, kind: 'tickets', organizerId: api.organizer.id, orderNumber } as const;
      const { subject, text } = (await renderers.tickets({ ...mail, money: null, payload: null, note, createdAt }))!;
      expect(subject).toBe(mailTexts('fr').tickets.title({ tickets: 2, event: 'Loppet' }));
      expect(text).toContain('samedi 1 mai 2083');
    }
    expect(rows.map((row) => row.kind)).toEqual(['tickets', 'tickets']);
  });

  test('are not in webhook events', async () => {
    const changes = (await api.emittedEvents()).filter(({ type }) => type === 'event.updated');
    expect(changes.at(-1)!.data).toMatchObject({ name: 'Loppet', addons: [{ name: 'Dricka' }] });
    expect(JSON.stringify(changes)).not.toContain('translations');
    // The organizer chooses the keys of metadata.
    const metadata = { translations: 'by Zofia' };
    await api.patch(`${eventPath}/addons/${shop.drinks.id}`, { metadata });
    expect((await api.emittedEvents()).at(-1)!.data).toMatchObject({ addons: [{ metadata }] });
  });

  test('are copied with an event, and an import of an export exports the same', async () => {
    const owner = await signIn(site.app, { role: 'owner', organizer: api.organizer });
    const copied = await owner.post(`${eventPath}/copies`, { name: 'Loppet', startsAt: '2084-05-01T06:00:00Z' });
    expect(JSON.parse(copied.text)).toMatchObject({
      ...texts.event,
      ticketTypes: [texts.tenKm, {}, {}],
      addons: [texts.drinks],
    });
    const lines = await exportLines(db, api.organizer.id);
    expect(lines.join()).toContain('"Am Hafen entlang"');
    const target = await makeOrganizer(db, site.clock);
    expect((await importContent(db, target, lines.join('\n'), { clock: site.clock })).failures).toEqual([]);
    expect(await exportLines(db, target.id)).toEqual(lines);
  });

  test('are in the prices, the order and the mails of a buyer, whose order keeps the default names for its organizer', async () => {
    const german = { 'accept-language': 'de' };
    const cart = {
      eventId: shop.event.id,
      items: [{ ticketTypeId: shop.tenKm.id, quantity: 1 }],
      addons: [{ addonId: shop.drinks.id, quantity: 1 }],
    };
    const namesOf = ({ text }: TestResponse) =>
      (JSON.parse(text) as { lines: { name: string }[] }).lines.map(({ name }) => name);
    expect(namesOf(await buyer.post('/quote', cart, german))).toEqual(['Zehn', 'Getränke']);
    const tooMany = { ...cart, items: [{ ticketTypeId: shop.tenKm.id, quantity: 11 }] };
    expect((await buyer.post('/reserve', { ...tooMany, buyer: { email: 'a@example.com' } }, german)).text).toContain(
      'Zehn',
    );
    const reserved = await buyer.post('/reserve', { ...cart, buyer: { email: 'ada@example.com' } }, german);
    expect(namesOf(reserved)).toEqual(['Zehn', 'Getränke']);
    const { orderNumber, reservationToken } = jsonOf<{ orderNumber: string; reservationToken: string }>(reserved);
    const buyerToken = site.buyerToken('ada@example.com');
    expect((await buyer.post('/pay', { orderNumber, reservationToken, buyerToken, method: 'test' })).status).toBe(200);

    interface Order {
      items: { name: string }[];
      tickets: { ticketTypeName: string; category: string | null }[];
      entitlements?: { name: string }[];
    }
    const ownNames = async (language: string) => {
      const headers = { 'accept-language': language };
      const response = await buyer.send('GET', `/orders/${orderNumber}`, { token: reservationToken, headers });
      const { items, tickets, entitlements } = jsonOf<Order>(response);
      const { ticketTypeName, category } = first(tickets);
      return [...items.map(({ name }) => name), ticketTypeName, category, first(entitlements!).name];
    };
    expect(await ownNames('de')).toEqual(['Zehn', 'Getränke', 'Zehn', 'Laufen', 'Getränke']);
    expect(await ownNames('en')).toEqual(['Tio', 'Dricka', 'Tio', 'Lopp', 'Dricka']);
    const { key } = await makeKey(db, api.organizer.id, { granted: ['orders:read:pii'] });
    const sold = jsonOf<Order>(
      await read(await site.app.request(`/api/v1/orders/${orderNumber}`, { key, headers: german })),
    );
    expect(sold.items.map(({ name }) => name)).toEqual(['Tio', 'Dricka']);
    expect(first(sold.tickets).category).toBe('Lopp');

    const mail = { id: 'm', kind: 'tickets', organizerId: api.organizer.id, orderNumber } as const;
    const renderers = mailRenderers({ db, secrets: testSecrets, baseUrl });
    const createdAt = '2027-01-01T00:00:00.000Z';
    const { text } = (await renderers.tickets({ ...mail, money: null, payload: null, note: null, createdAt }))!;
    for (const name of ['Der Lauf', 'Zehn', 'Laufen', 'Getränke']) expect(text).toContain(name);
    expect(text).not.toMatch(/Lopp|Tio|Dricka/);

    // What was sold stays recognizable after it was renamed.
    await api.patch(`${eventPath}/addons/${shop.drinks.id}`, { name: 'Öl', translations: { de: { name: 'Bier' } } });
    await api.patch(`${eventPath}/ticket-types/${shop.tenKm.id}`, { category: 'Gång' });
    expect(await ownNames('de')).toEqual(['Zehn', 'Dricka', 'Zehn', 'Lopp', 'Dricka']);
  });

  test('are in the payment instructions and in the mail with tickets, unless the organizer has no text in the default language', async () => {
    const owner = await signIn(site.app, { role: 'owner', organizer: api.organizer });
    const translations = { de: { paymentText: 'Binnen sieben Tagen', mailGreeting: 'Bis bald!' } };
    const stored = await owner.patch('/settings/translations', { translations });
    expect(JSON.parse(stored.text)).toMatchObject({ translations });
    for (const [texts, path] of [
      [{ paymentText: 'x'.repeat(1_001) }, 'translations.de.paymentText'],
      [{ mailGreeting: 'a\u0007' }, 'translations.de.mailGreeting'],
      [{ iban: 'x' }, 'translations.de.iban'],
    ] as const)
      expectFieldProblem(await owner.patch('/settings/translations', { translations: { de: texts } }), path);

    const texts = async () => {
      const headers = { 'accept-language': 'de' };
      const items = [{ ticketTypeId: shop.tenKm.id, quantity: 1 }];
      const reserve = await buyer.post(
        '/reserve',
        { eventId: shop.event.id, items, buyer: { email: 'b@example.com' } },
        headers,
      );
      const { orderNumber, reservationToken } = jsonOf<{ orderNumber: string; reservationToken: string }>(reserve);
      const buyerToken = site.buyerToken('b@example.com');
      const paid = await buyer.post('/pay', { orderNumber, reservationToken, buyerToken, method: 'manual' });
      const own = await buyer.send('GET', `/orders/${orderNumber}`, {
        token: reservationToken,
        headers: { 'accept-language': 'en' },
      });
      const mail = { id: 'm', kind: 'tickets', organizerId: api.organizer.id, orderNumber } as const;
      const renderers = mailRenderers({ db, secrets: testSecrets, baseUrl });
      const rendered = await renderers.tickets({ ...mail, money: null, payload: null, note: null, createdAt: '' });
      type Instructed = { paymentInstructions: { text: string | null } };
      const instructions = [paid, own].map((response) => jsonOf<Instructed>(response).paymentInstructions.text);
      return [...instructions, rendered!.text.includes('Bis bald!')];
    };
    expect(await texts()).toEqual([null, null, false]);
    await owner.patch('/settings/profile', { paymentText: 'Inom sju dagar', mailGreeting: 'Vi ses!' });
    expect(await texts()).toEqual(['Binnen sieben Tagen', 'Inom sju dagar', true]);
  });

  test('are on the page of an event and in its calendar file', async () => {
    const { category, translations } = texts.tenKm;
    await api.patch(`${eventPath}/ticket-types/${shop.half.id}`, { category, translations });
    const pageIn = async (query: string) => (await site.app.request(`/e/${shop.event.id}${query}`)).text();
    const german = await pageIn('?lang=de');
    for (const text of ['<title>Der Lauf', 'Am Hafen entlang', 'Zehn']) expect(german).toContain(text);
    expect(german.split('>Laufen<')).toHaveLength(2);
    expect(german).not.toContain('Lopp');
    expect(german).toContain(`/api/public/v1${eventPath}?lang=de"`);
    expect(await pageIn('?lang=en')).toContain('<title>The Race');
    const calendar = await site.app.request(`/e/${shop.event.id}/calendar.ics?lang=de`);
    expect(await calendar.text()).toContain('SUMMARY:Der Lauf\r\n');
  });
});
