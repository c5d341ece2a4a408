import { sql } from 'kysely';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import {
  type ClaimedOrganizers,
  type ClaimTimes,
  claimDue,
  claimsByClock,
  claimTimes,
  hasLease,
  isOfClaim,
  type Lease,
  type LeasedTable,
  releaseLeases,
} from '../../platform/queue/leases.ts';
import type { MailKind } from './mail.ts';

export const mailQueue: LeasedTable = {
  table: 'mails',
  status: 'pending',
  leaseMs: 2 * 60_000,
  attemptsBeforeFailure: 0,
};

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
  /** The time when the e-mail became due, before the claim changed `next_attempt_at`. */
  due_at: string;
}

/** An e-mail under a lease: no other worker sends it until the lease expires. */
export type ClaimedMail = ClaimedRow & Lease;

type Claim = ClaimTimes & ClaimedOrganizers & { limit: number };

const findDueMail = statement<Claim, { id: string }>((db, param) => {
  return sql`select id from mails where status = 'pending' and next_attempt_at <= ${param('now')} and ${isOfClaim(db, param)}
    order by next_attempt_at, id limit 1`;
});

const claimMails = statement<Claim, ClaimedRow>((db, param) => {
  return sql`with picked as materialized (
      select id, next_attempt_at as due_at from mails
      where status = 'pending' and next_attempt_at <= ${param('now')} and ${isOfClaim(db, param)}
      order by next_attempt_at, id limit cast(${param('limit')} as integer) ${dialectOf(db).forUpdateSkipLocked})
    update mails set next_attempt_at = ${param('leaseExpiresAt')}
    where ${dialectOf(db).isOneOfFew(sql`id`, sql`select picked.id from picked`)}
    returning id, kind, organizer_id, order_number, amount, currency, payload, attempt_count, expires_at, created_at,
      (select picked.due_at from picked where picked.id = mails.id) as due_at`;
});

/** Claims at most `limit` due e-mails by each clock. Returns those of one clock in the order in which they became due. */
export async function claimDueMails(db: Db, clock: ServiceClock, limit: number): Promise<ClaimedMail[]> {
  const claimed: ClaimedMail[] = [];
  for (const { nowMs, organizers } of claimsByClock(db, clock)) {
    const params = { ...claimTimes(mailQueue, nowMs), ...organizers, limit };
    const mails = await claimDue(db, params, findDueMail, claimMails);
    claimed.push(...mails.sort(byDueTime));
  }
  return claimed;
}

function byDueTime(a: ClaimedMail, b: ClaimedMail): number {
  if (a.due_at !== b.due_at) return a.due_at < b.due_at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Deletes a e-mail that is no longer needed, even if another worker has claimed it in the meantime. */
export async function deleteMail(db: Db, { id }: ClaimedMail): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute();
}

/** Deletes an e-mail that was sent, even if another worker has claimed it. If it is about an order, it is recorded as sent. */
export async function markMailSent(db: Db, mail: ClaimedMail, nowMs: number): Promise<void> {
  const { id, kind, organizer_id, order_number, created_at } = mail;
  if (organizer_id === null || order_number === null) return deleteMail(db, mail);
  await db.transaction().execute(async (tx) => {
    await deleteMail(tx, mail);
    await tx
      .insertInto('sent_mails')
      .values({ organizer_id, id, order_number, kind, created_at, sent_at: timestamp(nowMs) })
      .onConflict((conflict) => conflict.columns(['organizer_id', 'id']).doNothing())
      .execute();
  });
}

/** Releases a claimed e-mail that was not attempted: it is due again immediately. */
export async function releaseMail(db: Db, mail: ClaimedMail): Promise<void> {
  await updateClaimed(db, mail).set({ next_attempt_at: mail.due_at }).execute();
}

/** Records a failed attempt and the time of the next one. */
export async function postponeMail(
  db: Db,
  mail: ClaimedMail,
  error: string,
  dueAtMs: number,
  nowMs: number,
): Promise<void> {
  await updateClaimed(db, mail)
    .set({
      attempt_count: mail.attempt_count + 1,
      next_attempt_at: timestamp(dueAtMs),
      error,
      updated_at: timestamp(nowMs),
    })
    .execute();
}

/** Records that an e-mail cannot be sent, and deletes its payload. */
export async function markMailFailed(db: Db, mail: ClaimedMail, error: string, nowMs: number): Promise<void> {
  await updateClaimed(db, mail)
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

function updateClaimed(db: Db, mail: ClaimedMail) {
  return db.updateTable('mails').where('id', '=', mail.id).where(hasLease(mailQueue, mail));
}

/**
 * Releases the e-mails that were claimed when the server crashed: they are due again. Call it only while no worker runs.
 *
 * @param now RFC 3339
 */
export async function releaseMailLeases(db: Db, now: string): Promise<void> {
  await releaseLeases(db, mailQueue, now);
}
