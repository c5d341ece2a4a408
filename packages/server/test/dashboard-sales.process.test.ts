import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { setOrganizerProfile } from '../src/features/organizers/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { organizerScope } from '../src/platform/scope.ts';
import {
  journeyTimeoutMs,
  phone,
  pressOn,
  sendAsDevice,
  signInDirectly,
  startWebsite,
  useDashboard,
  waitForFocus,
  waitForHeading,
} from './dashboard-browser.ts';
import { defined, first, last } from './harness/defined.ts';
import { importTickets } from './harness/gates.ts';
import { eventually, respond, startReceiver } from './harness/receiver.ts';
import {
  addToCart,
  enterCode,
  enterDetails,
  expectAccessible,
  keyPressesMax,
  openPage,
  scanQrCode,
  waitForStep,
} from './hosted-page-shop.ts';

const accentColor = '#7a1fa2';

// The pages do not depend on the database. Their routes are tested on both.
describe('the dashboard of an organizer in a browser', { tags: 'chromium' }, () => {
  const dashboard = useDashboard('sqlite', {
    fill: async (db, { id }) => {
      await setOrganizerProfile(db, organizerScope(id, systemClock, byOperator), { accentColor });
    },
  });

  test(
    'an event is published and sold, its order appears live and is partly refunded, its attendees are exported, its statement is printed, and the command palette finds the order, the event and a page',
    async () => {
      const { page, errors } = await openPage(dashboard.browser);
      await signInDirectly(page, await dashboard.addUser('ada@example.com', 'owner'));
      await page.getByRole('link', { name: 'Events', exact: true }).click();
      const embedCodes = await publishEvent(page);

      const overview = await page.context().newPage();
      const stream = overview.waitForResponse((response) => response.url().endsWith('/live'));
      await overview.goto(dashboard.pageUrl('overview'));
      await waitForHeading(overview, 'No sales in this period', 2);
      await stream;
      // A reload would remove this.
      await overview.evaluate('globalThis.isSamePage = true');

      const orderNumber = await buy(await startWebsite(embedCodes.join('')), 'grace@example.com');
      const latest = overview.getByRole('listitem').filter({ hasText: orderNumber });
      await latest.filter({ hasText: 'Paid' }).getByText('€79.00').waitFor();
      const figures = overview.getByRole('region', { name: 'Compared with the period before' });
      await figures.getByText('€79.00').first().waitFor();
      await overview.getByRole('table', { name: 'By ticket type and add-on' }).getByText('Ten kilometres').waitFor();
      expect(await overview.evaluate('globalThis.isSamePage')).toBe(true);

      await latest.getByRole('link', { name: orderNumber }).first().click();
      await waitForHeading(overview, `Order ${orderNumber}`);
      const time = overview.locator('main time').first();
      await time.hover();
      const utc = (await time.getAttribute('datetime'))?.replace(/T(.{8}).*/, ' $1 UTC');
      expect(await overview.getByRole('tooltip').innerText()).toBe(utc);
      await overview.getByRole('button', { name: 'Refund', exact: true }).click();
      const refund = overview.getByRole('dialog', { name: 'Refund' });
      await refund
        .getByRole('checkbox', { name: /Ten kilometres/ })
        .first()
        .uncheck();
      await refund.getByLabel('Quantity of Pasta party').fill('0');
      await refund.getByRole('row', { name: 'The buyer gets €35.00' }).waitFor();
      await refund.getByText('1 ticket becomes void.').waitFor();
      await refund.getByRole('button', { name: 'Refund €35.00' }).click();
      await overview.getByText('€35.00 is refunded.').waitFor();
      await overview.getByText('Partly refunded').waitFor();
      const entries = await timelineOf(overview);
      expect(entries).toEqual(
        expect.arrayContaining(['Order: Created and reserved', 'Order: Paid', 'Mail: Tickets', 'Action: Refunded']),
      );
      expect(entries.filter((entry) => entry.startsWith('Webhook'))).toEqual([]);
      await overview.getByRole('button', { name: /^Show webhooks/ }).click();
      expect(await timelineOf(overview)).toContain('Webhook: order.paid');
      const person = overview.locator('section').getByRole('listitem').filter({ hasText: 'Grace Hopper' });
      await person.getByText('Ten kilometres').waitFor();

      await overview.getByRole('link', { name: 'Attendees' }).click();
      await overview.getByRole('row').filter({ hasText: 'Grace Hopper' }).getByText('Ten kilometres').waitFor();
      await overview.getByRole('button', { name: 'Download' }).click();
      const dialog = overview.getByRole('dialog');
      await dialog.getByText('CSV', { exact: true }).click();
      await dialog.getByLabel('E-mail address of the buyer').check();
      const download = overview.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Download' }).click();
      const [header = '', ...rows] = readFileSync(await (await download).path(), 'utf8')
        .trim()
        .split(/\r?\n/);
      expect(header.replace('\uFEFF', '')).toBe('Number,Name,Ticket type,Category,Status,E-mail address of the buyer');
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatch(/^[^,]+,(Grace Hopper|Barbara Liskov),Ten kilometres,,valid,grace@example\.com$/i);
      await dialog.getByLabel('Name of the view').fill('Buyers');
      await dialog.getByRole('button', { name: 'Save view' }).click();
      await dialog.getByRole('button', { name: 'Overwrite view' }).waitFor();
      await dialog.getByLabel('E-mail address of the buyer').uncheck();
      await overview.keyboard.press('Escape');
      await overview.getByRole('button', { name: 'Download' }).click();
      await dialog.getByRole('combobox', { name: 'Saved view' }).click();
      await overview.getByRole('option', { name: 'Buyers' }).click();
      expect(await dialog.getByLabel('E-mail address of the buyer').isChecked()).toBe(true);
      expect(await dialog.getByRole('radio', { name: 'CSV' }).isChecked()).toBe(true);
      await dialog.getByRole('button', { name: 'Delete view' }).click();
      await dialog.getByRole('combobox', { name: 'Saved view' }).waitFor({ state: 'detached' });
      await overview.keyboard.press('Escape');
      await overview.getByRole('link', { name: 'Settlements' }).click();
      await overview.getByRole('link', { name: 'Harbour Lights' }).click();
      const printedTime = expect.stringMatching(/^\d+ \w+ \d{4}, \d\d:\d\d CES?T$/);
      const rowOf = (kind: string, amount: string) => [
        printedTime,
        kind,
        orderNumber,
        '',
        'Nobody',
        amount,
        '€0.00',
        '€0.00',
        '€0.00',
      ];
      expect(await printStatement(overview)).toEqual([
        ['Harbour Lights'],
        ['Statement'],
        ['Open'],
        ['Sales and refunds still change it.'],
        ['Paid by buyers', '€79.00'],
        ['Refunds', '−€35.00'],
        ['Fees of the platform', '€0.00'],
        ['Fees of payments', '€0.00'],
        ['Taxes', '€0.00'],
        ['Net', '€44.00'],
        // The order was paid by the test method.
        ['Test payments and money settled elsewhere', '−€44.00'],
        ['Paid out', '€0.00'],
        ['Balance', '€0.00'],
        ...['Organizer', 'Harbour Run', 'Paid orders', '1', 'Sold tickets', '2'].map((cell) => [cell]),
        ...['Received by the platform, minus refunds', '€0.00', 'Received by you, minus refunds', '€0.00'].map(
          (cell) => [cell],
        ),
        ...['Last change', printedTime].map((cell) => [cell]),
        [expect.stringMatching(/^Net is what the event has earned.* The balance is what the platform still owes you/)],
        ['Ledger'],
        ['Each payment, refund and payout, oldest first.'],
        ['Time', 'Entry', 'Order', 'Reference', 'Received by', 'Amount', 'Fees', 'Taxes', 'Change of the balance'],
        rowOf('Sale', '€79.00'),
        rowOf('Refund', '−€35.00'),
      ]);
      await overview.emulateMedia({ media: 'screen' });
      await findInPalette(overview, orderNumber, orderNumber);
      await waitForHeading(overview, `Order ${orderNumber}`);
      await findInPalette(overview, 'harbour l', 'Harbour Lights');
      await waitForHeading(overview, 'Harbour Lights');
      await findInPalette(overview, 'keys', 'Developers: API keys');
      await waitForHeading(overview, 'API keys');
      await searchInPalette(overview, 'lovelace');
      const palette = overview.getByRole('dialog');
      const selected = palette.locator('button[data-selected]');
      await selected.filter({ hasText: 'Search for “lovelace”' }).waitFor();
      await overview.keyboard.press('Enter');
      // The results replace the selected entry. The first of them is selected.
      await selected.filter({ hasText: orderNumber }).waitFor();
      await overview.keyboard.press('Enter');
      await palette.waitFor({ state: 'detached' });
      await waitForHeading(overview, `Order ${orderNumber}`);
      await findBeforeResponse(overview, ['harb', 'our l'], 'Harbour Lights');
      await waitForHeading(overview, 'Harbour Lights');
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  /** Searches with the command palette, and opens a result, by keyboard alone. */
  async function findInPalette(page: Page, text: string, result: string): Promise<void> {
    await searchInPalette(page, text);
    await openResult(page, result);
  }

  async function searchInPalette(page: Page, text: string): Promise<void> {
    await page.keyboard.press('Control+K');
    await waitForFocus(page, page.getByRole('dialog').getByLabel('Search'));
    await page.keyboard.type(text);
  }

  async function openResult(page: Page, result: string): Promise<void> {
    const palette = page.getByRole('dialog');
    const found = palette.getByRole('button', { name: result });
    await found.waitFor();
    const selected = palette.locator('button[data-selected]').and(found);
    for (let presses = 0; (await selected.count()) === 0; presses += 1) {
      if (presses === keyPressesMax) throw new Error(`The arrow key does not reach ${result}.`);
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
  }

  /** Searches for the first part of a text, types the rest, and opens a result before the server has responded to the whole text. */
  async function findBeforeResponse(page: Page, parts: readonly [string, string], result: string): Promise<void> {
    await searchInPalette(page, parts[0]);
    await page.getByRole('dialog').getByRole('button', { name: result }).waitFor();
    const searched = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    await page.route(/\/events\?limit=100$/, async (route) => {
      searched.resolve();
      await opened.promise;
      await route.continue().catch(() => {}); // The page may have cancelled the request.
    });
    await page.keyboard.type(parts[1]);
    await searched.promise;
    await openResult(page, result);
    opened.resolve();
    await page.unrouteAll({ behavior: 'wait' });
  }

  /** Prints the statement of an event. Returns the printed lines, each as its cells. */
  async function printStatement(page: Page): Promise<string[][]> {
    await page.evaluate(
      'void (globalThis.printed = new Promise((resolve) => { globalThis.print = () => resolve(); }))',
    );
    await page.getByRole('button', { name: 'Print' }).click();
    await page.evaluate('globalThis.printed');
    await page.emulateMedia({ media: 'print' });
    for (const role of ['navigation', 'banner', 'button'] as const) {
      expect(await page.getByRole(role).filter({ visible: true }).count()).toBe(0);
    }
    const text = await page.locator('body').innerText();
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.map((line) => line.split('\t'));
  }

  /** Creates and publishes an event with a ticket type and an add-on. Returns its embed codes for other websites. */
  async function publishEvent(page: Page): Promise<string[]> {
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Create an event' }).first().click();
    await dialog.getByLabel('Name').fill('Harbour Lights');
    await dialog.getByLabel('Starts').fill('2083-06-01T09:00');
    await dialog.getByRole('button', { name: 'Create an event' }).click();
    await waitForHeading(page, 'Harbour Lights');
    for (const [tab, button, name, price] of [
      ['Tickets and prices', 'Add a ticket type', 'Ten kilometres', '35'],
      ['Add-ons', 'Add an add-on', 'Pasta party', '9'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('button', { name: button }).click();
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByLabel('Price').fill(price);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('cell', { name, exact: true }).waitFor();
    }
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('The event is published.').waitFor();
    const link = await page.getByRole('link', { name: 'Open the page' }).getAttribute('href');
    expect(link).toBe(`${dashboard.server.url}/e/harbour-lights`);
    await page.getByRole('tab', { name: 'Sharing' }).click();
    const qrCode = page.getByRole('img', { name: 'QR code of the page' });
    expect(await scanQrCode(dashboard.browser, qrCode)).toBe(link);
    await page.locator('.copy-value', { hasText: `background:${accentColor}` }).waitFor();
    return page.locator('.copy-value', { hasText: /<(?:a|script)/ }).allInnerTexts();
  }

  /** Buys two tickets and an add-on in another browser session, from a website with the embed codes. Returns the order number. */
  async function buy(website: string, email: string): Promise<string> {
    // With the additional header of `openPage`, the requests of the website to the server would need a preflight.
    const { page, errors } = await openPage(dashboard.browser, { extraHTTPHeaders: {} });
    await page.goto(website);
    await page.getByText('Ten kilometres: €35.00').waitFor();
    await page.getByRole('link', { name: 'Buy tickets' }).click();
    await addToCart(page, 'Ten kilometres', 2);
    await addToCart(page, 'Pasta party');
    await enterDetails(page, email);
    await page.getByLabel('Ten kilometres, ticket 1').fill('Grace Hopper');
    await page.getByLabel('Ten kilometres, ticket 2').fill('Barbara Liskov');
    await enterCode(page, (await dashboard.findInMail(email, /^ *\d{6}$/m)).trim());
    await waitForStep(page, 'Pay');
    await page.getByRole('button', { name: 'Pay €79.00' }).click();
    await waitForStep(page, 'Your tickets');
    expect(errors).toEqual([]);
    await page.context().close();
    const order = await dashboard.database.db.selectFrom('orders').select('order_number').executeTakeFirstOrThrow();
    return order.order_number;
  }

  /** The entries of the timeline of an order, as `Kind: name`. */
  async function timelineOf(page: Page): Promise<string[]> {
    const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Timeline' }) });
    await section.getByText('Refunded').first().waitFor();
    const titles = await section.locator('.mantine-Timeline-itemTitle').allInnerTexts();
    return titles.map((title) => title.split(/\n+/).slice(0, 2).join(': '));
  }

  test(
    'with the keyboard alone, an endpoint is added and tested, a failed delivery is resent, a disabled endpoint is enabled, and its events are replayed; deliveries also appear after a restart of the server',
    async () => {
      const receiver = await startReceiver();
      const { page, errors } = await openPage(dashboard.browser);
      await signInDirectly(page, await dashboard.addUser('linus@example.com', 'owner'));
      await pressOn(page, page.getByRole('link', { name: 'Webhooks' }));
      await pressOn(page, page.getByRole('button', { name: 'Add an endpoint' }).first());
      const dialog = page.getByRole('dialog');
      await waitForFocus(page, dialog.getByLabel('URL'));
      await page.keyboard.type(receiver.url);
      await pressOn(page, dialog.getByLabel(/^All event types/), { press: 'Space' });
      await pressOn(page, dialog.getByLabel('event.created'), { press: 'Space' });
      await pressOn(page, dialog.getByRole('button', { name: 'Add a header' }));
      await waitForFocus(page, dialog.getByLabel('Name', { exact: true }));
      await page.keyboard.type('X-Api-Key');
      await page.keyboard.press('Tab');
      await page.keyboard.type('5ecret');
      await pressOn(page, dialog.getByRole('button', { name: 'Add', exact: true }));
      await waitForHeading(page, 'The endpoint is added', 2);
      await pressOn(page, dialog.getByRole('link', { name: 'Open the endpoint' }));

      await waitForHeading(page, receiver.url);
      await sendTest(page);
      await page.getByText('Delivered').waitFor();
      const received = await receiver.request(1);
      await pressOn(page, page.locator('summary', { hasText: 'Request headers' }));
      const headers = page.locator('details', { hasText: 'Request headers' }).locator('pre');
      expect(await headers.innerText()).toContain(`webhook-id: ${received.headers['webhook-id']}`);
      expect(received.headers['x-api-key']).toBe('5ecret');
      expect(await headers.innerText()).toContain('X-Api-Key: ••••••••');
      expect(
        JSON.parse(await page.locator('figure', { hasText: 'Body of the request' }).locator('pre').innerText()),
      ).toEqual(JSON.parse(received.body.toString()));

      receiver.behave(respond(500, { body: 'The disk is full' }));
      await pressOn(page, page.getByRole('link', { name: 'Deliveries' }));
      await waitForHeading(page, 'Deliveries');
      expect((await createEvent(page)).status()).toBe(201);
      await pressOn(
        page,
        page.getByRole('row').filter({ hasNotText: 'Test' }).getByRole('link', { name: 'event.created' }),
      );
      await page.getByText('The server had an error').first().waitFor();
      await page.getByText('Response 500').first().waitFor();
      await page.getByText('The disk is full').first().waitFor();
      receiver.behave(respond(200));
      await pressOn(page, page.getByRole('button', { name: 'Resend' }));
      await pressOn(page, dialog.getByRole('button', { name: 'Resend' }));
      await page.getByText('Delivered').waitFor();
      await page.getByText('Response 200').first().waitFor();
      expect(last(receiver.requests).headers['webhook-id']).toBe(receiver.requests[1]?.headers['webhook-id']);

      receiver.behave(respond(410));
      await openEndpoint(page, receiver.url);
      await sendTest(page);
      await page.getByText('Failed', { exact: true }).waitFor();
      receiver.behave(respond(200));
      await openEndpoint(page, receiver.url);
      await page.getByText('This endpoint is disabled (it responded with 410 Gone).').waitFor();
      await pressOn(page, page.getByRole('button', { name: 'Enable' }));
      await pressOn(page, dialog.getByRole('button', { name: 'Enable' }));
      await page.getByText('The endpoint is enabled.').waitFor();
      const failedId = last(receiver.requests).headers['webhook-id'];
      await pressOn(page, page.getByRole('button', { name: 'Replay events' }));
      await pressOn(page, dialog.getByRole('button', { name: 'Start' }));
      const replays = page.getByRole('table', { name: 'Replays' });
      // The replay can be finished before the page shows it.
      await replays.getByText('% of the period').or(replays.getByText('Scheduled')).waitFor();
      await replays.getByText('Scheduled').waitFor();
      await eventually(() => expect(last(receiver.requests).headers['webhook-id']).toBe(failedId));
      const delivered = page.getByRole('table', { name: 'Deliveries' }).getByText('Delivered');
      await eventually(async () => expect(await delivered.count()).toBe(3));

      const reconnecting = page.getByText('The connection is lost. Reconnecting …');
      await dashboard.restart(() => reconnecting.waitFor());
      await reconnecting.waitFor({ state: 'detached' });
      expect((await createEvent(page)).status()).toBe(201);
      await eventually(async () => expect(await delivered.count()).toBe(4));
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'a draft is previewed with its link, and its ticket types are moved with the keyboard, with the mouse, and by entering a position',
    async () => {
      const { page, errors } = await openPage(dashboard.browser);
      await signInDirectly(page, await dashboard.addUser('lin@example.com', 'manager'));
      await page.getByRole('button', { name: /^Account:/ }).waitFor();
      const { id: eventId } = (await (await createEvent(page)).json()) as { id: string };
      for (const name of ['One', 'Two', 'Three']) await createTicketType(page, eventId, name);
      await page.goto(dashboard.pageUrl(`events/${eventId}?tab=tickets`));
      const table = page.getByRole('table', { name: 'Ticket types' });
      const names = async () => (await table.getByRole('row').locator('td:first-child').allInnerTexts()).join(' ');
      await pressOn(page, page.getByRole('button', { name: 'Move One down' }));
      await page.getByText('One is now at position 2 of 3.').waitFor();
      await pressOn(page, page.getByRole('button', { name: 'Move One down' }));
      await page.getByText('One is now at position 3 of 3.').waitFor();
      await waitForFocus(page, page.getByRole('button', { name: 'Move One up' }));
      await eventually(async () => expect(await names()).toBe('Two Three One'));
      await table.getByRole('row', { name: /^Three/ }).dragTo(table.getByRole('row', { name: /^Two/ }));
      await page.getByText('Three is now at position 1 of 3.').waitFor();
      await page.getByRole('button', { name: /^Position of Two/ }).click();
      await page.getByRole('dialog').getByLabel('New position of Two').fill('3');
      await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
      await page.getByText('Two is now at position 3 of 3.').waitFor();
      await eventually(async () => expect(await names()).toBe('Three One Two'));
      await eventually(async () => {
        const types = dashboard.database.db.selectFrom('ticket_types').select('name').where('event_id', '=', eventId);
        const rows = await types.orderBy('position').execute();
        expect(rows.map(({ name }) => name).join(' ')).toBe('Three One Two');
      });

      const link = await page.getByRole('link', { name: 'Open the preview' }).getAttribute('href');
      const { page: visitor } = await openPage(dashboard.browser);
      await visitor.goto(defined(link, 'The link'));
      await visitor.getByRole('note').getByText('This event is not published.').waitFor();
      await visitor.getByRole('button', { name: 'One more: Three' }).waitFor();
      await visitor.goto(defined(link, 'The link').replace(/\?.*/, ''));
      await waitForHeading(visitor, 'There is no event here');
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'a gate and a phone are added, scans and a conflict appear while the page is open, and the phone is revoked',
    async () => {
      const { url } = dashboard.server;
      const { tickets } = await importTickets(dashboard.database.db, dashboard.organizer, 2);
      const ticket = first(tickets);
      const { page, errors } = await openPage(dashboard.browser, phone);
      await signInDirectly(page, await dashboard.addUser('grace@example.com', 'manager'));
      await page.getByRole('button', { name: 'Open the navigation' }).waitFor();
      const stream = page.waitForResponse((response) => response.url().endsWith('/live'));
      await page.goto(dashboard.pageUrl('gates'));
      await page.getByRole('table', { name: 'Events' }).getByRole('link', { name: 'Race' }).click();
      await waitForHeading(page, /^Gates: Race/);
      await stream;
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Add a gate' }).click();
      await dialog.getByRole('button', { name: 'Add a gate' }).click();
      await dialog.getByText('Fill in this field.').waitFor();
      await dialog.getByLabel('Name of the gate').fill('Main entrance');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Add a gate' }).click();
      const gates = page.getByRole('table', { name: 'Gates' });
      await gates.getByRole('row').filter({ hasText: 'Main entrance' }).getByText('All tickets').waitFor();

      await page.getByRole('button', { name: 'Add a device' }).click();
      await dialog.getByLabel('Name of the device').fill('Phone 3');
      await dialog.getByText('whoever finds or steals it can read the names').waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Add a device' }).click();
      const qrCode = dialog.getByRole('img', { name: 'QR code that pairs the device' });
      await qrCode.waitFor();
      const link = new URL(await scanQrCode(dashboard.browser, qrCode));
      expect(link.pathname).toBe('/gate');
      const code = link.hash.replace('#pair=', '');
      await dialog.getByText(`${code.slice(0, 4)}-${code.slice(4)}`).waitFor();
      await expectAccessible(page);
      const { token } = await sendAsDevice<{ token: string }>(url, 'pair', '', { code });
      await dialog.getByText('“Phone 3” is paired and can be used.').waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();

      const { gates: gatesOfDevice } = await readDevice<{ gates: { id: string }[] }>(token);
      const { id: gateId } = first(gatesOfDevice);
      const scan = { qrValue: ticket.qrValue, gateId, direction: 'entry', scannedAt: '2026-11-20T09:00:00Z' };
      await sendAsDevice(url, 'scans', token, { ...scan, nonce: 'online-1' });
      const counts = page.getByRole('table', { name: 'Scans of each gate' });
      // The gate, and its numbers of admissions, exits and refusals.
      await counts
        .getByRole('row')
        .filter({ hasText: ['Main entrance', 1, 0, 0].join('') })
        .waitFor();
      await page.getByText('There are no open conflicts.').waitFor();
      const offline = { nonce: 'offline-1', offline: true, deviceResult: 'admitted', deviceReason: null };
      await sendAsDevice(url, 'scans/batch', token, { scans: [{ ...scan, ...offline }] });
      const conflict = page
        .getByRole('table', { name: 'Conflicts' })
        .getByRole('row')
        .filter({ hasText: 'Already used' });
      await conflict.getByText('Phone 3').last().waitFor();
      await page.getByRole('button', { name: 'Show as a table' }).click();
      for (const period of ['Last hour', 'Whole event']) {
        await page.getByText(period, { exact: true }).click();
        const admissions = page.getByRole('table', { name: /^Admissions/ });
        await admissions.getByText('Main entrance').first().waitFor();
      }
      await conflict.getByRole('button', { name: `Settle: ${ticket.orderNumber}` }).click();
      await dialog.getByLabel('Note').fill('The second person had a copy.');
      await dialog.getByRole('button', { name: 'Settle' }).click();
      await page.getByText('There are no open conflicts.').waitFor();
      await page.getByText('Settled', { exact: true }).first().click();
      await conflict.getByText('The second person had a copy.').waitFor();
      await conflict.getByRole('link', { name: `Order ${ticket.orderNumber}` }).click();
      await waitForHeading(page, `Order ${ticket.orderNumber}`);
      await page.getByText('refused: Already used').waitFor();
      await page.getByText('admitted', { exact: true }).waitFor();

      await page.goBack();
      await page.getByRole('button', { name: 'Actions for Phone 3' }).click();
      await page.getByRole('menuitem', { name: 'Revoke' }).click();
      await dialog.getByText('stops working within a second').waitFor();
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('“Phone 3” is revoked.').waitFor();
      await eventually(async () => await expect(readDevice(token)).rejects.toThrow('401'));
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  /** Reads a device and its event with the token of the device. */
  async function readDevice<T>(token: string): Promise<T> {
    const response = await fetch(`${dashboard.server.url}/api/gate/v1/device`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(String(response.status));
    return (await response.json()) as T;
  }

  /** Creates an event with the session of the page. */
  function createEvent(page: Page) {
    const { url } = dashboard.server;
    return page.request.post(`${url}/dashboard/api/organizers/harbour-run/events`, {
      headers: { origin: url },
      data: { name: 'Night run', startsAt: '2083-05-01T06:00:00Z' },
    });
  }

  /** Adds a ticket type to an event with the session of the page. */
  function createTicketType(page: Page, eventId: string, name: string) {
    const { url } = dashboard.server;
    return page.request.post(`${url}/dashboard/api/organizers/harbour-run/events/${eventId}/ticket-types`, {
      headers: { origin: url },
      data: { name, price: 500 },
    });
  }
});

/** Sends a test event from the page of an endpoint. Then the page of its delivery is open. */
async function sendTest(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await pressOn(page, page.getByRole('button', { name: 'Send a test' }));
  await waitForFocus(page, dialog.getByLabel('Event type'));
  await pressOn(page, dialog.getByRole('button', { name: 'Send', exact: true }));
  await waitForHeading(page, 'event.created');
}

/** Opens the page of an endpoint from the page of one of its deliveries. */
async function openEndpoint(page: Page, url: string): Promise<void> {
  await pressOn(page, page.getByRole('main').getByRole('link', { name: url }));
  await waitForHeading(page, url);
}
