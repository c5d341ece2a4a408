import { type ChildProcess, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createCluster, createPlace, type PostgresPlace, startServerIn } from './harness/postgres-server.ts';
import { runCommand, startServer } from './harness/server-process.ts';

const hbaLines = `
host    all all       127.0.0.1/32 scram-sha-256
local   all all                    trust
`;
const hbaLinesBefore = `
host    all postgres  127.0.0.1/32 trust
host    all rejected  127.0.0.1/32 reject
hostssl all certified 127.0.0.1/32 cert
hostssl all encrypted 127.0.0.1/32 scram-sha-256
hostnossl all encrypted 127.0.0.1/32 reject
`;

/** The certificate of PostgreSQL is valid for `localhost` only. */
describe('PostgreSQL with TLS and passwords', { tags: 'pg_dump' }, () => {
  let folder: string;
  let place: PostgresPlace;
  let child: ChildProcess;
  let client: pg.Client;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'organizer-tls-'));
    for (const authority of ['ca', 'other']) {
      openssl('req', '-x509', '-nodes', ...newKey(authority), '-out', `${authority}.crt`, '-subj', `/CN=${authority}`);
    }
    sign('server', '/CN=server', 'DNS:localhost');
    sign('client', '/CN=certified', 'DNS:client');
    place = await createPlace();
    await createCluster(place);
    for (const name of ['server.crt', 'server.key', 'ca.crt']) {
      const file = join(place.data, name);
      copyFileSync(join(folder, name), file);
      if (place.identity.uid !== undefined) chownSync(file, place.identity.uid, place.identity.gid!);
    }
    writeFileSync(join(place.data, 'pg_hba.conf'), hbaLinesBefore + hbaLines);
    const tls = ['ssl=on', 'ssl_cert_file=server.crt', 'ssl_key_file=server.key', 'ssl_ca_file=ca.crt', 'fsync=off'];
    child = await startServerIn(place, tls);
    client = new pg.Client({ connectionString: place.url });
    await client.connect();
    for (const role of ['encrypted', 'certified', 'rejected', 'stranger'])
      await client.query(`create role ${role} login password 's3cret'`);
    for (const role of ['encrypted', 'certified']) await client.query(`create database ${role} owner ${role}`);
    await client.query('create database untouched');
  });
  afterAll(async () => {
    await client?.end();
    child?.kill('SIGQUIT');
    rmSync(place.folder, { recursive: true, force: true });
    await rm(folder, { recursive: true });
  });

  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const newKey = (name: string) => ['-newkey', 'rsa:2048', '-keyout', `${name}.key`, '-days', '30'];

  /** Creates a key and a certificate that the first authority has signed. */
  function sign(name: string, subject: string, alternativeName: string): void {
    openssl('req', '-nodes', ...newKey(name), '-out', `${name}.csr`, '-subj', subject);
    writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${alternativeName}\n`);
    const files = ['-in', `${name}.csr`, '-out', `${name}.crt`, '-extfile', `${name}.ext`, '-days', '30'];
    openssl('x509', '-req', ...files, '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial');
    chmodSync(join(folder, `${name}.key`), 0o600);
  }

  const file = (name: string) => encodeURIComponent(join(folder, name));
  const urlOf = (login: string, { host = 'localhost', database = 'encrypted', query = '' } = {}) =>
    `postgres://${login}@${host}:${place.port}/${database}?${query}`;
  const fullCheck = () => `sslmode=verify-full&sslrootcert=${file('ca.crt')}`;
  const run = async (args: readonly string[], url: string) => {
    const { code, stderr } = await runCommand(args, { DATA_DIR: folder, DATABASE_URL: url });
    expect(stderr).not.toContain('s3cret');
    expect(stderr).not.toMatch(/warning/i);
    return { code, stderr };
  };

  test('is used with the parameters of libpq for TLS, by the server, by commands and by pg_dump', async () => {
    const withClient = `${fullCheck()}&sslcert=${file('client.crt')}&sslkey=${file('client.key')}`;
    const urls = [
      urlOf('encrypted:s3cret', { query: fullCheck() }),
      urlOf('encrypted:s3cret', { query: 'sslmode=require' }),
      urlOf('encrypted:s3cret', { host: '127.0.0.1', query: `sslmode=verify-ca&sslrootcert=${file('ca.crt')}` }),
      urlOf('certified', { database: 'certified', query: withClient }),
    ];
    for (const [index, url] of urls.entries()) {
      expect({ url, ...(await run(['migrate'], url)) }).toMatchObject({ url, code: 0 });
      const archive = join(folder, `archive${index}`);
      expect({ url, ...(await run(['backup', archive], url)) }).toMatchObject({ url, code: 0 });
      expect(readFileSync(archive).subarray(0, 5).toString()).toBe('PGDMP');
    }
    // As docs/operating.md describes it.
    const created = ['--template=template0', '--encoding=UTF8', '--owner=encrypted', 'restored'];
    execFileSync('createdb', ['--maintenance-db', place.url, ...created]);
    const restored = urlOf('encrypted:s3cret', { database: 'restored', query: fullCheck() });
    const restore = ['--no-owner', '--single-transaction', '-d', restored, join(folder, 'archive0')];
    execFileSync('pg_restore', restore, { stdio: 'pipe' });
    expect(await run(['organizers', 'list'], restored)).toMatchObject({ code: 0 });
    const server = await startServer({ DATA_DIR: folder, DATABASE_URL: urls[0]! });
    onTestFinished(() => server.kill());
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const { rows } = await client.query(`select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid)
      where usename = 'encrypted'`);
    expect(rows).toEqual([{ ssl: true }]);
    expect(server.output()).not.toMatch(/SECURITY WARNING/);
  });

  test('that cannot be used is an error that names the setting and says what to do, without the password', async () => {
    const unreadable = join(folder, 'missing.crt');
    const cases: [string, RegExp][] = [
      [
        urlOf('stranger:wrong-s3cret'),
        /password authentication failed .*\. Correct the user and the password in DATABASE_URL\./,
      ],
      [urlOf('stranger'), /PostgreSQL requires a password: add it to DATABASE_URL/],
      [urlOf('nobody:s3cret'), /Correct the user and the password in DATABASE_URL/],
      [
        urlOf('stranger:s3cret', { database: 'missing' }),
        /"missing" does not exist\. Correct the database .*: createdb /,
      ],
      [
        urlOf('stranger:s3cret', { database: 'untouched' }),
        /permission denied for schema public\. Make the user of DATABASE_URL the owner .*alter database/,
      ],
      [urlOf('rejected:s3cret'), /pg_hba\.conf .*\. Add a line .*DATABASE_URL/],
      [urlOf('encrypted:s3cret'), /pg_hba\.conf .*no encryption\. .*add sslmode to DATABASE_URL/],
      [urlOf('encrypted:s3cret', { query: 'sslmode=verify-full' }), /certificate.*\. Set sslrootcert in DATABASE_URL/],
      [
        urlOf('encrypted:s3cret', { query: `sslmode=verify-ca&sslrootcert=${file('other.crt')}` }),
        /Set sslrootcert in DATABASE_URL/,
      ],
      [
        urlOf('encrypted:s3cret', { host: '127.0.0.1', query: fullCheck() }),
        /Use a host name of the certificate in DATABASE_URL/,
      ],
      [
        urlOf('certified:s3cret', { database: 'certified', query: fullCheck() }),
        /Add sslcert and sslkey to DATABASE_URL/,
      ],
      [
        urlOf('encrypted:s3cret', { query: 'sslmode=prefer' }),
        /DATABASE_URL must have one of these as sslmode: disable, require/,
      ],
      [
        urlOf('encrypted:s3cret', { query: `sslrootcert=${file('ca.crt')}` }),
        /DATABASE_URL has sslrootcert, but no sslmode/,
      ],
      [
        urlOf('encrypted:s3cret', { query: `sslmode=verify-full&sslrootcert=${encodeURIComponent(unreadable)}` }),
        /DATABASE_URL names a file in sslrootcert that cannot be read: ENOENT.*missing\.crt/,
      ],
    ];
    for (const [url, expected] of cases) {
      const { code, stderr } = await run(['migrate'], url);
      expect({ url, code, stderr }).toEqual({ url, code: 1, stderr: expect.stringMatching(expected) });
      expect(stderr).toMatch(/^error: [^\n]+\n$/);
    }
    const { stdout } = await runCommand(['doctor', '--json'], { DATA_DIR: folder, DATABASE_URL: cases[0]![0] });
    expect(stdout).toMatch(/"action":"Correct the user and the password in DATABASE_URL\."/);
    expect(stdout).not.toContain('s3cret');
  });
});
