import { expect, test } from 'vitest';
import { createFirstOperatorLink } from '../src/features/accounts/first-user.ts';
import { disableUser, type Role, setMember } from '../src/features/accounts/index.ts';
import { purgeInvitations } from '../src/features/accounts/invitations.ts';
import { byOperator, listAudit } from '../src/features/audit/index.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import { type Clock, systemClock, timestamp } from '../src/platform/clock.ts';
import { testSecrets, useApp } from './harness/app.ts';
import { Browser } from './harness/browser.ts';
import { createTestUser, type DashboardClient, signIn, signInOperator, signInUser } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { makeOrganizer } from './harness/fixtures.ts';
import { queuedMails } from './harness/mails.ts';
import { baseUrl, expectFieldProblem, expectProblem, jsonOf } from './harness/responses.ts';
import { TestClock } from './harness/test-clock.ts';

const dayMs = 24 * 60 * 60_000;
const password = 'correct horse battery staple';

describeOnBoth('members', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db, trustProxy: ['127.0.0.1'] }));

  let addressCount = 0;
  async function invite(
    owner: DashboardClient,
    role: Role,
    email?: string,
  ): Promise<{ id: string; email: string; token: string }> {
    addressCount += 1;
    const to = email ?? `invited-${kind}-${addressCount}@example.com`;
    const created = await owner.post('/invitations', { email: to, role });
    expect(created.status, created.text).toBe(201);
    const token = (await queuedMails(t.db, 'invitation', to.toLowerCase())).at(-1)?.token ?? '';
    return { id: jsonOf<{ id: string }>(created).id, email: to, token };
  }

  const rolesOf = async (organizer: Organizer) => {
    const rows = await t.db.selectFrom('members').select('role').where('organizer_id', '=', organizer.id).execute();
    return rows.map(({ role }) => role).sort();
  };

  test('an invitation creates a user, who is signed in, with a password', async () => {
    const organizer = await makeOrganizer(t.db);
    const owner = await signIn(app, { organizer, role: 'owner' });
    const { email, token } = await invite(owner, 'developer', `New-${kind}@Example.com`);
    const browser = new Browser(app);
    expect(jsonOf(await browser.post('/invitation/read', { token }))).toEqual({
      organizer: organizer.name,
      organizerSlug: organizer.slug,
      email: email.toLowerCase(),
      role: 'developer',
      hasAccount: false,
    });
    expectFieldProblem(await browser.post('/invitation/accept', { token, name: 'Ada' }), 'password');
    expect(await browser.state('/invitation/accept', { token, name: 'Ada', password })).toBe('signed_in');
    expect(jsonOf(await browser.send('GET', '/me'))).toMatchObject({
      email: email.toLowerCase(),
      isOperator: false,
      hasPassword: true,
      organizers: [{ slug: organizer.slug, role: 'developer' }],
    });
    expect(await new Browser(app).state('/sign-in', { email, password })).toBe('signed_in');
    for (const path of ['/invitation/read', '/invitation/accept']) {
      expectProblem(await new Browser(app).post(path, { token }), 410, 'link_not_valid');
    }
    expect(app.log()).not.toContain(token);
    expect(app.log()).not.toContain(email.toLowerCase());
  });

  test('an invitation of an existing user neither signs in nor changes the password', async () => {
    const organizer = await makeOrganizer(t.db);
    const owner = await signIn(app, { organizer, role: 'owner' });
    const user = await signInUser(app);
    const { token } = await invite(owner, 'viewer', user.email);
    const browser = new Browser(app);
    expect(await browser.state('/invitation/accept', { token, name: 'Eve', password })).toBe('sign_in');
    expect(browser.cookies.size).toBe(0);
    expect(await browser.state('/sign-in', { email: user.email, password })).toBe(401);
    expect(jsonOf(await user.get('/me'))).toMatchObject({ name: 'Ada Lovelace', organizers: [{ role: 'viewer' }] });
  });

  test('of concurrent acceptances of one invitation, one succeeds', async () => {
    const organizer = await makeOrganizer(t.db);
    const owner = await signIn(app, { organizer, role: 'owner' });
    const { token } = await invite(owner, 'manager');
    const states = await Promise.all(
      Array.from({ length: 4 }, () => new Browser(app).state('/invitation/accept', { token, name: 'Ada', password })),
    );
    expect(states.sort()).toEqual([410, 410, 410, 'signed_in']);
    expect(await rolesOf(organizer)).toEqual(['manager', 'owner']);
    const entries = await listAudit(t.db, organizer.id, { limit: 100 });
    expect(
      entries.filter(({ action, details }) => action === 'member.set' && details['role'] === 'manager'),
    ).toHaveLength(1);
  });

  test('a new user can accept invitations of two organizers at the same time', async () => {
    const email = `twice-${kind}@example.com`;
    const owners = await Promise.all(
      [await makeOrganizer(t.db), await makeOrganizer(t.db)].map((organizer) =>
        signIn(app, { organizer, role: 'owner' }),
      ),
    );
    const invitations = [];
    for (const owner of owners) invitations.push(await invite(owner, 'manager', email));
    const states = await Promise.all(
      invitations.map(({ token }) => new Browser(app).state('/invitation/accept', { token, name: 'Ada', password })),
    );
    expect(states.sort()).toEqual(['sign_in', 'signed_in']);
  });

  test.each(['revoked', 'replaced', 'expired', 'for a disabled user'])(
    'an invitation that is %s cannot be accepted',
    async (state) => {
      const organizer = await makeOrganizer(t.db);
      const owner = await signIn(app, { organizer, role: 'owner' });
      const user = await createTestUser(t.db);
      const { id, token } = await invite(owner, 'manager', user.email);
      if (state === 'revoked') expect((await owner.delete(`/invitations/${id}`)).status).toBe(200);
      if (state === 'replaced') await invite(owner, 'viewer', user.email);
      if (state === 'for a disabled user') await disableUser(t.db, user.email, systemClock, byOperator);
      if (state === 'expired') {
        const past = timestamp(Date.now() - 1);
        await t.db.updateTable('invitations').set({ expires_at: past }).where('id', '=', id).execute();
      }
      expectProblem(await new Browser(app).post('/invitation/accept', { token }), 410, 'link_not_valid');
      expect(await rolesOf(organizer)).toEqual(['owner']);
      if (state === 'revoked') expectProblem(await owner.delete(`/invitations/${id}`), 404, 'not_found');
    },
  );

  test('a removed member cannot return with an invitation from before', async () => {
    const organizer = await makeOrganizer(t.db);
    const owner = await signIn(app, { organizer, role: 'owner' });
    const user = await createTestUser(t.db);
    const { token } = await invite(owner, 'owner', user.email);
    const member = { userId: user.id, role: 'viewer' as const };
    await t.db
      .transaction()
      .execute((tx) => setMember(tx, { organizerId: organizer.id, origin: byOperator }, member, systemClock));
    expect((await owner.delete(`/members/${user.id}`)).status).toBe(200);
    expectProblem(await new Browser(app).post('/invitation/accept', { token }), 410, 'link_not_valid');
    expect(await rolesOf(organizer)).toEqual(['owner']);
  });

  test.each(['removed', 'made a manager', 'disabled', 'disabled by an earlier version'])(
    'an owner who was %s cannot return through an invitation that the owner sent before',
    async (change) => {
      const organizer = await makeOrganizer(t.db);
      const owner = await signIn(app, { organizer, role: 'owner' });
      const leaving = await signIn(app, { organizer, role: 'owner' });
      const { token, email } = await invite(leaving, 'owner');
      const kept = await invite(owner, 'viewer');
      if (change === 'removed') await owner.delete(`/members/${leaving.userId}`);
      if (change === 'made a manager') await owner.patch(`/members/${leaving.userId}`, { role: 'manager' });
      if (change === 'disabled') await disableUser(t.db, leaving.email, systemClock, byOperator);
      if (change === 'disabled by an earlier version') {
        const users = t.db.updateTable('users').set({ disabled_at: '2026-11-20T09:00:00.000Z' });
        await users.where('id', '=', leaving.userId).execute();
      } else {
        const { invitations } = jsonOf<{ invitations: { email: string }[] }>(await owner.get('/members'));
        expect(invitations.map((invitation) => invitation.email)).toEqual([kept.email]);
      }
      for (const path of ['/invitation/read', '/invitation/accept']) {
        const body = path === '/invitation/read' ? { token } : { token, name: 'Ada', password };
        expectProblem(await new Browser(app).post(path, body), 410, 'link_not_valid');
      }
      expect(await t.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([]);
      const accepted = { token: kept.token, name: 'Ada', password };
      expect(await new Browser(app).state('/invitation/accept', accepted)).toBe('signed_in');
    },
  );

  test('an invitation of the operator can be accepted, until the operator is disabled', async () => {
    const organizer = await makeOrganizer(t.db);
    const operator = await signInOperator(app);
    const ofOrganizer = {
      ...operator,
      post: (path: string, body?: object) => operator.post(`/organizers/${organizer.slug}${path}`, body),
    };
    const [first, second] = [await invite(ofOrganizer, 'owner'), await invite(ofOrganizer, 'owner')];
    const accept = ({ token }: { token: string }) =>
      new Browser(app).state('/invitation/accept', { token, name: 'Ada', password });
    expect(await accept(first)).toBe('signed_in');
    await disableUser(t.db, operator.email, systemClock, byOperator);
    expect(await accept(second)).toBe(410);
  });

  test('an invitation is deleted 30 days after its expiry', async () => {
    const organizer = await makeOrganizer(t.db);
    const owner = await signIn(app, { organizer, role: 'owner' });
    await invite(owner, 'viewer');
    type Members = { invitations: { expiresAt: string }[] };
    const invitations = async () => jsonOf<Members>(await owner.get('/members')).invitations;
    const [invitation] = await invitations();
    const countAfterDays = async (days: number) => {
      await purgeInvitations(t.db, Date.parse(invitation!.expiresAt) + days * 24 * 60 * 60_000);
      return (await invitations()).length;
    };
    expect([await countAfterDays(29), await countAfterDays(30)]).toEqual([1, 0]);
  });

  test('accepting an invitation does not change the role of a member', async () => {
    const organizer = await makeOrganizer(t.db);
    const owner = await signIn(app, { organizer, role: 'owner' });
    const user = await createTestUser(t.db);
    const { token } = await invite(owner, 'viewer', user.email);
    const member = { userId: user.id, role: 'owner' as const };
    await t.db
      .transaction()
      .execute((tx) => setMember(tx, { organizerId: organizer.id, origin: byOperator }, member, systemClock));
    expect(await new Browser(app).state('/invitation/accept', { token })).toBe('sign_in');
    expect(await rolesOf(organizer)).toEqual(['owner', 'owner']);
    expectProblem(await owner.post('/invitations', { email: user.email, role: 'viewer' }), 409, 'invalid_state');
  });

  test('an organizer always has an owner, even if two owners remove or demote each other at the same time', async () => {
    for (const change of ['remove', 'demote'] as const) {
      const organizer = await makeOrganizer(t.db);
      const [first, second] = [
        await signIn(app, { organizer, role: 'owner' }),
        await signIn(app, { organizer, role: 'owner' }),
      ];
      const act = (actor: DashboardClient, other: DashboardClient) =>
        change === 'remove'
          ? actor.delete(`/members/${other.userId}`)
          : actor.patch(`/members/${other.userId}`, { role: 'viewer' });
      const statuses = (await Promise.all([act(first, second), act(second, first)])).map(({ status }) => status);
      expect(statuses).toContain(200);
      expect((await rolesOf(organizer)).filter((role) => role === 'owner')).toHaveLength(1);
    }
  });

  test('the last owner can neither leave nor be demoted', async () => {
    const organizer = await makeOrganizer(t.db);
    const owner = await signIn(app, { organizer, role: 'owner' });
    await signIn(app, { organizer, role: 'manager' });
    for (const response of [
      await owner.delete(`/members/${owner.userId}`),
      await owner.patch(`/members/${owner.userId}`, { role: 'manager' }),
    ]) {
      expect(expectProblem(response, 409, 'invalid_state').reason).toBe('last_owner');
    }
    expect(await rolesOf(organizer)).toEqual(['manager', 'owner']);
  });

  test('a removal and a change of the role apply to the next request', async () => {
    const organizer = await makeOrganizer(t.db);
    const owner = await signIn(app, { organizer, role: 'owner' });
    const member = await signIn(app, { organizer, role: 'owner' });
    expect((await owner.patch(`/members/${member.userId}`, { role: 'viewer' })).status).toBe(200);
    const denied = await member.post('/invitations', { email: 'x@example.com', role: 'owner' });
    expect(expectProblem(denied, 403, 'not_permitted').params).toEqual({ role: 'viewer', action: 'members:write' });
    expect((await member.get('/members')).status).toBe(200);
    expect((await owner.delete(`/members/${member.userId}`)).status).toBe(200);
    expectProblem(await member.get('/members'), 404, 'not_found');
    const actions = (await listAudit(t.db, organizer.id, { limit: 3 })).map(({ action, actor, subject }) => ({
      action,
      actor,
      subject,
    }));
    const by = { actor: owner.userId, subject: member.userId };
    expect(actions.slice(0, 2)).toEqual([
      { action: 'member.remove', ...by },
      { action: 'member.set', ...by },
    ]);
  });

  test('members and invitations of another organizer cannot be changed', async () => {
    const [organizer, other] = [await makeOrganizer(t.db), await makeOrganizer(t.db)];
    const owner = await signIn(app, { organizer, role: 'owner' });
    const stranger = await signIn(app, { organizer: other, role: 'owner' });
    const { id, token } = await invite(owner, 'manager');
    const responses = [
      await stranger.patch(`/members/${owner.userId}`, { role: 'viewer' }),
      await stranger.get(`/members/${owner.userId}/keys`),
      await stranger.delete(`/members/${owner.userId}`),
      await stranger.delete(`/invitations/${id}`),
    ];
    for (const response of responses) expectProblem(response, 404, 'not_found');
    expect(jsonOf(await stranger.get('/members'))).toMatchObject({
      members: [{ id: stranger.userId }],
      invitations: [],
    });
    expect(await new Browser(app).state('/invitation/accept', { token, name: 'Ada', password })).toBe('signed_in');
  });

  test('the list of members names the operators, who act in the organizer without being members', async () => {
    const organizer = await makeOrganizer(t.db);
    const owner = await signIn(app, { organizer, role: 'owner' });
    const operator = await signInOperator(app);
    const list = jsonOf<{ members: { id: string }[]; operators: object[] }>(await owner.get('/members'));
    expect(list.members.map(({ id }) => id)).toEqual([owner.userId]);
    expect(list.operators).toContainEqual({ id: operator.userId, name: 'Ada Lovelace' });
    expect(list.operators).not.toContainEqual(expect.objectContaining({ id: owner.userId }));
  });

  test('invitations of an organizer are limited', async () => {
    const owner = await signIn(app, { organizer: await makeOrganizer(t.db), role: 'owner' });
    const send = () => owner.post('/invitations', { email: 'someone@example.com', role: 'viewer' });
    for (let count = 0; count < 50; count += 1) expect((await send()).status).toBe(201);
    expect(expectProblem(await send(), 429, 'rate_limited').reason).toBe('invitation_limit_reached');
  });
});

describeOnBoth('the first operator', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db, trustProxy: ['127.0.0.1'] }));
  const createLink = async (clock: Clock = systemClock) =>
    (await createFirstOperatorLink(t.db, { baseUrl, clock, secrets: testSecrets }))?.url ?? null;
  const start = (url: string | null) => {
    const browser = new Browser(app);
    const details = {
      email: `operator-${browser.address.replaceAll('.', '-')}@example.com`,
      name: 'Grace Hopper',
      password,
    };
    return browser.state('/start', { token: url?.split('#')[1], ...details });
  };

  test('cannot be created with an expired link', async () => {
    const past = new TestClock(timestamp(Date.now() - dayMs - 1));
    expect(await start(await createLink(past))).toBe(410);
    expect(await t.db.selectFrom('users').select('id').execute()).toEqual([]);
  });

  test('has the same link for each start within 12 hours, and a new one later, while the earlier one is valid', async () => {
    const clock = new TestClock(timestamp(Date.now() - dayMs / 2 + 60_000));
    const first = await createLink(clock);
    expect(await createLink(clock)).toBe(first);
    expect(await createLink()).toBe(first);
    clock.step(dayMs / 2);
    const second = await createLink(clock);
    expect(second).not.toBe(first);
    expect(await createLink(clock)).toBe(second);
  });

  test('is created once, while there is no user', async () => {
    const link = await createLink();
    expect(await start(`${link}x`)).toBe(410);
    const states = await Promise.all([start(link), start(link), start(link)]);
    expect(states.sort()).toEqual([410, 410, 'signed_in']);
    const users = await t.db.selectFrom('users').select(['email', 'is_operator']).execute();
    expect(users).toEqual([{ email: expect.stringMatching(/^operator-/), is_operator: 1 }]);
    expect(await new Browser(app).state('/sign-in', { email: users[0]?.email, password })).toBe('signed_in');
    expect(await createLink()).toBeNull();
    expect(await start(link)).toBe(410);
  });
});
