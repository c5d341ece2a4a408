import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { defined } from './defined.ts';
import { baseSettings, createCluster, createPlace, type PostgresPlace, startServerIn } from './postgres-server.ts';
import { waitUntil } from './wait.ts';

const settings = [...baseSettings, 'wal_level=replica', 'wal_keep_size=1GB', 'hot_standby=on'];

/** A primary and a standby. Each commit waits until the standby has it (`synchronous_standby_names`). */
export class PostgresPair {
  readonly #places: readonly [PostgresPlace, PostgresPlace];
  readonly #children = new Map<PostgresPlace, ChildProcess>();
  #primary: PostgresPlace;

  private constructor(places: readonly [PostgresPlace, PostgresPlace]) {
    this.#places = places;
    this.#primary = places[0];
  }

  static async start(): Promise<PostgresPair> {
    const pair = new PostgresPair([await createPlace(), await createPlace()]);
    await createCluster(pair.#primary);
    await pair.#start(pair.#primary);
    await pair.addStandby();
    return pair;
  }

  /** The URL with both hosts, the standby first. */
  get url(): string {
    const hosts = [this.#standby, this.#primary].map(({ port }) => `127.0.0.1:${port}`);
    return `postgres://postgres@${hosts.join(',')}/postgres?target_session_attrs=read-write`;
  }

  /** The URL of the current primary alone. */
  get primaryUrl(): string {
    return this.#primary.url;
  }

  /** The URL of the current standby alone. */
  get standbyUrl(): string {
    return this.#standby.url;
  }

  /** Kills all processes of the primary with SIGKILL. */
  async killPrimary(): Promise<void> {
    await this.#kill(this.#primary);
  }

  /** Makes the standby the primary, which it is when this returns. It has no standby. */
  async promote(): Promise<void> {
    const promoted = this.#standby;
    await query(promoted, 'select pg_promote()');
    this.#primary = promoted;
  }

  /** Starts the previous primary with its own data, so that both hosts accept writes. */
  async restartPrevious(): Promise<void> {
    await this.#start(this.#standby);
    await query(this.#standby, 'alter system reset synchronous_standby_names');
    await query(this.#standby, 'select pg_reload_conf()');
  }

  /** Replaces the data of the host that is not the primary with a copy of the primary's, and starts it as a synchronous standby. */
  async addStandby(): Promise<void> {
    const standby = this.#standby;
    await this.#kill(standby);
    rmSync(standby.data, { recursive: true, force: true });
    const client = new pg.Client({ connectionString: this.#primary.url });
    await client.connect();
    try {
      await client.query("select pg_backup_start('standby', true)");
      // Files can change and disappear meanwhile: the standby repairs its copy with the log of the primary.
      execFileSync('sh', ['-c', 'cp -a "$0" "$1" 2>/dev/null || true', this.#primary.data, standby.data]);
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
      rmSync(join(standby.data, 'postmaster.pid'), { force: true });
      this.#write(standby, 'backup_label', rows[0]!.labelfile);
      this.#write(standby, 'standby.signal', '');
      await this.#start(standby, [
        `primary_conninfo=host=127.0.0.1 port=${this.#primary.port} user=postgres application_name=standby`,
      ]);
      await client.query("alter system set synchronous_standby_names = 'standby'");
      await client.query('select pg_reload_conf()');
      await waitUntil(async () => {
        const { rowCount } = await client.query("select from pg_stat_replication where sync_state = 'sync'");
        return rowCount === 1;
      });
    } finally {
      await client.end();
    }
    // The setting belongs to the primary: a promoted standby has no standby that it could wait for.
    this.#write(standby, 'postgresql.auto.conf', '');
  }

  async stop(): Promise<void> {
    for (const place of this.#places) {
      await this.#kill(place);
      rmSync(place.folder, { recursive: true, force: true });
    }
  }

  get #standby(): PostgresPlace {
    return defined(
      this.#places.find((place) => place !== this.#primary),
      'The standby',
    );
  }

  async #start(place: PostgresPlace, extra: readonly string[] = []): Promise<void> {
    this.#children.set(place, await startServerIn(place, [...settings, ...extra]));
  }

  async #kill(place: PostgresPlace): Promise<void> {
    const child = this.#children.get(place);
    this.#children.delete(place);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    // Stopped first, so that it starts no further process.
    child.kill('SIGSTOP');
    for (const pid of readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')) {
      if (pid.trim() !== '') killIfRunning(Number(pid));
    }
    child.kill('SIGKILL');
    await exited;
  }

  #write({ data, identity }: PostgresPlace, name: string, text: string): void {
    const file = join(data, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (identity.uid !== undefined) chownSync(file, identity.uid, identity.gid!);
  }
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has exited.
  }
}

async function query({ url }: PostgresPlace, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}
