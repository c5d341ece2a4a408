import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  addAuthenticator,
  journeyTimeoutMs,
  phone,
  pressOn,
  signInDirectly,
  signInWith,
  startWebsite,
  useDashboard,
  waitForFocus,
  waitForHeading,
} from './dashboard-browser.ts';
import { totpOf } from './harness/browser.ts';
import { defined } from './harness/defined.ts';
import { importAll, orderLine, raceLines } from './harness/fixtures.ts';
import { eventually } from './harness/receiver.ts';
import { waitUntil } from './harness/wait.ts';
import { expectAccessible, openPage, scanQrCode } from './hosted-page-shop.ts';

const password = 'correct horse battery staple';
/** The compressed JavaScript of the first load. */
const maxScriptBytes = 256_000;
/** The scripts that the page loads by itself after it was drawn. */
const laterScripts = /\/(?:notices|palette)-[^/]*$/;

// The pages do not depend on the database. Their routes are tested on both.
describe('the dashboard in a browser', { tags: 'chromium' }, () => {
  const dashboard = useDashboard('sqlite');
  const linkTo = (email: string) => dashboard.findInMail(email, /https?:\S+\/dashboard\/\S+#\S+/);

  test(
    'a first operator creates an organizer, its owner and an invited member sign in, and a removed member can do nothing more',
    async () => {
      const owner = await openPage(dashboard.browser);
      const printedLink = () => /http\S+\/dashboard\/start#\S+/.exec(dashboard.server.output())?.[0];
      await waitUntil(printedLink);
      await owner.page.goto(defined(printedLink(), 'The printed link'));
      await waitForHeading(owner.page, 'Set up the dashboard');
      await expectAccessible(owner.page);
      await owner.page.getByLabel('Your name').fill('Ada Lovelace');
      await owner.page.getByLabel('E-mail address').fill('ada@example.com');
      await owner.page.getByLabel('New password').fill('short');
      await owner.page.getByRole('button', { name: 'Create the account' }).click();
      await owner.page.getByText('Enter at least 10 characters.').waitFor();
      await owner.page.getByLabel('New password').fill(password);
      await owner.page.getByRole('button', { name: 'Create the account' }).click();
      await owner.page.getByRole('button', { name: 'Account: Ada Lovelace' }).waitFor();
      await waitForHeading(owner.page, 'Organizers');
      const scripts = await countScripts(owner.page);
      await owner.page.reload();
      await waitForHeading(owner.page, 'Organizers');
      await waitUntil(() => scripts() > maxScriptBytes / 2);
      expect(scripts()).toBeLessThan(maxScriptBytes);

      await owner.page.getByRole('button', { name: 'Create an organizer' }).first().click();
      const newOrganizer = owner.page.getByRole('dialog', { name: 'Create an organizer' });
      await newOrganizer.getByLabel('Name').fill('Alster Run');
      await newOrganizer.getByRole('button', { name: 'Create an organizer' }).click();
      await waitForHeading(owner.page, 'Alster Run');
      await owner.page.getByRole('button', { name: 'Invite a member' }).click();
      await owner.page.getByLabel('E-mail address').fill('ada@example.com');
      await owner.page.getByRole('button', { name: 'Send the invitation' }).click();
      await owner.page.goto(await linkTo('ada@example.com'));
      await owner.page.getByRole('button', { name: 'Accept the invitation' }).click();
      await owner.page.getByRole('link', { name: 'Continue' }).click();
      await owner.page.getByRole('link', { name: 'Members' }).click();
      await waitForHeading(owner.page, 'Members');
      await owner.page.getByRole('button', { name: 'Invite a member' }).click();
      await owner.page.getByLabel('E-mail address').fill('grace@example.com');
      await owner.page.getByLabel('Manager').check();
      await expectAccessible(owner.page);
      await owner.page.getByRole('button', { name: 'Send the invitation' }).click();
      await owner.page.getByRole('table', { name: 'Open invitations' }).getByText('grace@example.com').waitFor();

      const member = await openPage(dashboard.browser, phone);
      await member.page.goto(await linkTo('grace@example.com'));
      await waitForHeading(member.page, 'Join Alster Run');
      await expectAccessible(member.page);
      await member.page.getByLabel('Your name').fill('Grace Hopper');
      await member.page.getByLabel('New password').fill(password);
      await member.page.getByRole('button', { name: 'Accept the invitation' }).click();
      await member.page.getByRole('button', { name: 'Open the navigation' }).click();
      await member.page.getByRole('link', { name: 'Events', exact: true }).click();
      await waitForHeading(member.page, 'Events');
      await member.page.getByRole('button', { name: 'Create an event' }).first().click();
      const newEvent = member.page.getByRole('dialog', { name: 'Create an event' });
      await newEvent.getByLabel('Name').fill('Secret run');
      await newEvent.getByLabel('Starts').fill('2083-05-01T10:00');

      await expectForgedFormRejected(owner.page);
      await owner.page.reload();
      await owner.page.getByRole('button', { name: 'Remove Grace Hopper' }).click();
      await owner.page.getByRole('dialog').getByText('loses access to Alster Run immediately').waitFor();
      await owner.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await owner.page.getByText('Grace Hopper is no longer a member.').waitFor();

      // The open page is told, and shows nothing of the organizer any more.
      await newEvent.waitFor({ state: 'detached' });
      await waitForHeading(member.page, 'You are not a member of this organizer', 2);
      await member.page.getByRole('button', { name: 'Open the navigation' }).click();
      expect(await member.page.getByRole('link', { name: 'Events', exact: true }).count()).toBe(0);
      await member.page.goto(dashboard.pageUrl('members', 'alster-run'));
      await waitForHeading(member.page, 'You are not a member of this organizer', 2);
      expect(await dashboard.database.db.selectFrom('events').select('name').execute()).toEqual([]);
      expect([...owner.errors, ...member.errors]).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'an authenticator app and a passkey are set up, and signing in then needs one of them, or a recovery code',
    async () => {
      const { page, errors } = await openPage(dashboard.browser);
      // Passkeys belong to a host name, not to an IP address.
      const named = (url: string) => url.replace('127.0.0.1', 'localhost');
      await addAuthenticator(page);
      const signInLink = named(await dashboard.addUser('lin@example.com', 'viewer'));
      // A program that checks mails opens the page and runs its scripts. It does not use the link.
      const scanner = await openPage(dashboard.browser);
      await scanner.page.goto(signInLink);
      await scanner.page.getByRole('button', { name: 'Sign in' }).waitFor();
      await expectAccessible(scanner.page);
      await signInWith(page, signInLink);
      await page.getByRole('button', { name: /^Account:/ }).waitFor();
      await page.goto(named(`${dashboard.server.url}/dashboard/account`));
      await waitForHeading(page, 'Your account');
      await expectAccessible(page);
      await page.getByLabel('New password').fill(password);
      await page.getByRole('button', { name: 'Set a password' }).click();
      await page.getByText('The password is changed.').waitFor();
      await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
      await page.getByRole('dialog').getByLabel('Current password').fill(password);
      await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
      const qrCode = page.getByRole('img', { name: 'QR code for the authenticator app' });
      await qrCode.waitFor();
      await expectAccessible(page);
      const uri = await scanQrCode(dashboard.browser, qrCode);
      const recoveryCodes = await page
        .getByRole('list', { name: 'Recovery codes' })
        .getByRole('listitem')
        .allInnerTexts();
      await page.getByRole('dialog').getByLabel('6-digit code').fill(totpOf(uri));
      await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
      await page.getByText('The authenticator app is on.').waitFor();

      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByLabel('Name of the passkey').fill('Laptop');
      await page.getByRole('dialog').getByLabel('Current password').fill(password);
      await expectAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
      await page.getByText('The passkey is added.').waitFor();
      await page.getByRole('button', { name: 'Rename Laptop' }).click();
      await page.getByLabel('Name of the passkey').fill('Work laptop');
      await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('button', { name: 'Remove Work laptop' }).waitFor();
      await expectAccessible(page);

      await signOut(page);
      await signIn(page, 'lin@example.com', 'a wrong password');
      await page.getByText('The e-mail address or the password is wrong.').waitFor();
      await expectAccessible(page);
      await signIn(page, 'lin@example.com', password);
      await waitForHeading(page, 'Second factor');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Use the authenticator app instead' }).click();
      await page.getByLabel('6-digit code').fill('000000');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('The code is wrong or has expired.').waitFor();
      await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
      await page.getByLabel('Recovery code').fill(defined(recoveryCodes[0], 'A recovery code'));
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: /^Account:/ }).waitFor();

      await signOut(page);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('button', { name: /^Account:/ }).waitFor();

      await page.goto(named(`${dashboard.server.url}/dashboard/sign-in`));
      await page.getByRole('button', { name: 'E-mail me a sign-in link instead' }).click();
      await page.getByLabel('E-mail address').fill('lin@example.com');
      await page.getByRole('button', { name: 'E-mail me a sign-in link', exact: true }).click();
      await waitForHeading(page, 'Check your inbox');
      await signInWith(page, named(await linkTo('lin@example.com')));
      await waitForHeading(page, 'Second factor');
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByRole('button', { name: /^Account:/ }).waitFor();

      await page.goto(named(`${dashboard.server.url}/dashboard/account`));
      const changed = 'another correct horse battery staple';
      await page.getByText('You signed in with a link').waitFor();
      expect(await page.getByLabel('Current password').count()).toBe(0);
      await page.getByLabel('New password').fill(changed);
      await page.getByRole('button', { name: 'Change the password' }).click();
      await page.getByLabel('Current password').waitFor();
      await page.getByRole('button', { name: 'Remove Work laptop' }).click();
      await page.getByRole('dialog').getByLabel('Current password').fill(changed);
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('You have no passkey yet.').waitFor();
      await eventually(async () => {
        const subjects = (await dashboard.mailsTo('lin@example.com')).map(({ subject = '' }) => subject);
        expect(subjects).toEqual(
          expect.arrayContaining([
            'Your password was changed / Ihr Passwort wurde geändert',
            expect.stringContaining('eine Authenticator-App hinzugefügt'),
            expect.stringContaining('ein Passkey hinzugefügt'),
            expect.stringContaining('Ein Passkey wurde aus Ihrem Konto entfernt'),
          ]),
        );
      });
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  /** A form of another website sends a request with the browser of a member. It is rejected. */
  async function expectForgedFormRejected(owner: Page): Promise<void> {
    const action = `${dashboard.server.url}/dashboard/api/organizers/alster-run/events`;
    const website = await startWebsite(
      `<form method="post" enctype="text/plain" action="${action}">` +
        `<input name='{"name":"Forged","startsAt":"2083-05-01T06:00:00Z","description":"' value='"}'>` +
        '</form><script>document.forms[0].submit()</script>',
    );
    const page = await owner.context().newPage();
    const forged = page.waitForResponse(action);
    await page.goto(website);
    const response = await forged;
    expect([response.status(), (await response.json()).reason]).toEqual([403, 'cross_site_request']);
    await page.close();
  }

  test('a key is created, used, replaced and revoked by keyboard alone', {
    tags: 'curl',
    timeout: journeyTimeoutMs,
  }, async () => {
    const { page, errors } = await openPage(dashboard.browser);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInDirectly(page, await dashboard.addUser('linus@example.com', 'developer'));
    await pressOn(page, page.getByRole('link', { name: 'API keys' }));
    await pressOn(page, page.getByRole('button', { name: 'Create a key' }).first());
    const dialog = page.getByRole('dialog');
    await waitForFocus(page, dialog.getByLabel('Name'));
    await pressOn(page, dialog.getByRole('button', { name: 'Create a key' }));
    await dialog.getByText('Fill in this field.').waitFor();
    await waitForFocus(page, dialog.getByLabel('Name'));
    await page.keyboard.type('Accounting');
    await pressOn(page, dialog.getByRole('button', { name: 'Create a key' }));
    const { key, command } = await readNewKey(page);
    expect(await statusOf(key)).toBe(200);
    expect(JSON.parse(execFileSync('sh', ['-c', `${command} --silent`], { encoding: 'utf8' }))).toMatchObject({
      data: [],
    });

    await pressOn(page, page.getByRole('button', { name: 'Actions for Accounting' }));
    await pressOn(page, page.getByRole('menuitem', { name: 'Replace' }), { move: 'ArrowDown' });
    await waitForHeading(page, 'Replace this key?', 2);
    await pressOn(page, dialog.getByRole('button', { name: 'Replace' }));
    const { key: newKey } = await readNewKey(page);
    expect([await statusOf(key), await statusOf(newKey)]).toEqual([200, 200]);

    const oldRow = page.getByRole('row').filter({ hasText: `…${key.slice(-4)}` });
    await pressOn(page, oldRow.getByRole('button', { name: 'Actions for Accounting' }));
    await pressOn(page, page.getByRole('menuitem', { name: 'Revoke' }), { move: 'ArrowDown' });
    await dialog.getByText('This cannot be undone.').waitFor();
    await pressOn(page, dialog.getByRole('button', { name: 'Revoke' }));
    await page.getByText('“Accounting” is revoked.').waitFor();
    await oldRow.getByText('Revoked').waitFor();
    await eventually(async () => expect(await statusOf(key)).toBe(401));
    expect(await statusOf(newKey)).toBe(200);
    expect(errors).toEqual([]);
  });

  /** Copies the new key and the command by keyboard, and closes their dialog. */
  async function readNewKey(page: Page): Promise<{ key: string; command: string }> {
    const dialog = page.getByRole('dialog', { name: 'Your new key' });
    await waitForFocus(page, dialog.getByRole('button', { name: 'I have copied the key' }));
    const copied: string[] = [];
    for (const field of await dialog.locator('.copy-field').all()) {
      await pressOn(page, field.getByRole('button', { name: 'Copy' }));
      await field.getByRole('button', { name: 'Copied' }).waitFor();
      copied.push(await page.evaluate<string>('navigator.clipboard.readText()'));
    }
    const [key = '', command = ''] = copied;
    expect(await dialog.locator('code').allInnerTexts()).toEqual([key, command]);
    expect(command).toContain(key);
    await pressOn(page, dialog.getByRole('button', { name: 'I have copied the key' }));
    await dialog.waitFor({ state: 'detached' });
    return { key, command };
  }

  const request = (path: string, key: string) =>
    fetch(`${dashboard.server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
  const statusOf = async (key: string) => (await request('/events', key)).status;

  test(
    'a scope is requested with a reason, granted by the operator and used, and all of it is in the audit log',
    async () => {
      const { db } = dashboard.database;
      await importAll(db, dashboard.organizer, [...raceLines(), orderLine('order-1', { orderNumber: 'ABCDE12345' })]);
      const operatorLink = await dashboard.addUser('olga@example.com', 'operator');
      const owner = await openPage(dashboard.browser);
      await signInDirectly(owner.page, await dashboard.addUser('mary@example.com', 'owner'));
      await owner.page.getByRole('link', { name: 'API keys' }).click();
      await owner.page.getByRole('button', { name: 'Create a key' }).first().click();
      await owner.page.getByRole('dialog').getByLabel('Name').fill('Badges');
      await owner.page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
      const key = await owner.page.getByRole('dialog', { name: 'Your new key' }).locator('code').first().innerText();
      await expectKeyInReference(owner.page, key);
      const readBuyer = async () => {
        const order = (await (await request('/orders/ABCDE12345', key)).json()) as { buyer?: { email: string } };
        return order.buyer?.email;
      };
      expect(await readBuyer()).toBeUndefined();

      await owner.page.getByRole('button', { name: 'Actions for Badges' }).click();
      await owner.page.getByRole('menuitem', { name: 'Request a scope' }).click();
      await owner.page.getByLabel('orders:read:pii').check();
      await owner.page.getByLabel('Reason').fill('The badges show the names.');
      await expectAccessible(owner.page);
      await owner.page.getByRole('button', { name: 'Send the request' }).click();
      const requested = owner.page.getByRole('table', { name: 'Requested scopes' });
      await requested.getByText('Waiting for the operator').waitFor();

      const operator = await openPage(dashboard.browser);
      const pageOfRequest = await dashboard.findInMail('olga@example.com', /https?:\S+\/dashboard\/\S+/);
      await signInDirectly(operator.page, operatorLink, pageOfRequest);
      await operator.page.getByRole('row').filter({ hasText: 'The badges show the names.' }).waitFor();
      await operator.page.getByRole('button', { name: 'Grant' }).click();
      await operator.page.getByRole('dialog').getByLabel('Reply to the member').fill('Only for badges.');
      await operator.page.getByRole('dialog').getByRole('button', { name: 'Grant' }).click();
      await operator.page.getByText('The scope is granted.').waitFor();

      await dashboard.findInMail('mary@example.com', /Only for badges\./);
      await eventually(async () => expect(await readBuyer()).toBe('order-1@example.com'));
      await owner.page.getByRole('link', { name: 'Audit log' }).click();
      const entries = owner.page.getByRole('table', { name: 'Audit log' }).getByRole('row');
      const read = entries.filter({ hasText: 'Read personal data of an order' });
      expect(await read.first().innerText()).toMatch(/Badges[\s\S]*ABCDE12345[\s\S]*Fields: Buyer, Holder, Number, /);
      expect(await entries.filter({ hasText: 'Requested a scope' }).innerText()).toContain('mary');
      expect(await entries.filter({ hasText: 'Granted a scope' }).innerText()).toContain('Scope: orders:read:pii');
      expect([...owner.errors, ...operator.errors]).toEqual([]);
    },
    journeyTimeoutMs,
  );

  /** Opens the API reference from the dialog of a new key. It uses this key. Then the page of the keys is open again. */
  async function expectKeyInReference(page: Page, key: string): Promise<void> {
    await page.getByRole('link', { name: 'Use it in the API reference' }).click();
    await waitForHeading(page, 'API reference');
    const token = page.frameLocator('iframe').getByPlaceholder('Token').first();
    await eventually(async () => expect(await token.inputValue()).toBe(key));
    await page.getByRole('link', { name: 'API keys' }).click();
  }

  test('a developer switches to test mode, moves the clock of the sandbox, and resets it', {
    timeout: journeyTimeoutMs,
  }, async () => {
    const { page, errors } = await openPage(dashboard.browser);
    await signInDirectly(
      page,
      await dashboard.addUser('test-mode@example.com', 'developer'),
      dashboard.pageUrl('sandbox'),
    );
    await waitForHeading(page, 'Test mode');
    const banner = page.getByText('Everything on this page is test data.');
    expect(await banner.count()).toBe(0);
    await page.locator('label').filter({ hasText: 'Test mode' }).click();
    await banner.waitFor();
    expect(page.url()).toBe(dashboard.pageUrl('sandbox').replace('harbour-run', 'harbour-run.test'));

    await page.getByRole('button', { name: '1 day' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Set the clock' }).click();
    await page.getByText('The clock was moved').waitFor();
    await page.getByText('The clock shows').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Delete all test data' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all test data' }).click();
    await page.getByText('The test data was deleted').waitFor();
    await banner.waitFor();
    expect(await page.getByText('The clock shows').count()).toBe(0);
    await page.getByRole('button', { name: 'Leave test mode' }).click();
    await page.getByRole('button', { name: 'Switch to test mode' }).waitFor();
    expect(await banner.count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('the page that needed the session opens after signing in, in the language of the browser', {
    timeout: journeyTimeoutMs,
  }, async () => {
    const { page } = await openPage(dashboard.browser, { locale: 'de-DE' });
    await signInDirectly(page, await dashboard.addUser('kim@example.com', 'viewer'));
    await page.getByRole('button', { name: /^Konto:/ }).click();
    await page.getByRole('menuitem', { name: 'Ihr Konto' }).click();
    await page.getByLabel('Neues Passwort').fill(password);
    await page.getByRole('button', { name: 'Passwort setzen' }).click();
    await page.getByText('Das Passwort ist geändert.').waitFor();
    await page.context().clearCookies();
    await page.goto(dashboard.pageUrl('members?filter=1'));
    await waitForHeading(page, 'Anmelden');
    await page.getByLabel('E-Mail-Adresse').fill('kim@example.com');
    await page.getByLabel('Passwort', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await waitForHeading(page, 'Mitglieder');
    expect(page.url()).toBe(dashboard.pageUrl('members?filter=1'));
  });

  test('every path is the page, except those of the API, and the page runs only scripts of this server', async () => {
    for (const path of ['', '/', '/sign-in', '/organizers/harbour-run/orders?status=paid', '/apis', '/a/api']) {
      const response = await fetch(`${dashboard.server.url}/dashboard${path}`, {
        headers: { 'accept-encoding': 'br' },
      });
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-encoding')).toBe('br');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toMatch(/script-src 'self';/);
      expect(await response.text()).not.toMatch(/<script(?! type="module"[^>]* src="\/dashboard\/assets\/)/);
    }
    for (const path of [
      '/api',
      '/api/unknown',
      '/api/account/unknown',
      '/assets/unknown.js',
      '/assets/..%2findex.html',
    ]) {
      const response = await fetch(`${dashboard.server.url}/dashboard${path}`);
      expect([path, response.headers.get('content-type')]).toEqual([path, 'application/problem+json; charset=utf-8']);
    }
    expect((await fetch(`${dashboard.server.url}/dashboard/sign-in`, { method: 'POST' })).status).toBe(405);
  });
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await waitForHeading(page, 'Sign in');
}

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await waitForHeading(page, 'Sign in');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Returns a function that returns the compressed bytes of the scripts that the page has loaded so far, without `laterScripts`. */
async function countScripts(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' && !laterScripts.test(response.url)) scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}
