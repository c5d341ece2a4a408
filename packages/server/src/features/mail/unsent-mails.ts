import { sql } from 'kysely';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import { announceOnCommit, type Db } from '../../platform/database/dialect.ts';
import { type Origin, organizerScope, type RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { mailTables } from './leases.ts';
import { mailChannel } from './queue-mail.ts';

/** Which e-mails of the queue are listed or sent again. */
export interface UnsentSelection {
  /** Null for the e-mails of all organizers, and those of none, such as sign-in links. */
  readonly organizerId: string | null;
  /** Only e-mails whose status or number of attempts changed at this time or later, RFC 3339; null for all. */
  readonly since: string | null;
}

/** An e-mail that waits or could not be sent. It has no address: the address is read from the order when the e-mail is sent. */
export interface UnsentMail {
  readonly id: string;
  readonly organizerId: string | null;
  readonly orderNumber: string | null;
  readonly kind: string;
  readonly status: 'pending' | 'failed';
  readonly attemptCount: number;
  /** When the next attempt is due, RFC 3339; null if the e-mail has failed. */
  readonly nextAttemptAt: string | null;
  /** Why the last attempt failed; null before the first one. */
  readonly error: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The e-mails that wait or have failed, newest first. Failed e-mails are stored for 30 days. */
export async function listUnsentMails(
  db: Db,
  { status, limit, ...selection }: UnsentSelection & { status: 'failed' | null; limit: number },
): Promise<UnsentMail[]> {
  const ofTables = await Promise.all(
    mailTables.map((table) => {
      let query = db
        .selectFrom(table)
        .select(['id', 'organizer_id as organizerId', 'order_number as orderNumber', 'kind', 'status'])
        .select(['attempt_count as attemptCount', 'next_attempt_at as nextAttemptAt', 'error'])
        .select(['created_at as createdAt', 'updated_at as updatedAt'])
        .orderBy('id', 'desc')
        .limit(limit);
      // The index of failed mails requires this text, not a parameter.
      if (status === 'failed') query = query.where(sql<boolean>`status = 'failed'`);
      if (selection.organizerId !== null) query = query.where('organizer_id', '=', selection.organizerId);
      if (selection.since !== null) query = query.where('updated_at', '>=', selection.since);
      return query.execute();
    }),
  );
  return ofTables
    .flat()
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, limit);
}

/**
 * Queues failed e-mails about orders again, with all their attempts. Others are not sent again: their codes and links were deleted when
 * they failed.
 *
 * @param mailIds the ids of the e-mails; null for all of the selection
 * @returns the e-mails that are sent again
 */
export async function resendFailedMails(
  db: Db,
  selection: UnsentSelection,
  mailIds: readonly string[] | null,
  clock: ServiceClock,
  origin: Origin,
): Promise<UnsentMail[]> {
  const failed = await listUnsentMails(db, { ...selection, status: 'failed', limit: maxResent });
  const chosen = failed.filter(({ id, orderNumber }) => orderNumber !== null && (mailIds?.includes(id) ?? true));
  const byOrganizer = Map.groupBy(chosen, ({ organizerId }) => organizerId!);
  const resent: UnsentMail[] = [];
  for (const [organizerId, mails] of byOrganizer) {
    resent.push(...(await resendOf(db, organizerScope(organizerId, clock, origin), mails)));
  }
  return resent;
}

/** The maximum number of e-mails that one call sends again. */
const maxResent = 10_000;

/** Queues e-mails of one organizer again, in one transaction with their audit entries. */
async function resendOf(db: Db, scope: RequestScope, mails: readonly UnsentMail[]): Promise<UnsentMail[]> {
  const now = timestamp(scope.clock.now());
  return db.transaction().execute(async (tx) => {
    const resent: UnsentMail[] = [];
    for (const mail of mails) {
      if (!(await makePending(tx, scope.organizerId, mail.id, now))) continue;
      const { kind, orderNumber } = mail;
      await recordAudit(tx, scope, { action: 'mail.resend', subject: orderNumber!, details: { kind }, at: now });
      resent.push(mail);
    }
    await announceOnCommit(tx, mailChannel);
    return resent;
  });
}

/** @returns false if another command has sent the e-mail again in the meantime */
async function makePending(tx: Db, organizerId: string, id: string, now: string): Promise<boolean> {
  for (const table of mailTables) {
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set({ status: 'pending', attempt_count: 0, next_attempt_at: now, updated_at: now })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', id)
      .where(sql<boolean>`status = 'failed'`)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) return true;
  }
  return false;
}
