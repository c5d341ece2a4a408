import { beforeAll, expect, test } from 'vitest';
import { deployments } from '../src/deployments/index.ts';
import { disableUser, roles } from '../src/features/accounts/index.ts';
import { byOperator, listAudit } from '../src/features/audit/index.ts';
import { changeGrant, getKey, keyMailRenderers } from '../src/features/keys/index.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { useApp } from './harness/app.ts';
import { type DashboardClient, signIn, signInOperator } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { makeKey, makeOrganizer, rollAnyKey } from './harness/fixtures.ts';
import { countLockWaits } from './harness/lock-waits.ts';
import { queuedMails } from './harness/mails.ts';
import { baseUrl, expectProblem, jsonOf, type PageBody, type TestResponse } from './harness/responses.ts';
import { waitUntil } from './harness/wait.ts';

const scope = 'orders:read:pii';

interface Created {
  readonly id: string;
  readonly key: string;
  readonly scopes: string[];
}
interface Key {
  readonly id: string;
  readonly status: string;
}
interface Request {
  readonly id: string;
  readonly keyId: string;
  readonly status: string;
}

describeOnBoth('the API keys of the dashboard', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db }));
  let organizer: Organizer;
  let developer: DashboardClient;
  beforeAll(async () => {
    organizer = await makeOrganizer(t.db);
    developer = await signIn(app, { organizer, role: 'developer' });
  });

  const newKey = { kind: 'secret', name: 'Accounting', scopes: ['events:read'] };
  const create = async () => jsonOf<Created>(await developer.post('/keys', newKey));
  const statusOf = async (key: string) => (await app.request('/api/v1/events', { key })).status;
  const findKey = async (id: string) =>
    jsonOf<PageBody<Key>>(await developer.get('/keys?limit=100')).data.find((key) => key.id === id);
  const requestScope = (keyId: string, reason = 'Badges need names.') =>
    developer.post(`/keys/${keyId}/scope-requests`, { scope, reason });

  const isWaitingForLock = async () => (await countLockWaits(t.db)) > 0;

  test('a key is shown once, works, can be rolled with a grace period, and stops working after its revocation', async () => {
    const response = await developer.post('/keys', { ...newKey, lifetimeDays: 30 });
    expect(response.status).toBe(201);
    const created = jsonOf<Created>(response);
    expect(await statusOf(created.key)).toBe(200);
    const list = await developer.get('/keys');
    expect(list.text).not.toContain(created.key);
    expect(await findKey(created.id)).toEqual({
      id: created.id,
      kind: 'secret',
      name: 'Accounting',
      prefix: 'sk_',
      last4: created.key.slice(-4),
      scopes: ['events:read'],
      status: 'active',
      createdBy: developer.userId,
      createdAt: expect.any(String),
      lastUsedAt: null,
      expiresAt: expect.any(String),
      revokedAt: null,
    });

    const rolled = jsonOf<Created>(await developer.post(`/keys/${created.id}/roll`, { graceSeconds: 3_600 }));
    expect([await statusOf(created.key), await statusOf(rolled.key)]).toEqual([200, 200]);
    expect(await findKey(rolled.id)).toMatchObject({ createdBy: developer.userId, scopes: ['events:read'] });

    expect((await developer.post(`/keys/${created.id}/revoke`)).status).toBe(200);
    expect(await findKey(created.id)).toMatchObject({ status: 'revoked' });
    await expect.poll(() => statusOf(created.key), { timeout: 120_000 }).toBe(401);

    const entries = await listAudit(t.db, organizer.id, { limit: 3 });
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual(
      ['key.revoke', 'key.roll', 'key.create'].map((action) => [action, developer.userId]),
    );
  });

  test('a key of a developer has no scope beyond the role, and a key of an owner has all that need no grant', async () => {
    const owner = await signIn(app, { organizer, role: 'owner' });
    const ofDeveloper = ['events:read', 'orders:read', 'tickets:read', 'addons:read'];
    const expected = [
      [developer, ofDeveloper],
      [owner, ['events:read', 'orders:read', 'tickets:read', 'settlements:read', 'addons:read', 'addons:write']],
    ] as const;
    for (const [client, scopes] of expected) {
      const offered = jsonOf<{ data: { scope: string; needsOperator: boolean }[] }>(await client.get('/keys/scopes'));
      expect(offered.data.filter(({ needsOperator }) => !needsOperator).map((entry) => entry.scope)).toEqual(scopes);
      const created = jsonOf<Created>(await client.post('/keys', { kind: 'secret', name: 'Default' }));
      expect(created.scopes).toEqual(scopes);
      const settlements = await app.request('/api/v1/settlements', { key: created.key });
      expect(settlements.status).toBe(client === owner ? 200 : 403);
    }
    for (const beyond of ['settlements:read', 'addons:write']) {
      expectProblem(await developer.post('/keys', { ...newKey, scopes: [beyond] }), 400, 'invalid_request');
    }
  });

  test('only owners roll a key with scopes beyond the role of a developer, and they get a mail if a scope was granted', async () => {
    const owner = await signIn(app, { organizer, role: 'owner' });
    const grace = { graceSeconds: 3_600 };
    const withNames = await makeKey(t.db, organizer.id, { granted: [scope] });
    const withSettlements = await makeKey(t.db, organizer.id, { scopes: ['settlements:read'] });
    const requestedByOwner = await makeKey(t.db, organizer.id, { scopes: ['orders:read'] });
    await owner.post(`/keys/${requestedByOwner.id}/scope-requests`, { scope, reason: 'Badges need names.' });
    for (const [{ id, key }, beyond] of [
      [withNames, ['orders:read:pii', 'settlements:read', 'addons:write']],
      [withSettlements, ['settlements:read']],
      [requestedByOwner, [scope]],
    ] as const) {
      const problem = expectProblem(await developer.post(`/keys/${id}/roll`, grace), 403, 'not_permitted');
      expect(problem).toMatchObject({ reason: 'key_beyond_role', params: { keyId: id, scopes: beyond } });
      expect(await findKey(id)).toMatchObject({ status: 'active', expiresAt: null });
      expect((await app.request('/api/v1/nothing', { key })).status).toBe(404);
    }
    const rolled = jsonOf<Created>(await owner.post(`/keys/${withNames.id}/roll`, grace));
    expect(rolled.scopes).toContain(scope);
    expect((await owner.post(`/keys/${withSettlements.id}/roll`, grace)).status).toBe(201);
    const mails = await queuedMails(t.db, 'key_rolled', owner.email);
    expect(mails).toMatchObject([{ newKeyId: rolled.id, scopes: [scope], rolledBy: owner.email }]);
    const due = { payload: mails[0], createdAt: '2026-11-20T09:00:00.000Z' } as never;
    const mail = await keyMailRenderers({ db: t.db, baseUrl }).key_rolled(due);
    expect(mail).toMatchObject({ to: owner.email, text: expect.stringContaining(rolled.id) });
  });

  test('a key is rolled once, also by concurrent requests', async () => {
    const key = await create();
    const roll = (id: string) => developer.post(`/keys/${id}/roll`, { graceSeconds: 3_600 });
    const responses = await Promise.all([1, 2, 3, 4].map(() => roll(key.id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const { id: newKeyId } = jsonOf<Created>(responses.find(({ status }) => status === 201)!);
    const problem = expectProblem(await roll(key.id), 409, 'invalid_state');
    expect(problem).toMatchObject({ reason: 'key_rolled', params: { keyId: key.id, newKeyId } });
    expect((await roll(newKeyId)).status).toBe(201);
  });

  test.each([0, 1, 2])('a scope that is removed from key %i of a chain is removed from all its keys', async (index) => {
    const chain = [await makeKey(t.db, organizer.id, { scopes: ['orders:read'], granted: [scope] })];
    for (const _ of [1, 2]) chain.push(await rollAnyKey(t, organizer.id, chain.at(-1)!.id, 3_600_000));
    const unrelated = await makeKey(t.db, organizer.id, { granted: [scope] });
    const { keyPolicy } = deployments.extended;
    const ungrant = (id: string) =>
      changeGrant(
        t.db,
        { organizerId: organizer.id, origin: byOperator },
        id,
        { ungrant: scope },
        keyPolicy,
        systemClock,
      );
    const changed = await ungrant(chain[index]!.id);
    expect(changed).toMatchObject({ id: chain[index]!.id, scopes: ['orders:read'] });
    expect(changed.others.map(({ id }) => id)).toEqual(chain.filter((_, other) => other !== index).map(({ id }) => id));
    for (const { id } of chain) expect((await getKey(t.db, id)).scopes).toEqual(['orders:read']);
    expect((await getKey(t.db, unrelated.id)).scopes).toContain(scope);
    expect((await ungrant(chain[index]!.id)).others).toEqual([]);
  });

  test.each(['removed', 'made a viewer', 'disabled'])(
    'a scope that a member requested is not granted after the member was %s',
    async (change) => {
      const [operator, owner] = [await signInOperator(app), await signIn(app, { organizer, role: 'owner' })];
      const leaving = await signIn(app, { organizer, role: 'developer' });
      const key = jsonOf<Created>(await leaving.post('/keys', newKey));
      const request = await leaving.post(`/keys/${key.id}/scope-requests`, { scope, reason: 'Badges need names.' });
      if (change === 'removed') await owner.delete(`/members/${leaving.userId}`);
      else if (change === 'disabled') await disableUser(t.db, leaving.email, systemClock, byOperator);
      else await owner.patch(`/members/${leaving.userId}`, { role: 'viewer' });
      const decide = (status: string) =>
        operator.post(`/scope-requests/${jsonOf<Request>(request).id}/decision`, { status });
      expect(expectProblem(await decide('granted'), 409, 'invalid_state').reason).toBe('scope_requester_left');
      expect((await getKey(t.db, key.id)).scopes).not.toContain(scope);
      expect((await decide('declined')).status).toBe(200);
    },
  );

  test('who removes a member sees the keys that the member has created, and decides whether they still work', async () => {
    const owner = await signIn(app, { organizer, role: 'owner' });
    for (const choice of ['keep', 'revoke'] as const) {
      const leaving = await signIn(app, { organizer, role: 'developer' });
      const [first, second] = [0, 1].map(async () => jsonOf<Created>(await leaving.post('/keys', newKey)));
      const keys = [await second!, await first!].sort((a, b) => (a.id < b.id ? 1 : -1));
      const revoked = jsonOf<Created>(await leaving.post('/keys', newKey));
      await leaving.post(`/keys/${revoked.id}/revoke`);
      const shown = keys.map(({ id }) => expect.objectContaining({ id, name: 'Accounting', scopes: ['events:read'] }));
      expect(jsonOf(await owner.get(`/members/${leaving.userId}/keys`))).toEqual({ data: shown });
      const query = choice === 'keep' ? '' : '?keys=revoke';
      const removed = await owner.delete(`/members/${leaving.userId}${query}`);
      expect(jsonOf(removed)).toEqual({ data: shown });
      for (const { id } of keys) {
        expect(await findKey(id)).toMatchObject({ status: choice === 'keep' ? 'active' : 'revoked' });
      }
    }
  });

  test('a scope that only the operator grants is rejected when a key is created', async () => {
    expectProblem(await developer.post('/keys', { ...newKey, scopes: [scope] }), 400, 'invalid_request');
  });

  test('each scope has a sentence, and says whether the operator must grant it', async () => {
    const { data } = jsonOf<{ data: { scope: string }[] }>(await developer.get('/keys/scopes'));
    const byScope = new Map(data.map((entry) => [entry.scope, entry]));
    expect(byScope.get('events:read')).toMatchObject({ kinds: ['secret', 'publishable'], needsOperator: false });
    expect(byScope.get(scope)).toMatchObject({ description: expect.stringMatching(/\S/), needsOperator: true });
  });

  test('a requested scope is mailed to the operators, granted once, and mailed to the member', async () => {
    const operator = await signInOperator(app);
    const key = await create();
    const request = jsonOf<Request>(await requestScope(key.id));
    expect(request).toMatchObject({ status: 'pending', keyId: key.id, requestedBy: developer.userId });

    const pending = jsonOf<PageBody<Request>>(await operator.get('/scope-requests'));
    expect(pending.data.find(({ id }) => id === request.id)).toMatchObject({
      organizerSlug: organizer.slug,
      keyName: 'Accounting',
      requestedByEmail: developer.email,
      reason: 'Badges need names.',
    });
    const mails = keyMailRenderers({ db: t.db, baseUrl });
    const due = (to: string) => ({ payload: { to, requestId: request.id } }) as never;
    expect(await mails.scope_requested(due(operator.email))).toMatchObject({ to: operator.email });

    const decision = { status: 'granted', note: 'For badges only.' };
    const decisions = await Promise.all(
      [1, 2, 3].map(() => operator.post(`/scope-requests/${request.id}/decision`, decision)),
    );
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await getKey(t.db, key.id)).scopes).toEqual(['events:read', scope]);
    const list = await developer.get(`/keys/scope-requests?keyId=${key.id}`);
    expect(jsonOf<PageBody>(list).data).toMatchObject([{ status: 'granted', note: 'For badges only.' }]);

    expect(await mails.scope_requested(due(operator.email))).toBeNull();
    const mail = await mails.scope_decided(due(developer.email));
    expect(mail?.text).toContain('For badges only.');
    expect(await queuedMails(t.db, 'scope_decided', developer.email)).toHaveLength(1);
    const actions = await listAudit(t.db, organizer.id, { limit: 2 });
    expect(actions.map(({ action, actor }) => [action, actor])).toEqual([
      ['key.grant', operator.userId],
      ['key.request_scope', developer.userId],
    ]);
  });

  test('a declined request changes no scope and is in the audit log', async () => {
    const operator = await signInOperator(app);
    const key = await create();
    const { id } = jsonOf<Request>(await requestScope(key.id));
    const declined = await operator.post(`/scope-requests/${id}/decision`, { status: 'declined' });
    expect(jsonOf(declined)).toMatchObject({ status: 'declined', note: null });
    expect((await getKey(t.db, key.id)).scopes).toEqual(['events:read']);
    expect(first(await listAudit(t.db, organizer.id, { limit: 1 }))).toMatchObject({
      action: 'key.decline_scope',
      actor: operator.userId,
      subject: key.id,
      details: { scope, requestId: id },
    });
    expect((await requestScope(key.id)).status).toBe(201);
  });

  test('of concurrent requests for the same scope of a key, one succeeds', async () => {
    const key = await create();
    const responses = await Promise.all([1, 2, 3, 4].map(() => requestScope(key.id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test('a request moves to the key that replaces its key, and is withdrawn if that key is revoked', async () => {
    const key = await create();
    const request = jsonOf<Request>(await requestScope(key.id));
    const rolled = jsonOf<Created>(await developer.post(`/keys/${key.id}/roll`, { graceSeconds: 0 }));
    const requestOf = async (keyId: string) =>
      jsonOf<PageBody<Request>>(await developer.get(`/keys/scope-requests?keyId=${keyId}`)).data;
    expect(await requestOf(rolled.id)).toMatchObject([{ id: request.id, status: 'pending' }]);
    await developer.post(`/keys/${rolled.id}/revoke`);
    expect(await requestOf(rolled.id)).toMatchObject([{ id: request.id, status: 'withdrawn' }]);
    const operator = await signInOperator(app);
    const decision = await operator.post(`/scope-requests/${request.id}/decision`, { status: 'granted' });
    expectProblem(decision, 409, 'invalid_state');
  });

  test('a scope that is granted while its key is rolled is a scope of the new key', async () => {
    const operator = await signInOperator(app);
    const key = await create();
    const { id } = jsonOf<Request>(await requestScope(key.id));
    let decision: Promise<TestResponse> | undefined;
    let statements = 0;
    const db = t.db.withPlugin({
      transformQuery: ({ node }) => node,
      // Rolling reads the key and then changes it. It continues when the decision waits for the changed key.
      transformResult: async ({ result }) => {
        statements += 1;
        if (statements === 2) {
          decision = operator.post(`/scope-requests/${id}/decision`, { status: 'granted' });
          if (kind === 'postgres') await waitUntil(isWaitingForLock);
        }
        return result;
      },
    });
    const rolled = await rollAnyKey({ db }, organizer.id, key.id, 3_600_000);
    expect((await decision)?.status).toBe(200);
    expect((await getKey(t.db, rolled.id)).scopes).toEqual(['events:read', scope]);
    expect((await getKey(t.db, key.id)).scopes).toEqual(['events:read']);
  });

  test.each([
    ['a publishable key', { kind: 'publishable' } as const, scope, 409],
    ['a scope that needs no grant', {}, 'orders:read', 400],
    ['a key that has the scope', { granted: [scope] }, scope, 409],
  ])('a request for %s is rejected', async (_, options, requested, status) => {
    const key = await makeKey(t.db, organizer.id, options);
    const response = await developer.post(`/keys/${key.id}/scope-requests`, { scope: requested, reason: 'x' });
    expect(response.status, response.text).toBe(status);
  });

  test('only owners and developers can see and change keys', async () => {
    const key = await create();
    const decision = { graceSeconds: 0 };
    for (const role of roles) {
      const client = await signIn(app, { organizer, role });
      const responses = [
        await client.get('/keys'),
        await client.get('/keys/scopes'),
        await client.get('/keys/scope-requests'),
        await client.post('/keys', { kind: 'publishable', name: 'Site' }),
        await client.post(`/keys/${key.id}/scope-requests`, { scope: 'orders:read', reason: 'x' }),
      ];
      const isAllowed = role === 'owner' || role === 'developer';
      expect(responses.map(({ status }) => status)).toEqual(isAllowed ? [200, 200, 200, 201, 400] : Array(5).fill(403));
      if (isAllowed) continue;
      expect((await client.post(`/keys/${key.id}/roll`, decision)).status).toBe(403);
      expect((await client.post(`/keys/${key.id}/revoke`)).status).toBe(403);
    }
    expect(await findKey(key.id)).toMatchObject({ status: 'active' });
  });

  test('a member of another organizer can neither use its path nor its key ids', async () => {
    const other = await makeOrganizer(t.db);
    const stranger = await signIn(app, { organizer: other, role: 'owner' });
    const key = await create();
    const paths = [`/keys/${key.id}/revoke`, `/keys/${key.id}/roll`, `/keys/${key.id}/scope-requests`];
    const bodies = [undefined, { graceSeconds: 0 }, { scope, reason: 'x' }];
    for (const [index, path] of paths.entries()) {
      expectProblem(await stranger.post(path, bodies[index]), 404, 'not_found');
      const foreignPath = `/dashboard/api/organizers/${organizer.slug}${path}`;
      expectProblem(await stranger.request(foreignPath, { method: 'POST' }), 404, 'not_found');
    }
    expect(jsonOf<PageBody>(await stranger.get('/keys')).data).toEqual([]);
    expect(await findKey(key.id)).toMatchObject({ status: 'active' });
  });

  test('only the operator can decide a request', async () => {
    const key = await create();
    const { id } = jsonOf<Request>(await requestScope(key.id));
    const owner = await signIn(app, { organizer, role: 'owner' });
    const path = '/dashboard/api/operator/scope-requests';
    const decision = {
      method: 'POST',
      body: '{"status":"granted"}',
      headers: { 'content-type': 'application/json' },
    };
    expectProblem(await owner.request(`${path}/${id}/decision`, decision), 403, 'not_permitted');
    expectProblem(await owner.request(path), 403, 'not_permitted');
    expect((await getKey(t.db, key.id)).scopes).toEqual(['events:read']);
  });
});
