import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { useDatabase } from './harness/databases.ts';
import { runCommand, startCommand } from './harness/server-process.ts';
import { waitUntil } from './harness/wait.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'organizer-backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

describe('a backup of SQLite', () => {
  const database = useDatabase('sqlite');

  test('names its file if it cannot be written', async () => {
    const onFullDisk = join(folder, 'full');
    // The temporary name of this file is longer than 255 bytes.
    const longName = join(folder, 'x'.repeat(250));
    for (const file of [onFullDisk, longName]) {
      if (file === onFullDisk) await sql`create table filler as select zeroblob(4000000) as bytes`.execute(database.db);
      const limit = ['-c', `ulimit -f 2000; trap "" XFSZ; exec "$0" "$@"`, process.execPath, inject('program')];
      const { code, stderr } = await runCommand(['backup', file], database.env, {
        file: 'bash',
        args: limit,
        options: {},
      });
      expect({ file, code }).toEqual({ file, code: 1 });
      expect(stderr).toContain(`error: The backup ${file} cannot be written: `);
      expect(stderr).toMatch(/^[^\n]+\n$/);
      expect(stderr).not.toContain('(DATA_DIR)');
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  test('removes its draft and ends if it gets a stop signal', async () => {
    await sql`create table large as select zeroblob(100000000) as bytes`.execute(database.db);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      let endedBy: unknown = null;
      // The copy can be faster than the signal.
      for (let attempt = 0; endedBy === null && attempt < 20; attempt += 1) {
        const { child } = startCommand(['backup', join(folder, `${signal}${attempt}`)], database.env);
        const watcher = watch(folder, (_event, name) => {
          if (name?.includes(`${signal}${attempt}.organizer-`)) child.kill(signal);
        });
        [, endedBy] = await once(child, 'close');
        watcher.close();
      }
      expect(endedBy).toBe(signal);
      expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
    }
  });
});

describe.skipIf(inject('postgresUrl') === null)('a backup of PostgreSQL', () => {
  const database = useDatabase('postgres');

  /** Puts a `pg_dump` into a folder that writes its arguments and `PGPASSWORD` to files before it runs the installed one. */
  function recordPgDump(): { PATH: string; read: () => { args: string; password: string } } {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const script = `#!/bin/sh
printf '%s\\n' "$@" > "${bin}/args"
printf '%s' "$PGPASSWORD" > "${bin}/password"
PATH=\${PATH#*:} exec pg_dump "$@"
`;
    writeFileSync(join(bin, 'pg_dump'), script);
    chmodSync(join(bin, 'pg_dump'), 0o755);
    const read = (name: string) => readFileSync(join(bin, name), 'utf8');
    return {
      PATH: `${bin}:${process.env['PATH']}`,
      read: () => ({ args: read('args'), password: read('password') }),
    };
  }

  test('is rejected if pg_dump is not installed', async () => {
    const { code, stderr } = await runCommand(['backup', join(folder, 'archive')], { ...database.env, PATH: folder });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^error: pg_dump is not installed[^\n]*\n$/),
    });
  });

  test('passes the password to pg_dump in the environment, not in its arguments', { tags: 'pg_dump' }, async () => {
    const { PATH, read } = recordPgDump();
    const plain = new URL(database.databaseUrl ?? '');
    const withPassword = new URL(plain);
    withPassword.username ||= 'postgres';
    withPassword.password = 's3cret,1';
    const withParameter = new URL(plain);
    withParameter.searchParams.set('password', 's3cret,1');
    const withHosts = withPassword.href.replace('@', `@${plain.hostname}:1,`);
    const urls = [withPassword.href, withParameter.href, withHosts, plain.href];
    for (const [index, url] of urls.entries()) {
      const file = join(folder, `archive${index}`);
      const result = await runCommand(['backup', file], { ...database.env, DATABASE_URL: url, PATH });
      expect(result).toMatchObject({ code: 0 });
      const { args, password } = read();
      expect(args).not.toMatch(/s3cret/);
      expect(password).toBe(url === plain.href ? decodeURIComponent(plain.password) : 's3cret,1');
      expect(readFileSync(file).subarray(0, 5).toString()).toBe('PGDMP');
    }
  });

  test('ends pg_dump and removes its draft if it gets a stop signal', { tags: 'pg_dump' }, async () => {
    const connections = async () => {
      const { rows } = await sql`select pid from pg_stat_activity
        where application_name = 'pg_dump' and datname = current_database()`.execute(database.db);
      return rows.length;
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      await database.db.transaction().execute(async (tx) => {
        // pg_dump waits for this lock.
        await sql`lock table orders in access exclusive mode`.execute(tx);
        const { child } = startCommand(['backup', join(folder, 'archive')], database.env);
        const end = once(child, 'close');
        await waitUntil(async () => (await connections()) === 1);
        child.kill(signal);
        expect(await end).toEqual([null, signal]);
        await waitUntil(async () => (await connections()) === 0);
      });
      expect(readdirSync(folder)).toEqual([]);
    }
  });
});
