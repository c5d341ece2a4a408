import { expect, test } from 'vitest';
import { attemptLimits } from '../src/features/accounts/attempts.ts';
import { createSignInLink, type User } from '../src/features/accounts/index.ts';
import { purgeExpired } from '../src/features/accounts/sessions.ts';
import { byOperator } from '../src/features/audit/index.ts';
import { systemClock, timestamp } from '../src/platform/clock.ts';
import { useApp } from './harness/app.ts';
import { Browser, forgetUsedCodes, totpOf, wrongCodeOf } from './harness/browser.ts';
import { createTestUser } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { changeMails } from './harness/mails.ts';
import { baseUrl, expectFieldProblem, expectProblem, jsonOf } from './harness/responses.ts';
import { TestClock } from './harness/test-clock.ts';

const password = 'correct horse battery staple';
const newPassword = 'a completely different one';
const dayMs = 24 * 60 * 60_000;

describeOnBoth('the account of a signed-in user', (kind) => {
  const t = useDatabase(kind);
  // better-auth uses the time of the system, so this clock starts with it.
  const clock = new TestClock(timestamp(Date.now()));
  const app = useApp(() => ({ db: t.db, clock, trustProxy: ['127.0.0.1'] }));

  async function openLink(user: Pick<User, 'id' | 'email'>): Promise<Browser> {
    const link = await createSignInLink(t.db, user, { baseUrl, minutes: 5, clock: systemClock }, byOperator);
    const browser = new Browser(app);
    await browser.post('/sign-in/link/open', { token: link.slice(link.indexOf('#') + 1) });
    return browser;
  }

  async function createUser({ withPassword }: { withPassword: boolean }) {
    const user = await createTestUser(t.db);
    const [browser, other] = [await openLink(user), await openLink(user)];
    if (withPassword) {
      const session = browser.cookieHeader();
      expect((await browser.post('/password', { newPassword: password })).status).toBe(200);
      expect(browser.cookieHeader()).toBe(session);
      return { ...user, browser, other: await openLink(user) };
    }
    return { ...user, browser, other };
  }

  async function pendingLink(user: Pick<User, 'id' | 'email'>): Promise<object> {
    const link = await createSignInLink(t.db, user, { baseUrl, minutes: 5, clock: systemClock }, byOperator);
    return { token: link.slice(link.indexOf('#') + 1) };
  }

  test('a new password ends other sessions and sign-in links, and replaces the old password', async () => {
    const { id, email, browser, other } = await createUser({ withPassword: true });
    const link = await pendingLink({ id, email });
    const change = { currentPassword: password, newPassword };
    expect(jsonOf(await browser.post('/password', change))).toEqual({});
    expect([await browser.statusOfMe(), await other.statusOfMe()]).toEqual([200, 401]);
    expect((await other.post('/sign-in/link/open', link)).status).toBe(410);
    expect(await other.state('/sign-in', { email, password })).toBe(401);
    expect(await other.state('/sign-in', { email, password: newPassword })).toBe('signed_in');
    expect(await changeMails(t.db, email)).toEqual(['password', 'password']);
  });

  test('the password and the second factor cannot be changed without the current password', async () => {
    const { email, browser, other } = await createUser({ withPassword: true });
    for (const currentPassword of [undefined, '', newPassword]) {
      for (const path of ['/password', '/second-factor', '/second-factor/remove']) {
        const body = { currentPassword, ...(path === '/password' ? { newPassword } : {}) };
        expectProblem(await browser.post(path, body), 401, 'sign_in_failed');
      }
    }
    expect(await other.statusOfMe()).toBe(200);
    expect(await other.state('/sign-in', { email, password })).toBe('signed_in');
  });

  test('a session that began with a link can set a new password for 15 minutes, without the current one', async () => {
    const { email, browser, other: withLink } = await createUser({ withPassword: true });
    const withPassword = new Browser(app);
    expect(await withPassword.state('/sign-in', { email, password })).toBe('signed_in');
    const canReset = async (target: Browser) => jsonOf(await target.send('GET', '/me'))['canResetPassword'];
    const expectRefused = async (target: Browser, path = '/password') => {
      const response = await target.post(path, path === '/password' ? { newPassword } : {});
      expect(expectProblem(response, 401, 'sign_in_failed').reason).toBe('wrong_current_password');
    };
    expect([await canReset(withLink), await canReset(withPassword)]).toEqual([true, false]);
    await expectRefused(withPassword);
    await expectRefused(withLink, '/second-factor');
    clock.step(15 * 60_000);
    expect(await canReset(withLink)).toBe(false);
    await expectRefused(withLink);
    clock.step(-1_000);
    expect((await withLink.post('/password', { newPassword })).status).toBe(200);
    clock.step(1_000 - 15 * 60_000);
    const statuses = [withLink, withPassword, browser].map((target) => target.statusOfMe());
    expect(await Promise.all(statuses)).toEqual([200, 401, 401]);
    expect(await changeMails(t.db, email)).toEqual(['password', 'password']);
    expect(await new Browser(app).state('/sign-in', { email, password: newPassword })).toBe('signed_in');
    await expectRefused(withLink);
  });

  // Not on both databases: the limits are counted in memory or Redis, and 30 passwords are hashed.
  if (kind === 'sqlite') {
    test('guesses of the current password are limited for each account', async () => {
      const { browser } = await createUser({ withPassword: true });
      const guess = () => browser.post('/second-factor/remove', {});
      for (let attempt = 0; attempt < attemptLimits.password; attempt += 1) expect((await guess()).status).toBe(401);
      expectProblem(await browser.post('/second-factor/remove', { currentPassword: password }), 429, 'rate_limited');
    });
  }

  test.each(['short', 'x'.repeat(129)])('a password of the wrong length is rejected (%#)', async (text) => {
    const { browser } = await createUser({ withPassword: false });
    expectFieldProblem(await browser.post('/password', { newPassword: text }), 'newPassword');
  });

  test('a user without a password must have signed in recently to change the password and the second factor', async () => {
    const { browser } = await createUser({ withPassword: false });
    clock.step(30 * 60_000);
    for (const path of ['/password', '/second-factor', '/second-factor/remove']) {
      const problem = expectProblem(
        await browser.post(path, path === '/password' ? { newPassword } : {}),
        401,
        'sign_in_failed',
      );
      expect(problem.reason).toBe('sign_in_too_old');
    }
    clock.step(-30 * 60_000);
  });

  test.each([{ withPassword: true }, { withPassword: false }])(
    'setting up a second factor, and removing it, ends other sessions (%o)',
    async (options) => {
      const { id, email, browser, other } = await createUser(options);
      const proof = options.withPassword ? { currentPassword: password } : {};
      const created = jsonOf<{ uri: string }>(await browser.post('/second-factor', proof));
      expect(jsonOf(await browser.send('GET', '/me'))).toMatchObject({ hasSecondFactor: false });
      const wrongCode = wrongCodeOf(created.uri);
      expectProblem(await browser.post('/second-factor/confirm', { code: wrongCode }), 401, 'sign_in_failed');
      expect(await other.statusOfMe()).toBe(200);

      const link = await pendingLink({ id, email });
      const before = browser.cookieHeader();
      const code = totpOf(created.uri);
      expect(jsonOf(await browser.post('/second-factor/confirm', { code }))).toEqual({});
      expect(browser.cookieHeader()).not.toBe(before);
      expect(jsonOf(await browser.send('GET', '/me'))).toMatchObject({ hasSecondFactor: true });
      expect(await other.statusOfMe()).toBe(401);
      expect((await other.post('/sign-in/link/open', link)).status).toBe(410);

      for (const path of ['/second-factor', '/second-factor/confirm']) {
        const body = path === '/second-factor' ? proof : { code };
        expectProblem(await browser.post(path, body), 409, 'invalid_state');
      }
      // The code of the confirmation cannot be used again.
      expect(await (await openLink({ id, email })).state('/sign-in/second-factor', { code })).toBe(401);
      await forgetUsedCodes(t.db);
      const second = await openLink({ id, email });
      expect(await second.state('/sign-in/second-factor', { code })).toBe('signed_in');
      expect((await second.post('/second-factor/remove', proof)).status).toBe(200);
      expect([await second.statusOfMe(), await browser.statusOfMe()]).toEqual([200, 401]);
      expect(jsonOf(await second.send('GET', '/me'))).toMatchObject({ hasSecondFactor: false });
      const changes = ['authenticator_added', 'authenticator_removed', ...(options.withPassword ? ['password'] : [])];
      expect((await changeMails(t.db, email)).sort()).toEqual(changes);
    },
  );

  test('new recovery codes replace the earlier ones, and end other sessions', async () => {
    const { email, browser } = await createUser({ withPassword: true });
    const proof = { currentPassword: password };
    expectProblem(await browser.post('/second-factor/recovery-codes', proof), 409, 'invalid_state');
    const created = jsonOf<{ uri: string; recoveryCodes: string[] }>(await browser.post('/second-factor', proof));
    await browser.post('/second-factor/confirm', { code: totpOf(created.uri) });
    await forgetUsedCodes(t.db);
    const other = new Browser(app);
    await other.post('/sign-in', { email, password });
    expect(await other.state('/sign-in/second-factor', { code: totpOf(created.uri) })).toBe('signed_in');

    expectProblem(await browser.post('/second-factor/recovery-codes', {}), 401, 'sign_in_failed');
    const replaced = jsonOf<{ recoveryCodes: string[] }>(await browser.post('/second-factor/recovery-codes', proof));
    expect(replaced.recoveryCodes).toHaveLength(10);
    expect(await changeMails(t.db, email)).toContain('recovery_codes');
    expect([await browser.statusOfMe(), await other.statusOfMe()]).toEqual([200, 401]);
    for (const [codes, state] of [
      [created.recoveryCodes, 401],
      [replaced.recoveryCodes, 'signed_in'],
    ] as const) {
      await other.post('/sign-in', { email, password });
      expect(await other.state('/sign-in/second-factor', { recoveryCode: codes[0] })).toBe(state);
    }
  });

  test('lists the sessions of the user with their IP addresses, and ends one', async () => {
    const user = await createUser({ withPassword: false });
    const stranger = await createUser({ withPassword: false });
    const list = async (browser: Browser) =>
      jsonOf<{ data: { id: string; isCurrent: boolean; ipAddress: string }[] }>(await browser.send('GET', '/sessions'))
        .data;
    const sessions = await list(user.browser);
    const addresses = [user.browser.address, user.other.address];
    expect(sessions.map(({ ipAddress }) => ipAddress).sort()).toEqual(addresses.sort());
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ ipAddress: user.browser.address }]);
    expect(JSON.stringify(sessions)).not.toContain('token');

    const otherId = sessions.find(({ isCurrent }) => !isCurrent)?.id;
    expectProblem(await stranger.browser.send('DELETE', `/sessions/${otherId}`), 404, 'not_found');
    expect(await user.other.statusOfMe()).toBe(200);
    expect((await user.browser.send('DELETE', `/sessions/${otherId}`)).status).toBe(200);
    expect([await user.browser.statusOfMe(), await user.other.statusOfMe()]).toEqual([200, 401]);
    expectProblem(await user.browser.send('DELETE', `/sessions/${otherId}`), 404, 'not_found');
  });

  test('a session ends after 7 days without use, and is then deleted', async () => {
    const { id, browser } = await createUser({ withPassword: false });
    const rows = () => t.db.selectFrom('user_sessions').select('id').where('user_id', '=', id).execute();
    await purgeExpired(t.db, timestamp(Date.now() + 6 * dayMs));
    expect(await rows()).toHaveLength(2);
    clock.step(8 * dayMs);
    expectProblem(await browser.send('GET', '/me'), 401, 'not_signed_in');
    await purgeExpired(t.db, timestamp(clock.now()));
    expect(await rows()).toEqual([]);
    clock.step(-8 * dayMs);
  });

  test('expired links and codes are deleted', async () => {
    const { id, email } = await createUser({ withPassword: false });
    await pendingLink({ id, email });
    const links = async () =>
      (await t.db.selectFrom('user_verifications').select('value').execute()).filter(({ value }) =>
        value.includes(email),
      );
    await purgeExpired(t.db, timestamp(Date.now()));
    expect(await links()).toHaveLength(1);
    await purgeExpired(t.db, timestamp(Date.now() + 6 * 60_000));
    expect(await links()).toEqual([]);
  });

  test('the name can be changed, to storable text', async () => {
    const { browser } = await createUser({ withPassword: false });
    expect(jsonOf(await browser.send('PATCH', '/me', { name: 'Zoë 日本' }))).toEqual({ name: 'Zoë 日本' });
    for (const name of ['', 'x'.repeat(201), 'a\0b']) {
      expectFieldProblem(await browser.send('PATCH', '/me', { name }), 'name');
    }
    expect(jsonOf(await browser.send('GET', '/me'))).toMatchObject({ name: 'Zoë 日本', organizers: [] });
  });
});
