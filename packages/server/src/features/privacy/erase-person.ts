import { emailForm } from '#shared/email-form';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { removeFromOutbox } from '../../platform/mail/outbox-files.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { listMailIdsOfOrder } from '../mail/index.ts';
import { type Anonymization, listNumbersOfBuyer, type PersonRemoval } from '../orders/index.ts';
import { findInOtherOrders } from './other-orders.ts';
import { readMembership } from './person.ts';
import { removePersonalData, removePersonalDataOf } from './remove-personal-data.ts';
import { type OrganizerWithScope, organizerFields } from './scopes.ts';

/** An order whose personal data stays for now. */
interface KeptOrder {
  readonly orderNumber: string;
  readonly reason: Exclude<Anonymization, 'removed' | 'was_removed'>;
}

/** An order of another buyer in which the person was removed, with the tickets of the person. */
interface ErasedInOrder {
  readonly orderNumber: string;
  readonly ticketIds: readonly string[];
}

/** What was erased of a person at an organizer, and what was not. */
interface ErasureAtOrganizer extends ReturnType<typeof organizerFields> {
  readonly removed: readonly string[];
  readonly otherOrders: readonly ErasedInOrder[];
  readonly kept: readonly KeptOrder[];
  /** Number of orders that are left for the next call. */
  readonly ordersLeft: number;
  /** Whether the address belongs to a member of the organizer. Members stay. */
  readonly isMember: boolean;
  /** Whether the address has an open invitation. It is deleted 30 days after its expiry. */
  readonly isInvited: boolean;
}

/**
 * Erases the personal data of all orders of an e-mail address, and that of ticket holders with this address in orders of other buyers. Each order is one transaction: after a crash, the same call continues, and a
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
    const orders = await listOrdersToErase(db, scope, email);
    const removed: string[] = [];
    const otherOrders: ErasedInOrder[] = [];
    const kept: KeptOrder[] = [];
    for (const order of orders.slice(0, ordersMax)) {
      const { orderNumber } = order;
      const { outcome, ticketIds } = await eraseFromOrder(db, scope, order, outboxFolder);
      if (outcome === 'pending' || outcome === 'payment_open') kept.push({ orderNumber, reason: outcome });
      else if (order.isOwn) removed.push(orderNumber);
      else if (outcome === 'removed') otherOrders.push({ orderNumber, ticketIds });
    }
    const ordersLeft = Math.max(0, orders.length - ordersMax);
    const details = { orders: removed.length + otherOrders.length };
    await recordAudit(db, scope, { action: 'person.erase', subject, details, at: timestamp(scope.clock.now()) });
    const membership = await readMembership(db, subject, email);
    const isEmpty = details.orders + kept.length === 0 && !membership.isMember && !membership.isInvited;
    if (!isEmpty || organizers.length === 1)
      reports.push({ ...organizerFields(organizer), removed, otherOrders, kept, ordersLeft, ...membership });
  }
  return reports;
}

/** An order with data of the person, and what removes it in a transaction. */
interface OrderToErase {
  readonly orderNumber: string;
  /** Whether the person is the buyer. */
  readonly isOwn: boolean;
  readonly remove: (tx: Db) => Promise<PersonRemoval>;
}

/** The orders whose buyer has the address, and those of other buyers in which somebody else has it. */
async function listOrdersToErase(db: Db, scope: RequestScope, email: string): Promise<OrderToErase[]> {
  const form = emailForm(email);
  const own = await listNumbersOfBuyer(db, scope.organizerId, form);
  const others = await findInOtherOrders(db, scope.organizerId, email, own);
  return [
    ...own.map((orderNumber) => ({
      orderNumber,
      isOwn: true,
      remove: async (tx: Db) => ({ outcome: await removePersonalData(tx, scope, orderNumber), ticketIds: [] }),
    })),
    ...[...new Set(others.map(({ orderNumber }) => orderNumber))].map((orderNumber) => ({
      orderNumber,
      isOwn: false,
      remove: (tx: Db) => removePersonalDataOf(tx, scope, orderNumber, form),
    })),
  ];
}

async function eraseFromOrder(
  db: Db,
  { organizerId }: RequestScope,
  { orderNumber, remove }: OrderToErase,
  outboxFolder: string,
): Promise<PersonRemoval> {
  return db.transaction().execute(async (tx) => {
    const mailIds = await listMailIdsOfOrder(tx, organizerId, orderNumber);
    const removal = await remove(tx);
    // Before the commit: if this process ends now, the order is still found by its address.
    if (removal.outcome === 'removed') await removeFromOutbox(outboxFolder, mailIds);
    return removal;
  });
}
