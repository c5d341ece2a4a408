import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { addUser, journeyTimeoutMs, phone, signInDirectly, useDashboard } from './dashboard-browser.ts';
import { importAll, orderLine, raceLines } from './harness/fixtures.ts';
import { expectAccessible, openPage } from './hosted-page-shop.ts';

describe('personal data in the dashboard', { tags: 'chromium' }, () => {
  let signInPath: string;
  const dashboard = useDashboard('sqlite', {
    fill: async (db, organizer) => {
      const buyer = { email: 'ada@example.com', name: 'Ada Byron', phone: null };
      await importAll(db, organizer, [
        ...raceLines(),
        orderLine('first', { buyer, attendees: [{ ticketTypeId: 'run-10', holderName: 'Anne Noel' }] }),
      ]);
      await db.updateTable('events').set({ starts_at: '2024-05-02T09:00:00.000Z', ends_at: null }).execute();
      signInPath = await addUser(db, organizer, 'owner@example.com', 'owner');
    },
  });

  test(
    'an owner sets the days, downloads all that is known of a person, and erases it',
    async () => {
      const { page } = await openPage(dashboard.browser, phone);
      await signInDirectly(page, dashboard.server.url + signInPath);
      await page.goto(dashboard.pageUrl('privacy'));
      const days = page.getByLabel('Days after the event');
      await days.fill('30');
      await page.getByRole('button', { name: 'Count what would be removed now' }).click();
      const counted = page.getByText('1 order with 1 ticket of 1 event', { exact: true });
      await counted.waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      const dialog = page.getByRole('dialog', { name: 'Remove personal data?' });
      await dialog.getByText('1 order with 1 ticket of 1 event').waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      const storedDays = async () => {
        const { db } = dashboard.database;
        return (await db.selectFrom('organizers').select('personal_data_days').executeTakeFirstOrThrow())
          .personal_data_days;
      };
      expect(await storedDays()).toBeNull();
      await days.fill('10000');
      await counted.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved').waitFor();
      expect(await storedDays()).toBe(10_000);

      await page.getByLabel('E-mail address').fill('ADA@example.com');
      await page.getByRole('button', { name: 'Find' }).click();
      await page.getByText('1 order has this address.').waitFor();
      await expectAccessible(page);
      const download = async (name: string) => {
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name, exact: true }).click(),
        ]);
        return readFileSync(await file.path(), 'utf8');
      };
      expect(await download('Download as JSON')).toContain('"Anne Noel"');
      const html = await download('Download as a page');
      for (const text of ['Your personal data', 'Ada Byron', 'Anne Noel', '€20.00']) expect(html).toContain(text);

      await page.getByRole('button', { name: 'Erase' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
      await page.getByText('The data of 1 order was erased.').waitFor();
      await expectAccessible(page);
      const orders = await dashboard.database.db.selectFrom('orders').select('buyer_name').execute();
      expect(orders).toEqual([{ buyer_name: null }]);
    },
    journeyTimeoutMs,
  );
});
