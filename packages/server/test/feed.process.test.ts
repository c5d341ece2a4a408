import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject, test } from 'vitest';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { FeedReader } from './harness/feed-reader.ts';
import { makeKey, makeOrganizer } from './harness/fixtures.ts';
import { processEnv, type ServerProcess, startServer } from './harness/server-process.ts';
import { randomDelay, waitUntil } from './harness/wait.ts';

/** Starts a process that emits events. Returns the ids of the committed events. */
async function emitSlowly(
  { env }: TestDatabase,
  amounts: { writers: number; transactions: number },
  organizerIds: readonly string[],
): Promise<string[]> {
  const script = join(inject('scripts'), 'emit-slowly.js');
  const child = spawn(
    process.execPath,
    [script, String(amounts.writers), String(amounts.transactions), ...organizerIds],
    { env: processEnv(env), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect(code).toBe(0);
  return output.match(/msg_\w+/g) ?? [];
}

describeOnBoth('streams of webhook events while servers restart', (kind) => {
  test('send each committed event once, in the order of its sequence', { timeout: 180_000 }, async () => {
    const database = await createDatabase(kind);
    const organizers = [await makeOrganizer(database.db), await makeOrganizer(database.db)];
    const keys = await Promise.all(organizers.map(async ({ id }) => (await makeKey(database.db, id)).key));
    const env = { ...database.env, RATE_LIMIT_API: '1000000', LOG_LEVEL: 'silent' };
    // With SQLite, one server can use the database. The other writers are commands.
    const servers: ServerProcess[] = [await startServer(env)];
    if (kind === 'postgres') servers.push(await startServer(env));
    let connections = 0;
    // Each connection is to another process.
    const url = () => servers[connections++ % servers.length]!.url;
    const readers = await Promise.all(keys.flatMap((key) => [0, 1, 2].map(() => FeedReader.open(url, key))));

    const organizerIds = organizers.map(({ id }) => id);
    const amounts = kind === 'postgres' ? { writers: 5, transactions: 60 } : { writers: 2, transactions: 25 };
    let isWriting = true;
    const written = Promise.all([0, 1].map(() => emitSlowly(database, amounts, organizerIds))).finally(() => {
      isWriting = false;
    });
    for (let restart = 0; isWriting || restart < 2; restart += 1) {
      await randomDelay(400);
      const index = restart % servers.length;
      // Some servers are killed, and some end their streams.
      if (restart % 2 === 0) await servers[index]!.kill();
      else await servers[index]!.stop();
      servers[index] = await startServer(env);
      for (const reader of readers.slice(0, 2)) reader.disconnect();
    }
    const committed = new Set((await written).flat());
    const rows = await database.db
      .selectFrom('webhook_events')
      .select(['id', 'organizer_id', 'sequence'])
      .orderBy('sequence')
      .execute();
    expect(new Set(rows.map(({ id }) => id))).toEqual(committed);
    for (const [index, reader] of readers.entries()) {
      const expected = rows.filter(({ organizer_id }) => organizer_id === organizerIds[Math.floor(index / 3)]);
      await waitUntil(() => reader.events.length >= expected.length);
      await reader.close();
      expect(reader.ids).toEqual(expected.map(({ id }) => id));
      expect(reader.connections).toBeGreaterThan(1);
    }
    for (const server of servers) await server.stop();
    await database.drop();
  });
});
