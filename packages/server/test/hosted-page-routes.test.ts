import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { languages } from '#messages/languages';
import { byOperator } from '../src/features/audit/index.ts';
import { previewTokenOf } from '../src/features/hosted-page/preview-token.ts';
import { setOrganizerProfile } from '../src/features/organizers/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { startApp, type TestApp, testSecrets } from './harness/app.ts';
import { OrganizerApi } from './harness/catalog.ts';
import { signIn } from './harness/dashboard.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { visibleText } from './harness/mail-samples.ts';
import { addMarkedLanguage, unmarkedWords } from './harness/marked-language.ts';
import { baseUrl, expectProblem, jsonOf, read } from './harness/responses.ts';

describeOnBoth('event pages', (kind) => {
  let database: TestDatabase;
  let app: TestApp;
  let organizerApi: OrganizerApi;
  beforeAll(async () => {
    database = await createDatabase(kind);
    app = await startApp({ db: database.db });
    organizerApi = await OrganizerApi.create(database.db, app);
  });
  afterAll(async () => {
    await app?.close();
    await database?.drop();
  });

  test('contain the main data of a published event for clients without JavaScript', async () => {
    const event = await organizerApi.event({
      name: 'Run & "Fun" <b>',
      slug: 'run-and-fun',
      status: 'published',
      description: `Along the quays.\n${'Long words. '.repeat(30)}`,
      posterUrl: 'https://images.example.com/run.jpg',
      timezone: 'Europe/Berlin',
      venue: { name: 'Fish Market', city: 'Hamburg', country: 'DE' },
    });
    await organizerApi.ticketType(event.id, {
      name: 'Run <i>',
      price: 2900,
      description: 'With a shirt',
      salesEndAt: null,
    });
    await organizerApi.ticketType(event.id, { name: 'Walk', price: 0, quantity: 0 });
    await organizerApi.addon(event.id, { name: 'Drinks', price: 900, unitsPerPurchase: 3 });
    await organizerApi.addon(event.id, { name: 'Shirt <L>', price: 0, type: 'shirt', assignedTo: 'holder' });
    for (const ref of ['run-and-fun', event.id]) {
      const response = await app.request(`/e/${ref}`);
      const page = await response.text();
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page).toContain('<title>Run &amp; &quot;Fun&quot; &lt;b&gt;</title>');
      expect(page).toContain('<meta property="og:title" content="Run &amp; &quot;Fun&quot; &lt;b&gt;">');
      expect(page).toContain('<meta property="og:image" content="https://images.example.com/run.jpg">');
      expect(page).toMatch(/<meta name="description" content="Along the quays\. [^"]{100,200}…">/);
      expect(page).toContain(`data-event="${event.id}"`);
      expect(page).toContain('Sat, 1 May 2083, 08:00 CEST');
      expect(page).toContain('Fish Market, Hamburg, Germany');
      expect(page).toMatch(/Run &lt;i&gt;<.*€29\.00<.*With a shirt<.*Walk<.*Free<.*Sold out</s);
      expect(page).toMatch(
        /Extras<.*Drinks<.*€9\.00<.*3 uses each<.*Chosen for each person.*: Shirt &lt;L&gt; \(Free\)\.</s,
      );
      expect(page).toContain('<noscript>');
      expect(page).not.toContain('Loading');
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
    }
  });

  test('allow no inline script, even if an event contains scripts', async () => {
    const hostile = `</script><script>alert(1)</script><script type="module">{}</script>"'><img src=x onerror=alert(1)>`;
    const event = await organizerApi.event({ name: hostile, description: hostile, status: 'published' });
    await organizerApi.ticketType(event.id, { name: hostile, description: hostile, category: hostile.slice(0, 100) });
    const response = await app.request(`/e/${event.id}`);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const page = await response.text();
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(page.match(/<script[^>]*>[^<]*/g)).toEqual([expect.stringMatching(/ src="[^"]+main-[\w-]{8}\.js">$/)]);
    expect(page).not.toContain('<img src=x');
  });

  test('offer the event as a calendar file', async () => {
    const event = await organizerApi.event({ name: 'For calendars', slug: 'for-calendars', status: 'published' });
    for (const ref of ['for-calendars', event.id]) {
      const response = await app.request(`/e/${ref}/calendar.ics`);
      const text = await response.text();
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
      expect(text).toContain('SUMMARY:For calendars\r\n');
      expect(text).toContain('DTSTART:20830501T060000Z\r\n');
    }
    const wave = await organizerApi.ticketType(event.id, { name: 'Wave B', startsAt: '2083-05-01T06:30:00Z' });
    const whole = await organizerApi.ticketType(event.id, { name: 'Walk' });
    // An archived ticket type has holders, too.
    await organizerApi.patch(`/events/${event.id}/ticket-types/${wave.id}`, { status: 'archived' });
    const entriesOf = async (ids: string) => {
      const text = await (await app.request(`/e/for-calendars/calendar.ics?ticketTypes=${ids}`)).text();
      return text.match(/^(?:SUMMARY|DTSTART|DTEND):.*(?=\r)/gm);
    };
    const [eventEntry, waveEntry] = [
      ['DTSTART:20830501T060000Z', 'SUMMARY:For calendars'],
      ['DTSTART:20830501T063000Z', 'SUMMARY:For calendars: Wave B'],
    ];
    expect(await entriesOf(`${wave.id},${whole.id}`)).toEqual([...eventEntry, ...waveEntry]);
    expect(await entriesOf(wave.id)).toEqual(waveEntry);
    for (const ids of [whole.id, '', 'tty_00000000000000000000000000,x'])
      expect(await entriesOf(ids)).toEqual(eventEntry);
    const draft = await organizerApi.event({ name: 'Draft' });
    expectProblem(await read(await app.request(`/e/${draft.id}/calendar.ics`)), 404, 'not_found');
  });

  test('are not found for drafts, archived events and others', async () => {
    const archived = await organizerApi.event({ name: 'Last year', slug: 'last-year', status: 'published' });
    await organizerApi.patch(`/events/${archived.id}`, { status: 'archived' });
    const draft = await organizerApi.event({ name: 'Not yet', slug: 'not-yet' });
    for (const ref of [
      'not-yet',
      draft.id,
      'last-year',
      archived.id,
      'nothing-here',
      'evt_00000000000000000000000000',
      '%00',
    ]) {
      const missingPageResponse = await app.request(`/e/${ref}`);
      expect([ref, missingPageResponse.status]).toEqual([ref, 404]);
      expect(await missingPageResponse.text()).toContain('There is no event here');
    }
  });

  test('show a draft only with a link that members of its organizer get, without selling anything', async () => {
    const draft = await organizerApi.event({ name: 'Not announced yet', slug: 'not-announced' });
    const type = await organizerApi.ticketType(draft.id, { name: 'Early bird', price: 2_900 });
    const viewer = await signIn(app, { organizer: organizerApi.organizer, role: 'viewer' });
    const link = await viewer.get(`/events/${draft.id}/preview`);
    const { url, expiresAt } = jsonOf<{ url: string; expiresAt: string }>(link);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(60 * 60_000);
    const path = url.slice(baseUrl.length);
    const response = await app.request(path);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).toMatch(/role="note"><strong>Preview<.*Not announced yet.*Early bird<.*€29\.00</s);
    expect(page).not.toContain('/api/public/v1/events/');

    const token = new URL(url).searchParams.get('preview') ?? '';
    const other = await organizerApi.event({ name: 'Other draft' });
    const { organizer: otherOrganizer } = await OrganizerApi.create(database.db, app);
    const stranger = await signIn(app, { organizer: otherOrganizer, role: 'owner' });
    const preview = { organizerId: organizerApi.organizer.id, eventId: draft.id };
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const expired = previewTokenOf(testSecrets, { ...preview, expiresAtSeconds: nowSeconds });
    const ofOther = previewTokenOf(testSecrets, {
      ...preview,
      organizerId: otherOrganizer.id,
      expiresAtSeconds: nowSeconds + 9,
    });
    const forged = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const hidden of [
      `/e/${draft.id}`,
      '/e/not-announced',
      `/e/not-announced?preview=${token}`,
      `/e/${other.id}?preview=${token}`,
      `/e/${draft.id}?preview=${forged}`,
      `/e/${draft.id}?preview=${expired}`,
      `/e/${draft.id}?preview=${ofOther}`,
      `/e/${draft.id}?preview=`,
      `/e/${draft.id}?preview=${token}&preview=${token}`,
      `/e/${draft.id}/calendar.ics?preview=${token}`,
    ]) {
      const missing = await app.request(hidden);
      expect([hidden, missing.status]).toEqual([hidden, 404]);
      expect(await missing.text()).not.toContain('Not announced yet');
    }
    const cart = {
      eventId: draft.id,
      items: [{ ticketTypeId: type.id, quantity: 1 }],
      buyer: { email: 'ada@example.com' },
    };
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    for (const [route, body] of [
      [`events/${draft.id}`, undefined],
      ['quote', { eventId: draft.id, items: cart.items }],
      ['reserve', cart],
    ] as const) {
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      expectProblem(await read(await app.request(`/api/public/v1/${route}`, { headers, ...init })), 404, 'not_found');
    }
    expectProblem(await stranger.get(`/events/${draft.id}/preview`), 404, 'not_found');

    await organizerApi.patch(`/events/${draft.id}`, { status: 'published' });
    expect(await (await app.request(path)).text()).not.toContain('<strong>Preview<');
    expectProblem(await viewer.get(`/events/${draft.id}/preview`), 404, 'not_found');
    await organizerApi.patch(`/events/${draft.id}`, { status: 'archived' });
    expect((await app.request(path)).status).toBe(404);
  });

  test('open the orders of an archived event, without showing the event', async () => {
    const event = await organizerApi.event({ name: 'The archived event', status: 'published' });
    const page = async (query: string) => (await app.request(`/e/${event.id}${query}`)).text();
    expect(await page('')).toContain('Already ordered? Find your tickets');
    expect(await page('?order')).not.toContain('Already ordered? Find your tickets');
    await organizerApi.patch(`/events/${event.id}`, { status: 'archived' });
    const response = await app.request(`/e/${event.id}?order=7K3Q9MX2PA`);
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain('The archived event');
  });

  test('are in the language that their URL names, otherwise in the one that the browser prefers, otherwise in that of the event', async () => {
    const event = await organizerApi.event({
      name: 'In zwei Sprachen',
      slug: 'two-languages',
      status: 'published',
      venue: { city: 'Hamburg', country: 'DE' },
    });
    await organizerApi.ticketType(event.id, { name: 'Lauf', price: 2900, salesEndAt: null });
    const pageIn = async (query: string, language: string) => {
      const response = await app.request(`/e/two-languages${query}`, { headers: { 'accept-language': language } });
      expect(response.headers.get('vary')).toMatch(/accept-language/i);
      return { text: await response.text(), language: response.headers.get('content-language') };
    };
    const german = await pageIn('', 'de-CH, de;q=0.9, en;q=0.8');
    expect(german.language).toBe('de');
    for (const text of [
      '<html lang="de" dir="ltr">',
      '29,00\u00a0€',
      'Deutschland',
      'Wählen Sie Ihre Tickets',
      'texts-de',
    ]) {
      expect(german.text).toContain(text);
    }
    expect(german.text).toContain(`href="/e/${event.id}?order"`);
    const named = await pageIn('?lang=de', 'en');
    expect(named.text).toContain(`href="/e/${event.id}?lang=de&amp;order"`);
    const languageOf = async (query: string, language: string) => {
      const { text, language: declared } = await pageIn(query, language);
      expect(text).toContain(`<html lang="${declared}" dir="ltr">`);
      return declared;
    };
    expect(await languageOf('?lang=en', 'de')).toBe('en');
    expect(await languageOf('?lang=xx', 'nl-BE')).toBe('nl');
    expect(await languageOf('?lang=xx', 'pt, ja;q=0.5')).toBe('en');
    await organizerApi.patch(`/events/${event.id}`, { defaultLanguage: 'pl' });
    expect(await languageOf('', 'pt, ja;q=0.5')).toBe('pl');
    expect(await languageOf('?lang=it', 'pt')).toBe('it');
    expect(await languageOf('', 'es')).toBe('es');
    const calendar = await app.request('/e/two-languages/calendar.ics', { headers: { 'accept-language': 'pt' } });
    expect(calendar.headers.get('content-language')).toBe('pl');
    expect(await calendar.text()).toContain('Niemcy');
  });

  test('link to the same page in each language', async () => {
    const event = await organizerApi.event({ slug: 'switched', status: 'published' });
    const linksOf = async (query: string) => {
      const text = await (await app.request(`/e/switched${query}`)).text();
      return [...text.matchAll(/<a href="([^"]+)" lang="(\w+)" hreflang="\2"( aria-current="true")?>/g)];
    };
    const links = await linksOf('?order=7K3Q9MX2PA&lang=de');
    expect(links.map(([, , tag]) => tag)).toEqual(languages);
    expect(links.map(([, url]) => url)).toEqual(languages.map((tag) => `?order=7K3Q9MX2PA&amp;lang=${tag}`));
    expect(links.filter(([, , , current]) => current !== undefined).map(([, , tag]) => tag)).toEqual(['de']);
    for (const query of ['?order=%22%3E%3Cscript%3E', '?order=1&order=2'])
      expect((await linksOf(query)).join()).not.toMatch(/<script|,2/);
    expect(await (await app.request(`/e/${event.id}x`)).text()).toContain('hreflang="pl"');
  });

  test('have no text that is not in the messages of their language', async () => {
    onTestFinished(addMarkedLanguage());
    const event = await organizerApi.event({ name: 'Marked', slug: 'marked', status: 'published' });
    await organizerApi.ticketType(event.id, { name: 'Soon', price: 2900, salesStartAt: '2083-01-01T00:00:00Z' });
    await organizerApi.ticketType(event.id, {
      ...{ name: 'Now', price: 0, salesEndAt: null, quantity: 7, showsQuantityLeft: true },
      startsAt: '2083-05-02T08:30:00Z',
    });
    await organizerApi.addon(event.id, { name: 'Drinks', unitsPerPurchase: 3 });
    await organizerApi.addon(event.id, { name: 'Shirt', assignedTo: 'holder' });
    const known = `Deutsch English Español Français Italiano Nederlands Polski Xx Marked Soon Now Drinks Shirt ${organizerApi.organizer.name} Fri Sat Sun January May UTC CET CEST EUR`;
    for (const ref of ['marked', 'marked?order', 'no-such-event', `${event.id.slice(0, -1)}0?order`]) {
      const page = await (await app.request(`/e/${ref}${ref.includes('?') ? '&' : '?'}lang=xx`)).text();
      const visible = visibleText(page).replaceAll(/\/e\/\S+|\?\w+=\S*/g, ' ');
      expect([ref, unmarkedWords(visible, known)]).toEqual([ref, []]);
      expect([ref, unmarkedWords(/<title>(.*)<\/title>/.exec(page)?.[1] ?? '?', known)]).toEqual([ref, []]);
    }
  });

  test('load compressed files that are cached forever, under a different URL for each version', async () => {
    await organizerApi.event({ name: 'With files', slug: 'with-files', status: 'published' });
    const page = await (await app.request('/e/with-files')).text();
    const paths = [...page.matchAll(/(?:href|src)="(\/e\/checkout\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(paths).toEqual(
      ['style', 'main', 'texts-en'].map((name) => expect.stringMatching(`/assets/${name}-[\\w-]{8}\\.`)),
    );
    for (const path of paths) {
      const response = await read(await app.request(path, { headers: { 'accept-encoding': 'gzip' } }));
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-encoding')).toBe('gzip');
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-type')).toMatch(/^text\/(javascript|css); charset=utf-8$/);
    }
    const withHash = (path: string, hash: string) => path.replace(/-[\w-]{8}\./, `-${hash}.`);
    const [style = ''] = paths;
    for (const path of paths) {
      const otherVersion = await app.request(withHash(path, 'oldbuild'));
      expect([otherVersion.status, otherVersion.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(await otherVersion.text()).toBe(await (await app.request(path)).text());
    }
    expectProblem(await read(await app.request(style.replace('style', 'nothing'))), 404, 'not_found');
  });

  test('load the colors of their organizer from a file that is cached forever', async () => {
    const { organizer } = organizerApi;
    await setOrganizerProfile(database.db, organizerScope(organizer.id, systemClock, byOperator), {
      accentColor: '#336699',
    });
    const event = await organizerApi.event({ name: 'In color', status: 'published' });
    const page = await (await app.request(`/e/${event.id}`)).text();
    const [, path = ''] = /href="([^"]+336699\.css)"/.exec(page) ?? [];
    const response = await app.request(path);
    expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await response.text()).toMatch(/^:root\{--accent:#336699;/);
    expectProblem(await read(await app.request(path.replace('336699', 'red'))), 404, 'not_found');
  });
});
