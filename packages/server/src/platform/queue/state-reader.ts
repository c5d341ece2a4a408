import type { ServiceClock } from '../clock.ts';
import { adapterOf, type Db } from '../database/dialect.ts';
import type { StateReader } from '../metrics.ts';
import type { QueueHealth } from './health.ts';

/** Functions that read the state of a queue, by the name of the queue in the metrics. */
export type QueueReaders = Readonly<Record<string, (db: Db, clock: ServiceClock) => Promise<QueueHealth>>>;

/** Reads the state of the queues and of the connections to the database, for the metrics. */
export function stateReader(db: Db, clock: ServiceClock, queues: QueueReaders): StateReader {
  return {
    countConnections: () => adapterOf(db).countConnections(),
    readQueues: async () => {
      const states = Object.entries(queues).map(async ([name, readQueue]) => {
        const { waiting, oldestDueAt } = await readQueue(db, clock);
        const oldestDueSeconds = oldestDueAt === null ? 0 : (clock.now() - Date.parse(oldestDueAt)) / 1_000;
        return [name, { waiting, oldestDueSeconds }] as const;
      });
      return Object.fromEntries(await Promise.all(states));
    },
  };
}
