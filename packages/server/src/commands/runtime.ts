import { type Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../config.ts';
import { ApiError, OperatorError } from '../errors/index.ts';
import { SandboxClocks } from '../features/organizers/index.ts';
import { parseTimestamp, type ServiceClock, systemClock } from '../platform/clock.ts';
import { folderAccessProblem } from '../platform/data-dir.ts';
import { type Db, type Dialect, dialectOf } from '../platform/database/dialect.ts';
import { migrate, NoSchemaError } from '../platform/database/migrate.ts';
import { databaseFileExists, describeDatabase, openDatabase } from '../platform/database/open.ts';
import { waitForDatabase } from '../platform/database/wait-for-database.ts';
import { ConfigError } from '../platform/settings.ts';

/** The settings and services of a command. */
interface CommandContext<C extends Config = Config> {
  readonly config: C;
  readonly db: Db;
  readonly clock: ServiceClock;
  /** The names of the migrations that ran before this command. */
  readonly migrations: readonly string[];
}

/** The output of a command: its result on standard output, and notes on standard error. */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
  /** What to do if the result cannot be printed, for a result that is not shown again. */
  readonly ifLost?: string;
}

/** Adds the options of every command. */
export function withJson(command: Command): Command {
  return command.option('--json', 'print one JSON value on standard output');
}

/**
 * Updates the schema of the database, runs the work of a command on it, and prints the result: as one JSON value with `--json`,
 * otherwise as text, followed by the name of the database on standard error.
 *
 * @param options.empty `create`: the command creates the database if there is none
 * @param options.stderr `silent`: the name of the database is not printed
 * @param options.waits whether the command waits while PostgreSQL restarts; by default, it fails at once
 * @param format the text that is printed without `--json`; a string goes to standard output
 * @param toJson returns the value that `--json` prints; by default, the whole result
 * @throws OperatorError if there is no database and `empty` is not `create`
 * @throws FailedOnDatabase if the work fails
 */
export type Run<C extends Config = Config> = <T>(
  options: { json?: boolean; empty?: 'create' | 'reject'; stderr?: 'database' | 'silent'; waits?: boolean },
  work: (context: CommandContext<C>) => Promise<T>,
  format: (result: T) => string | Output,
  toJson?: (result: T) => unknown,
) => Promise<void>;

/** @param loadConfig reads the settings of the deployment; it is called when a command runs */
export function createRun<C extends Config>(loadConfig: () => C): Run<C> {
  return async (options, work, format, toJson = (result) => result) => {
    const config = loadConfig();
    const { empty = 'reject', stderr = options.json ? 'silent' : 'database' } = options;
    if (empty === 'reject' && !databaseFileExists(config)) throw noDatabase(config);
    const db = openDatabase(config);
    try {
      const prepareDatabase = async () => {
        if (options.waits) await waitForDatabase(db);
        return migrate(db, { empty });
      };
      const migrations = await prepareDatabase().catch((error) => {
        throw error instanceof NoSchemaError ? noDatabase(config) : toOperatorError(error, dialectOf(db));
      });
      const clock = new SandboxClocks(db, systemClock);
      const runWork = async () => {
        await clock.refresh();
        return work({ config, db, clock, migrations });
      };
      const result = await runWork().catch((error) => {
        throw new FailedOnDatabase(toOperatorError(error, dialectOf(db)), describeDatabase(config));
      });
      const toOutput = (): Output => {
        const text = format(result);
        return typeof text === 'string' ? { stdout: text, stderr: '' } : text;
      };
      const output = options.json ? { stdout: JSON.stringify(toJson(result)), stderr: '' } : toOutput();
      if (output.stdout !== '') await print(`${output.stdout}\n`, () => toOutput().ifLost);
      if (output.stderr !== '') process.stderr.write(`${output.stderr}\n`);
      if (stderr === 'database') process.stderr.write(`database: ${describeDatabase(config)}\n`);
    } finally {
      await db.destroy();
    }
  };
}

/** Prints the result of a command, and waits until it is written. If it cannot be written, the process ends. */
function print(text: string, ifLost: () => string | undefined): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(text, (error) => {
      if (error) endWithoutOutput(error, ifLost());
      resolve();
    });
  });
}

/**
 * The exit code if the reader of standard output stops early. It is that of a program that SIGPIPE ends (128 + 13). Node ignores this
 * signal.
 */
const closedPipeExitCode = 141;

/**
 * Ends the process because standard output cannot be written: quietly if its reader has stopped early, as `head` does.
 *
 * @param ifLost what to do about the lost output; it is always printed
 */
export function endWithoutOutput(error: NodeJS.ErrnoException, ifLost?: string): never {
  if (error.code === 'EPIPE' && ifLost === undefined) process.exit(closedPipeExitCode);
  const sentences = [`Cannot write the output: ${error.message}.`, ...(ifLost === undefined ? [] : [ifLost])];
  reportFailure(new OperatorError(sentences.join(' ')), { json: process.argv.includes('--json') });
  process.exit();
}

/** An error in the work of a command, with the database that the command used. */
class FailedOnDatabase extends Error {
  readonly database: string;

  constructor(cause: unknown, database: string) {
    super((cause as Error)?.message ?? String(cause), { cause });
    this.database = database;
  }
}

function noDatabase(config: Config): OperatorError {
  const problem = config.databaseUrl === null ? folderAccessProblem(config.dataDir) : null;
  if (problem !== null) return new OperatorError(`${problem.problem} ${problem.action}`, 'invalid_state');
  const setting = config.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL';
  return new OperatorError(
    `There is no database yet: ${describeDatabase(config)}. Set ${setting} to an existing database, or create one ` +
      'with "organizer migrate".',
    'no_database',
  );
}

/** Converts the error of an unavailable database to an OperatorError that names the setting. Returns other errors unchanged. */
export function toOperatorError(error: unknown, dialect: Dialect): unknown {
  if (error instanceof ApiError) return error;
  const connection = dialect.classifyConnectionError(error);
  if (connection === null && dialect.classifyError(error) !== 'unavailable') return error;
  const setting = dialect.name === 'postgres' ? 'DATABASE_URL' : 'DATA_DIR';
  const message = `The database (${setting}) cannot be used: ${(error as Error).message || String(error)}`;
  const advice = dialect.adviceFor(error);
  const text = advice === null ? message : `${message}. ${advice}`;
  return new OperatorError(text, connection === 'permanent' ? 'invalid_setting' : 'unavailable');
}

/** The reason why a command failed, as `--json` prints it. */
interface Failure {
  /** A code of the API, or `usage`, `invalid_setting`, `no_database`, `unavailable`, `failed`. */
  readonly code: string;
  readonly message: string;
  /** The invalid fields, if they are known. */
  readonly errors?: readonly { path: string; message: string }[];
  /** The database that the command used. */
  readonly database?: string;
}

/**
 * Prints one line on standard error that says why a command failed, and sets the exit code.
 *
 * @param options.json whether to print it as `{"error":{"code","message"}}`
 */
export function reportFailure(error: unknown, options: { json: boolean }): void {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode;
    // The version or the help is already printed.
    if (['commander.help', 'commander.helpDisplayed', 'commander.version'].includes(error.code)) return;
  } else process.exitCode = 1;
  const failure = toFailure(error);
  const database = failure.database === undefined ? '' : ` (database: ${failure.database})`;
  const line = options.json ? JSON.stringify({ error: failure }) : `error: ${failure.message}${database}`;
  process.stderr.write(`${line}\n`);
}

function toFailure(error: unknown): Failure {
  if (error instanceof FailedOnDatabase) return { ...toFailure(error.cause), database: error.database };
  if (error instanceof ApiError) {
    const { code, detail: message, fields } = error;
    const errors = fields.map(({ path, message: text }) => ({ path, message: text }));
    return { code, message, ...(errors.length > 0 ? { errors } : {}) };
  }
  if (error instanceof OperatorError) return { code: error.code, message: error.message };
  if (error instanceof ConfigError) return { code: 'invalid_setting', message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof CommanderError)) return { code: 'failed', message };
  return { code: 'usage', message: message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ') };
}

const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a duration such as `90d`, `24h`, `30m` or `0s`; returns milliseconds. */
export function parseDuration(text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  if (match === null) throw new InvalidArgumentError('It must be a number and a unit: 90d, 24h, 30m, 10s.');
  const [, number, unit = 's'] = match;
  return Number(number) * (unitMs[unit] ?? 0);
}

/** The option for how long a replaced secret still works. The help shows the default with its unit. */
export function graceOption(description: string): Option {
  const option = new Option('--grace <duration>', `${description}: 0s to 7d`);
  return option.argParser(parseDuration).default(parseDuration('24h'), '24h');
}

/** Parses a time in the format of RFC 3339, or a date; returns milliseconds since the epoch. */
export function parseTime(text: string): number {
  const time = parseTimestamp(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
  if (time === null) throw new InvalidArgumentError('It must be a time such as 2026-11-20T09:00:00Z, or a date.');
  return Date.parse(time);
}

/**
 * Returns a parser of lists of values that are separated by commas, or in repeated options. It rejects an empty list, for example from an unset shell
 * variable, because an empty list would select everything.
 *
 * @param allHint how to select everything
 */
export function listParser(allHint: string) {
  return (text: string, previous?: readonly string[] | false): string[] => {
    const values = text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    if (values.length === 0) throw new InvalidArgumentError(`It must not be empty. ${allHint}`);
    // The value of an option `--no-…` before this one is false.
    return [...(previous || []), ...values];
  };
}

/** Parses a list of an option that selects everything if it is left out. */
export const parseList = listParser('To select all, leave the option out.');

/** Returns a parser of whole numbers within bounds. */
export function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!/^-?\d{1,15}$/.test(text) || value < min || value > max) {
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    }
    return value;
  };
}

/** Formats a table as text. Each column has the width of its widest cell. Control characters are escaped, such as `\u001b`. */
export function table(head: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const cells = [head, ...rows.map((row) => row.map((cell) => escapeControls(String(cell ?? '–'))))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Escapes control characters, which could change the output of the terminal. */
function escapeControls(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
