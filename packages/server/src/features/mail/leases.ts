import { sql } from 'kysely';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { MailKind } from './mail.ts';

/** How long whoever claims a mail has for it. */
export const leaseMs = 2 * 60_000;

/** One mail that is due, if any is: a look at the index, cheap enough for every commit that is heard of. */
const findDue = statement<{ now: string }, { id: string }>((_db, param) => {
  return sql`select id from mails where status = 'pending' and next_attempt_at <= ${param('now')}
    order by next_attempt_at, id limit 1`;
});

interface ClaimedRow {
  id: string;
  kind: MailKind;
  organizer_id: string | null;
  order_number: string | null;
  amount: number | null;
  currency: string | null;
  payload: string | null;
  attempt_count: number;
  expires_at: string | null;
  created_at: string;
  due_at: string;
}

const claimRows = statement<{ now: string; take: number; leaseEnds: string }, ClaimedRow>((db, param) => {
  return sql`with picked as materialized (
      select id, next_attempt_at as due_at from mails
      where status = 'pending' and next_attempt_at <= ${param('now')}
      order by next_attempt_at, id limit cast(${param('take')} as integer) ${dialectOf(db).forUpdateSkipLocked})
    update mails set next_attempt_at = ${param('leaseEnds')}
    where ${dialectOf(db).isOneOfFew(sql`id`, sql`select picked.id from picked`)}
    returning id, kind, organizer_id, order_number, amount, currency, payload, attempt_count, expires_at, created_at,
      (select picked.due_at from picked where picked.id = mails.id) as due_at`;
});

/** A mail that nobody else sends until its lease ends. */
export interface ClaimedMail extends ClaimedRow {
  /** Until then it is ours; what tells our lease from the next one, too. */
  leaseEndsMs: number;
}

/** Claims mails that are due, the one that was due first first. What is claimed and not settled is due again later. */
export async function claimDue(db: Db, nowMs: number, take: number, forMs: number): Promise<ClaimedMail[]> {
  const now = timestamp(nowMs);
  if ((await findDue(db, { now })).length === 0) return [];
  const leaseEndsMs = nowMs + forMs;
  const given = { now, take, leaseEnds: timestamp(leaseEndsMs) };
  const rows = await db.transaction().execute(async (tx) => claimRows(tx, given));
  return rows.map((row) => ({ ...row, leaseEndsMs })).sort(byTurn);
}

function byTurn(a: ClaimedMail, b: ClaimedMail): number {
  if (a.due_at !== b.due_at) return a.due_at < b.due_at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** A mail that was taken, or is of no use any more. Whoever else has claimed it meanwhile need not send it again. */
export async function removeMail(db: Db, { id }: ClaimedMail): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute();
}

/** Gives a mail back that was claimed and not tried. */
export async function giveBack(db: Db, mail: ClaimedMail): Promise<void> {
  await underLease(db, mail).set({ next_attempt_at: mail.due_at }).execute();
}

/** Keeps that an attempt failed, and when the next one comes. */
export async function postpone(
  db: Db,
  mail: ClaimedMail,
  error: string,
  dueAtMs: number,
  nowMs: number,
): Promise<void> {
  await underLease(db, mail)
    .set({
      attempt_count: mail.attempt_count + 1,
      next_attempt_at: timestamp(dueAtMs),
      error,
      updated_at: timestamp(nowMs),
    })
    .execute();
}

/** Records that a mail cannot be sent, and removes its payload. */
export async function markFailed(db: Db, mail: ClaimedMail, error: string, nowMs: number): Promise<void> {
  await underLease(db, mail)
    .set({
      status: 'failed',
      attempt_count: mail.attempt_count + 1,
      next_attempt_at: null,
      payload: null,
      error,
      updated_at: timestamp(nowMs),
    })
    .execute();
}

/** Only while nobody else has claimed it since: then they will tell. */
function underLease(db: Db, { id, leaseEndsMs }: ClaimedMail) {
  return db
    .updateTable('mails')
    .where('id', '=', id)
    .where(sql<boolean>`status = 'pending'`)
    .where('next_attempt_at', '=', timestamp(leaseEndsMs));
}

/**
 * What was being sent when the last server ended is due at once, and so is what is due within as long as that may take. A
 * mail that has not failed yet is due too, however far ahead: the clock may have been set back since it was claimed. Only
 * where no other worker can be alive.
 *
 * @param now RFC 3339
 */
export async function endMailLeases(db: Db, now: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ next_attempt_at: now })
    .where(sql<boolean>`status = 'pending'`)
    .where('next_attempt_at', '>', now)
    .where(sql<boolean>`(next_attempt_at <= ${timestamp(Date.parse(now) + leaseMs)} or attempt_count = 0)`)
    .execute();
}
