import { type RawBuilder, sql } from 'kysely';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { type Param, statement } from '../../platform/database/statement.ts';
import {
  type ClaimedOrganizers,
  type ClaimTimes,
  claimDue,
  claimsByClock,
  hasLease,
  isOfClaim,
  type Lease,
  type LeasedTable,
  releaseLeases,
} from '../../platform/queue/leases.ts';
import type { MailKind } from './mail.ts';

/** The tables with queued mails. They have the same columns. Only `order_mails` has the organizer in its key. */
export const mailTables = ['mails', 'order_mails'] as const;

export const mailQueue: LeasedTable = {
  table: 'mails',
  status: 'pending',
  // Longer than any transport needs to send an e-mail.
  leaseMs: 2 * 60_000,
  attemptsBeforeFailure: 0,
};

/** After this time, e-mails about orders no longer wait for codes: more buyers ask for codes than e-mails can be sent. */
const longWaitMs = 10_000;

interface ClaimedRow {
  id: string;
  kind: MailKind;
  organizer_id: string | null;
  order_number: string | null;
  amount: number | null;
  currency: string | null;
  payload: string | null;
  note: string | null;
  attempt_count: number;
  expires_at: string | null;
  created_at: string;
}

/** An e-mail under a lease: no other worker sends it until the lease expires. */
export type ClaimedMail = ClaimedRow & Lease & { readonly table: (typeof mailTables)[number] };

type Claim = ClaimTimes & ClaimedOrganizers & { limit: number };
type ClaimOfOrganizer = ClaimTimes & { organizerId: string; limit: number };

const findDueMail = statement<Claim, { id: string }>((db, param) => {
  return sql`select id from mails where status = 'pending' and next_attempt_at <= ${param('now')} and ${isOfClaim(db, param)}
    order by next_attempt_at, id limit 1`;
});

const claimMails = statement<Claim, ClaimedRow>((db, param) => claimFrom(db, 'mails', isOfClaim(db, param), param));

const findDueOrderMails = statement<Claim, { organizer_id: string }>((db, param) => {
  return sql`select organizer_id from order_mails
    where status = 'pending' and next_attempt_at <= ${param('now')} and ${isOfClaim(db, param)}
    order by next_attempt_at, id limit cast(${param('limit')} as integer)`;
});

const claimOrderMails = statement<ClaimOfOrganizer, ClaimedRow>((db, param) =>
  claimFrom(db, 'order_mails', sql`organizer_id = ${param('organizerId')}`, param),
);

/** The statement that claims due mails. `isClaimed` is the condition on their organizer. */
function claimFrom<P extends ClaimTimes & { limit: number }>(
  db: Db,
  table: ClaimedMail['table'],
  isClaimed: RawBuilder<boolean>,
  param: Param<P>,
): RawBuilder<ClaimedRow> {
  const { forUpdateSkipLocked, isOneOfFew, likely } = dialectOf(db);
  return sql`with picked as materialized (
      select id from ${sql.table(table)}
      where status = 'pending' and next_attempt_at <= ${param('now')} and ${likely(isClaimed)}
      order by next_attempt_at, id limit cast(${param('limit')} as integer) ${forUpdateSkipLocked})
    update ${sql.table(table)} set next_attempt_at = ${param('leaseExpiresAt')}
    where ${isClaimed} and ${isOneOfFew(sql`id`, sql`select picked.id from picked`)}
    returning id, kind, organizer_id, order_number, amount, currency, payload, note, attempt_count, expires_at, created_at`;
}

/**
 * Claims at most `limit` due e-mails, in this order: those about orders that have waited for long, at most half of the limit; those that
 * are not about an order, such as codes; the others. In each, first those that became due first.
 */
export async function claimDueMails(db: Db, clock: ServiceClock, limit: number): Promise<ClaimedMail[]> {
  const claimed: ClaimedMail[] = [];
  const claimFromEach = async (table: ClaimedMail['table'], { waitedMs, max }: { waitedMs: number; max: number }) => {
    for (const { nowMs, organizers } of claimsByClock(db, clock)) {
      if (claimed.length === max) return;
      const times = { now: timestamp(nowMs - waitedMs), leaseExpiresAt: timestamp(nowMs + mailQueue.leaseMs) };
      const params = { ...times, ...organizers, limit: max - claimed.length };
      const rows =
        table === 'mails' ? await claimDue(db, params, findDueMail, claimMails) : await claimDueOrderMails(db, params);
      claimed.push(...rows.map((row) => ({ ...row, table })));
    }
  };
  await claimFromEach('order_mails', { waitedMs: longWaitMs, max: Math.ceil(limit / 2) });
  await claimFromEach('mails', { waitedMs: 0, max: limit });
  await claimFromEach('order_mails', { waitedMs: 0, max: limit });
  return claimed;
}

/** Finds the organizers whose mails became due first, then claims as many mails of each. A sharded database locks rows of one organizer. */
async function claimDueOrderMails(db: Db, params: Claim): Promise<(ClaimedRow & Lease)[]> {
  const limits = new Map<string, number>();
  for (const { organizer_id: organizerId } of await findDueOrderMails(db, params)) {
    limits.set(organizerId, (limits.get(organizerId) ?? 0) + 1);
  }
  const { now, leaseExpiresAt } = params;
  const claimed: (ClaimedRow & Lease)[] = [];
  for (const [organizerId, limit] of limits) {
    const claim = { now, leaseExpiresAt, organizerId, limit };
    const rows = await db.transaction().execute((tx) => claimOrderMails(tx, claim));
    claimed.push(...rows.map((row) => ({ ...row, leaseExpiresAt })));
  }
  return claimed;
}

/** The condition that a row is this mail. */
function isMail({ table, organizer_id, id }: ClaimedMail): RawBuilder<boolean> {
  return table === 'mails' ? sql`id = ${id}` : sql`organizer_id = ${organizer_id} and id = ${id}`;
}

/** Deletes an e-mail that is no longer needed, even if another worker has claimed it in the meantime. */
export async function deleteMail(db: Db, mail: ClaimedMail): Promise<void> {
  await db.deleteFrom(mail.table).where(isMail(mail)).execute();
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
  return db.updateTable(mail.table).where(isMail(mail)).where(hasLease(mailQueue, mail));
}

/**
 * Releases the e-mails that were claimed when the server crashed: they are due again. Call it only while no worker runs.
 *
 * @param now RFC 3339
 */
export async function releaseMailLeases(db: Db, now: string): Promise<void> {
  for (const table of mailTables) await releaseLeases(db, { ...mailQueue, table }, now);
}
