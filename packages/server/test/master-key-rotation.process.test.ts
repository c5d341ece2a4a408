import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { loadSecrets } from '../src/commands/master-key.ts';
import { resealFactors } from '../src/features/accounts/index.ts';
import { createFactorSecrets, factorKeys } from '../src/features/accounts/second-factor.ts';
import { byOperator, listServiceAudit } from '../src/features/audit/index.ts';
import { reservationTokenOf } from '../src/features/checkout/reservation-token.ts';
import { bundlePublicKey } from '../src/features/gate/device-secrets.ts';
import { queueMailWithPayload } from '../src/features/mail/index.ts';
import { issueBuyerToken, readBuyerToken } from '../src/features/otp/buyer-tokens.ts';
import { listPublicKeys } from '../src/features/webhooks/list-public-keys.ts';
import { systemClock, timestamp } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { readMasterKeyState } from '../src/platform/database/master-key-check.ts';
import { createEmptyDatabase, describeOnBoth } from './harness/databases.ts';
import { EventReceiver, expectDelivered, receiverSettings, waitForDeliveries } from './harness/event-receiver.ts';
import { makeOrganizer } from './harness/fixtures.ts';
import { runHere } from './harness/run-here.ts';
import { runCommand, type ServerProcess, startCommand, startServer } from './harness/server-process.ts';
import { repeatWhile, waitUntil } from './harness/wait.ts';
import { emitMany } from './harness/webhooks.ts';

const rotate = ['master-key', 'rotate', '--copied', '--json'];
const order = { organizerId: 'org_01m7zd4g7te9zrnjd3jad95h6b', orderNumber: '7K3Q9MX2PA', version: 1 };

/** The encrypted texts of the database that do not carry the id of a master key. */
async function textsWithoutId(db: Db, id: string, version: number): Promise<unknown[]> {
  const columns = { webhook_secrets: 'ciphertext', webhook_endpoints: 'headers_ciphertext', mails: 'payload' };
  const sealed = Object.entries(columns).map(
    ([table, column]) =>
      sql`select ${sql.ref(column)} as text from ${sql.table(table)} where ${sql.ref(column)} not like ${`%.${id}`}`,
  );
  const factors = sql`select secret as text from user_second_factors where secret not like ${`$ba$${version}$%`}`;
  return (await sql`${sql.join([...sealed, factors], sql` union all `)}`.execute(db)).rows;
}

describeOnBoth('a rotation of the master key', (kind) => {
  test('loses nothing while servers run and it is killed at each step, and the old key is then refused', {
    timeout: 240_000,
  }, async () => {
    const database = await createEmptyDatabase(kind);
    onTestFinished(() => database.drop());
    const { db, dataDir } = database;
    const env = { ...database.env, ...receiverSettings, LOG_LEVEL: 'warn' };
    const servers: ServerProcess[] = [];
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.kill()));
    });
    servers.push(await startServer(env, kind === 'sqlite' ? ['--processes', '2'] : []));
    const otherDir = mkdtempSync(join(tmpdir(), 'organizer-other-server-'));
    onTestFinished(() => rmSync(otherDir, { recursive: true }));
    const config = { masterKey: null, dataDir };
    const oldKey = readFileSync(join(dataDir, 'master.key'), 'utf8').trim();
    if (kind === 'postgres') {
      cpSync(join(dataDir, 'master.key'), join(otherDir, 'master.key'));
      servers.push(await startServer({ ...env, DATA_DIR: otherDir }));
    }

    const { secrets: before } = await loadSecrets(db, config);
    const organizer = await makeOrganizer(db);
    const receiver = new EventReceiver();
    await receiver.start();
    onTestFinished(() => receiver.close());
    await receiver.register(database, organizer.id, '/hook');
    await db.updateTable('webhook_endpoints').set({ signs_ed25519: 1 }).execute();
    const { id: endpointId } = await db.selectFrom('webhook_endpoints').select('id').executeTakeFirstOrThrow();
    const publicKeys = await listPublicKeys(db, { organizerId: organizer.id, clock: systemClock }, endpointId, before);
    expect(publicKeys).toHaveLength(1);
    const factor = await createFactorSecrets(factorKeys(before));
    await sql`insert into users (id, name, email, email_verified, two_factor_enabled, is_operator, created_at, updated_at)
      values ('usr_1', 'Ada', 'ada@example.com', 1, 1, 0, '2026-01-01', '2026-01-01')`.execute(db);
    await db
      .insertInto('user_second_factors')
      .values({
        id: 'ses_1',
        user_id: 'usr_1',
        secret: factor.encryptedSecret,
        backup_codes: factor.encryptedCodes,
        verified: 1,
        failed_verification_count: 0,
        locked_until: null,
      })
      .execute();
    const { token: buyerToken } = issueBuyerToken(before, 'ada@example.com', systemClock.now());

    // While the key is rotated, servers deliver events and send mails.
    let isOpen = true;
    const load = repeatWhile(
      () => isOpen,
      200,
      async () => {
        await emitMany(db, organizer.id, 5);
        const { secrets } = await loadSecrets(db, config);
        const payload = { to: 'ada@example.com', code: '123456' };
        await queueMailWithPayload(db, secrets, { kind: 'otp' }, payload, timestamp(systemClock.now()));
        await receiver.waitForArrivals(1, 30_000);
      },
    );

    const phase = async () => (await readMasterKeyState(db))?.phase;
    const killWhen = async (isReached: () => Promise<boolean> | boolean) => {
      const { child, result } = startCommand(rotate, env);
      await waitUntil(isReached, { timeoutMs: 60_000, intervalMs: 5 });
      child.kill('SIGKILL');
      await result;
    };
    await killWhen(() => existsSync(join(dataDir, 'master.key.next')));
    await killWhen(async () => (await phase()) === 'announced');
    if (kind === 'postgres') {
      copyFileSync(join(dataDir, 'master.key.next'), join(otherDir, 'master.key.next'));
    }
    await killWhen(async () => (await phase()) === 'primary');
    // A server that starts in the middle of the rotation knows both keys.
    if (kind === 'sqlite') await servers[0]!.kill();
    servers.push(await startServer(kind === 'postgres' ? { ...env, DATA_DIR: otherDir } : env));
    const last = await runCommand(rotate, env);
    expect(last.code, last.stderr).toBe(0);
    expect(JSON.parse(last.stdout)).toMatchObject({ complete: true });
    isOpen = false;
    await load;
    await waitForDeliveries(db, 60_000);

    const { secrets: after, problem } = await loadSecrets(db, config);
    expect(problem).toBeNull();
    const { id, version } = after.keyring.primary;
    expect(id).not.toBe(before.keyring.primary.id);
    expect(await textsWithoutId(db, id, version)).toEqual([]);
    expect(await listPublicKeys(db, { organizerId: organizer.id, clock: systemClock }, endpointId, after)).toEqual(
      publicKeys,
    );
    expect(bundlePublicKey(after)).toBe(bundlePublicKey(before));
    expect(reservationTokenOf(after, order)).toBe(reservationTokenOf(before, order));
    expect(readBuyerToken(after, buyerToken, systemClock.now())).toBe('ada@example.com');
    expect(await resealFactors(db, after)).toBe(0);
    await expectDelivered(db, receiver);
    expect(receiver.errors).toEqual([]);
    expect(servers.map((server) => server.output()).join('')).not.toMatch(/decrypt|failed/i);

    const { actor } = byOperator;
    expect(await listServiceAudit(db, { limit: 10 })).toMatchObject([
      { action: 'master_key.rotate', actor, subject: id },
    ]);

    const old = { ...env, MASTER_KEY: oldKey };
    const refused = await runHere(['webhooks', 'rotate', endpointId], old);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('is not the master key that this database was used with');
    const kept = await runHere(['doctor', '--json'], env);
    expect(kept.stdout).not.toContain('is not the master key');
  });
});
