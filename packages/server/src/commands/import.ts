import { stat } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { OperatorError } from '../errors/index.ts';
import { byOperator } from '../features/audit/index.ts';
import { getOrganizer, type Organizer } from '../features/organizers/index.ts';
import type { FromReport, ImportReport, LineFailure, Product } from '../features/transfer/index.ts';
import type { Db } from '../platform/database/dialect.ts';
import { progressBar } from './progress-bar.ts';
import { type Run, withJson } from './runtime.ts';

/** Maximum number of failed and of changed lines in the result of `--json`; `failed` and `changed` count all of them. */
const maxListed = 1_000;

const productNames: readonly Product[] = ['pretix', 'eventbrite', 'tickettailor', 'hievents'];

interface ImportOptions {
  readonly organizer: string;
  readonly from?: Product;
  readonly event?: string;
  readonly language?: string;
  readonly currency?: string;
  readonly defaultEmail?: string;
  readonly onSale?: boolean;
  readonly dateOrder?: 'day-first' | 'month-first';
  readonly readAs: readonly (readonly [string, string])[];
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** A report of either kind of import, with the lines that it lists. */
type Listed<R> = R & { dryRun: boolean; failures: LineFailure[] };

export function addImportCommand(program: Command, run: Run): void {
  withJson(program.command('import'))
    .description(
      'import events, posters, ticket types, add-ons and orders from a file of JSON lines, or from files of another product',
    )
    .argument('<file...>', 'the file; with --from, one or more files that the product has exported')
    .requiredOption('--organizer <slug>', 'slug of the organizer that gets the data')
    .addOption(
      new Option(
        '--from <product>',
        'the product that exported the files: JSON of pretix, CSV or Excel of the others',
      ).choices(productNames),
    )
    .option(
      '--event <event>',
      'only with --from: id of the event that gets the orders; by default, it is created from the files',
    )
    .option(
      '--language <language>',
      'only with --from pretix: main language of the texts, such as de; by default that of the event, or en',
    )
    .option(
      '--currency <currency>',
      'only with --from: currency of files without one; by default that of the organizer',
    )
    .option(
      '--default-email <address>',
      'only with --from: e-mail address for orders without one, such as orders of a box office',
    )
    .option(
      '--on-sale',
      'only with --event: ticket types and add-ons that are new in the event are on sale, and new questions are asked; by default they are archived',
    )
    .addOption(
      new Option(
        '--date-order <order>',
        'only with --from: how to read dates such as 03/04/2027 if no date of the files shows it',
      ).choices(['day-first', 'month-first']),
    )
    .option(
      '--read-as <name=known name>',
      'only with --from: reads a column or a status as another one that the import knows; can be repeated',
      readPair,
      [],
    )
    .option('--dry-run', 'check every line, but write nothing')
    .addHelpText(
      'after',
      `
Examples:
  organizer import run.jsonl --organizer harbour-run
  organizer import event.json items.json quotas.json questions.json orders-*.json --from pretix --organizer harbour-run --dry-run
  organizer import attendees.csv orders.csv --from eventbrite --organizer harbour-run
  organizer import tickets.csv orders.csv --from tickettailor --organizer harbour-run
  organizer import orders.xlsx attendees.xlsx --from hievents --event EVENT_ID --organizer harbour-run

With --from, standard output names what was mapped and what was left, and why. Lines that were imported before are not imported
again; if they have changed since, they are named on standard error. The exit code is 1 if a line failed or has changed.`,
    )
    .action(async (files: string[], options: ImportOptions) => {
      const { from } = options;
      if (from === undefined) await importJsonLines(run, files, options);
      else await importProduct(run, files, from, options);
    });
}

async function importJsonLines(run: Run, files: readonly string[], options: ImportOptions): Promise<void> {
  await run(
    options,
    async ({ db, clock, config }): Promise<Listed<ImportReport>> => {
      const [file, ...others] = files;
      const onlyWithFrom = (['event', 'language', 'currency', 'defaultEmail', 'onSale', 'dateOrder'] as const).some(
        (name) => options[name] !== undefined,
      );
      if (file === undefined || others.length > 0 || onlyWithFrom || options.readAs.length > 0) {
        throw new OperatorError(
          'Without --from, import reads one file of JSON lines, and has only the option --dry-run.',
          'usage',
        );
      }
      const { importFile } = await import('../features/transfer/index.ts');
      const { organizer, failures, settings, finish } = await prepare(db, files, config.baseUrl, options);
      const report = await importFile(db, organizer, file, settings, clock.of(organizer.id), byOperator);
      finish(report.failed > 0);
      return { ...report, dryRun: settings.dryRun, failures };
    },
    formatReport,
  );
}

async function importProduct(
  run: Run,
  files: readonly string[],
  product: Product,
  options: ImportOptions,
): Promise<void> {
  await run(
    options,
    async ({ db, clock, config }): Promise<Listed<FromReport> & { changedLines: string[] }> => {
      const { importFrom, normalizeName } = await import('../features/transfer/index.ts');
      const { organizer, failures, settings, finish } = await prepare(db, files, config.baseUrl, options);
      const changedLines: string[] = [];
      const onChanged = ({ externalId }: { externalId: string }) => {
        if (changedLines.length < maxListed) changedLines.push(externalId);
        const message = `${externalId} was imported before, and has changed in the files. It was not imported again.`;
        process.stderr.write(
          `${options.json ? JSON.stringify({ error: { code: 'changed_line', message, externalId } }) : message}\n`,
        );
      };
      const report = await importFrom(
        db,
        organizer,
        files,
        {
          product,
          event: options.event ?? null,
          language: options.language ?? null,
          currency: options.currency ?? null,
          defaultEmail: options.defaultEmail ?? null,
          onSale: options.onSale === true,
          dateOrder: options.dateOrder ?? 'unknown',
          aliases: new Map(options.readAs.map(([name, known]) => [normalizeName(name), normalizeName(known)])),
        },
        { ...settings, onChanged },
        clock.of(organizer.id),
        byOperator,
      );
      finish(report.failed > 0 || report.changed > 0);
      return { ...report, dryRun: settings.dryRun, failures, changedLines };
    },
    formatFromReport,
  );
}

/** The organizer, and the settings that both kinds of import have. */
async function prepare(db: Db, files: readonly string[], baseUrl: string, options: ImportOptions) {
  const organizer: Organizer = await getOrganizer(db, options.organizer);
  const failures: LineFailure[] = [];
  const progress = progressBar(await totalSize(files));
  const onFailure = (failure: LineFailure) => {
    if (failures.length < maxListed) failures.push(failure);
    process.stderr.write(`${options.json ? toFailureJson(failure, options) : formatFailure(failure, options)}\n`);
  };
  const settings = { dryRun: options.dryRun === true, baseUrl, onFailure, onProgress: progress.update };
  const finish = (isIncomplete: boolean) => {
    progress.end();
    if (isIncomplete) process.exitCode = 1;
  };
  return { organizer, failures, settings, finish };
}

async function totalSize(files: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const file of files) {
    const stats = await stat(file).catch((error: Error) => {
      throw new OperatorError(`${file} cannot be read: ${error.message}`);
    });
    if (stats.isDirectory()) throw new OperatorError(`${file} cannot be read: it is a folder, not a file.`);
    bytes += stats.size;
  }
  return bytes;
}

function readPair(text: string, pairs: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  const index = text.lastIndexOf('=');
  if (index < 1 || index === text.length - 1)
    throw new InvalidArgumentError('It must be two names, such as "Estado=Status".');
  return [...pairs, [text.slice(0, index), text.slice(index + 1)]];
}

/** A failure as one line of JSON. */
function toFailureJson({ line, externalId, errors }: LineFailure, options: ImportOptions): string {
  const message = formatFailure({ line, externalId, errors }, options);
  return JSON.stringify({ error: { code: 'invalid_line', message, line, externalId, errors } });
}

/** With `--from`, the number of the line is not the number of a line in a file, so it is not printed. */
function formatFailure({ line, externalId, errors }: LineFailure, { from }: ImportOptions): string {
  const reasons = errors.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');
  if (from !== undefined && externalId !== null) return `${externalId}: ${reasons}`;
  return `line ${line}${externalId === null ? '' : ` (${externalId})`}: ${reasons}`;
}

function formatReport(report: ImportReport & { dryRun: boolean }): string {
  const { event, poster, ticketType, addon, question, order } = report.created;
  const questions = question === 0 ? '' : `questions ${question}, `;
  const verb = report.dryRun ? 'Would be imported' : 'Imported';
  return (
    `${verb}: events ${event}, posters ${poster}, ticket types ${ticketType}, add-ons ${addon}, ${questions}orders ${order}. ` +
    `Lines imported before: ${report.unchanged}. Failed lines: ${report.failed}.`
  );
}

function formatFromReport(report: FromReport & { dryRun: boolean }): string {
  const describe = ({ what, why, count, examples }: FromReport['notes'][number]) =>
    `  ${what} (${count}): ${why}${examples.length > 0 ? ` [${examples.join(', ')}]` : ''}`;
  const mapped = report.notes.filter(({ outcome }) => outcome === 'mapped').map(describe);
  const left = report.notes.filter(({ outcome }) => outcome === 'left').map(describe);
  return [
    formatReport(report),
    ...(report.changed > 0 ? [`${report.changed} of the lines that were imported before have changed since.`] : []),
    ...(mapped.length > 0 ? ['Mapped:', ...mapped] : []),
    ...(left.length > 0 ? ['Left out:', ...left] : []),
  ].join('\n');
}
