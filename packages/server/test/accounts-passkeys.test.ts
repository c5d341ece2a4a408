import { expect, test } from 'vitest';
import { createSignInLink, disableUser } from '../src/features/accounts/index.ts';
import { countFactorFailure } from '../src/features/accounts/pending-sign-in.ts';
import { byOperator } from '../src/features/audit/index.ts';
import { systemClock, timestamp } from '../src/platform/clock.ts';
import { useApp } from './harness/app.ts';
import { Authenticator } from './harness/authenticator.ts';
import { Browser, totpOf } from './harness/browser.ts';
import { createTestUser, dashboardOrigin } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { changeMails } from './harness/mails.ts';
import { baseUrl, expectProblem, jsonOf, type TestResponse } from './harness/responses.ts';
import { TestClock } from './harness/test-clock.ts';

interface Options {
  readonly challenge: string;
  readonly allowCredentials?: readonly { id: string }[];
}

describeOnBoth('passkeys', (kind) => {
  const t = useDatabase(kind);
  // better-auth uses the time of the system, so this clock starts with it.
  const clock = new TestClock(timestamp(Date.now()));
  const app = useApp(() => ({ db: t.db, clock, trustProxy: ['127.0.0.1'] }));
  const here = () => ({ origin: dashboardOrigin });

  type User = Awaited<ReturnType<typeof createTestUser>>;

  /** Opens a sign-in link. Users with a passkey must then use it. */
  async function openLink(user: User): Promise<Browser> {
    const link = await createSignInLink(t.db, user, { baseUrl, minutes: 5, clock: systemClock }, byOperator);
    const browser = new Browser(app);
    expect((await browser.post('/sign-in/link/open', { token: link.slice(link.indexOf('#') + 1) })).status).toBe(200);
    return browser;
  }

  const creationChallenge = async (browser: Browser) =>
    jsonOf<Options>(await browser.post('/passkeys/options', {})).challenge;

  async function register(browser: Browser, device: Authenticator): Promise<TestResponse> {
    const response = device.create(await creationChallenge(browser), here());
    return browser.post('/passkeys', { name: 'Phone', response });
  }

  async function createUserWithPasskey() {
    const user = await createTestUser(t.db);
    const browser = await openLink(user);
    const device = new Authenticator();
    const created = await register(browser, device);
    expect(created.status, created.text).toBe(201);
    const { passkey, recoveryCodes } = jsonOf<{ passkey: { id: string }; recoveryCodes: string[] }>(created);
    return { ...user, browser, device, passkeyId: passkey.id, recoveryCodes };
  }

  const factorChallenge = async (browser: Browser) => {
    const choice = jsonOf<{ passkey: Options }>(await browser.post('/sign-in/second-factor/options', {}));
    return choice.passkey.challenge;
  };
  const useAsFactor = async (browser: Browser, device: Authenticator, options = here()) =>
    browser.post('/sign-in/second-factor/passkey', device.sign(await factorChallenge(browser), options));
  const expectRejected = (response: TestResponse) =>
    expect(expectProblem(response, 401, 'sign_in_failed').reason).toBe('passkey_not_accepted');

  test('the first passkey is a second factor with recovery codes, ends other sessions, and is mailed', async () => {
    const user = await createTestUser(t.db);
    const [browser, other] = [await openLink(user), await openLink(user)];
    const device = new Authenticator();
    const created = jsonOf<{ recoveryCodes: string[] }>(await register(browser, device));
    expect(created).toMatchObject({ passkey: { name: 'Phone', lastUsedAt: null } });
    expect(created.recoveryCodes).toHaveLength(10);
    expect([await browser.statusOfMe(), await other.statusOfMe()]).toEqual([200, 401]);
    expect(jsonOf(await browser.send('GET', '/me'))).toMatchObject({ hasSecondFactor: true, hasAuthenticator: false });
    expect(await changeMails(t.db, user.email)).toEqual(['passkey_added']);

    expect(expectProblem(await register(browser, device), 409, 'invalid_state').reason).toBe('passkey_exists');
    expect(jsonOf(await register(browser, new Authenticator()))).toMatchObject({ recoveryCodes: [] });

    const signingIn = await openLink(user);
    expect(await signingIn.statusOfMe()).toBe(401);
    const choice = jsonOf<{ passkey: Options }>(await signingIn.post('/sign-in/second-factor/options', {}));
    expect(choice).toMatchObject({ hasAuthenticator: false });
    expect(choice.passkey.allowCredentials).toHaveLength(2);
    expect(jsonOf(await useAsFactor(signingIn, device))).toEqual({ state: 'signed_in' });
    expect(jsonOf(await signingIn.send('GET', '/me'))).toMatchObject({ canResetPassword: true });
    const list = jsonOf<{ data: { lastUsedAt: string | null }[] }>(await signingIn.send('GET', '/passkeys'));
    expect(list.data.map(({ lastUsedAt }) => lastUsedAt === null)).toEqual([false, true]);

    const withCode = await openLink(user);
    const [recoveryCode] = created.recoveryCodes;
    expect(await withCode.state('/sign-in/second-factor', { recoveryCode })).toBe('signed_in');
  });

  test('a challenge can be used once, in its session or sign-in, for its purpose, within 5 minutes', async () => {
    const { browser, device, ...user } = await createUserWithPasskey();
    const challenge = await creationChallenge(browser);
    const otherSession = (await createUserWithPasskey()).browser;
    const registration = (target: Browser) =>
      target.post('/passkeys', { name: 'Tablet', response: new Authenticator().create(challenge, here()) });
    expectProblem(await registration(otherSession), 409, 'invalid_state');
    expect((await registration(browser)).status).toBe(201);
    expect(expectProblem(await registration(browser), 409, 'invalid_state').reason).toBe('passkey_not_verified');

    const [first, second] = [await openLink(user), await openLink(user)];
    const replayed = device.sign(await factorChallenge(first), here());
    expectRejected(await second.post('/sign-in/second-factor/passkey', replayed));
    const sent = await Promise.all([1, 2].map(() => first.post('/sign-in/second-factor/passkey', replayed)));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 401]);
    expectRejected(await second.post('/sign-in/second-factor/passkey', replayed));
    const forSignIn = jsonOf<Options>(await second.post('/sign-in/passkey/options', {})).challenge;
    expectRejected(await second.post('/sign-in/second-factor/passkey', device.sign(forSignIn, here())));

    const late = await factorChallenge(second);
    clock.step(5 * 60_000);
    expectRejected(await second.post('/sign-in/second-factor/passkey', device.sign(late, here())));
    clock.step(-5 * 60_000);
  });

  test('the passkey of another user, another website, and a copied passkey are rejected', async () => {
    const [user, stranger] = [await createUserWithPasskey(), await createUserWithPasskey()];
    const browser = await openLink(user);
    expectRejected(await useAsFactor(browser, stranger.device));
    expectRejected(await useAsFactor(browser, new Authenticator()));
    expectRejected(await useAsFactor(browser, user.device, { origin: 'https://evil.example.com' }));
    expect((await useAsFactor(browser, user.device)).status).toBe(200);
    const next = await openLink(user);
    user.device.counter -= 1;
    expectRejected(await useAsFactor(next, user.device));
    const onOtherPage = {
      name: 'Phone',
      response: new Authenticator().create('', { origin: 'https://evil.example.com' }),
    };
    expectProblem(await browser.post('/passkeys', onOtherPage), 409, 'invalid_state');
  });

  test('a removed authenticator app of a user with a passkey cannot be confirmed again', async () => {
    const { browser } = await createUserWithPasskey();
    const { uri } = jsonOf<{ uri: string }>(await browser.post('/second-factor', {}));
    expect((await browser.post('/second-factor/confirm', { code: totpOf(uri) })).status).toBe(200);
    expect((await browser.post('/second-factor/remove', {})).status).toBe(200);
    const confirmed = await browser.post('/second-factor/confirm', { code: totpOf(uri, 1) });
    expectProblem(confirmed, 401, 'sign_in_failed');
    expect(jsonOf(await browser.send('GET', '/me'))).toMatchObject({ hasAuthenticator: false });
  });

  test('after 5 failed attempts, signing in starts again; after 10, the second factor is locked', async () => {
    const user = await createUserWithPasskey();
    for (const browser of [await openLink(user), await openLink(user)]) {
      for (let attempt = 0; attempt < 5; attempt += 1) expectRejected(await useAsFactor(browser, new Authenticator()));
    }
    const third = await openLink(user);
    const locked = await useAsFactor(third, user.device);
    expect(expectProblem(locked, 401, 'sign_in_failed').reason).toBe('factor_locked');
    const withCode = await third.post('/sign-in/second-factor', { recoveryCode: user.recoveryCodes[0] });
    expect(expectProblem(withCode, 401, 'sign_in_failed').reason).toBe('factor_locked');

    // A failure that was verified at the same time does not end the lock.
    await countFactorFailure(t.db, user.id, clock.now());
    expectProblem(await useAsFactor(third, user.device), 401, 'sign_in_failed');

    const other = await createUserWithPasskey();
    const browser = await openLink(other);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await browser.post('/sign-in/second-factor', { recoveryCode: 'wrong-code' });
    }
    const ended = await useAsFactor(browser, other.device);
    expect(expectProblem(ended, 401, 'not_signed_in').reason).toBe('sign_in_ended');
  });

  test('a passkey whose device has verified the user signs in alone, once, in the browser that began', async () => {
    const user = await createUserWithPasskey();
    const begin = async (browser: Browser) =>
      jsonOf<Options>(await browser.post('/sign-in/passkey/options', {})).challenge;
    const browser = new Browser(app);
    const unverified = user.device.sign(await begin(browser), { ...here(), isUserVerified: false });
    expectRejected(await browser.post('/sign-in/passkey', unverified));
    const signed = user.device.sign(await begin(browser), here());
    expectRejected(await new Browser(app).post('/sign-in/passkey', signed));
    expect(await browser.state('/sign-in/passkey', signed)).toBe('signed_in');
    expect(jsonOf(await browser.send('GET', '/me'))).toMatchObject({ canResetPassword: false });
    expectRejected(await new Browser(app).post('/sign-in/passkey', signed));

    await disableUser(t.db, user.email, systemClock, byOperator);
    const disabled = new Browser(app);
    expectRejected(await disabled.post('/sign-in/passkey', user.device.sign(await begin(disabled), here())));
    expect(await disabled.statusOfMe()).toBe(401);
  });

  test('a user renames and removes only own passkeys; without the last one, there is no second factor', async () => {
    const [user, stranger] = [await createUserWithPasskey(), await createUserWithPasskey()];
    const path = `/passkeys/${user.passkeyId}`;
    expectProblem(await stranger.browser.send('PATCH', path, { name: 'Mine' }), 404, 'not_found');
    expectProblem(await stranger.browser.post(`${path}/remove`, {}), 404, 'not_found');
    expect((await user.browser.send('PATCH', path, { name: 'Key' })).status).toBe(200);
    expect(jsonOf(await user.browser.send('GET', '/passkeys'))).toMatchObject({ data: [{ name: 'Key' }] });

    const other = await openLink(user);
    expect((await useAsFactor(other, user.device)).status).toBe(200);
    expect((await user.browser.post(`${path}/remove`, {})).status).toBe(200);
    expect([await user.browser.statusOfMe(), await other.statusOfMe()]).toEqual([200, 401]);
    expect(jsonOf(await user.browser.send('GET', '/me'))).toMatchObject({ hasSecondFactor: false });
    expect((await changeMails(t.db, user.email)).sort()).toEqual(['passkey_added', 'passkey_removed']);
    expect(await (await openLink(user)).statusOfMe()).toBe(200);
  });
});
