import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { OperatorError } from '../errors/index.ts';
import { byOperator } from '../features/audit/index.ts';
import { getOrganizer, listOrganizers } from '../features/organizers/index.ts';
import { backUp } from '../platform/database/back-up.ts';
import { organizerScope } from '../platform/scope.ts';
import { addImportCommand } from './import.ts';
import { type Run, table, wholeNumber, withJson } from './runtime.ts';

export function addTransferCommands(program: Command, run: Run): void {
  addImportCommand(program, run);

  withJson(program.command('export'))
    .description("write an organizer's data to standard output as JSON lines that import can read")
    .requiredOption('--organizer <slug>', 'slug of the organizer')
    .action(async (options) => {
      await run(
        { stderr: options.json ? 'silent' : 'database' },
        async ({ db, clock }) => {
          const { exportOrganizer } = await import('../features/transfer/index.ts');
          const organizer = await getOrganizer(db, options.organizer);
          let separator = '[';
          await exportOrganizer(db, organizerScope(organizer.id, clock, byOperator), async (lines) => {
            if (!options.json) return writeToStdout(lines);
            await writeToStdout(separator + lines.trimEnd().replaceAll('\n', ',\n'));
            separator = ',\n';
          });
          return options.json ? (separator === '[' ? '[]' : ']') : '';
        },
        (closingText) => closingText,
      );
    });

  withJson(program.command('backup'))
    .description('write a consistent copy of the database to a file; a server can run at the same time')
    .argument('<file>', 'the file to write; it must not exist')
    .action((file: string, options) =>
      run(
        options,
        async ({ config }) => {
          await backUp(config, file);
          return { file, bytes: (await stat(file)).size };
        },
        (backup) => `Wrote ${backup.file} (${backup.bytes} bytes).`,
      ),
    );

  withJson(program.command('demo'))
    .description('fill an empty database with demonstration data')
    .option('--orders <number>', 'number of orders', wholeNumber(1, 10_000_000), 300)
    .option(
      '--seed <number>',
      'seed of the random data; the same seed and --orders create the same data on the same day',
      wholeNumber(0, 2 ** 31),
      1,
    )
    .option('--force', 'fill the database even if it has organizers')
    .action((options) =>
      run(
        { ...options, empty: 'create' },
        async ({ db, clock }) => {
          if (!options.force && (await listOrganizers(db)).length > 0) {
            throw new OperatorError(
              'The database already has organizers. Use an empty database, or --force.',
              'invalid_state',
            );
          }
          const { fillDemo } = await import('../features/demo/index.ts');
          return fillDemo(db, { orders: options.orders, seed: options.seed }, clock, byOperator);
        },
        ({ organizers }) =>
          table(
            ['organizer', 'name', 'events', 'orders'],
            organizers.map(({ slug, name, events, orders }) => [slug, name, events, orders]),
          ),
      ),
    );
}

async function writeToStdout(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}
