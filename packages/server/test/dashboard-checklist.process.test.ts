import { describe, expect, test } from 'vitest';
import { journeyTimeoutMs, phone, signInDirectly, useDashboard, waitForHeading } from './dashboard-browser.ts';
import { importAll, raceLines } from './harness/fixtures.ts';
import { expectAccessible, openPage } from './hosted-page-shop.ts';

describe('a new organizer in the dashboard', { tags: 'chromium' }, () => {
  const dashboard = useDashboard('sqlite', {
    payments: 'manual',
    fill: async (db, organizer) => {
      await importAll(
        db,
        organizer,
        raceLines().map((line) => (line.type === 'event' ? { ...line, status: 'draft' } : line)),
      );
    },
  });

  test(
    'has a checklist before its first sale, and is warned before it publishes tickets that nobody can pay for',
    async () => {
      const { page, errors } = await openPage(dashboard.browser, phone);
      await signInDirectly(page, await dashboard.addUser('ada@example.com', 'owner'));
      await waitForHeading(page, 'Before the first sale', 2);
      await page.getByText('1 of 6 done').waitFor();
      expect(await page.getByText('Nothing needs your attention.').count()).toBe(0);
      await expectAccessible(page);

      const { id } = await dashboard.database.db.selectFrom('events').select('id').executeTakeFirstOrThrow();
      await page.goto(dashboard.pageUrl(`events/${id}`));
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Nobody can pay for these tickets').waitFor();
      await dialog
        .getByText('Still open before the first sale: Imprint, Terms of sale, Privacy policy, Test order.')
        .waitFor();
      await expectAccessible(page);
      await dialog.getByRole('link', { name: 'Set up payments' }).click();
      await waitForHeading(page, 'Organizer');
      await page.getByLabel('IBAN').fill('DE89370400440532013000');
      await page
        .locator('form')
        .filter({ has: page.getByLabel('IBAN') })
        .getByRole('button', { name: 'Save' })
        .click();
      await page.getByText('Saved').waitFor();
      await page.goto(dashboard.pageUrl('overview'));
      await page.getByText('2 of 6 done').waitFor();

      await page.goto(dashboard.pageUrl(`events/${id}`));
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await dialog.getByText('its active ticket types can be bought').waitFor();
      expect(await dialog.getByText('Nobody can pay for these tickets').count()).toBe(0);
      await dialog.getByRole('button', { name: 'Publish' }).click();
      await page.getByRole('tab', { name: 'Sharing' }).click();
      await page.getByText('Everyone with this link can buy tickets.').waitFor();
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );
});
