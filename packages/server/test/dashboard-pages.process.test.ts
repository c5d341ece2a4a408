import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { ImportLine } from '../src/features/transfer/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { addUser, journeyTimeoutMs, phone, sendAsDevice, useDashboard } from './dashboard-browser.ts';
import { browserFile } from './harness/browser-file.ts';
import { first } from './harness/defined.ts';
import { importAll } from './harness/fixtures.ts';
import { eventually, respond, startReceiver } from './harness/receiver.ts';
import { findAccessibilityProblems, openPage } from './hosted-page-shop.ts';

const orderCount = 10_000;
const ticketTypeCount = 300;
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
      createdAt: new Date(startMs - (index % 700) * hourMs).toISOString(),
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

describe.skipIf(browserFile === undefined)('every page of the dashboard', () => {
  let signInPath: string;
  const dashboard = useDashboard('sqlite', {
    organizerName: names.join(' ').slice(0, 200),
    fill: async (db, organizer) => {
      await importAll(db, organizer, [...createLines()]);
      const email = `${'ada'.repeat(20)}@example.com`;
      await addUser(db, organizer, email, 'operator');
      signInPath = await addUser(db, organizer, email, 'owner');
    },
  });
  let owner: Page;
  let parameters: Readonly<Record<string, readonly string[]>>;

  /** Sends a request with the session of the owner. */
  async function send<T>(method: string, path: string, data: object = {}): Promise<T> {
    const { url } = dashboard.server;
    const response = await owner.request.fetch(`${url}/dashboard/api/${path}`, {
      method,
      headers: { origin: url },
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
    const { endpoint } = await ofOrganizer<{ endpoint: { id: string } }>('POST', 'webhooks/endpoints', {
      url: `${receiver.url}?token=${'a'.repeat(300)}`,
      description: longSentence.slice(0, 200),
      events: ['*'],
    });
    const { id: eventId } = await firstOf<{ id: string }>('events');
    const description = longSentence.repeat(100);
    await ofOrganizer('PATCH', `events/${eventId}`, { description });
    const { id: deliveryId, eventId: webhookEventId } = await firstOf<{ id: string; eventId: string }>(
      'webhooks/deliveries',
    );
    expect((await receiver.request(1)).body.length).toBeGreaterThan(100_000);
    await eventually(async () => {
      const { attempts } = await ofOrganizer<{ attempts: object[] }>('GET', `webhooks/deliveries/${deliveryId}`);
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

  test(
    'has no serious accessibility problem, and fits the screen, with long names and many rows',
    async () => {
      owner = (await openPage(dashboard.browser)).page;
      await owner.goto(dashboard.server.url + signInPath);
      await owner.getByRole('button', { name: /^Account:/ }).waitFor();
      parameters = await createData();
      const { cookies } = await owner.context().storageState();
      const problems: string[] = [];
      const screens = [
        { screen: { viewport: { width: 1280, height: 900 } }, colorSchemes: ['light', 'dark'] },
        { screen: phone, colorSchemes: ['light'] },
      ] as const;
      for (const { screen, colorSchemes } of screens) {
        const { page, errors } = await openPage(dashboard.browser, { ...screen, reducedMotion: 'reduce' });
        await page.context().addCookies(cookies);
        await page.goto(dashboard.pageUrl('members'));
        const shownPaths = new Set<string>();
        for (const path of await readPaths(page)) {
          const shownPath = await openPath(page, path);
          if (shownPaths.has(shownPath)) continue;
          shownPaths.add(shownPath);
          const found = [...(await findLayoutProblems(page)), ...(await findAccessibilityProblems(page, colorSchemes))];
          problems.push(...found.map((problem) => `${path} at ${screen.viewport.width} px: ${problem}`));
        }
        expect(errors).toEqual([]);
      }
      expect(problems).toEqual([]);
    },
    4 * journeyTimeoutMs,
  );

  /** The paths of all pages, from the router of the dashboard. */
  async function readPaths(page: Page): Promise<string[]> {
    const patterns = await page.evaluate<string[]>(
      'Object.values(__TSR_ROUTER__.routesById).filter(({ children }) => !children).map(({ fullPath }) => fullPath)',
    );
    return patterns.map((pattern) => {
      const values = [...(parameters[pattern] ?? [])];
      const path = pattern.replace('$organizer', 'harbour-run').replaceAll(/\$\w+/g, (name) => {
        const value = values.shift();
        if (value === undefined) throw new Error(`The test has no value for ${name} of ${pattern}.`);
        return value;
      });
      return path;
    });
  }
});

/**
 * Opens a page in the program that is loaded already, and waits until it shows its data.
 *
 * @returns the path of the shown page: some paths lead to another page
 */
async function openPath(page: Page, path: string): Promise<string> {
  await page.evaluate(`__TSR_ROUTER__.navigate({ to: ${JSON.stringify(path)} })`);
  await page.evaluate(`(async () => {
    const { queryClient } = __TSR_ROUTER__.options.context;
    const isLoading = () =>
      queryClient.isFetching() > 0 || document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root') !== null;
    do await new Promise(requestAnimationFrame);
    while (isLoading());
  })()`);
  await page
    .getByRole('heading', { level: 1 })
    .or(page.getByRole('heading', { level: 2 }))
    .first()
    .waitFor();
  expect(await page.getByText('This could not be loaded').count()).toBe(0);
  return new URL(page.url()).pathname;
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
