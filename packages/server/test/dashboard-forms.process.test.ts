import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { setOrganizerProfile } from '../src/features/organizers/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { journeyTimeoutMs, signInWith, useDashboard, waitForHeading } from './dashboard-browser.ts';
import { defined } from './harness/defined.ts';
import { importAll, raceLines } from './harness/fixtures.ts';
import { openPage } from './hosted-page-shop.ts';

const iban = 'DE89370400440532013000';
const otherIban = 'DE02120300000000202051';
const changedElsewhere = 'Somebody else changed this meanwhile';

interface LosingProxy {
  readonly url: string;
  /** The server processes the next POST whose path ends like this, but its response arrives only in part. */
  loseResponse(pathEnd: string): void;
}

/** A proxy of the browser that loses responses, as a failing network does. */
async function startLosingProxy(): Promise<LosingProxy> {
  let lostPath: string | null = null;
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    const isLost = lostPath !== null && method === 'POST' && url.endsWith(lostPath);
    if (isLost) lostPath = null;
    const forwarded = sendRequest(url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      if (isLost) {
        outgoing.flushHeaders();
        response.resume().on('end', () => outgoing.destroy());
      } else {
        response.pipe(outgoing);
      }
    });
    incoming.pipe(forwarded);
    // A stream of live changes ends with its page.
    outgoing.on('close', () => forwarded.destroy());
    forwarded.on('error', () => outgoing.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    loseResponse: (pathEnd) => {
      lostPath = pathEnd;
    },
  };
}

describe('the forms of the dashboard', { tags: 'chromium' }, () => {
  const dashboard = useDashboard('sqlite', {
    fill: async (db, organizer) => {
      await importAll(db, organizer, raceLines());
    },
  });

  const rowsOf = async (table: 'orders' | 'events') =>
    (await dashboard.database.db.selectFrom(table).select('created_at').execute()).length;
  const readOrganizer = () =>
    dashboard.database.db
      .selectFrom('organizers')
      .selectAll()
      .where('id', '=', dashboard.organizer.id)
      .executeTakeFirstOrThrow();

  /** A page in which another member, who is signed in, opens a page of the dashboard. */
  async function openAs(email: string, path: string): Promise<{ page: Page; errors: string[] }> {
    const { page, errors } = await openPage(dashboard.browser);
    await signInWith(page, await dashboard.addUser(email, 'owner'));
    await waitForHeading(page, 'Overview');
    await page.goto(dashboard.pageUrl(path));
    return { page, errors };
  }

  /** The button that sends the form with this field. */
  const saveOf = (page: Page, label: string) =>
    page
      .locator('form')
      .filter({ has: page.getByLabel(label, { exact: true }) })
      .getByRole('button', { name: 'Save' });

  test(
    'a repeated request after a lost response shows the first order or event, and creates no second one',
    async () => {
      const proxy = await startLosingProxy();
      const { page, errors } = await openPage(dashboard.browser, { proxy: { server: proxy.url } });
      await signInWith(page, await dashboard.addUser('lost@example.com', 'owner'));
      await waitForHeading(page, 'Overview');
      await page.goto(dashboard.pageUrl('orders/new'));
      const before = { orders: await rowsOf('orders'), events: await rowsOf('events') };

      await page.getByRole('textbox', { name: '10 km', exact: true }).fill('1');
      await page.getByLabel('E-mail address').fill('grace@example.com');
      const create = page.getByRole('button', { name: /^Create the order for/ });
      await create.waitFor();
      proxy.loseResponse('/orders');
      await create.click();
      await page.getByText('The server cannot be reached.').waitFor();
      expect(await rowsOf('orders')).toBe(before.orders + 1);
      await create.click();
      await waitForHeading(page, /^Order /);
      const order = await dashboard.database.db
        .selectFrom('orders')
        .select('order_number')
        .where('buyer_email', '=', 'grace@example.com')
        .execute();
      expect(order).toEqual([{ order_number: (await page.getByRole('heading', { level: 1 }).innerText()).slice(6) }]);

      await page.getByRole('link', { name: 'Events', exact: true }).click();
      await page.getByRole('button', { name: 'Create an event' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Night Run');
      await dialog.getByLabel('Starts').fill('2083-06-01T20:00');
      proxy.loseResponse('/events');
      await dialog.getByRole('button', { name: 'Create an event' }).click();
      await dialog.getByText('The server cannot be reached.').waitFor();
      await dialog.getByRole('button', { name: 'Create an event' }).click();
      await waitForHeading(page, 'Night Run');
      expect(await rowsOf('events')).toBe(before.events + 1);
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'an old tab does not restore an old bank account, and the user chooses between two values of one field',
    async () => {
      const { database, organizer } = dashboard;
      await setOrganizerProfile(database.db, organizer.id, { iban, contactEmail: '' }, systemClock, byOperator);
      const [ada, lin] = [await openAs('ada@example.com', 'settings'), await openAs('lin@example.com', 'settings')];
      const old = lin.page;
      await old.getByLabel('Text about the payment').fill('Please pay within 7 days.');
      await old.getByLabel('E-mail address for buyers').fill('lin@example.com');

      await ada.page.getByLabel('IBAN').fill(otherIban);
      await saveOf(ada.page, 'IBAN').click();
      await ada.page.getByText('Saved').waitFor();
      await ada.page.getByLabel('E-mail address for buyers').fill('ada@example.com');
      await saveOf(ada.page, 'E-mail address for buyers').click();
      await expect.poll(async () => (await readOrganizer()).contact_email).toBe('ada@example.com');

      await saveOf(old, 'IBAN').click();
      await old.getByText(changedElsewhere).first().waitFor();
      expect((await readOrganizer()).payment_text).toBeNull();
      expect(await old.getByLabel('IBAN').inputValue()).toBe('DE02 1203 0000 0000 2020 51');
      expect(await old.getByLabel('Text about the payment').inputValue()).toBe('Please pay within 7 days.');
      await saveOf(old, 'IBAN').click();
      await expect.poll(readOrganizer).toMatchObject({
        iban: otherIban,
        payment_text: 'Please pay within 7 days.',
        contact_email: 'ada@example.com',
      });

      // The other form of the page has both values of one field.
      await old.getByText('Now stored: “ada@example.com”').waitFor();
      await saveOf(old, 'E-mail address for buyers').click();
      await old.getByRole('button', { name: 'Use this value' }).and(old.locator(':focus')).waitFor();
      expect((await readOrganizer()).contact_email).toBe('ada@example.com');
      await old.getByRole('button', { name: 'Keep mine' }).click();
      expect(await old.getByLabel('E-mail address for buyers').inputValue()).toBe('lin@example.com');
      await saveOf(old, 'E-mail address for buyers').click();
      await expect.poll(readOrganizer).toMatchObject({ contact_email: 'lin@example.com', iban: otherIban });
      expect(await old.getByText(changedElsewhere).count()).toBe(0);
      expect([...ada.errors, ...lin.errors]).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'what a user types into the form of an event or a ticket type is kept when another user saves it',
    async () => {
      const { id } = await dashboard.database.db
        .selectFrom('events')
        .select('id')
        .where('status', '=', 'published')
        .executeTakeFirstOrThrow();
      const [ada, lin] = [
        await openAs('eva@example.com', `events/${id}`),
        await openAs('kim@example.com', `events/${id}`),
      ];
      const description = lin.page.getByLabel('Description');
      await description.fill('Along the harbour');
      const city = lin.page.getByLabel('City');
      await city.fill('Hamburg');

      await ada.page.getByLabel('City').fill('Bremen');
      await ada.page.locator('input[name=name]').fill('Harbour Race');
      await saveOf(ada.page, 'City').click();
      // The live stream reloads the page of the other user, without emptying the form.
      await waitForHeading(lin.page, 'Harbour Race');
      await lin.page.getByText(changedElsewhere).waitFor();
      expect(await description.inputValue()).toBe('Along the harbour');
      expect(await city.inputValue()).toBe('Hamburg');
      expect(await lin.page.locator('input[name=name]').inputValue()).toBe('Harbour Race');
      await lin.page.getByText('Now stored: “Bremen”').waitFor();
      await lin.page.getByRole('button', { name: 'Use this value' }).click();
      expect(await city.inputValue()).toBe('Bremen');
      await saveOf(lin.page, 'City').click();
      await lin.page.getByText('Saved').waitFor();
      const stored = await dashboard.database.db
        .selectFrom('events')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      expect(stored).toMatchObject({ name: 'Harbour Race', description: 'Along the harbour', venue_city: 'Bremen' });

      for (const { page } of [ada, lin]) await page.getByRole('button', { name: 'Edit 10 km' }).click();
      const [first, second] = [ada, lin].map(({ page }) => page.getByRole('dialog'));
      await defined(second, 'dialog').getByLabel('Category').fill('10K');
      await defined(first, 'dialog').getByLabel('Price (EUR)').fill('31');
      await defined(first, 'dialog').getByRole('button', { name: 'Save' }).click();
      await defined(second, 'dialog').getByText(changedElsewhere).waitFor();
      await defined(second, 'dialog').getByRole('button', { name: 'Save' }).click();
      await defined(second, 'dialog').waitFor({ state: 'detached' });
      const type = await dashboard.database.db
        .selectFrom('ticket_types')
        .select(['price', 'category'])
        .where('event_id', '=', id)
        .where('name', '=', '10 km')
        .executeTakeFirst();
      expect(type).toEqual({ price: 3_100, category: '10K' });
      expect([...ada.errors, ...lin.errors]).toEqual([]);
    },
    journeyTimeoutMs,
  );
});
