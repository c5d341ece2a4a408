import { OperatorError } from '../errors/index.ts';
import { countExpiringOrders, readLastOrderChange } from '../features/orders/index.ts';
import { listOrganizers } from '../features/organizers/index.ts';
import { timestamp } from '../platform/clock.ts';
import type { Db } from '../platform/database/dialect.ts';
import { readClockOffset } from './doctor/check-clock.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A larger difference is an error: it would expire reservations too early or too late. */
const maxOffsetMs = 5 * minuteMs;
/** A server that was stopped for longer while reservations were living is rare. More often, its clock has jumped. */
const maxPauseMs = dayMs;

const action =
  'Set the clock of this machine, for example with "timedatectl set-ntp true". If it is right, start with --accept-clock.';

/**
 * Compares the clock of this machine with the clock of PostgreSQL, and with the last change of an order. A clock that has jumped ahead
 * cannot be told from a server that was stopped, so this is an error only if it was stopped for more than a day and reservations that
 * lived then would expire at once.
 *
 * @param options.ofPostgres whether the database is PostgreSQL, which has a clock of its own
 * @param options.findsJump false for demonstration data, whose reservations may expire
 * @throws OperatorError `invalid_state` if the clock is wrong
 */
export async function assertClock(
  db: Db,
  nowMs: number,
  { ofPostgres, findsJump }: { ofPostgres: boolean; findsJump: boolean },
): Promise<void> {
  const offsetMs = ofPostgres ? await readClockOffset(db) : 0;
  if (Math.abs(offsetMs) > maxOffsetMs) {
    const difference = `${formatDuration(Math.abs(offsetMs))} ${offsetMs > 0 ? 'behind' : 'ahead of'}`;
    throw wrongClock(`The clock of this machine is ${difference} the clock of PostgreSQL.`);
  }
  const now = timestamp(nowMs);
  // The clock of a sandbox is moved by its organizer, so sandboxes are not compared.
  const organizerIds = (await listOrganizers(db)).map(({ id }) => id);
  const lastChangeAt = await readLastOrderChange(db, organizerIds);
  if (lastChangeAt === null) return;
  const sinceMs = nowMs - Date.parse(lastChangeAt);
  const compared = (word: string) =>
    `The clock of this machine says ${now}, which is ${formatDuration(Math.abs(sinceMs))} ${word} the last change of an order`;
  if (sinceMs < -maxOffsetMs) throw wrongClock(`${compared('before')} (${lastChangeAt}).`);
  if (!findsJump || sinceMs <= maxPauseMs) return;
  const expiring = await countExpiringOrders(db, organizerIds, { after: lastChangeAt, until: now });
  if (expiring > 0) {
    throw wrongClock(`${compared('after')} (${lastChangeAt}). Reservations that would expire at once: ${expiring}.`);
  }
}

function wrongClock(problem: string): OperatorError {
  return new OperatorError(`${problem} ${action}`, 'invalid_state');
}

function formatDuration(ms: number): string {
  const [unitMs, unit] = ms >= dayMs ? [dayMs, 'd'] : ms >= hourMs ? [hourMs, 'h'] : [minuteMs, 'min'];
  return `${Math.round(ms / unitMs)} ${unit}`;
}
