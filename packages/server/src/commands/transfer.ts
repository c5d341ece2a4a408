import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { OperatorError } from '../errors/index.ts';
import { byOperator } from '../features/audit/index.ts';
import { getOrganizer, listOrganizers } from '../features/organizers/index.ts';
import type { ImportReport, LineFailure } from '../features/transfer/index.ts';
import { backUp } from '../platform/database/back-up.ts';
import { progressBar } from './progress-bar.ts';
import { type Run, table, wholeNumber, withJson } from './runtime.ts';

/** Maximum number of failed lines in the result of `--json`; `failed` counts all of them. */
const maxListedFailures = 1_000;

export function addTransferCommands(program: Command, run: Run): void {
  withJson(program.command('import'))
    .description('import events, posters, ticket types, add-ons and orders from a file of JSON lines')
    .argument('<file>', 'the file')
    .requiredOption('--organizer <slug>', 'slug of the organizer that gets the data')
    .option('--dry-run', 'check every line, but write nothing')
    .action(async (file: string, options) => {
      const failures: LineFailure[] = [];
      const onFailure = (failure: LineFailure) => {
        if (failures.length < maxListedFailures) failures.push(failure);
        process.stderr.write(`${options.json ? toFailureJson(failure) : formatFailure(failure)}\n`);
      };
      await run(
        options,
        async ({ db, clock, config }) => {
          const { importFile } = await import('../features/transfer/index.ts');
          const organizer = await getOrganizer(db, options.organizer);
          const bytes = await fileSize(file);
          const progress = progressBar(bytes);
          const report = await importFile(
            db,
            organizer,
            file,
            { dryRun: options.dryRun === true, baseUrl: config.baseUrl, onFailure, onProgress: progress.update },
            clock.of(organizer.id),
            byOperator,
          );
          progress.end();
          if (report.failed > 0) process.exitCode = 1;
          return { ...report, dryRun: options.dryRun === true, failures };
        },
        formatReport,
      );
    });

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
          await exportOrganizer(
            db,
            organizer.id,
            async (lines) => {
              if (!options.json) return writeToStdout(lines);
              await writeToStdout(separator + lines.trimEnd().replaceAll('\n', ',\n'));
              separator = ',\n';
            },
            clock.of(organizer.id),
            byOperator,
          );
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
      'seed of the random data; the same seed creates the same data',
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

async function fileSize(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

async function writeToStdout(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** A failure as one line of JSON. */
function toFailureJson({ line, externalId, errors }: LineFailure): string {
  const message = formatFailure({ line, externalId, errors });
  return JSON.stringify({ error: { code: 'invalid_line', message, line, externalId, errors } });
}

function formatFailure({ line, externalId, errors }: LineFailure): string {
  const name = externalId === null ? '' : ` (${externalId})`;
  return `line ${line}${name}: ${errors.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')}`;
}

function formatReport(report: ImportReport & { dryRun: boolean }): string {
  const { event, poster, ticketType, addon, order } = report.created;
  const verb = report.dryRun ? 'Would import' : 'Imported';
  return (
    `${verb} ${event} events, ${poster} posters, ${ticketType} ticket types, ${addon} add-ons and ${order} orders; ` +
    `${report.unchanged} lines were imported before, ${report.failed} failed.`
  );
}
