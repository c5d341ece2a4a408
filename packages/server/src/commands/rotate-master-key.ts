import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Config } from '../config.ts';
import { resealFactors } from '../features/accounts/index.ts';
import { byOperator, recordServiceAudit } from '../features/audit/index.ts';
import { resealMails } from '../features/mail/index.ts';
import { resealWebhooks } from '../features/webhooks/index.ts';
import { systemClock, timestamp } from '../platform/clock.ts';
import { followMasterKeys, type Secrets, sealKeptKeys } from '../platform/crypto.ts';
import type { Db } from '../platform/database/dialect.ts';
import { changeMasterKeyState, readMasterKeyState } from '../platform/database/master-key-check.ts';
import { MasterKey, type MasterKeyState } from '../platform/keyring.ts';
import {
  createMasterKey,
  nextMasterKeyFile,
  promoteNextMasterKey,
  readNextMasterKey,
} from '../platform/master-key-file.ts';
import { requireSecrets } from './master-key.ts';
import { type Run, withJson } from './runtime.ts';

/** Longer than a running server takes to read the state of the rotation, and than the transactions that it has begun before. */
const followMs = 10_000;
/** Buyers' tokens are valid for 30 minutes. A server may issue one with the old key until it has read the state. */
const buyerTokensMs = 31 * 60_000;

interface Rotation {
  readonly complete: boolean;
  /** The number of texts that were encrypted again. */
  readonly rewritten: number;
  /** What the operator must do next. */
  readonly next: string;
}

export function addMasterKeyCommands(program: Command, run: Run): void {
  const masterKey = program.command('master-key').description('the key that encrypts secrets in the database');
  withJson(masterKey.command('rotate'))
    .description('replace the master key while servers run; after an interruption, run it again')
    .option('--copied', 'master.key.next was copied to the data directories of all servers of this database')
    .action((options) =>
      run(
        options,
        ({ db, config }) => rotateMasterKey(db, config, { copied: options.copied === true }),
        ({ rewritten, next }) => `Encrypted ${rewritten} texts again. ${next}`,
      ),
    );
}

/** Begins a rotation of the master key, or continues it. Each step can be repeated. */
async function rotateMasterKey(db: Db, config: Config, { copied }: { copied: boolean }): Promise<Rotation> {
  const { masterKey, dataDir, databaseUrl } = config;
  const file = nextMasterKeyFile(dataDir);
  const secrets = await requireSecrets(db, config);
  let state = await requireState(db);
  if (state.phase === null) {
    createMasterKey(dataDir, file);
    const nextCheck = nextKey(dataDir).check;
    state = await changeMasterKeyState(db, state, { nextCheck, phase: 'announced' });
  }
  if (state.phase === 'announced') {
    if (databaseUrl !== null && !copied) {
      const next = `Copy ${file} to DATA_DIR of each server of this database, then run this command again with --copied.`;
      return { complete: false, rewritten: 0, next };
    }
    await delay(followMs);
    const keptKeys = sealKeptKeys(secrets.keyring, nextKey(dataDir), state.keptKeys, systemClock.now(), buyerTokensMs);
    const entry = { ...byOperator, action: 'master_key.rotate', subject: nextKey(dataDir).id, details: {} } as const;
    state = await changeMasterKeyState(db, state, { phase: 'primary', keptKeys }, (tx) =>
      recordServiceAudit(tx, { ...entry, at: timestamp(systemClock.now()) }),
    );
  }
  let rewritten = 0;
  if (state.phase === 'primary') {
    await delay(followMs);
    followMasterKeys(secrets.keyring, state, systemClock.now());
    rewritten = await resealAll(db, secrets);
    state = await changeMasterKeyState(db, state, { phase: 'rewritten' });
  }
  const newCheck = state.nextCheck ?? state.check;
  if (masterKey !== null && new MasterKey(masterKey).check !== newCheck) {
    const next = `Set MASTER_KEY of all servers to the content of ${file}, restart them, and run this command again.`;
    return { complete: false, rewritten, next };
  }
  await changeMasterKeyState(db, state, { check: newCheck, nextCheck: null, phase: null });
  promoteNextMasterKey(masterKey, dataDir);
  const next = 'The old master key is refused from now on. Keep it as long as you keep backups that were made before.';
  return { complete: true, rewritten, next };
}

async function resealAll(db: Db, secrets: Secrets): Promise<number> {
  const { webhookSecretKey, mailKey } = secrets;
  const webhooks = await resealWebhooks(db, webhookSecretKey);
  const mails = await resealMails(db, mailKey);
  return webhooks + mails + (await resealFactors(db, secrets));
}

async function requireState(db: Db): Promise<MasterKeyState> {
  const state = await readMasterKeyState(db);
  if (state === null) throw new Error('requireSecrets has stored the state.');
  return state;
}

function nextKey(dataDir: string): MasterKey {
  return new MasterKey(readNextMasterKey(dataDir) ?? '');
}
