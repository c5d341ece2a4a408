import { type Command, Option } from 'commander';
import { loadConfig } from '../config.ts';
import { deriveSecrets, loadMasterKey } from '../platform/crypto.ts';
import { acceptMasterKey } from '../platform/database/master-key-check.ts';
import { migrate } from '../platform/database/migrate.ts';
import { describeDatabase, openDatabase } from '../platform/database/open.ts';
import { exitOnStopSignal } from '../platform/signals.ts';
import { toCommandError, wholeNumber, withJson } from './runtime.ts';

export function addOperationCommands(program: Command): void {
  withJson(program.command('serve'))
    .description('run the server until it gets a stop signal')
    .addOption(
      new Option('--role <role>', 'answer requests (api), do background work (worker), or both')
        .choices(['all', 'api', 'worker'])
        .default('all'),
    )
    .option('--processes <number>', 'how many processes share the port', wholeNumber(1, 64), 1)
    .option('--demo', 'fill an empty database with demonstration data first, outside production')
    .action(async (options) => {
      exitOnStopSignal();
      const { serve } = await import('./serve.ts');
      await serve(loadConfig(process.env), options);
    });

  withJson(program.command('migrate'))
    .description('bring the database schema up to date')
    .option(
      '--accept-master-key',
      'keep the present master key as the one of this database, after the old one was lost',
    )
    .action(async (options) => {
      const config = loadConfig(process.env);
      const db = openDatabase(config);
      try {
        const migrations = await migrate(db);
        if (options.acceptMasterKey) {
          const { masterKeyCheck } = deriveSecrets(loadMasterKey(config.masterKey, config.dataDir));
          await acceptMasterKey(db, masterKeyCheck);
        }
        const inWords = migrations.length > 0 ? `Ran ${migrations.join(', ')}.` : 'The schema is up to date.';
        process.stdout.write(`${options.json ? JSON.stringify({ migrations }) : inWords}\n`);
        if (!options.json) process.stderr.write(`database: ${describeDatabase(config)}\n`);
      } catch (error) {
        throw toCommandError(error, db);
      } finally {
        await db.destroy();
      }
    });
}
