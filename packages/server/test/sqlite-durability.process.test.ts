import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { createDatabase } from './harness/databases.ts';
import { defined } from './harness/defined.ts';
import { makeKey, makeOrganizer } from './harness/fixtures.ts';
import { startReceiver } from './harness/receiver.ts';
import { sendRequest } from './harness/send-request.ts';
import { type InstalledProgram, type ServerProcess, startServer } from './harness/server-process.ts';
import { consume, makeEntitlements } from './harness/till.ts';
import { makeEndpoint } from './harness/webhooks.ts';

interface Till {
  readonly dataDir: string;
  readonly key: string;
  readonly entitlementId: string;
  /** Starts a server whose system calls `strace` records or changes. The process is the server itself. */
  start(straceOptions: readonly string[]): Promise<ServerProcess>;
}

const settings = {
  RATE_LIMIT_API: '1000000',
  MASTER_KEY: 'a master key that only the tests use', // that of `makeEndpoint`
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
};

/**
 * Runs `work` with an entitlement of one unit in a new database. Ends the servers that it has started.
 *
 * @param webhookUrl the URL of an endpoint for all webhook events; without one, there is no endpoint
 */
async function withTill(work: (till: Till) => Promise<void>, webhookUrl?: string): Promise<void> {
  const database = await createDatabase('sqlite');
  const servers: ServerProcess[] = [];
  try {
    const organizer = await makeOrganizer(database.db);
    const { key } = await makeKey(database.db, organizer.id, { granted: ['events:write'] });
    const [entitlementId] = await makeEntitlements(database.db, organizer, [1]);
    if (webhookUrl !== undefined) await makeEndpoint(database.db, organizer.id, webhookUrl);
    await database.db.destroy();
    const start = async (straceOptions: readonly string[]) => {
      const args = ['-D', ...straceOptions, process.execPath, inject('program')];
      const program: InstalledProgram = { file: 'strace', args, options: {} };
      const server = await startServer({ ...database.env, ...settings }, [], program);
      servers.push(server);
      return server;
    };
    await work({ dataDir: database.dataDir, key, entitlementId: defined(entitlementId, 'entitlementId'), start });
  } finally {
    for (const server of servers) await server.kill();
    await database.drop();
  }
}

/** A system call of the main thread: it writes to the write-ahead log, synchronizes the log, or sends to a client. */
interface Call {
  readonly kind: 'log' | 'synchronize' | 'send';
  /** The ids of events and of webhook events in the written bytes. */
  readonly ids: readonly string[];
}

function readCalls(file: string): Call[] {
  const calls: Call[] = [];
  for (const line of readFileSync(file, 'latin1').split('\n')) {
    const [, name, path] = /^(\w+)\(\d+<([^>]*)>/.exec(line) ?? [];
    if (name === undefined || path === undefined) continue;
    const ids = line.match(/(?:evt|msg)_[0-9a-z]{26}/g) ?? [];
    if (path.startsWith('socket:')) calls.push({ kind: 'send', ids });
    else if (!path.endsWith('-wal')) continue;
    else if (name === 'pwrite64') calls.push({ kind: 'log', ids });
    else if (line.endsWith(' = 0')) calls.push({ kind: 'synchronize', ids });
  }
  return calls;
}

describe('SQLite', { tags: 'strace' }, () => {
  test('nothing is sent before its commit is on disk, and many commits share one wait for the disk', async () => {
    const count = 60;
    const receiver = await startReceiver();
    await withTill(async ({ dataDir, key, start }) => {
      const trace = join(dataDir, 'trace');
      const calls = '--trace=pwrite64,fdatasync,write,writev';
      const server = await start(['-o', trace, '-y', '-s', '1000000', calls]);
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const abort = new AbortController();
      const stream = await fetch(`${server.url}/api/v1/webhook-events/stream`, { headers, signal: abort.signal });
      const createEvent = (index: number) => {
        const body = JSON.stringify({ name: `Event ${index}`, startsAt: '2030-05-01T06:00:00Z' });
        return sendRequest(`${server.url}/api/v1/events`, { method: 'POST', headers, body });
      };
      const readEvents = () => sendRequest(`${server.url}/api/v1/events?limit=100`, { headers });
      // Opens the connections. The server handles one request in each turn in which it accepts a connection.
      await Promise.all(Array.from({ length: 2 * count }, readEvents));
      const responses = await Promise.all(
        Array.from({ length: count }, async (_, index) => {
          const [created, read] = await Promise.all([createEvent(index), readEvents()]);
          const { id } = (await created.json()) as { id: string };
          return { statuses: [created.status, read.status], id };
        }),
      );
      for (const { statuses } of responses) expect(statuses).toEqual([201, 200]);
      let streamed = '';
      const decoder = new TextDecoder();
      for await (const bytes of defined(stream.body, 'body')) {
        streamed += decoder.decode(bytes, { stream: true });
        if (streamed.split('\nevent: ').length > count) break;
      }
      abort.abort();
      await receiver.request(count);
      expect(await server.stop()).toBe(0);

      const written = new Set<string>();
      const durable = new Set<string>();
      const sent = new Set<string>();
      let synchronizations = 0;
      for (const { kind, ids } of readCalls(trace)) {
        if (kind === 'log') for (const id of ids) written.add(id);
        if (kind === 'synchronize') for (const id of written) durable.add(id);
        if (kind === 'synchronize') synchronizations += 1;
        if (kind !== 'send') continue;
        expect(ids.filter((id) => written.has(id) && !durable.has(id))).toEqual([]);
        for (const id of ids) if (durable.has(id)) sent.add(id);
      }
      // The ids of webhook events are sent only in the stream and to the endpoint.
      expect([...sent].filter((id) => id.startsWith('msg_'))).toHaveLength(count);
      expect([...sent]).toEqual(expect.arrayContaining(responses.map(({ id }) => id)));
      expect(synchronizations).toBeGreaterThan(0);
      expect(synchronizations).toBeLessThan(count);
    }, receiver.url);
  });

  test('if the disk fails, the server ends without a response', async () => {
    await withTill(async ({ dataDir, key, entitlementId, start }) => {
      const wal = join(dataDir, 'organizer.db-wal');
      const request = { entitlementId, units: 1, ref: 'ref' };
      // The first start writes, and each start synchronizes the log once.
      expect(await (await start(['-o', '/dev/null', '--trace=none'])).stop()).toBe(0);
      const server = await start(['-o', '/dev/null', '-P', wal, '--inject=fdatasync:error=EIO:when=2+']);
      await expect(consume(server.url, key, request)).rejects.toThrow('fetch failed');
      expect(await server.stop()).toBe(1);
      expect(server.output()).toContain('EIO');

      const restarted = await start(['-o', '/dev/null', '--trace=none']);
      expect(await consume(restarted.url, key, request)).toMatchObject({ status: 200, replayed: true });
      await restarted.stop();
    });
  });
});
