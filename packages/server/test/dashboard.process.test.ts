import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totpOf } from './harness/browser.ts';
import { browserArgs, browserFile } from './harness/browser-file.ts';
import { type DatabaseKind, describeOnBoth, useDatabase } from './harness/databases.ts';
import { defined } from './harness/defined.ts';
import { eventually } from './harness/receiver.ts';
import { runJson, type ServerProcess, startServer } from './harness/server-process.ts';
import { expectAccessible, openPage, scanQrCode } from './hosted-page-shop.ts';

const password = 'correct horse battery staple';
/** The compressed JavaScript of the first load. */
const maxScriptBytes = 250_000;
/** axe checks each page twice, which takes minutes on a busy machine. */
const journeyTimeoutMs = 240_000;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe.skipIf(browserFile === undefined)('the dashboard', () => {
  describeOnBoth('in a browser', (kind) => journeys(kind));
});

function journeys(kind: DatabaseKind): void {
  const t = useDatabase(kind);
  let browser: Browser;
  let server: ServerProcess;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: browserFile ?? '', args: browserArgs });
    server = await startServer(t.env);
    await runJson(
      ['organizers', 'create', '--name', 'Harbour Run', '--slug', 'harbour-run', '--currency', 'EUR'],
      t.env,
    );
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** The mails to an address, oldest first. */
  async function mailsTo(address: string): Promise<Email[]> {
    const folder = join(t.dataDir, 'outbox');
    const files = readdirSync(folder).toSorted();
    const mails = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))));
    return mails.filter(({ to }) => to?.some((recipient) => recipient.address === address));
  }

  /** The newest link with a token in the mails to an address. */
  async function linkTo(address: string): Promise<string> {
    let link = '';
    await eventually(async () => {
      const texts = (await mailsTo(address)).map(({ text = '' }) => text);
      link = /https?:\S+\/dashboard\/\S+#\S+/.exec(texts.findLast((text) => text.includes('#')) ?? '')?.[0] ?? '';
      expect(link).not.toBe('');
    });
    return link;
  }

  /** Adds a user by the command line. Returns a one-time sign-in link. */
  async function addUser(email: string, role: string): Promise<string> {
    const args = ['users', 'add', '--email', email, '--role', role, '--organizer', 'harbour-run'];
    return (await runJson<{ link: string }>(args, { ...t.env, BASE_URL: server.url })).link;
  }

  test(
    'a first operator, an owner and an invited member sign in, and a removed member can do nothing more',
    async () => {
      const owner = await openPage(browser);
      const scripts = await countScripts(owner.page);
      await owner.page.goto(defined(/http\S+\/dashboard\/start#\S+/.exec(server.output())?.[0], 'The printed link'));
      await heading(owner.page, 'Set up the dashboard');
      await expectAccessible(owner.page);
      await owner.page.getByLabel('Your name').fill('Ada Lovelace');
      await owner.page.getByLabel('E-mail address').fill('ada@example.com');
      await owner.page.getByLabel('New password').fill('short');
      await owner.page.getByRole('button', { name: 'Create the account' }).click();
      await owner.page.getByText('Enter at least 10 characters.').waitFor();
      await owner.page.getByLabel('New password').fill(password);
      await owner.page.getByRole('button', { name: 'Create the account' }).click();
      await owner.page.getByRole('button', { name: 'Account: Ada Lovelace' }).waitFor();
      expect(scripts()).toBeLessThan(maxScriptBytes);

      await addUser('ada@example.com', 'owner');
      await owner.page.goto(`${server.url}/dashboard/organizers/harbour-run/members`);
      await heading(owner.page, 'Members');
      await expectAccessible(owner.page);
      await owner.page.getByRole('button', { name: 'Invite a member' }).click();
      await owner.page.getByLabel('E-mail address').fill('grace@example.com');
      await owner.page.getByLabel('Manager').check();
      await expectAccessible(owner.page);
      await owner.page.getByRole('button', { name: 'Send the invitation' }).click();
      await owner.page.getByRole('table', { name: 'Open invitations' }).getByText('grace@example.com').waitFor();

      const member = await openPage(browser, phone);
      await member.page.goto(await linkTo('grace@example.com'));
      await heading(member.page, 'Join Harbour Run');
      await expectAccessible(member.page);
      await member.page.getByLabel('Your name').fill('Grace Hopper');
      await member.page.getByLabel('New password').fill(password);
      await member.page.getByRole('button', { name: 'Accept the invitation' }).click();
      await member.page.getByRole('button', { name: 'Open the navigation' }).click();
      await member.page.getByRole('link', { name: 'Members' }).click();
      await heading(member.page, 'Members');
      await member.page.getByRole('button', { name: 'Open the navigation' }).waitFor();
      await expectAccessible(member.page);
      expect(await member.page.getByRole('button', { name: 'Invite a member' }).count()).toBe(0);

      await owner.page.reload();
      await owner.page.getByRole('button', { name: 'Remove Grace Hopper' }).click();
      await owner.page.getByRole('dialog').getByText('loses access to Harbour Run immediately').waitFor();
      await owner.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await owner.page.getByText('Grace Hopper is no longer a member.').waitFor();

      await member.page.getByRole('button', { name: 'Open the navigation' }).click();
      await member.page.getByRole('link', { name: 'Members' }).click();
      await member.page.reload();
      await heading(member.page, 'You are not a member of this organizer', 2);
      expect(await member.page.getByText('ada@example.com').count()).toBe(0);
      expect([...owner.errors, ...member.errors]).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'an authenticator app and a passkey are set up, and signing in then needs one of them, or a recovery code',
    async () => {
      const { page, errors } = await openPage(browser);
      // Passkeys belong to a host name, not to an IP address.
      const named = (url: string) => url.replace('127.0.0.1', 'localhost');
      await addAuthenticator(page);
      await page.goto(named(await addUser('lin@example.com', 'viewer')));
      await page.getByRole('button', { name: /^Account:/ }).waitFor();
      await page.goto(named(`${server.url}/dashboard/account`));
      await heading(page, 'Your account');
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
      const uri = await scanQrCode(browser, qrCode);
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
      await heading(page, 'Second factor');
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

      await page.goto(named(`${server.url}/dashboard/sign-in`));
      await page.getByRole('button', { name: 'Mail me a sign-in link instead' }).click();
      await page.getByLabel('E-mail address').fill('lin@example.com');
      await page.getByRole('button', { name: 'Mail a sign-in link' }).click();
      await heading(page, 'Check your mail');
      await page.goto(named(await linkTo('lin@example.com')));
      await heading(page, 'Second factor');
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByRole('button', { name: /^Account:/ }).waitFor();

      await page.goto(named(`${server.url}/dashboard/account`));
      await page.getByRole('button', { name: 'Remove Work laptop' }).click();
      await page.getByRole('dialog').getByLabel('Current password').fill(password);
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('You have no passkey yet.').waitFor();
      await eventually(async () => {
        const subjects = (await mailsTo('lin@example.com')).map(({ subject = '' }) => subject);
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

  test('the page that needed the session opens after signing in, in the language of the browser', async () => {
    const { page } = await openPage(browser, { locale: 'de-DE' });
    await page.goto(await addUser('kim@example.com', 'viewer'));
    await page.getByRole('button', { name: /^Konto:/ }).click();
    await page.getByRole('menuitem', { name: 'Ihr Konto' }).click();
    await page.getByLabel('Neues Passwort').fill(password);
    await page.getByRole('button', { name: 'Passwort setzen' }).click();
    await page.getByText('Das Passwort ist geändert.').waitFor();
    await page.context().clearCookies();
    await page.goto(`${server.url}/dashboard/organizers/harbour-run/members?filter=1`);
    await heading(page, 'Anmelden');
    await page.getByLabel('E-Mail-Adresse').fill('kim@example.com');
    await page.getByLabel('Passwort', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await heading(page, 'Mitglieder');
    expect(page.url()).toBe(`${server.url}/dashboard/organizers/harbour-run/members?filter=1`);
  });

  test('every path is the page, except those of the API, and the page runs only scripts of this server', async () => {
    for (const path of ['', '/', '/sign-in', '/organizers/harbour-run/orders?status=paid', '/apis', '/a/api']) {
      const response = await fetch(`${server.url}/dashboard${path}`, { headers: { 'accept-encoding': 'br' } });
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
      const response = await fetch(`${server.url}/dashboard${path}`);
      expect([path, response.headers.get('content-type')]).toEqual([path, 'application/problem+json; charset=utf-8']);
    }
    expect((await fetch(`${server.url}/dashboard/sign-in`, { method: 'POST' })).status).toBe(405);
  });
}

async function heading(page: Page, name: string, level: 1 | 2 = 1): Promise<void> {
  await page.getByRole('heading', { name, level }).waitFor();
}

/** Adds a device with passkeys to the browser, which verifies its user without a prompt. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await heading(page, 'Sign in');
}

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await heading(page, 'Sign in');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Returns a function that returns the compressed bytes of the scripts that the page has loaded so far. */
async function countScripts(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}
