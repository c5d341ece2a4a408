import { writeSync } from 'node:fs';
import { deployments } from '../../src/deployments/index.ts';
import { emit } from '../../src/features/webhooks/index.ts';
import { systemClock, timestamp } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/database/open.ts';
import { randomDelay } from './wait.ts';

/*
 * Emits events of organizers in concurrent transactions, with pauses before, between and after the events. A third of the
 * transactions are rolled back. Prints `committed ID …` after each commit. The arguments are the number of concurrent writers, the
 * number of transactions of each, and the ids of the organizers.
 */

const [writers, transactions, ...organizerIds] = process.argv.slice(2);
const db = openDatabase(deployments.extended.loadConfig(process.env));
const rollback = new Error('rollback');

async function write(writer: number): Promise<void> {
  for (let index = 0; index < Number(transactions); index += 1) {
    const organizerId = organizerIds[(writer + index) % organizerIds.length]!;
    const ids: string[] = [];
    const isRolledBack = (writer + index) % 3 === 0;
    await db
      .transaction()
      .execute(async (tx) => {
        for (let count = 0; count < 3; count += 1) {
          const event = { type: 'order.paid', data: `{"orderNumber":"AAAAAAAA01"}` };
          ids.push(...(await emit(tx, organizerId, Array(1 + (index % 2)).fill(event), timestamp(systemClock.now()))));
          await randomDelay(8);
        }
        if (isRolledBack) throw rollback;
      })
      .catch((error) => {
        if (error !== rollback) throw error;
      });
    if (!isRolledBack) writeSync(1, `committed ${ids.join(' ')}\n`);
    await randomDelay(10);
  }
}

await Promise.all(Array.from({ length: Number(writers) }, (_, writer) => write(writer)));
await db.destroy();
