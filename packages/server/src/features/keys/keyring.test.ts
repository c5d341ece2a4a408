import { beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnBoth, useDatabase } from '../../../test/harness/databases.ts';
import { makeKey, makeOrganizer, rollAnyKey } from '../../../test/harness/fixtures.ts';
import { TestClock } from '../../../test/harness/test-clock.ts';
import type { TokenRing } from '../../platform/http/token-ring.ts';
import { byOperator } from '../audit/index.ts';
import { changeGrant, createKey, createKeyring, type KeyPolicy, type KeyPrincipal, revokeKey } from './index.ts';

/** Within this time, a change in one process takes effect in all processes. */
const propagationMs = 1_000;
const keyPolicy: KeyPolicy = { secretDefault: ['events:read'], granted: ['orders:read:pii'] };

describeOnBoth('a keyring that has a key in its cache', (kind) => {
  const database = useDatabase(kind);
  let clock: TestClock;
  let keyring: TokenRing<KeyPrincipal>;
  let organizerId: string;

  beforeAll(async () => {
    organizerId = (await makeOrganizer(database.db)).id;
  });
  beforeEach(() => {
    clock = new TestClock();
    keyring = createKeyring(database.db, clock);
  });

  /** Waits for a change in the database, as if another process made it, and for the time within which it takes effect. */
  async function propagated<T>(change: Promise<T>): Promise<T> {
    const result = await change;
    clock.advance(propagationMs - 1);
    return result;
  }

  test('rejects it within a second after its revocation', async () => {
    const { id, key } = await makeKey(database.db, organizerId);
    expect(await keyring.find(key)).toMatchObject({ actor: id });
    await propagated(revokeKey(database.db, { organizerId, origin: byOperator }, id, clock));
    expect(await keyring.find(key)).toBeNull();
  });

  test('rejects it within a second after it was rolled', async () => {
    const { id, key } = await makeKey(database.db, organizerId);
    expect(await keyring.find(key)).toMatchObject({ actor: id });
    const rolled = await propagated(rollAnyKey({ db: database.db, clock }, organizerId, id, 0));
    expect(await keyring.find(key)).toBeNull();
    expect(await keyring.find(rolled.key)).toMatchObject({ actor: rolled.id });
  });

  test('accepts it until it expires, but not one millisecond longer', async () => {
    const newKey = { kind: 'secret' as const, name: 'Short', lifetimeMs: 500 };
    const { id, key } = await createKey(database.db, { organizerId, origin: byOperator }, newKey, keyPolicy, clock);
    expect(await keyring.find(key)).toMatchObject({ actor: id });
    clock.advance(499);
    expect(await keyring.find(key)).toMatchObject({ actor: id });
    clock.advance(1);
    expect(await keyring.find(key)).toBeNull();
  });

  test('uses its changed permissions within a second after the change', async () => {
    const { id, key } = await makeKey(database.db, organizerId);
    const scope = 'orders:read:pii';
    const isGranted = async () => (await keyring.find(key))?.permissions.has(scope);
    expect(await isGranted()).toBe(false);
    await propagated(
      changeGrant(database.db, { organizerId, origin: byOperator }, id, { grant: scope }, keyPolicy, clock),
    );
    expect(await isGranted()).toBe(true);
    await propagated(
      changeGrant(database.db, { organizerId, origin: byOperator }, id, { ungrant: scope }, keyPolicy, clock),
    );
    expect(await isGranted()).toBe(false);
  });
});
