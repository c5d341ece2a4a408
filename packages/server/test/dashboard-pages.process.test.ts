import type { Health } from '@organizer/shared/dashboard-api';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sameTexts } from '#messages/same-texts';
import { byOperator } from '../src/features/audit/index.ts';
import { queueMail } from '../src/features/mail/index.ts';
import { createOrganizer } from '../src/features/organizers/index.ts';
import type { ImportLine } from '../src/features/transfer/index.ts';
import { systemClock, timestamp } from '../src/platform/clock.ts';
import { addHold, removeHold } from '../src/platform/queue/holds.ts';
import { addUser, journeyTimeoutMs, phone, sendAsDevice, signInDirectly, useDashboard } from './dashboard-browser.ts';
import { defined, first } from './harness/defined.ts';
import { insertFailedRefund } from './harness/failed-refund.ts';
import { importAll } from './harness/fixtures.ts';
import { eventually, respond, startReceiver } from './harness/receiver.ts';
import { findAccessibilityProblems, openPage } from './hosted-page-shop.ts';

/** More than the first page of the list. */
const orderCount = 60;
const ticketTypeCount = 12;
const hourMs = 3_600_000;
const longOrderNumber = 'ABCDE12345';

/** A German word of 200 characters, and Arabic, Hebrew and Chinese names. */
const names = [
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3).slice(0, 200),
  'ماراثون المدينة الكبير للعدائين والعداءات',
  'מרוץ העיר הגדול',
  '城市马拉松赛事组委会'.repeat(10),
];
const nameOf = (index: number) => names[index % names.length] ?? '';
const longSentence = 'Die Strecke führt durch die Speicherstadt. '.repeat(23).slice(0, 1_000);

/** An event with many ticket types and orders, and an order with all that an order can have. */
function* createLines(): Generator<ImportLine> {
  yield { type: 'event', externalId: 'race', name: nameOf(0), status: 'published', startsAt: '2083-05-01T06:00:00Z' };
  for (let index = 0; index < ticketTypeCount; index += 1) {
    yield {
      type: 'ticketType',
      externalId: `type ${index}`,
      eventId: 'race',
      name: nameOf(index),
      category: nameOf(index).slice(0, 100),
      price: 1_000_000 + index,
      quantity: index === ticketTypeCount - 1 ? 0 : null,
    };
  }
  yield { type: 'addon', externalId: 'food', eventId: 'race', name: nameOf(0), price: 900, unitsPerPurchase: 5 };
  const startMs = systemClock.now();
  const ticket = (index: number) => ({ kind: 'ticket' as const, ticketTypeId: `type ${index}`, quantity: 1 });
  for (let index = 0; index < orderCount; index += 1) {
    const type = index % (ticketTypeCount - 1);
    const isLong = index === 0;
    yield {
      type: 'order',
      externalId: `order ${index}`,
      eventId: 'race',
      status: index % 10 === 9 ? 'cancelled' : 'paid',
      createdAt: new Date(startMs - index * 10 * hourMs).toISOString(),
      buyer: { email: `runner${index}@example.com`, name: nameOf(index), phone: '+49 30 5550100' },
      items: isLong
        ? [...names.map((_, number) => ticket(number)), { kind: 'addon', addonId: 'food', quantity: 9 }]
        : [ticket(type)],
      attendees: (isLong ? names.map((_, number) => number) : [type]).map((number) => ({
        ticketTypeId: `type ${number}`,
        holderName: nameOf(number),
      })),
      ...(isLong ? { orderNumber: longOrderNumber } : {}),
    };
  }
}

/** The tabs of pages, by the pattern of their paths. The first is shown without a parameter. */
const tabs: Readonly<Record<string, readonly string[]>> = {
  '/organizers/$organizer/events/$eventId': ['tickets', 'questions', 'addons', 'texts', 'sharing'],
  '/operator/organizers/$slug': ['settlements', 'settings'],
};

/** Pages of each area. All pages say by the same component what has failed. */
const sampledPaths = ['/organizers/harbour-run/overview', '/organizers/harbour-run/orders', '/operator/health'];

/** What pages say about a failed request. */
const failureTexts = {
  lost: 'The server cannot be reached. Check your connection, and try again.',
  'bad gateway': 'The server responded with the status 502. Try again shortly.',
};

describe('every page of the dashboard', { tags: 'chromium' }, () => {
  let signInPath: string;
  const dashboard = useDashboard('sqlite', {
    organizerName: names.join(' ').slice(0, 200),
    fill: async (db, organizer) => {
      await importAll(db, organizer, [...createLines()]);
      const email = `${'ada'.repeat(20)}@example.com`;
      await addUser(db, organizer, email, 'operator');
      const newOrganizer = { name: 'Night Run', slug: 'night-run', currency: 'EUR', timezone: 'Europe/Berlin' };
      await addUser(db, await createOrganizer(db, systemClock, newOrganizer, byOperator), email, 'owner');
      signInPath = await addUser(db, organizer, email, 'owner');
    },
  });
  let owner: Page | undefined;
  let parameters: Readonly<Record<string, readonly string[]>>;

  /** Sends a request with the session of the owner. */
  async function send<T>(method: string, path: string, data: object = {}): Promise<T> {
    const { url } = dashboard.server;
    const response = await defined(owner, 'The page of the owner').request.fetch(`${url}/dashboard/api/${path}`, {
      method,
      // The server closes a connection that is idle for 75 s, which can be during a request that uses it again.
      headers: { origin: url, connection: 'close' },
      ...(method === 'GET' ? {} : { data }),
    });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return (await response.json()) as T;
  }
  const ofOrganizer = <T>(method: string, path: string, data?: object) =>
    send<T>(method, `organizers/harbour-run/${path}`, data);
  const firstOf = async <T>(path: string) => first((await ofOrganizer<{ data: T[] }>('GET', path)).data);

  /** Creates what the pages show besides events and orders. Returns the parameters in the paths of pages. */
  async function createData(): Promise<typeof parameters> {
    await send('PATCH', 'account/me', { name: nameOf(0) });
    await ofOrganizer('POST', 'invitations', {
      email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`,
      role: 'viewer',
    });
    const { id: keyId, key } = await ofOrganizer<{ id: string; key: string }>('POST', 'keys', {
      kind: 'secret',
      name: nameOf(0),
      scopes: ['events:read'],
    });
    const scopeRequest = { scope: 'orders:read:pii', reason: longSentence };
    await ofOrganizer('POST', `keys/${keyId}/scope-requests`, scopeRequest);
    for (const path of ['events', 'orders', 'unknown']) {
      await fetch(`${dashboard.server.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
    }

    const { id: entitlementId } = await firstOf<{ id: string }>('addons');
    const consumption = { units: 1, ref: 'a'.repeat(200), reason: longSentence.slice(0, 200) };
    await ofOrganizer('POST', `addons/${entitlementId}/consume`, consumption);

    const receiver = await startReceiver();
    receiver.behave(respond(500, { body: longSentence.repeat(4) }));
    const { endpoint } = await ofOrganizer<{ endpoint: { id: string } }>('POST', 'webhook-endpoints', {
      url: `${receiver.url}?token=${'a'.repeat(300)}`,
      description: longSentence.slice(0, 200),
      events: ['*'],
    });
    const { id: eventId } = await firstOf<{ id: string }>('events');
    const description = longSentence.repeat(100);
    await ofOrganizer('PATCH', `events/${eventId}`, { description });
    for (const [index, label] of names.entries()) {
      const options = [{ code: 'a', label }];
      const question = { askedOf: index % 2 === 0 ? 'holder' : 'buyer', kind: 'choice', label, options };
      await ofOrganizer('POST', `events/${eventId}/questions`, question);
    }
    const { id: deliveryId, eventId: webhookEventId } = await firstOf<{ id: string; eventId: string }>(
      'webhook-deliveries',
    );
    expect((await receiver.request(1)).body.length).toBeGreaterThan(100_000);
    await eventually(async () => {
      const { attempts } = await ofOrganizer<{ attempts: object[] }>('GET', `webhook-deliveries/${deliveryId}`);
      expect(attempts).not.toEqual([]);
    });
    await scanTwice(eventId);
    return {
      '/operator/organizers/$slug': ['harbour-run'],
      '/organizers/$organizer/events/$eventId': [eventId],
      '/organizers/$organizer/orders/$orderNumber': [longOrderNumber],
      '/organizers/$organizer/addons/$id': [entitlementId],
      '/organizers/$organizer/gates/$eventId': [eventId],
      '/organizers/$organizer/settlements/$eventId': [eventId],
      '/organizers/$organizer/webhooks/endpoints/$endpointId': [endpoint.id],
      '/organizers/$organizer/webhooks/deliveries/$deliveryId': [deliveryId],
      '/organizers/$organizer/webhook-events/$webhookEventId': [webhookEventId],
    };
  }

  /** Adds a gate and a device to an event, which admits a ticket, and then without a network once more. */
  async function scanTwice(eventId: string): Promise<void> {
    const { url } = dashboard.server;
    const ofEvent = `events/${eventId}`;
    const { id: gateId } = await ofOrganizer<{ id: string }>('POST', `${ofEvent}/gates`, {
      name: nameOf(0).slice(0, 100),
      categories: [nameOf(0).slice(0, 100)],
      opensAt: '2026-01-01T06:00:00Z',
      closesAt: '2083-05-02T06:00:00Z',
    });
    const { pairingCode: code } = await ofOrganizer<{ pairingCode: string }>('POST', `${ofEvent}/gate-devices`, {
      name: nameOf(0).slice(0, 100),
      roles: ['gate', 'bar'],
      gateIds: [gateId],
      carriesNames: true,
    });
    const { qr_value: qrValue } = await dashboard.database.db
      .selectFrom('tickets')
      .select('qr_value')
      .where('order_number', '=', longOrderNumber)
      .where('category', '=', nameOf(0).slice(0, 100))
      .executeTakeFirstOrThrow();
    const { token } = await sendAsDevice<{ token: string }>(url, 'pair', '', { code });
    const scan = { qrValue, gateId, direction: 'entry', scannedAt: '2026-11-20T09:00:00Z' };
    await sendAsDevice(url, 'scans', token, { ...scan, nonce: 'with-network' });
    const offline = { offline: true, deviceResult: 'admitted', deviceReason: null };
    const { results } = await sendAsDevice<{ results: object[] }>(url, 'scans/batch', token, {
      scans: [{ ...scan, nonce: 'without-network', ...offline }],
    });
    expect(results).toMatchObject([{ conflict: true, reason: 'already_used' }]);
  }

  /** Signs in the owner and creates the data, in the first test that runs. */
  async function prepare(): Promise<void> {
    if (owner !== undefined) return;
    owner = await (await dashboard.browser.newContext()).newPage();
    // As in a browser without a locale: `Intl` rejects this tag.
    await owner.addInitScript("Object.defineProperty(navigator, 'languages', { value: ['en-US@posix', 'en-US'] })");
    await signInDirectly(owner, dashboard.server.url + signInPath);
    await owner.getByRole('button', { name: /^Account:/ }).waitFor();
    parameters = await createData();
  }

  test(
    'has no serious accessibility problem, fits the screen with long names and many rows, and is translated',
    async () => {
      const problems: string[] = [];
      const screens = [
        { screen: { viewport: { width: 1280, height: 900 } }, colorSchemes: ['light', 'dark'] },
        // The same elements with other words.
        { screen: { ...phone, locale: 'de-DE' }, colorSchemes: [] },
      ] as const;
      const textsOfPages = new Map<string, ReadonlySet<string>>();
      for (const { screen, colorSchemes } of screens) {
        const { page, errors } = await openSignedIn(screen);
        const shownPaths = new Set<string>();
        for (const path of await readPaths(page)) {
          const shownPath = await openPath(page, path);
          if (shownPaths.has(shownPath)) continue;
          shownPaths.add(shownPath);
          const texts = await readTexts(page);
          const sameTexts = [...texts].filter((text) => textsOfPages.get(path)?.has(text));
          textsOfPages.set(path, texts);
          problems.push(...sameTexts.map((text) => `${path} in German: not translated: ${text}`));
          const found = await findLayoutProblems(page);
          // All pages have the same navigation.
          const excluded = path.endsWith('/members') ? [] : ['.frame-navigation'];
          if (colorSchemes.length > 0)
            found.push(...(await findAccessibilityProblems(page, { colorSchemes, excluded })));
          problems.push(...found.map((problem) => `${path} at ${screen.viewport.width} px: ${problem}`));
        }
        expect(errors).toEqual([]);
      }
      expect(problems).toEqual([]);
    },
    4 * journeyTimeoutMs,
  );

  test(
    'of a new organizer says what is missing and what to do',
    async () => {
      const { page, errors } = await openSignedIn();
      const patterns = (await readPatterns(page)).filter((pattern) =>
        /^\/organizers\/\$organizer\/[^$]+$/.test(pattern),
      );
      const emptyStates: Record<string, string> = {};
      const problems: string[] = [];
      for (const pattern of patterns) {
        await openPath(page, pattern.replace('$organizer', 'night-run'));
        const states = await page.locator('main .state').all();
        for (const state of states) {
          emptyStates[pattern.replace('/organizers/$organizer/', '')] = await state.getByRole('heading').innerText();
          // What to do: a sentence, a button or both.
          expect(await state.locator('p').innerText()).not.toBe('');
        }
        // The other parts are checked with data.
        const found =
          states.length === 0
            ? []
            : await findAccessibilityProblems(page, { colorSchemes: ['light'], part: 'main .state' });
        problems.push(...found.map((problem) => `${pattern}: ${problem}`));
      }
      expect(emptyStates).toEqual({
        overview: 'No sales in this period',
        events: 'No events yet',
        orders: 'No orders yet',
        'orders/new': 'No published events',
        attendees: 'No attendees yet',
        tickets: 'No tickets yet',
        addons: 'No add-ons yet',
        gates: 'No events yet',
        settlements: 'No settlements yet',
        keys: 'There are no API keys yet',
        webhooks: 'No endpoint yet',
        'webhooks/deliveries': 'No deliveries yet',
        'webhook-events': 'No events yet',
        requests: 'There are no requests yet',
        usage: 'There were no requests in this period',
      });
      expect(problems).toEqual([]);
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'says what has failed and offers to try again when the connection is lost, and when the server fails',
    async () => {
      const { page, errors } = await openSignedIn();
      let failure: keyof typeof failureTexts | null = null;
      await page.route(/\/dashboard\/api\/(organizers|operator|account\/(?!me$))/, async (route) => {
        if (failure === 'lost') await route.abort('connectionreset');
        else if (failure === 'bad gateway') await route.fulfill({ status: 502, body: 'Bad gateway' });
        else await route.continue();
      });
      // The queries do not try again by themselves.
      await page.evaluate(`(() => {
        const { queryClient } = __TSR_ROUTER__.options.context;
        const { queries } = queryClient.getDefaultOptions();
        queryClient.setDefaultOptions({ queries: { ...queries, retry: false } });
      })()`);
      const failed = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
      const retry = failed.getByRole('button', { name: 'Try again' });
      const unaffected = new Set<string>();
      const problems: string[] = [];
      // `/` and the page of the organizer lead to the overview, so they are already open then.
      const paths = (await readPaths(page)).filter((path) => path !== '/' && path !== '/organizers/harbour-run/');
      for (const kind of ['lost', 'bad gateway'] as const) {
        failure = kind;
        for (const path of kind === 'lost' ? paths : sampledPaths) {
          await page.evaluate(`__TSR_ROUTER__.options.context.queryClient.removeQueries({
            predicate: ({ queryKey }) => queryKey.join() !== 'account',
          })`);
          await navigate(page, path);
          const count = await failed.count();
          if (count === 0) unaffected.add(path);
          expect(await failed.filter({ hasText: failureTexts[kind] }).count()).toBe(count);
          expect(await retry.count()).toBe(count);
          if (kind === 'lost') continue;
          // The other parts are checked without a failure.
          const found = await findAccessibilityProblems(page, {
            colorSchemes: ['light'],
            part: 'main [role="alert"]',
          });
          problems.push(...found.map((problem) => `${path}: ${problem}`));
        }
        await navigate(page, '/organizers/harbour-run/members');
        failure = null;
        await retry.click();
        await page.getByRole('table', { name: 'Members' }).waitFor();
      }
      const signInPages = ['/sign-in', '/second-factor', '/link', '/start', '/invitation'];
      const pagesOfAccount = ['reference', 'sandbox', 'export'].map((name) => `/organizers/harbour-run/${name}`);
      expect([...unaffected]).toEqual([...signInPages, ...pagesOfAccount]);
      expect(problems).toEqual([]);
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'of the operator about the health shows the numbers of the API, and what is held, as the notice above every page does',
    async () => {
      const { db } = dashboard.database;
      await db.transaction().execute((tx) => addHold(tx, 'mails', timestamp(systemClock.now())));
      const { page, errors } = await openSignedIn();
      await page.getByRole('alert').filter({ hasText: 'Not sent: e-mails' }).waitFor();
      await insertFailedRefund(db, dashboard.organizer.id, longOrderNumber, systemClock);
      await db.transaction().execute(async (tx) => {
        const mail = { kind: 'tickets', organizerId: dashboard.organizer.id, orderNumber: longOrderNumber } as const;
        await queueMail(tx, mail, timestamp(systemClock.now()));
        const ofOrder = tx.updateTable('order_mails').where('order_number', '=', longOrderNumber);
        await ofOrder.set({ status: 'failed', next_attempt_at: null, error: '550 No such mailbox' }).execute();
      });
      await navigate(page, '/operator/health');
      const [health, text] = await page.evaluate<[Health, string]>(`[
        __TSR_ROUTER__.options.context.queryClient.getQueryData(['operator', 'health']),
        document.querySelector('main').innerText,
      ]`);
      const { queues, migrations, version, database, disabledEndpointCount } = health;
      expect(health).toMatchObject({ failedMails: 1, failedRefunds: 1, failingEndpointCount: 1 });
      const lines = text.split(/\n+/);
      const isIn = (line: string) => lines.some((shown) => shown.startsWith(line));
      const expected = [
        ...Object.values(queues).flatMap(({ waiting, due }) => [`${waiting} waiting`, `${due} due`]),
        'Not sent: e-mails',
        'E-mails that could not be sent in the last 30 days: 1.',
        'Refunds that the payment provider rejected: 1.',
        'Failing webhook endpoints: 1.',
        version,
        'SQLite',
        `${(database.sizeBytes / 1_000_000).toFixed(1).replace('.0', '')} MB`,
        `${migrations.length}, the last one is ${migrations.at(-1)}`,
        String(disabledEndpointCount),
      ];
      expect(expected.filter((line) => !isIn(line))).toEqual([]);
      for (const { host } of health.failingEndpoints) expect(text).toContain(host);
      for (const shown of [longOrderNumber, '550 No such mailbox', 'Held since']) expect(text).toContain(shown);
      await db.transaction().execute((tx) => removeHold(tx, 'mails'));
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test.each([
    [
      'en',
      'Edit',
      [
        'All types that begin with order., also those that are added later.',
        'An add-on was paid, and its units can be consumed.',
      ],
    ],
    [
      'de',
      'Bearbeiten',
      [
        'Alle Typen, die mit order. beginnen, auch später hinzukommende.',
        'Ein Extra wurde bezahlt und kann eingelöst werden.',
      ],
    ],
  ])(
    'of an endpoint explains each event type and each group of types, in the language %s',
    async (locale, edit, sentences) => {
      const { page, errors } = await openSignedIn({ locale });
      const { endpoint } = await ofOrganizer<{ endpoint: { id: string } }>('POST', 'webhook-endpoints', {
        url: 'http://127.0.0.1:49151/',
        description: null,
        events: ['order.*'],
      });
      await navigate(page, `/organizers/harbour-run/webhooks/endpoints/${endpoint.id}`);
      await page.getByRole('button', { name: edit, exact: true }).click();
      const types = page.getByRole('dialog').locator('.type-options');
      for (const sentence of sentences) await types.getByText(sentence).waitFor();
      const descriptions = await types.locator('.mantine-Checkbox-description').allInnerTexts();
      expect(descriptions.filter((text) => text === '')).toEqual([]);
      expect(await types.getByRole('checkbox').count()).toBe(descriptions.length);
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  /** Opens the members of the organizer with the session of the owner. */
  async function openSignedIn(options: BrowserContextOptions = {}) {
    await prepare();
    const opened = await openPage(dashboard.browser, options);
    const { cookies } = await defined(owner, 'The page of the owner').context().storageState();
    await opened.page.context().addCookies(cookies);
    await opened.page.goto(dashboard.pageUrl('members'));
    return opened;
  }

  /** The paths of all pages with their parameters, from the router of the dashboard. */
  function readPatterns(page: Page): Promise<string[]> {
    return page.evaluate(
      'Object.values(__TSR_ROUTER__.routesById).filter(({ children }) => !children).map(({ fullPath }) => fullPath)',
    );
  }

  /** The paths of all pages, and of their tabs besides the first. */
  async function readPaths(page: Page): Promise<string[]> {
    return (await readPatterns(page)).flatMap((pattern) => {
      const values = [...(parameters[pattern] ?? [])];
      const path = pattern.replace('$organizer', 'harbour-run').replaceAll(/\$\w+/g, (name) => {
        const value = values.shift();
        if (value === undefined) throw new Error(`The test has no value for ${name} of ${pattern}.`);
        return value;
      });
      return [path, ...(tabs[pattern] ?? []).map((tab) => `${path}?tab=${tab}`)];
    });
  }
});

/**
 * Opens a page in the program that is loaded already, and waits until it shows its data.
 *
 * @returns the path of the shown page: some paths lead to another page
 */
async function openPath(page: Page, path: string): Promise<string> {
  await navigate(page, path);
  expect(await page.getByText(/This could not be loaded|Das konnte nicht geladen werden/).count()).toBe(0);
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Opens a page, and waits until it shows its data, or why it cannot. */
async function navigate(page: Page, path: string): Promise<void> {
  const [to, parameters] = path.split('?');
  const search = Object.fromEntries(new URLSearchParams(parameters));
  await page.evaluate(`__TSR_ROUTER__.navigate(${JSON.stringify({ to, search })})`);
  await waitUntilLoaded(page);
  await page
    .getByRole('heading', { level: 1 })
    .or(page.getByRole('heading', { level: 2 }))
    .first()
    .waitFor();
}

async function waitUntilLoaded(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const { queryClient } = __TSR_ROUTER__.options.context;
    // The note about a lost connection has a loader too.
    const loaders = '.mantine-Skeleton-root, .mantine-Loader-root:not(.connection-note *)';
    const isLoading = () => queryClient.isFetching() > 0 || document.querySelector(loaders) !== null;
    do await new Promise(requestAnimationFrame);
    while (isLoading());
  })()`);
}

/** What the organizer, its members and its programs have named, and values of formats and protocols. */
const dataTexts =
  /^[A-Z0-9]{2,10}$|^[a-z]{2,11}(?:[._:-][a-z_-]+)+$|@|\/|…$|\d (?:ms|[kMG]B)$|^(?:Ctrl K|Harbour|Night) ?|^(?:ping|test|true|Organizer)$|^[a-z]{3}_\w+$|^answered \d|autosize measurement|^(?:English|Deutsch|français|español|italiano|Nederlands|polski)$/;

/** The texts and labels of a page, except data and those that are the same in all languages. */
async function readTexts(page: Page): Promise<Set<string>> {
  const texts = await page.evaluate<string[]>(`(() => {
    const texts = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const { data, parentElement } = nodes.currentNode;
      if (parentElement.closest('bdi, code, pre, time, script, style, noscript') === null) texts.push(data);
    }
    for (const name of ['alt', 'aria-label', 'placeholder', 'title']) {
      for (const element of document.querySelectorAll('[' + name + ']')) texts.push(element.getAttribute(name));
    }
    return texts;
  })()`);
  const isData = (text: string) =>
    !/\p{L}{2}/u.test(text) ||
    dataTexts.test(text) ||
    [...names, longSentence].some((name) => text.includes(name.slice(0, 20)));
  return new Set(texts.map((text) => text.trim()).filter((text) => !sameTexts.has(text) && !isData(text)));
}

/**
 * Finds what makes the page scroll sideways or is outside of the screen. A part that scrolls, and a text that ends with an ellipsis,
 * can be wider than the screen.
 */
async function findLayoutProblems(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const width = innerWidth;
    const describe = ({ tagName, className, textContent }) =>
      '<' + tagName.toLowerCase() + ' class="' + String(className?.baseVal ?? className) + '">' + textContent.slice(0, 60);
    const isContained = (element) => {
      for (let part = element.parentElement; part !== null && part !== document.body; part = part.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(part);
        if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis') return true;
      }
      return false;
    };
    const isOutside = (element) => {
      const { left, right, width: elementWidth, height } = element.getBoundingClientRect();
      return elementWidth > 0 && height > 0 && (left < -1 || right > width + 1);
    };
    const isVisible = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const outside = [...document.body.querySelectorAll('*')].filter(
      (element) => isOutside(element) && isVisible(element) && !isContained(element),
    );
    const { scrollWidth } = document.documentElement;
    return [
      ...(scrollWidth > width ? ['the page scrolls sideways: ' + scrollWidth] : []),
      ...outside.slice(0, 3).map((element) => 'outside of the screen: ' + describe(element)),
    ];
  })()`);
}
