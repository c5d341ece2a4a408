import { expect, test, vi } from 'vitest';
import { attemptLimits } from '../src/features/accounts/attempts.ts';
import { createSignInLink, disableUser, ensureUser, removeFactorsByOperator } from '../src/features/accounts/index.ts';
import { byOperator } from '../src/features/audit/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { MemoryLimiter } from '../src/platform/limits/memory-limiter.ts';
import { testSecrets, useApp } from './harness/app.ts';
import { Browser, forgetUsedCodes, totpOf, wrongCodeOf } from './harness/browser.ts';
import { createTestUser, dashboardOrigin, setPassword } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { changeMails, queuedMails } from './harness/mails.ts';
import { baseUrl, expectProblem, jsonOf } from './harness/responses.ts';

const password = 'correct horse battery staple';
const wrongPassword = 'incorrect horse battery staple';
const services = { clock: systemClock, secrets: testSecrets };
const recentTime = { minutes: 5, clock: systemClock };

describeOnBoth('signing in', (kind) => {
  const t = useDatabase(kind);
  const limiter = new MemoryLimiter(systemClock);
  const app = useApp(() => ({ db: t.db, limiter, trustProxy: ['127.0.0.1'] }));

  type User = Awaited<ReturnType<typeof createTestUser>>;

  async function linkTokenOf(user: User, options = recentTime): Promise<string> {
    const link = await createSignInLink(t.db, user, { baseUrl, ...options }, byOperator);
    return link.slice(link.indexOf('#') + 1);
  }

  /** Signs in with a link. */
  async function openLink(user: User): Promise<Browser> {
    const browser = new Browser(app);
    expect(await browser.state('/sign-in/link/open', { token: await linkTokenOf(user) })).toBe('signed_in');
    return browser;
  }

  async function createUserWithPassword(): Promise<User & { browser: Browser }> {
    const user = await createTestUser(t.db);
    await setPassword(t.db, user, password);
    return { ...user, browser: await openLink(user) };
  }

  /** A user with an authenticator app and a password. The app is added first, so that no password is checked. */
  async function createUserWithFactor(): Promise<User & { browser: Browser; uri: string; recoveryCodes: string[] }> {
    const user = await createTestUser(t.db);
    const browser = await openLink(user);
    const { uri, recoveryCodes } = jsonOf<{ uri: string; recoveryCodes: string[] }>(
      await browser.post('/second-factor', {}),
    );
    expect((await browser.post('/second-factor/confirm', { code: totpOf(uri) })).status).toBe(200);
    await forgetUsedCodes(t.db);
    await setPassword(t.db, user, password);
    return { ...user, browser, uri, recoveryCodes };
  }

  /** Enters the password of a user with a second factor. */
  async function enterPassword({ email }: User): Promise<Browser> {
    const browser = new Browser(app);
    expect(await browser.state('/sign-in', { email, password })).toBe('second_factor');
    return browser;
  }

  /** Opens a link of a user with a second factor. */
  async function startWithLink(user: User): Promise<Browser> {
    const browser = new Browser(app);
    expect(await browser.state('/sign-in/link/open', { token: await linkTokenOf(user) })).toBe('second_factor');
    return browser;
  }

  test('cookies are HttpOnly, SameSite and, behind https, Secure and bound to this host by the prefix __Host-', async () => {
    const user = await createUserWithPassword();
    const browser = new Browser(app);
    const response = await browser.post('/sign-in', { email: user.email.toUpperCase(), password });
    expect(jsonOf(response)).toEqual({ state: 'signed_in' });
    const cookies = response.headers.getSetCookie();
    const names = ['known_browser', 'session_token'].map((name) => `__Host-organizer.${name}`);
    expect(cookies.map((cookie) => cookie.slice(0, cookie.indexOf('='))).sort()).toEqual(names);
    for (const cookie of cookies) {
      const maxAge = cookie.startsWith(names[1]!) ? 'Max-Age=604800' : 'Max-Age=15552000';
      const attributes = cookie.split('; ').slice(1);
      expect(attributes.sort()).toEqual(['HttpOnly', maxAge, 'Path=/', 'SameSite=Strict', 'Secure']);
    }
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(await browser.statusOfMe()).toBe(200);
  });

  test('each sign-in has a new session, even if the browser has one already', async () => {
    const user = await createUserWithPassword();
    const before = user.browser.cookieHeader();
    const forged = new Browser(app);
    forged.cookies.set('__Host-organizer.session_token', 'chosen-by-an-attacker');
    for (const browser of [user.browser, forged]) {
      expect(await browser.state('/sign-in', { email: user.email, password })).toBe('signed_in');
      expect(browser.cookieHeader()).not.toBe(before);
      expect(browser.cookieHeader()).not.toContain('chosen');
    }
  });

  test.each(['changed token', 'changed signature', 'no signature', 'not decodable'])(
    'a cookie with %s is rejected',
    async (change) => {
      const browser = await openLink(await createTestUser(t.db));
      const [name = '', value = ''] = [...browser.cookies][0] ?? [];
      const [token = '', signature = ''] = decodeURIComponent(value).split('.');
      const other = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
      const changed = {
        'changed token': encodeURIComponent(`${other(token)}.${signature}`),
        'changed signature': encodeURIComponent(`${token}.${other(signature)}`),
        'no signature': token,
        'not decodable': '%E0%A4%A',
      }[change];
      browser.cookies.set(name, changed ?? '');
      expectProblem(await browser.send('GET', '/me'), 401, 'not_signed_in');
    },
  );

  test('the response to a wrong password, an unknown address and a disabled user is the same', async () => {
    const known = await createUserWithPassword();
    const disabled = await createUserWithPassword();
    const withoutPassword = await createTestUser(t.db);
    await disableUser(t.db, disabled.email, systemClock, byOperator);
    const attempts = [
      { email: known.email, password: wrongPassword },
      { email: 'nobody@example.com', password },
      { email: disabled.email, password },
      { email: withoutPassword.email, password },
    ];
    for (const attempt of attempts) {
      const browser = new Browser(app);
      const response = await browser.post('/sign-in', attempt);
      const problem = expectProblem(response, 401, 'sign_in_failed');
      expect(problem).toMatchObject({ reason: 'wrong_password', params: {} });
      expect(browser.cookies.size).toBe(0);
    }
  });

  test('a user who was disabled has no session after being enabled again', async () => {
    const user = await createUserWithPassword();
    const token = await linkTokenOf(user);
    await disableUser(t.db, user.email, systemClock, byOperator);
    expect(await user.browser.statusOfMe()).toBe(401);
    await t.db.transaction().execute((tx) => ensureUser(tx, { email: user.email, name: '' }, systemClock, byOperator));
    expect(await user.browser.statusOfMe()).toBe(401);
    expectProblem(await user.browser.post('/sign-in/link/open', { token }), 410, 'link_not_valid');
    expect(await user.browser.state('/sign-in', { email: user.email, password })).toBe('signed_in');
  });

  test('attempts are limited for each account, known or not, from all IP addresses', async () => {
    for (const email of [(await createTestUser(t.db)).email, `unknown-${kind}@example.com`]) {
      const statuses: number[] = [];
      for (let attempt = 0; attempt <= attemptLimits.link; attempt += 1) {
        statuses.push((await new Browser(app).post('/sign-in/link', { email })).status);
      }
      expect(statuses).toEqual([...Array.from({ length: attemptLimits.link }, () => 202), 429]);
      const problem = expectProblem(await new Browser(app).post('/sign-in/link', { email }), 429, 'rate_limited');
      expect(problem.reason).toBe('sign_in_limit_reached');
    }
  });

  // Not on both databases: the limits are counted in memory or Redis.
  if (kind === 'sqlite') {
    test('30 wrong passwords, whatever their addresses, lock out neither a browser in which the user has signed in, nor a session', async () => {
      const user = await createUserWithPassword();
      const { email } = user;
      const guess = async (browser: Browser) =>
        (await browser.post('/sign-in', { email, password: wrongPassword })).status;
      /** As many guesses as are permitted. All but three are only counted, because a password is hashed for each. */
      const guessAll = async (openBrowser: () => Browser) => {
        const hits = vi.spyOn(limiter, 'hit');
        for (let attempt = 0; attempt < 2; attempt += 1) expect(await guess(openBrowser())).toBe(401);
        const counted = hits.mock.calls.findLast(([bucket]) => bucket.includes('password:'))!;
        for (let attempt = 3; attempt < attemptLimits.password; attempt += 1) limiter.hit(...counted);
        expect(await guess(openBrowser())).toBe(401);
        hits.mockRestore();
      };
      await guessAll(() => new Browser(app));
      expect(await new Browser(app).state('/sign-in', { email, password })).toBe(429);
      // A browser in which somebody else has signed in is not known for this account.
      const stranger = (await createUserWithPassword()).browser;
      expect(await stranger.state('/sign-in', { email, password })).toBe(429);

      const confirmed = await user.browser.post('/second-factor', { currentPassword: wrongPassword });
      expect(expectProblem(confirmed, 401, 'sign_in_failed').reason).toBe('wrong_current_password');
      expect((await user.browser.send('POST', '/sign-out')).status).toBe(200);
      expect((await user.browser.post('/sign-in/link', { email })).status).toBe(202);
      expect(await user.browser.state('/sign-in', { email, password })).toBe('signed_in');

      const [name, value] = [...user.browser.cookies].find(([cookie]) => cookie.endsWith('known_browser'))!;
      const withCookie = (cookie: string) => {
        const browser = new Browser(app);
        browser.cookies.set(name, cookie);
        return browser;
      };
      expect(await withCookie(`x${value}`).state('/sign-in', { email, password })).toBe(429);
      await guessAll(() => withCookie(value));
      expect(await guess(withCookie(value))).toBe(429);
    });
  }

  test('attempts are limited for each IP address', async () => {
    const browser = new Browser(app);
    const send = (attempt: number) => browser.post('/sign-in/link/open', { token: `wrong-${attempt}` });
    for (let attempt = 0; attempt < 20; attempt += 1) expect((await send(attempt)).status).toBe(410);
    expectProblem(await send(20), 429, 'rate_limited');
    // Headers of a client that is not a trusted proxy are ignored: the last address is the one that the proxy has seen.
    const spoofed = { 'x-forwarded-for': `203.0.113.77, ${browser.address}` };
    expect((await browser.send('POST', '/sign-in/link/open', { token: 'x' }, spoofed)).status).toBe(429);
    expect((await new Browser(app).post('/sign-in/link/open', { token: 'x' })).status).toBe(410);
  });

  test('a mailed link signs in once; only users get a mail', async () => {
    const user = await createTestUser(t.db);
    const unknown = `nobody-${user.id}@example.com`;
    const browser = new Browser(app);
    for (const email of [user.email, unknown]) {
      const response = await browser.post('/sign-in/link', { email });
      expect({ status: response.status, text: response.text }).toEqual({ status: 202, text: '{}' });
    }
    await expect.poll(() => queuedMails(t.db, 'sign_in_link', user.email)).toHaveLength(1);
    expect(await queuedMails(t.db, 'sign_in_link', unknown)).toEqual([]);
    const [mail] = await queuedMails(t.db, 'sign_in_link', user.email);
    const token = mail?.['token'];
    expect(await browser.state('/sign-in/link/open', { token })).toBe('signed_in');
    expect(await browser.statusOfMe()).toBe(200);
    expectProblem(await new Browser(app).post('/sign-in/link/open', { token }), 410, 'link_not_valid');
    expect(app.log()).not.toContain(token);
    expect(app.log()).not.toContain(user.email);
  });

  test('of concurrent requests with one link, one signs in', async () => {
    const token = await linkTokenOf(await createTestUser(t.db));
    const states = await Promise.all(
      Array.from({ length: 8 }, () => new Browser(app).state('/sign-in/link/open', { token })),
    );
    expect(states.filter((state) => state === 'signed_in')).toHaveLength(1);
    expect(states.filter((state) => state === 410)).toHaveLength(7);
  });

  test('an expired link does not sign in', async () => {
    const token = await linkTokenOf(await createTestUser(t.db), { ...recentTime, minutes: 0 });
    expectProblem(await new Browser(app).post('/sign-in/link/open', { token }), 410, 'link_not_valid');
  });

  test('a second factor is needed after a password and after a link, before any other request', async () => {
    const user = await createUserWithFactor();
    const withLink = await startWithLink(user);
    for (const [steps, browser] of [withLink, await enterPassword(user)].entries()) {
      expect(browser.cookieHeader()).not.toContain('session_token');
      for (const path of ['/second-factor', '/second-factor/remove', '/password']) {
        const body = path === '/password' ? { newPassword: wrongPassword } : {};
        expectProblem(await browser.post(path, body), 401, 'not_signed_in');
      }
      expect(await browser.statusOfMe()).toBe(401);
      expect(await browser.state('/sign-in/second-factor', { code: totpOf(user.uri, steps) })).toBe('signed_in');
      const me = jsonOf(await browser.send('GET', '/me'));
      expect(me).toMatchObject({ hasSecondFactor: true, canResetPassword: browser === withLink });
    }
  });

  test('a code of the authenticator app can be used once', async () => {
    const user = await createUserWithFactor();
    const code = totpOf(user.uri);
    const browsers = await Promise.all([enterPassword(user), startWithLink(user), startWithLink(user)]);
    const states = await Promise.all(browsers.map((browser) => browser.state('/sign-in/second-factor', { code })));
    expect(states.filter((state) => state === 'signed_in')).toHaveLength(1);
    const [statuses] = [await Promise.all(browsers.map((browser) => browser.statusOfMe()))];
    expect(statuses.sort()).toEqual([200, 401, 401]);
  });

  test('a sign-in remains open after a code that was used before, and accepts the next one', async () => {
    const user = await createUserWithFactor();
    const code = totpOf(user.uri);
    expect(await (await startWithLink(user)).state('/sign-in/second-factor', { code })).toBe('signed_in');
    const again = await startWithLink(user);
    const used = expectProblem(await again.post('/sign-in/second-factor', { code }), 401, 'sign_in_failed');
    expect(used.reason).toBe('factor_code_used');
    expect(await again.statusOfMe()).toBe(401);
    const wrong = await again.post('/sign-in/second-factor', { code: wrongCodeOf(user.uri) });
    expect(expectProblem(wrong, 401, 'sign_in_failed').reason).toBe('wrong_factor_code');
    expect(await again.state('/sign-in/second-factor', { code: totpOf(user.uri, 1) })).toBe('signed_in');
    expect(await again.statusOfMe()).toBe(200);
  });

  test('a wrong code is not marked as used: it can be the right one later', async () => {
    const user = await createUserWithFactor();
    const [browser, code] = [await startWithLink(user), wrongCodeOf(user.uri)];
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const response = await browser.post('/sign-in/second-factor', { code });
      expect(expectProblem(response, 401, 'sign_in_failed').reason).toBe('wrong_factor_code');
    }
  });

  test('after 5 wrong codes, signing in starts again; after 10, the second factor is locked', async () => {
    const user = await createUserWithFactor();
    const wrongCode = wrongCodeOf(user.uri);
    const first = await enterPassword(user);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expectProblem(await first.post('/sign-in/second-factor', { code: wrongCode }), 401, 'sign_in_failed');
    }
    const ended = await first.post('/sign-in/second-factor', { code: totpOf(user.uri) });
    expect(expectProblem(ended, 401, 'not_signed_in').reason).toBe('sign_in_ended');
    // A link starts with the same limits as a password.
    const second = await startWithLink(user);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await second.post('/sign-in/second-factor', { recoveryCode: 'wrong-code' });
    }
    const third = await startWithLink(user);
    const locked = await third.post('/sign-in/second-factor', { code: totpOf(user.uri) });
    expect(expectProblem(locked, 401, 'sign_in_failed').reason).toBe('factor_locked');
  });

  test('a recovery code can be used once', async () => {
    const user = await createUserWithFactor();
    const [recoveryCode] = user.recoveryCodes;
    expect(user.recoveryCodes).toHaveLength(10);
    const browsers = await Promise.all([enterPassword(user), startWithLink(user)]);
    const states = await Promise.all(
      browsers.map((browser) => browser.state('/sign-in/second-factor', { recoveryCode })),
    );
    expect(states.sort()).toEqual([401, 'signed_in']);
  });

  test('a session does not replace the password of a sign-in', async () => {
    const user = await createUserWithFactor();
    // This browser has a session, but has not entered a password for another sign-in.
    const response = await user.browser.post('/sign-in/second-factor', { code: totpOf(user.uri, 1) });
    expectProblem(response, 401, 'not_signed_in');
  });

  test('a request for the second factor has a code or a recovery code', async () => {
    const user = await createUserWithFactor();
    const browser = await startWithLink(user);
    for (const body of [{}, { code: totpOf(user.uri), recoveryCode: 'x' }]) {
      expectProblem(await browser.post('/sign-in/second-factor', body), 400, 'invalid_request');
    }
    expect(await browser.state('/sign-in/second-factor', { code: totpOf(user.uri) })).toBe('signed_in');
  });

  test('a user who has lost the second factor can sign in after the operator has removed it', async () => {
    const user = await createUserWithFactor();
    const waiting = await startWithLink(user);
    await t.db.transaction().execute((tx) => removeFactorsByOperator(tx, user, services, byOperator));
    expectProblem(await waiting.post('/sign-in/second-factor', { code: totpOf(user.uri, 1) }), 401, 'not_signed_in');
    expect(await changeMails(t.db, user.email)).toContain('second_factor_removed');
    expect(await new Browser(app).state('/sign-in', { email: user.email, password })).toBe('signed_in');
  });

  test.each([
    { origin: 'https://evil.example.com' },
    { origin: 'null' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ])('a page of another website cannot sign in or out (%o)', async (headers) => {
    const browser = await openLink(await createTestUser(t.db));
    for (const path of ['/sign-in/link', '/sign-out', '/password']) {
      const response = await fetch(`${app.url}/dashboard/api/account${path}`, {
        method: 'POST',
        headers: { cookie: browser.cookieHeader(), 'content-type': 'application/json', ...headers },
        body: '{"email":"ada@example.com","newPassword":"0123456789"}',
      });
      expect({ path, status: response.status }).toEqual({ path, status: 403 });
    }
    expect(await browser.statusOfMe()).toBe(200);
  });

  test('a page that was loaded without encryption, or at an address that is not BASE_URL, is another website', async () => {
    const browser = await openLink(await createTestUser(t.db));
    const { host } = new URL(app.url);
    for (const origin of [dashboardOrigin.replace('https:', 'http:'), `https://${host}`, `http://${host}`]) {
      const response = await browser.send('POST', '/sign-out', undefined, { origin, host });
      const problem = expectProblem(response, 403, 'not_permitted');
      expect(problem).toMatchObject({ reason: 'cross_site_request', params: { origin: dashboardOrigin } });
    }
  });

  test('signing out ends the session', async () => {
    const browser = await openLink(await createTestUser(t.db));
    const cookie = browser.cookieHeader();
    expect((await browser.send('POST', '/sign-out')).status).toBe(200);
    expect(browser.cookieHeader()).not.toContain('session_token');
    expectProblem(await browser.send('GET', '/me', undefined, { cookie }), 401, 'not_signed_in');
  });
});
