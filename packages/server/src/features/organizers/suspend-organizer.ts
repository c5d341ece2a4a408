import { OperatorError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { readOrganizer } from './queries.ts';
import { findSandbox } from './sandboxes.ts';

/**
 * Queues the mails about a change to the owners of an organizer, in the transaction of the change. `accounts`, which imports this
 * feature, provides the function.
 *
 * @param change.at RFC 3339
 */
export type MailOwners = (
  tx: Db,
  organizerId: string,
  change: { readonly isSuspended: boolean; readonly at: string },
) => Promise<void>;

/**
 * Suspends an organizer: its event pages are not found, nothing can be reserved, no payment can be started, and members cannot
 * sell by hand. Payments that have started, orders, tickets, refunds, webhooks and the dashboard still work. API keys still work
 * too, and can list the events. The sandbox of the organizer is suspended too. Its owners get a mail. An organizer that is already
 * suspended does not change.
 */
export async function suspendOrganizer(db: Db, scope: RequestScope, mailOwners: MailOwners): Promise<void> {
  const { organizerId } = scope;
  const at = timestamp(scope.clock.now());
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('organizers')
      .set({ suspended_at: at, updated_at: at })
      .where((eb) => eb.or([eb('id', '=', organizerId), eb('sandbox_of', '=', organizerId)]))
      .where('suspended_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    const entry = { action: 'organizer.suspend' as const, subject: organizerId, details: {}, at };
    await recordAudit(tx, scope, entry);
    await mailOwners(tx, organizerId, { isSuspended: true, at });
  });
}

/**
 * Ends the suspension of an organizer and of its sandbox. Its owners get a mail. An organizer that is not suspended does not
 * change.
 *
 * @throws OperatorError `invalid_state` if the organizer is a sandbox and its live organizer is suspended
 */
export async function resumeOrganizer(db: Db, scope: RequestScope, mailOwners: MailOwners): Promise<void> {
  const { organizerId } = scope;
  const at = timestamp(scope.clock.now());
  await db.transaction().execute(async (tx) => {
    await rejectIfLiveIsSuspended(tx, organizerId);
    const { numUpdatedRows } = await tx
      .updateTable('organizers')
      .set({ suspended_at: null, updated_at: at })
      .where((eb) => eb.or([eb('id', '=', organizerId), eb('sandbox_of', '=', organizerId)]))
      // The reset of a sandbox ends its suspension.
      .where('reset_started_at', 'is', null)
      .where('suspended_at', 'is not', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    const entry = { action: 'organizer.resume' as const, subject: organizerId, details: {}, at };
    await recordAudit(tx, scope, entry);
    await mailOwners(tx, organizerId, { isSuspended: false, at });
  });
}

/** Rejects a sandbox whose live organizer is suspended. */
async function rejectIfLiveIsSuspended(tx: Db, organizerId: string): Promise<void> {
  const sandbox = await findSandbox(tx, organizerId);
  if (sandbox === null) return;
  const live = await readOrganizer(tx, sandbox.liveId);
  if (live.suspendedAt === null) return;
  throw new OperatorError(
    `${sandbox.slug} is suspended while its live organizer is. Run "organizers resume ${live.slug}".`,
    'invalid_state',
  );
}
