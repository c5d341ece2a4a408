import type { Config } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/database/dialect.ts';
import { describeDatabase, openDatabase } from '../platform/database/open.ts';
import type { ServedDeployment, ServerParts } from '../server-parts.ts';
import { loadSecrets } from './master-key.ts';
import { startHints } from './start-hints.ts';

export interface ServeOptions {
  readonly role: 'all' | 'api' | 'worker';
  readonly processes: number;
  readonly demo?: boolean;
  /** Whether the clock of this machine is not compared with other times. */
  readonly acceptClock?: boolean;
  /** Whether everything that leaves the service is held, from before the start until it is released. */
  readonly holdOutgoing?: boolean;
  /** Whether one JSON value is printed on standard output and the log on standard error. */
  readonly json?: boolean;
}

/** A deployment with its settings and the parts of its server. */
export interface ComposedServer {
  readonly deployment: ServedDeployment;
  readonly config: Config;
  readonly parts: ServerParts;
}

/** The description of a server for the log and for `--json`. */
export function describeServer({ deployment, config }: ComposedServer, { role }: ServeOptions) {
  return { url: config.baseUrl, deployment: deployment.name, role, database: describeDatabase(config) };
}

/** At these log levels, only errors are logged, and no hints are printed. */
const quietLogLevels = ['fatal', 'error', 'silent'];

/**
 * Prints that the server is ready: with `--json` as one JSON value; otherwise, in development, with hints for the next steps.
 *
 * @param demoText the text of `fillWithDemo`. It is printed now, so that its commands work at once.
 */
export async function announce(server: ComposedServer, options: ServeOptions, demoText: string): Promise<void> {
  const { config, parts } = server;
  (options.json ? process.stderr : process.stdout).write(demoText);
  if (options.role !== 'worker') await printOperatorLink(server, options);
  if (options.json) {
    process.stdout.write(`${JSON.stringify(describeServer(server, options))}\n`);
    return;
  }
  if (config.production || options.role === 'worker' || quietLogLevels.includes(config.logLevel)) return;
  const db = openDatabase(config);
  try {
    process.stdout.write(await startHints(db, { baseUrl: config.baseUrl, eventPagePath: parts.eventPagePath }));
  } finally {
    await db.destroy();
  }
}

/** Prints the link with which the first user becomes the operator, until there is a user. With `--json`, on standard error. */
async function printOperatorLink({ config, parts }: ComposedServer, options: ServeOptions): Promise<void> {
  if (parts.firstLinks === null || quietLogLevels.includes(config.logLevel)) return;
  const db = openDatabase(config);
  try {
    const { baseUrl, masterKey, dataDir } = config;
    const secrets = (await loadSecrets(db, { masterKey, dataDir })).secrets;
    const link = await parts.firstLinks.forOperator(db, { baseUrl, clock: systemClock, secrets });
    if (link === null) return;
    const text =
      '\nNobody can sign in to the dashboard yet. Create the operator with this link, which works once, until ' +
      `${link.expiresAt}:\n\n  ${link.url}\n`;
    (options.json ? process.stderr : process.stdout).write(text);
  } finally {
    await db.destroy();
  }
}

/**
 * With `--demo`, outside production: fills an empty database with demonstration data.
 *
 * @returns the text that says how to use the data; '' if the database was not filled
 */
export async function fillWithDemo(
  db: Db,
  { deployment, config, parts }: ComposedServer,
  options: ServeOptions,
): Promise<string> {
  if (!options.demo || config.production) return '';
  const { fillEmptyDatabase } = await import('./fill-empty-database.ts');
  const { keyPolicy } = deployment;
  const { eventPagePath, firstLinks } = parts;
  return fillEmptyDatabase(db, systemClock, { baseUrl: config.baseUrl, keyPolicy, eventPagePath, firstLinks });
}
