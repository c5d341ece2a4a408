import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  addAuthenticator,
  journeyTimeoutMs,
  signInDirectly,
  useDashboard,
  waitForHeading,
} from './dashboard-browser.ts';
import { setPassword } from './harness/dashboard.ts';
import { defined } from './harness/defined.ts';
import { importAll, orderLine, raceLines } from './harness/fixtures.ts';
import { openPage } from './hosted-page-shop.ts';

const password = 'correct horse battery staple';
const unreachable = 'The server cannot be reached.';

describe('what is entered in the dashboard', { tags: 'chromium' }, () => {
  const dashboard = useDashboard('sqlite', {
    fill: async (db, organizer) => {
      await importAll(db, organizer, [...raceLines(), orderLine('sold')]);
    },
  });
  // Passkeys belong to a host name, not to an IP address.
  const named = (url: string) => url.replace('127.0.0.1', 'localhost');

  /** A page of an owner with a password, who has signed in. */
  async function openAs(email: string, path: string): Promise<{ page: Page; errors: string[] }> {
    const { page, errors } = await openPage(dashboard.browser);
    const link = await dashboard.addUser(email, 'owner');
    await setPassword(dashboard.database.db, { id: await userId(email) }, password);
    await signInDirectly(page, named(link), named(dashboard.pageUrl(path)));
    return { page, errors };
  }

  const userId = async (email: string) => {
    const users = dashboard.database.db.selectFrom('users').select('id').where('email', '=', email);
    return (await users.executeTakeFirstOrThrow()).id;
  };

  const endSessions = async (email: string) =>
    dashboard.database.db
      .deleteFrom('user_sessions')
      .where('user_id', '=', await userId(email))
      .execute();

  const contactEmail = async () =>
    (
      await dashboard.database.db
        .selectFrom('organizers')
        .select('contact_email')
        .where('id', '=', dashboard.organizer.id)
        .executeTakeFirstOrThrow()
    ).contact_email;

  const contact = (page: Page) => page.getByLabel('E-mail address for buyers');
  const save = (page: Page) =>
    page
      .locator('form')
      .filter({ has: contact(page) })
      .getByRole('button', { name: 'Save' });
  const signInAgain = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

  test(
    'creates one order if its response was lost, also if it was changed before it was sent again',
    async () => {
      const { page, errors } = await openAs('lost@example.com', 'orders/new');
      await page.getByRole('textbox', { name: '10 km', exact: true }).fill('1');
      await page.getByLabel('E-mail address').fill('grace@example.com');
      await page.route(
        '**/orders',
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      const create = page.getByRole('button', { name: /^Create the order for/ });
      await create.click();
      await page.getByText(unreachable).waitFor();
      await page.getByLabel('Name', { exact: true }).fill('Grace');
      for (let times = 0; times < 2; times += 1) {
        const response = page.waitForResponse('**/orders');
        await create.click();
        expect((await response).status()).toBe(409);
        await page.getByText('Your first attempt, whose response was lost, has already created this').waitFor();
      }
      await page.getByLabel('Name', { exact: true }).fill('');
      await create.click();
      await waitForHeading(page, /^Order /);
      const orders = dashboard.database.db.selectFrom('orders').select('order_number');
      expect(await orders.where('buyer_email', '=', 'grace@example.com').execute()).toHaveLength(1);
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'stays while the user signs in again: with a password, a second factor, or a passkey',
    async () => {
      const email = 'again@example.com';
      const { page, errors } = await openAs(email, 'settings');
      // Without the live stream, the page notices the end of the session when it sends something.
      await page.route('**/live', (route) => route.abort());
      await page.reload();
      await contact(page).fill('first@example.com');
      await endSessions(email);
      await save(page).click();
      await signInAgain(page).getByLabel('Password', { exact: true }).fill(password);
      expect(await signInAgain(page).getByLabel('E-mail address').inputValue()).toBe(email);
      await signInAgain(page).getByRole('button', { name: 'Sign in', exact: true }).click();
      await signInAgain(page).waitFor({ state: 'detached' });
      expect(await contact(page).inputValue()).toBe('first@example.com');
      await save(page).click();
      await expect.poll(contactEmail).toBe('first@example.com');

      await addAuthenticator(page);
      await page.goto(named(`${dashboard.server.url}/dashboard/account`));
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByRole('dialog').getByLabel('Current password').fill(password);
      await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
      const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      await codes.first().waitFor();
      const recoveryCode = defined((await codes.allInnerTexts())[0], 'A recovery code');
      await page.unroute('**/live');
      await page.goto(named(dashboard.pageUrl('settings')));

      await contact(page).fill('second@example.com');
      await endSessions(email);
      await signInAgain(page).getByLabel('Password', { exact: true }).fill(password);
      await signInAgain(page).getByRole('button', { name: 'Sign in', exact: true }).click();
      await signInAgain(page).getByRole('button', { name: 'Use a recovery code instead' }).click();
      await signInAgain(page).getByLabel('Recovery code').fill(recoveryCode);
      await signInAgain(page).getByRole('button', { name: 'Continue' }).click();
      await signInAgain(page).waitFor({ state: 'detached' });
      await save(page).click();
      await expect.poll(contactEmail).toBe('second@example.com');

      await contact(page).fill('third@example.com');
      await endSessions(email);
      await signInAgain(page).getByRole('button', { name: 'Sign in with a passkey' }).click();
      await signInAgain(page).waitFor({ state: 'detached' });
      await save(page).click();
      await expect.poll(contactEmail).toBe('third@example.com');
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'is not shown to another user who signs in after the session has ended',
    async () => {
      const email = 'first-user@example.com';
      const { page, errors } = await openAs(email, 'settings');
      await contact(page).fill('secret@example.com');
      await dashboard.addUser('second-user@example.com', 'owner');
      await setPassword(dashboard.database.db, { id: await userId('second-user@example.com') }, password);
      await endSessions(email);
      await signInAgain(page).getByLabel('E-mail address').fill('second-user@example.com');
      await signInAgain(page).getByLabel('Password', { exact: true }).fill(password);
      await signInAgain(page).getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('button', { name: /^Account:.*second-user/ }).waitFor();
      await contact(page).waitFor();
      expect(await contact(page).inputValue()).not.toBe('secret@example.com');
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'does not overwrite what another member has corrected in the same order: both values are shown, and one is chosen',
    async () => {
      const buyer = () =>
        dashboard.database.db
          .selectFrom('orders')
          .select(['order_number', 'buyer_name', 'buyer_phone'])
          .where('buyer_email', '=', 'sold@example.com')
          .executeTakeFirstOrThrow();
      const path = `orders/${(await buyer()).order_number}`;
      const pages = [await openAs('one@example.com', path), await openAs('two@example.com', path)];
      const [one, two] = await Promise.all(
        pages.map(async ({ page }) => {
          await page.getByRole('button', { name: 'Correct the buyer' }).click();
          return page.getByRole('dialog');
        }),
      );
      const [first, second] = [defined(one, 'dialog'), defined(two, 'dialog')];
      await second.getByLabel('Name').fill('Ada Two');
      await second.getByLabel('E-mail address').fill('two@example.com');
      await first.getByLabel('Name').fill('Ada One');
      await first.getByLabel('Telephone number').fill('+49 30 111111');
      await first.getByRole('button', { name: 'Save' }).click();
      await first.waitFor({ state: 'detached' });

      await second.getByRole('button', { name: 'Save' }).click();
      await second.getByText('Now stored: “Ada One”').waitFor();
      expect(await second.getByLabel('Name').inputValue()).toBe('Ada Two');
      expect(await second.getByLabel('Telephone number').inputValue()).toBe('+49 30 111111');
      expect(await buyer()).toMatchObject({ buyer_name: 'Ada One' });
      await second.getByRole('button', { name: 'Keep mine' }).click();
      await second.getByRole('button', { name: 'Save' }).click();
      await second.waitFor({ state: 'detached' });
      const corrected = dashboard.database.db.selectFrom('orders').select(['buyer_name', 'buyer_phone']);
      expect(await corrected.where('buyer_email', '=', 'two@example.com').execute()).toEqual([
        { buyer_name: 'Ada Two', buyer_phone: '+49 30 111111' },
      ]);
      expect(pages.flatMap(({ errors }) => errors)).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'is lost only after a question: on the way to another page, in a dialog, and when the tab is closed',
    async () => {
      const { page, errors } = await openAs('leaving@example.com', 'settings');
      const question = page.getByRole('dialog', { name: 'Leave without saving?' });
      await contact(page).fill('unsaved@example.com');
      await page.getByRole('link', { name: 'Events', exact: true }).click();
      await question.getByRole('button', { name: 'Continue editing' }).click();
      expect(await contact(page).inputValue()).toBe('unsaved@example.com');
      const asked = page.waitForEvent('dialog');
      await page.close({ runBeforeUnload: true });
      expect((await asked).type()).toBe('beforeunload');
      await (await asked).dismiss();
      await page.getByRole('link', { name: 'Events', exact: true }).click();
      await question.getByRole('button', { name: 'Leave' }).click();
      await waitForHeading(page, 'Events');

      await page.getByRole('button', { name: 'Create an event' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create an event' });
      await dialog.getByLabel('Name').fill('Night Run');
      await page.keyboard.press('Escape');
      await question.waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      expect(await dialog.getByLabel('Name').inputValue()).toBe('Night Run');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Gates', exact: true }).click();
      await waitForHeading(page, 'Gates');
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'signing out and exports report failures, and the page stays',
    async () => {
      const { page, errors } = await openAs('failing@example.com', 'export');
      await page.route('**/export.jsonl', (route) => route.abort(), { times: 1 });
      await page.getByRole('button', { name: 'Download everything' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Download everything' }).click();
      await dialog.getByText(unreachable).waitFor();
      const downloading = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Download everything' }).click();
      expect((await downloading).suggestedFilename()).toMatch(/\.jsonl$/);
      await dialog.waitFor({ state: 'detached' });

      await page.route('**/sign-out', (route) => route.abort(), { times: 1 });
      const signOut = async () => {
        await page.getByRole('button', { name: /^Account:/ }).click();
        await page.getByRole('menuitem', { name: 'Sign out' }).click();
      };
      await signOut();
      await page.getByText(unreachable).waitFor();
      await signOut();
      await waitForHeading(page, 'Sign in');
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );
});
