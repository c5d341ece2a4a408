import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import type { Organizer } from '../src/features/organizers/index.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { exportLines, importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { fullOrder } from './harness/full-order.ts';
import { runCommand, startCommand } from './harness/server-process.ts';
import { randomDelay, waitUntil } from './harness/wait.ts';
import { violations } from './invariants.ts';

const killsMin = 15;

describeOnBoth('a process that is killed', (kind) => {
  /** Runs with a new database that the test has closed: the next process that opens it has to recover it. */
  async function onNewDatabase(work: (t: TestDatabase) => Promise<void>): Promise<void> {
    const t = await createDatabase(kind);
    await t.db.destroy();
    try {
      await work(t);
    } finally {
      await t.drop();
    }
  }

  async function expectSound(db: Db): Promise<void> {
    expect(await violations(db)).toEqual([]);
    if (kind === 'sqlite') {
      const { rows } = await sql`pragma integrity_check`.execute(db);
      expect(rows).toEqual([{ integrity_check: 'ok' }]);
    }
  }

  test('leaves an import that the next run completes', { timeout: 400_000 }, async () => {
    const orders = 6_000;
    const createdAt = '2026-01-01T00:00:00.000Z';
    const race = raceLines().map((line) =>
      line.type === 'event' ? { ...line, createdAt, updatedAt: createdAt } : line,
    );
    const lines = [...race, ...Array.from({ length: orders }, (_, index) => fullOrder(index))];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');

    let expected: string[] = [];
    let tookMs = 0;
    await onNewDatabase(async (t) => {
      const { organizer, args } = await prepareImport(t, text);
      const startedMs = performance.now();
      expect(await runCommand(args, t.env)).toMatchObject({ code: 0 });
      tookMs = performance.now() - startedMs;
      expected = await opened(t, (db) => exportLines(db, organizer.id));
      expect(expected).toHaveLength(lines.length);
    });

    let kills = 0;
    let halfway = 0;
    while (kills < killsMin) {
      await onNewDatabase(async (t) => {
        const { organizer, args } = await prepareImport(t, text);
        let done = 0;
        for (let complete = false; !complete; ) {
          const { child, result } = startCommand(args, t.env);
          const killed = async () => {
            if (kills === killsMin) return;
            // Every second kill comes at a random time, the others soon after orders were committed.
            if (kills % 2 === 0) await randomDelay(tookMs);
            else await opened(t, (db) => untilMoreOrders(db, organizer.id, done, child));
            child.kill('SIGKILL');
          };
          const [ended] = await Promise.all([result, killed()]);
          complete = child.signalCode !== 'SIGKILL';
          if (complete) expect(ended).toMatchObject({ code: 0 });
          else kills += 1;
          await opened(t, async (db) => {
            done = await countOrders(db, organizer.id);
            if (!complete && done > 0 && done < orders) halfway += 1;
            await expectSound(db);
          });
        }
        expect(await opened(t, (db) => exportLines(db, organizer.id))).toEqual(expected);
      });
    }
    expect(halfway).toBeGreaterThan(2);
  });

  test('leaves every acknowledged payment complete, and none incomplete', { timeout: 180_000 }, async () => {
    await onNewDatabase(async (t) => {
      const organizer = await opened(t, async (db) => {
        const own = await makeOrganizer(db);
        const pending = Array.from({ length: 1_000 }, (_, i) => orderLine(`pending-${i}`, { status: 'pending' }));
        await importAll(db, own, [...raceLines(), ...pending]);
        return own;
      });
      const acknowledged = new Set<string>();
      for (let kills = 0; kills < killsMin; kills += 1) {
        const script = join(inject('scripts'), 'pay-pending.js');
        const child = spawn(process.execPath, [script, organizer.id], { env: t.env, stdio: ['ignore', 'pipe', 2] });
        const closed = once(child, 'close');
        const killAt = acknowledged.size + 1 + Math.floor(Math.random() * 40);
        createInterface({ input: child.stdout! }).on('line', async (number) => {
          acknowledged.add(number);
          if (acknowledged.size !== killAt) return;
          await randomDelay(10);
          child.kill('SIGKILL');
        });
        expect(await closed).toEqual([null, 'SIGKILL']);
        await opened(t, async (db) => {
          const rows = await paidOrders(db, organizer.id);
          expect(rows.map((row) => row.order_number)).toEqual(expect.arrayContaining([...acknowledged]));
          for (const row of rows) expect(row).toMatchObject({ tickets: 1, valid: 1, sales: 1 });
          await expectSound(db);
        });
      }
    });
  });
});

async function opened<T>(t: TestDatabase, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(t);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

async function prepareImport(t: TestDatabase, text: string): Promise<{ organizer: Organizer; args: string[] }> {
  const file = join(t.dataDir, 'orders.jsonl');
  writeFileSync(file, text);
  const organizer = await opened(t, (db) => makeOrganizer(db));
  return { organizer, args: ['import', file, '--organizer', organizer.slug] };
}

/** Waits until there are more orders than before, and a moment longer. */
async function untilMoreOrders(db: Db, organizerId: string, before: number, child: ChildProcess): Promise<void> {
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const isFurther = async () => !isRunning() || (await countOrders(db, organizerId)) !== before;
  await waitUntil(isFurther, { timeoutMs: 120_000, intervalMs: 5 });
  await randomDelay(50);
}

async function countOrders(db: Db, organizerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizer_id', '=', organizerId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Orders that count as paid, each with how many tickets and ledger entries it has. */
async function paidOrders(db: Db, organizerId: string) {
  const { rows } = await sql<{ order_number: string; tickets: number; valid: number; sales: number }>`
    select o.order_number,
      (select count(*) from tickets as k
        where k.organizer_id = o.organizer_id and k.order_number = o.order_number) as tickets,
      (select count(*) from tickets as k
        where k.organizer_id = o.organizer_id and k.order_number = o.order_number and k.status = 'valid') as valid,
      (select count(*) from ledger_entries as l
        where l.organizer_id = o.organizer_id and l.order_number = o.order_number and l.kind = 'sale') as sales
    from orders as o where o.organizer_id = ${organizerId} and o.status = 'paid'`.execute(db);
  return rows;
}
