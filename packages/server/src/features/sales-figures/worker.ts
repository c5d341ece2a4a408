import { setTimeout as pause } from 'node:timers/promises';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Logger } from '../../platform/log.ts';
import { WorkLoop } from '../../platform/queue/work-loop.ts';
import { changeChannel } from '../webhooks/index.ts';
import { countEntries, findUncountedEvents, maxEventsPerRun, type UncountedEvent } from './count-entries.ts';

/** Imports announce nothing, so their entries are found by polling. */
const pollMs = 2_000;
/** The pause after each run. During many sales, one run counts the entries of all sales since the last run. */
const pauseMs = 200;
/** The pause is at least this many times as long as the search for events, so that searching uses at most 5 % of a processor. */
const pausePerSearch = 20;

export interface FiguresWorker {
  /** Waits for the current run. */
  stop(): Promise<void>;
}

/**
 * Starts a worker that adds new ledger entries to the sums of the dashboard. Any number of workers, in any number of processes, can
 * run at the same time.
 */
export function startFiguresWorker({ db, log }: { db: Db; log: Logger }): FiguresWorker {
  /** The events whose entries could not be counted. Each failure is logged once. */
  const failingEventIds = new Set<string>();
  /** Counts the next entries of an event. An error of one event does not stop the counting of the others. */
  const countEvent = async (event: UncountedEvent): Promise<'failed' | 'finished' | 'has more'> => {
    const { eventId } = event;
    try {
      const hasMore = await countEntries(db, event);
      failingEventIds.delete(eventId);
      return hasMore ? 'has more' : 'finished';
    } catch (error) {
      if (dialectOf(db).classifyError(error) === 'unavailable') throw error;
      if (!failingEventIds.has(eventId)) log.error({ err: error as Error, eventId }, 'Cannot count ledger entries');
      failingEventIds.add(eventId);
      return 'failed';
    }
  };
  const processQueue = async () => {
    const startMs = performance.now();
    const events = await findUncountedEvents(db);
    const searchMs = performance.now() - startMs;
    const outcomes = new Set<Awaited<ReturnType<typeof countEvent>>>();
    for (const event of events) {
      if (loop.isStopping) return;
      outcomes.add(await countEvent(event));
    }
    const isFull = events.length === maxEventsPerRun && outcomes.has('finished');
    if (isFull || outcomes.has('has more')) loop.wakeUp();
    else await pause(Math.max(events.length > 0 ? pauseMs : 0, searchMs * pausePerSearch));
  };
  const loop = new WorkLoop({ db, log, queue: 'figures', channel: changeChannel, pollMs, processQueue });
  loop.start();
  return { stop: () => loop.stop() };
}
