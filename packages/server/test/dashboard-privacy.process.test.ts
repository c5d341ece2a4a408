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
      signInPath = await addUser(db, organizer, 'owner@example.com', 'owner');
    },
  });

  test(
    'an owner sets the days, downloads all that is known of a person, and erases it',
    async () => {
      const { page } = await openPage(dashboard.browser, phone);
      await signInDirectly(page, dashboard.server.url + signInPath);
      await page.goto(dashboard.pageUrl('privacy'));
      await page.getByLabel('Days after the event').fill('30');
      await page.getByRole('button', { name: 'Count what would be removed now' }).click();
      await page.getByText('No event with personal data has ended so long ago.').waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved').waitFor();

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
