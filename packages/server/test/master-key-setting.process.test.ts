import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadSecrets } from '../src/commands/master-key.ts';
import { byOperator } from '../src/features/audit/index.ts';
import { reservationTokenOf } from '../src/features/checkout/reservation-token.ts';
import { bundlePublicKey } from '../src/features/gate/device-secrets.ts';
import { issueBuyerToken, readBuyerToken } from '../src/features/otp/buyer-tokens.ts';
import { addEndpoint } from '../src/features/webhooks/add-endpoint.ts';
import { listPublicKeys } from '../src/features/webhooks/list-public-keys.ts';
import { systemClock } from '../src/platform/clock.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { createEmptyDatabase } from './harness/databases.ts';
import { makeOrganizer } from './harness/fixtures.ts';
import { runJson, startServer } from './harness/server-process.ts';

const order = { organizerId: 'org_01m7zd4g7te9zrnjd3jad95h6b', orderNumber: '7K3Q9MX2PA', version: 1 };
const rotate = ['master-key', 'rotate'];

test('two rotations of MASTER_KEY keep what others trust, and a left copy of the new key is not used again', {
  timeout: 240_000,
}, async () => {
  const database = await createEmptyDatabase('sqlite');
  onTestFinished(() => database.drop());
  const { db, dataDir } = database;
  const file = join(dataDir, 'master.key.next');
  const envOf = (masterKey: string) => ({ ...database.env, MASTER_KEY: masterKey, LOG_LEVEL: 'warn' });
  const secretsOf = async (masterKey: string) => {
    const { secrets, problem } = await loadSecrets(db, { masterKey, dataDir });
    expect(problem).toBeNull();
    return secrets;
  };
  const firstKey = '0123456789abcdefghijklmnopqrstuvwxyz';
  const server = await startServer(envOf(firstKey));
  onTestFinished(() => server.kill());
  const first = await secretsOf(firstKey);
  const organizer = await makeOrganizer(db);
  const { id: endpointId } = await addEndpoint(
    db,
    organizerScope(organizer.id, systemClock, byOperator),
    { url: 'https://example.com/', events: [], description: null, ed25519: true },
    { allowHttp: true, allowPrivateNetworks: true, eventTypes: [] },
    first,
  );
  const publicKeys = await listPublicKeys(db, { organizerId: organizer.id, clock: systemClock }, endpointId, first);
  expect(publicKeys).toHaveLength(1);
  const { token } = issueBuyerToken(first, 'ada@example.com', systemClock.now());

  let key = firstKey;
  for (const _ of ['first', 'second']) {
    expect(await runJson(rotate, envOf(key))).toMatchObject({ complete: false });
    const next = readFileSync(file, 'utf8').trim();
    expect(next).not.toBe(key);
    expect(await runJson(rotate, envOf(next))).toMatchObject({ complete: true });
    expect(existsSync(file)).toBe(false);
    // Another server with a data directory of its own still has its copy.
    writeFileSync(file, `${next}\n`, { mode: 0o600 });
    key = next;
  }
  const last = await secretsOf(key);
  expect(await listPublicKeys(db, { organizerId: organizer.id, clock: systemClock }, endpointId, last)).toEqual(
    publicKeys,
  );
  expect(bundlePublicKey(last)).toBe(bundlePublicKey(first));
  expect(reservationTokenOf(last, order)).toBe(reservationTokenOf(first, order));
  expect(readBuyerToken(last, token, systemClock.now())).toBe('ada@example.com');
  expect(server.output()).not.toMatch(/decrypt|failed/i);
});
