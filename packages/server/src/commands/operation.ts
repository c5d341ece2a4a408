import { type Command, Option } from 'commander';
import { acceptMasterKey } from '../platform/database/master-key-check.ts';
import { MasterKey } from '../platform/keyring.ts';
import { createMasterKey, loadMasterKey } from '../platform/master-key-file.ts';
import { exitOnStopSignal } from '../platform/signals.ts';
import type { ServedDeployment } from '../server-parts.ts';
import { type Run, wholeNumber, withJson } from './runtime.ts';

export function addOperationCommands(program: Command, run: Run, deployment: ServedDeployment): void {
  withJson(program.command('serve'))
    .description('run the server until it gets a stop signal')
    .addOption(
      new Option('--role <role>', 'serve requests (api), do background work (worker), or both')
        .choices(['all', 'api', 'worker'])
        .default('all'),
    )
    .option('--processes <number>', 'number of processes that share the port', wholeNumber(1, 64), 1)
    .option('--demo', 'before the start, fill an empty database with demonstration data; not in production')
    .option(
      '--hold-outgoing',
      'send no e-mails, webhooks and refunds until "outgoing release", for the data of a backup',
    )
    .option('--accept-clock', 'start although the clock differs from the times in the database, because it is right')
    .action(async (options) => {
      exitOnStopSignal();
      const { serve } = await import('./serve.ts');
      await serve(deployment, options);
    });

  withJson(program.command('migrate'))
    .description('bring the database schema up to date')
    .option('--accept-master-key', 'use the current master key for this database, after the old one was lost')
    .action((options) =>
      run(
        { ...options, empty: 'create', waits: true },
        async ({ db, config, migrations }) => {
          if (options.acceptMasterKey) {
            if (config.masterKey === null) createMasterKey(config.dataDir);
            const { check } = new MasterKey(loadMasterKey(config.masterKey, config.dataDir));
            await acceptMasterKey(db, check);
          }
          return { migrations };
        },
        ({ migrations }) => (migrations.length > 0 ? `Ran ${migrations.join(', ')}.` : 'The schema is up to date.'),
      ),
    );
}
