import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { orderStatuses } from '../src/features/orders/index.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { exportLines, importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { fullOrder } from './harness/full-order.ts';
import { crashTimeoutMs, killCount } from './harness/kill-count.ts';
import { processEnv, runCommand, startCommand } from './harness/server-process.ts';
import { randomDelay, waitUntil } from './harness/wait.ts';
import { violations } from './invariants.ts';
import { tracesInFiles, tracesInTables } from './personal-data-traces.ts';

/** An import of them has two transactions. */
const totalOrders = 3_500;

/**
 * The index to pass to `fullOrder` for the order at `position`. The index determines the status of the order. At every fifth position,
 * it is the position itself, so these orders have all statuses in turn. At all others, it is a multiple of the number of statuses, which
 * results in a pending order: pending orders are imported faster. `totalOrders` is added so that no index occurs twice.
 */
function fullOrderIndex(position: number): number {
  return position % 5 === 0 ? position : (totalOrders + position) * orderStatuses.length;
}

describeOnBoth('a process that is killed', (kind) => {
  /**
   * Creates a database, closes the connection of this process to it, and runs `work`. So a process that is killed has the only
   * connection. With SQLite, the next connection must then recover the database.
   */
  async function onNewDatabase(work: (database: TestDatabase) => Promise<void>): Promise<void> {
    const database = await createDatabase(kind);
    await database.db.destroy();
    try {
      await work(database);
    } finally {
      await database.drop();
    }
  }

  async function expectConsistent(db: Db): Promise<void> {
    expect(await violations(db)).toEqual([]);
    if (kind === 'sqlite') {
      const { rows } = await sql`pragma integrity_check`.execute(db);
      expect(rows).toEqual([{ integrity_check: 'ok' }]);
    }
  }

  test('leaves an import that the next run completes', { timeout: 2 * crashTimeoutMs }, async () => {
    // A fixed time, so that the exports of all databases are equal.
    const createdAt = '2026-01-01T00:00:00.000Z';
    const eventLines = raceLines().map((line) =>
      line.type === 'event' ? { ...line, createdAt, updatedAt: createdAt } : line,
    );
    const lines = [
      ...eventLines,
      ...Array.from({ length: totalOrders }, (_, position) => fullOrder(fullOrderIndex(position))),
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');

    let expectedLines: string[] = [];
    let importDurationMs = 0;
    await onNewDatabase(async (database) => {
      const { organizer, args } = await prepareImport(database, text);
      const startedMs = performance.now();
      expect(await runCommand(args, database.env)).toMatchObject({ code: 0 });
      importDurationMs = performance.now() - startedMs;
      expectedLines = await withOpenDatabase(database, (db) => exportLines(db, organizer.id));
      expect(expectedLines).toHaveLength(lines.length);
    });

    let kills = 0;
    let partialImports = 0;
    while (kills < killCount) {
      await onNewDatabase(async (database) => {
        const { organizer, args } = await prepareImport(database, text);
        let orderCount = 0;
        for (let isComplete = false; !isComplete; ) {
          const { child, result } = startCommand(args, database.env);
          const killLater = async () => {
            if (kills === killCount) return;
            // Every second kill is at a random time. The others follow soon after a commit of orders.
            if (kills % 2 === 0) await randomDelay(importDurationMs);
            else await withOpenDatabase(database, (db) => waitForMoreOrders(db, organizer.id, orderCount, child));
            child.kill('SIGKILL');
          };
          const [commandResult] = await Promise.all([result, killLater()]);
          isComplete = child.signalCode !== 'SIGKILL';
          if (isComplete) expect(commandResult).toMatchObject({ code: 0 });
          else kills += 1;
          await withOpenDatabase(database, async (db) => {
            orderCount = await countOrders(db, organizer.id);
            if (!isComplete && orderCount > 0 && orderCount < totalOrders) partialImports += 1;
            await expectConsistent(db);
          });
        }
        expect(await withOpenDatabase(database, (db) => exportLines(db, organizer.id))).toEqual(expectedLines);
      });
    }
    expect(partialImports).toBeGreaterThan(0);
  });

  test('leaves an erasure of a person whose orders are erased completely or not at all, and that the next run completes', {
    timeout: crashTimeoutMs,
  }, async () => {
    const ordersPerKill = 50;
    const email = 'wendeline@mailbox-nine.example';
    const answer = (questionId: string) => ({ answers: [{ questionId, value: 'peanutallergy' }] });
    const question = { type: 'question', eventId: 'race', kind: 'text', label: 'Allergies' } as const;
    const lines = [
      ...raceLines(),
      { ...question, externalId: 'of-buyer', askedOf: 'buyer' as const },
      { ...question, externalId: 'of-holder', askedOf: 'holder' as const },
      ...Array.from({ length: ordersPerKill * (killCount + 1) }, (_, index) =>
        orderLine(`erased-${index}`, {
          buyer: { email, name: 'Wendeline Ørstrowski', phone: '+49 151 7353791', ...answer('of-buyer') },
          attendees: [{ ticketTypeId: 'run-10', holderName: 'Quilla Zantafio', ...answer('of-holder') }],
        }),
      ),
    ];
    const traces = ['wendeline', 'rstrowski', 'mailbox-nine', '7353791', 'quilla', 'zantafio', 'peanutallergy'];
    await onNewDatabase(async (database) => {
      const organizer = await withOpenDatabase(database, async (db) => {
        const newOrganizer = await makeOrganizer(db);
        await importAll(db, newOrganizer, lines);
        return newOrganizer;
      });
      const args = ['privacy', 'erase', email, '--organizer', organizer.slug, '--json'];
      let erased = 0;
      for (let kills = 0; kills < killCount; kills += 1) {
        const { child, result } = startCommand(args, database.env);
        await withOpenDatabase(database, async (db) => {
          await waitUntil(async () => (await erasedOrders(db, organizer.id)).length > erased, { intervalMs: 5 });
          await randomDelay(50);
          child.kill('SIGKILL');
          await result;
        });
        expect(child.signalCode).toBe('SIGKILL');
        await withOpenDatabase(database, async (db) => {
          const { whole, begun } = await partsOfPersons(db, organizer.id);
          expect(begun).toEqual([]);
          const numbers = await erasedOrders(db, organizer.id);
          expect(numbers.length + whole.length).toBe(ordersPerKill * (killCount + 1));
          const events = db.selectFrom('webhook_events').select('order_number').where('type', '=', 'order.anonymized');
          expect((await events.execute()).map((row) => row.order_number).sort()).toEqual(numbers);
          await expectConsistent(db);
          erased = numbers.length;
        });
      }
      const { code, stdout } = await runCommand(args, database.env);
      expect(code).toBe(0);
      const [{ removed, kept }] = (JSON.parse(stdout) as { organizers: [{ removed: string[]; kept: unknown[] }] })
        .organizers;
      expect({ removed: removed.length, kept }).toEqual({
        removed: ordersPerKill * (killCount + 1) - erased,
        kept: [],
      });
      await withOpenDatabase(database, async (db) => {
        expect(await tracesInTables(db, traces)).toEqual([]);
        await expectConsistent(db);
      });
      expect(tracesInFiles(database.dataDir, traces)).toEqual([]);
    });
  });

  test('keeps every acknowledged payment, and stores every other payment completely or not at all', {
    timeout: crashTimeoutMs,
  }, async () => {
    await onNewDatabase(async (database) => {
      const organizer = await withOpenDatabase(database, async (db) => {
        const newOrganizer = await makeOrganizer(db);
        // More than can be paid before the last kill.
        const pendingLines = Array.from({ length: 200 * killCount }, (_, i) =>
          orderLine(`pending-${i}`, { status: 'pending' }),
        );
        await importAll(db, newOrganizer, [...raceLines(), ...pendingLines]);
        return newOrganizer;
      });
      const acknowledged = new Set<string>();
      for (let kills = 0; kills < killCount; kills += 1) {
        const script = join(inject('scripts'), 'pay-pending.js');
        const child = spawn(process.execPath, [script, organizer.id], {
          env: processEnv(database.env),
          stdio: ['ignore', 'pipe', 2],
        });
        const closed = once(child, 'close');
        const killAfterCount = acknowledged.size + 1 + Math.floor(Math.random() * 40);
        createInterface({ input: child.stdout! }).on('line', async (orderNumber) => {
          acknowledged.add(orderNumber);
          if (acknowledged.size !== killAfterCount) return;
          await randomDelay(10);
          child.kill('SIGKILL');
        });
        expect(await closed).toEqual([null, 'SIGKILL']);
        await withOpenDatabase(database, async (db) => {
          const rows = await paidOrders(db, organizer.id);
          expect(rows.map((row) => row.order_number)).toEqual(expect.arrayContaining([...acknowledged]));
          for (const row of rows) expect(row).toMatchObject({ tickets: 1, valid: 1, sales: 1 });
          await expectConsistent(db);
        });
      }
    });
  });
});

/** Opens the database, runs `work`, and closes the database. */
async function withOpenDatabase<T>(database: TestDatabase, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(database);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** The numbers of the orders that were anonymized, sorted. */
async function erasedOrders(db: Db, organizerId: string): Promise<string[]> {
  const orders = db.selectFrom('orders').select('order_number').where('organizer_id', '=', organizerId);
  const rows = await orders.where('anonymized_at', 'is not', null).orderBy('order_number').execute();
  return rows.map((row) => row.order_number);
}

/** The numbers of the orders that have all parts of their persons, and of those that have only some of them. */
async function partsOfPersons(db: Db, organizerId: string): Promise<{ whole: string[]; begun: string[] }> {
  const { rows } = await sql<{ number: string; parts: number }>`select o.order_number as number,
      case when o.buyer_email like '%mailbox-nine%' then 1 else 0 end
      + case when o.anonymized_at is null then 1 else 0 end
      + (select count(*) from answers as a where a.organizer_id = o.organizer_id and a.order_number = o.order_number)
      + (select count(*) from tickets as k where k.organizer_id = o.organizer_id and k.order_number = o.order_number
          and k.holder_name is not null) as parts
    from orders as o where o.organizer_id = ${organizerId}`.execute(db);
  const withParts = (has: (parts: number) => boolean) =>
    rows.filter(({ parts }) => has(Number(parts))).map(({ number }) => number);
  // The e-mail address, no time of the erasure, two answers, and a name of a holder.
  return { whole: withParts((parts) => parts === 5), begun: withParts((parts) => parts > 0 && parts < 5) };
}

async function prepareImport(database: TestDatabase, text: string): Promise<{ organizer: Organizer; args: string[] }> {
  const file = join(database.dataDir, 'orders.jsonl');
  writeFileSync(file, text);
  const organizer = await withOpenDatabase(database, (db) => makeOrganizer(db));
  return { organizer, args: ['import', file, '--organizer', organizer.slug] };
}

/** Waits until there are more orders than before or the command has ended, and then for a random time. */
async function waitForMoreOrders(db: Db, organizerId: string, countBefore: number, child: ChildProcess): Promise<void> {
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const hasProgressedOrEnded = async () => !isRunning() || (await countOrders(db, organizerId)) !== countBefore;
  await waitUntil(hasProgressedOrEnded, { timeoutMs: 120_000, intervalMs: 5 });
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

/** The paid orders, each with its number of tickets, of valid tickets and of ledger entries for its sale. */
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
