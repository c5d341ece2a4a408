import type { Db } from '../../platform/database/dialect.ts';
import type { Static } from '../../platform/http/schema.ts';
import { type AuditEntry, listChangesOf } from '../audit/index.ts';
import { listMailsOfOrder } from '../mail/index.ts';
import { listPaymentsOfOrder } from '../payments/index.ts';
import { listEventsOfOrder } from '../webhooks/index.ts';
import { type OrderRow, type OrderView, readOrder } from './load-order.ts';
import type { timelineEntry } from './schema.dashboard.ts';

/** Maximum number of audit entries in a timeline. */
const maxActions = 200;
/** Maximum number of tickets whose audit entries are read. Orders of the checkout have fewer tickets. */
const maxTickets = 500;

type TimelineEntry = Static<typeof timelineEntry>;

const noDetails = {
  status: null,
  amount: null,
  currency: null,
  actor: null,
  error: null,
  fields: [],
  deliveries: null,
};

/**
 * All that happened with an order, newest first: its states, payments, refunds, mails, webhook events, and the actions of members,
 * systems and the operator. It contains no personal data.
 */
export async function readTimeline(db: Db, organizerId: string, order: OrderRow): Promise<TimelineEntry[]> {
  const { order_number: orderNumber } = order;
  const view = await readOrder(db, organizerId, orderNumber);
  const payments = await listPaymentsOfOrder(db, organizerId, orderNumber);
  const refundIds = payments.flatMap(({ refunds }) => refunds.map(({ id }) => id));
  const ticketIds = view.tickets.slice(0, maxTickets).map(({ id }) => id);
  const actions = await listChangesOf(db, organizerId, [orderNumber, ...ticketIds, ...refundIds], maxActions);
  const mails = await listMailsOfOrder(db, organizerId, orderNumber);
  const events = await listEventsOfOrder(db, organizerId, orderNumber);
  const entries: TimelineEntry[] = [
    ...stateEntries(view),
    ...payments.flatMap(({ id, method, status, amount, currency, createdAt, paidAt, refunds }) => [
      { ...noDetails, kind: 'payment' as const, name: method, at: paidAt ?? createdAt, id, status, amount, currency },
      ...refunds.map((refund) => ({
        ...noDetails,
        kind: 'refund' as const,
        name: method,
        at: refund.updatedAt,
        id: refund.id,
        status: refund.status,
        amount: refund.amount,
        currency: refund.currency,
        error: refund.error,
      })),
    ]),
    ...mails.map(({ id, kind, status, updatedAt, error }) => {
      return { ...noDetails, kind: 'mail' as const, name: kind, at: updatedAt, id, status, error };
    }),
    ...events.map(({ id, type, createdAt, deliveries }) => {
      return { ...noDetails, kind: 'webhook' as const, name: type, at: createdAt, id, deliveries };
    }),
    ...actions.map(actionEntry),
  ];
  return entries.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

function stateEntries({
  orderNumber,
  createdAt,
  paidAt,
  status,
  expiresAt,
  total,
  currency,
}: OrderView): TimelineEntry[] {
  const entry = { ...noDetails, kind: 'order' as const, id: orderNumber };
  return [
    { ...entry, name: 'created', at: createdAt, amount: total, currency },
    ...(paidAt === null ? [] : [{ ...entry, name: 'paid', at: paidAt, amount: total, currency }]),
    ...(status === 'expired' && expiresAt !== null ? [{ ...entry, name: 'expired', at: expiresAt }] : []),
  ];
}

function actionEntry({ action, subject, at, actor, details }: AuditEntry): TimelineEntry {
  const { amount, currency, fields } = details as { amount?: number; currency?: string; fields?: string[] };
  return {
    ...noDetails,
    kind: 'action',
    name: action,
    at,
    id: subject,
    actor,
    amount: amount ?? null,
    currency: amount === undefined ? null : (currency ?? null),
    fields: fields ?? [],
  };
}
