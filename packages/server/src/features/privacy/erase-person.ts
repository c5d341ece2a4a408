import { emailForm } from '#shared/email-form';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { removeFromOutbox } from '../../platform/mail/outbox-files.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { listMailIdsOfOrder } from '../mail/index.ts';
import { type Anonymization, listNumbersOfBuyer } from '../orders/index.ts';
import { readMembership } from './person.ts';
import { removePersonalData } from './remove-personal-data.ts';
import { type OrganizerWithScope, organizerFields } from './scopes.ts';

/** An order whose personal data stays for now. */
interface KeptOrder {
  readonly orderNumber: string;
  readonly reason: Exclude<Anonymization, 'removed' | 'was_removed'>;
}

/** What was erased of a person at an organizer, and what was not. */
interface ErasureAtOrganizer extends ReturnType<typeof organizerFields> {
  readonly removed: readonly string[];
  readonly kept: readonly KeptOrder[];
  /** Number of orders that are left for the next call. */
  readonly ordersLeft: number;
  /** Whether the address belongs to a member of the organizer. Members stay. */
  readonly isMember: boolean;
  /** Whether the address has an open invitation. It is deleted 30 days after its expiry. */
  readonly isInvited: boolean;
}

/**
 * Erases the personal data of all orders of an e-mail address. Each order is one transaction: after a crash, the same call continues, and a
 * repeated call changes nothing. An order that can still be paid stays, and is in the report. The audit log has the number of orders, and
 * neither the address nor a hash of it.
 *
 * @param options.outboxFolder the folder of mails that were written to files
 * @param options.ordersMax how many orders of each organizer are erased at most; by default all
 */
export async function erasePerson(
  db: Db,
  organizers: readonly OrganizerWithScope[],
  email: string,
  {
    outboxFolder,
    ordersMax = Number.POSITIVE_INFINITY,
  }: { readonly outboxFolder: string; readonly ordersMax?: number },
): Promise<ErasureAtOrganizer[]> {
  const reports: ErasureAtOrganizer[] = [];
  for (const organizer of organizers) {
    const { scope } = organizer;
    const subject = scope.organizerId;
    const removed: string[] = [];
    const kept: KeptOrder[] = [];
    const numbers = await listNumbersOfBuyer(db, subject, emailForm(email));
    for (const orderNumber of numbers.slice(0, ordersMax)) {
      const outcome = await eraseOrder(db, scope, orderNumber, outboxFolder);
      if (outcome === 'pending' || outcome === 'payment_open') kept.push({ orderNumber, reason: outcome });
      else removed.push(orderNumber);
    }
    const ordersLeft = Math.max(0, numbers.length - ordersMax);
    const details = { orders: removed.length };
    await recordAudit(db, scope, { action: 'person.erase', subject, details, at: timestamp(scope.clock.now()) });
    const membership = await readMembership(db, subject, email);
    const isEmpty = removed.length === 0 && kept.length === 0 && !membership.isMember && !membership.isInvited;
    if (!isEmpty || organizers.length === 1)
      reports.push({ ...organizerFields(organizer), removed, kept, ordersLeft, ...membership });
  }
  return reports;
}

async function eraseOrder(
  db: Db,
  scope: RequestScope,
  orderNumber: string,
  outboxFolder: string,
): Promise<Anonymization> {
  return db.transaction().execute(async (tx) => {
    const mailIds = await listMailIdsOfOrder(tx, scope.organizerId, orderNumber);
    const outcome = await removePersonalData(tx, scope, orderNumber);
    if (outcome !== 'removed') return outcome;
    // Before the commit: if this process ends now, the order is still found by its address.
    await removeFromOutbox(outboxFolder, mailIds);
    return outcome;
  });
}
