import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../platform/database/dialect.ts';
import type { Logger } from '../../platform/log.ts';
import { WorkLoop } from '../../platform/queue/work-loop.ts';
import { changeChannel } from '../webhooks/index.ts';
import { countEntries, findUncountedEvents, maxEventsPerRun } from './count-entries.ts';

/** Imports announce nothing, so their entries are found by polling. */
const pollMs = 2_000;
/** The pause after each run. During many sales, one run counts the entries of all sales since the last run. */
const pauseMs = 200;

export interface FiguresWorker {
  /** Waits for the current run. */
  stop(): Promise<void>;
}

/**
 * Starts a worker that adds new ledger entries to the sums of the dashboard. Any number of workers, in any number of processes, can
 * run at the same time.
 */
export function startFiguresWorker({ db, log }: { db: Db; log: Logger }): FiguresWorker {
  const processQueue = async () => {
    const events = await findUncountedEvents(db);
    let hasMore = events.length === maxEventsPerRun;
    for (const event of events) {
      if (loop.isStopping) return;
      if (await countEntries(db, event)) hasMore = true;
    }
    if (hasMore) loop.wakeUp();
    else if (events.length > 0) await pause(pauseMs);
  };
  const loop = new WorkLoop({ db, log, queue: 'figures', channel: changeChannel, pollMs, processQueue });
  loop.start();
  return { stop: () => loop.stop() };
}
