import { beforeAll, expect, test } from 'vitest';
import { describeOnBoth, useDatabase } from '../../../test/harness/databases.ts';
import { makeOrganizer, rollAnyKey } from '../../../test/harness/fixtures.ts';
import { systemClock } from '../../platform/clock.ts';
import { byOperator } from '../audit/index.ts';
import { changeGrant, createKey, getKey, type KeyPolicy } from './index.ts';

const policy: KeyPolicy = { secretDefault: ['events:read', 'orders:read'], granted: ['orders:read:pii'] };
const scope = 'orders:read:pii';

describeOnBoth('the scope orders:read:pii', (kind) => {
  const database = useDatabase(kind);
  let organizerId: string;
  beforeAll(async () => {
    organizerId = (await makeOrganizer(database.db)).id;
  });

  const create = (newKey: { kind: 'secret' | 'publishable'; scopes?: string[] }, keyPolicy = policy) =>
    createKey(database.db, { organizerId, origin: byOperator }, { name: 'Test', ...newKey }, keyPolicy, systemClock);
  const grant = (id: string, keyPolicy = policy) =>
    changeGrant(database.db, { organizerId, origin: byOperator }, id, { grant: scope }, keyPolicy, systemClock);
  const scopesOf = async (id: string) => (await getKey(database.db, id)).scopes;

  test('cannot be added to a publishable key at creation, by a grant or by rolling', async () => {
    const key = await create({ kind: 'publishable' });
    await expect(create({ kind: 'publishable', scopes: [scope] })).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(create({ kind: 'publishable', scopes: ['events:read', scope] })).rejects.toThrow(/publishable/);
    await expect(grant(key.id)).rejects.toMatchObject({ code: 'invalid_state' });
    const rolled = await rollAnyKey(database, organizerId, key.id, 0);
    for (const { id } of [key, rolled]) expect(await scopesOf(id)).toEqual(['events:read']);
  });

  test('cannot be added to a secret key at creation, only by a grant', async () => {
    await expect(create({ kind: 'secret', scopes: ['orders:read', scope] })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    const key = await create({ kind: 'secret' });
    expect(key.scopes).not.toContain(scope);
    expect((await grant(key.id)).scopes).toEqual(['events:read', 'orders:read', scope]);
    expect(await scopesOf(key.id)).toContain(scope);
  });

  test('cannot be granted in a deployment without it', async () => {
    const policyWithoutGrants = { ...policy, granted: [] };
    const key = await create({ kind: 'secret' }, policyWithoutGrants);
    await expect(grant(key.id, policyWithoutGrants)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await scopesOf(key.id)).not.toContain(scope);
  });
});
