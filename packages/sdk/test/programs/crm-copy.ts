import {
  type Changes,
  type Consumption,
  NotFoundError,
  type Order,
  type Organizer,
  type Refund,
  type WebhookEvent,
} from '../../src/index.ts';

type Rows<T> = Record<string, T>;
type RowOf<L> = L extends Changes<infer T> ? T : never;
type SyncedRows = {
  [L in 'events' | 'tickets' | 'attendees' | 'entitlements' | 'payments' | 'settlements']: Rows<
    RowOf<ReturnType<Organizer[L]['syncSince']>>
  >;
};

/** What a CRM has of an organizer. It is JSON, so that a program can store it between its runs. */
export interface Copy extends SyncedRows {
  orders: Rows<Order>;
  consumptions: Rows<Consumption>;
  refunds: Rows<Refund>;
  /** Where the next run continues in each list. */
  positions: Record<string, string>;
  /** Until when refunds and deleted events were read, which have no list of changes. */
  readUntil: string | null;
}

/** A minute before the last complete run began; empty before it. A run that was stopped has perhaps read rows that are deleted now. */
type Since = { readonly createdSince?: string };

/** The copy of a program that was never run. */
export function emptyCopy(): Copy {
  const mirrored = {
    events: {},
    tickets: {},
    attendees: {},
    entitlements: {},
    payments: {},
    settlements: {},
    orders: {},
  };
  return { ...mirrored, consumptions: {}, refunds: {}, positions: {}, readUntil: null };
}

const minuteMs = 60_000;
/** Unpaid orders are deleted so long after their `expiresAt`. */
const abandonedAfterMs = 90 * 24 * 60 * minuteMs;

/**
 * Reads what has changed since the last run. If the program is stopped, the next run continues.
 *
 * @param nowMs the current time
 */
export async function updateCopy(client: Organizer, copy: Copy, nowMs: number): Promise<void> {
  const { positions } = copy;
  const readUntil = new Date(nowMs - minuteMs).toISOString();
  /** Stores the changed rows of a list. `follow` reads what has no list of changes, and is run before the position moves. */
  async function store<T extends { readonly updatedAt: string }>(
    name: string,
    rows: Rows<T>,
    changes: Changes<T>,
    idOf: (row: T) => string,
    follow?: (row: T) => Promise<void>,
  ): Promise<void> {
    for await (const { data, position } of changes.pages()) {
      for (const row of data) {
        await follow?.(row);
        rows[idOf(row)] = row;
      }
      positions[name] = position;
    }
  }
  const byId = ({ id }: { readonly id: string }) => id;

  await store('events', copy.events, client.events.syncSince(positions['events']), byId);
  const expand = ['buyer', 'feeBreakdown', 'items', 'tickets'] as const;
  const orders = client.orders.syncSince(positions['orders'], { expand: [...expand] });
  await store('orders', copy.orders, orders, ({ orderNumber }) => orderNumber);
  await store('tickets', copy.tickets, client.tickets.syncSince(positions['tickets']), byId);
  await store('attendees', copy.attendees, client.attendees.syncSince(positions['attendees']), byId);
  const entitlements = client.entitlements.syncSince(positions['entitlements']);
  await store('entitlements', copy.entitlements, entitlements, byId, async ({ id: entitlementId }) => {
    for await (const use of client.consumptions.list({ entitlementId })) copy.consumptions[use.id] = use;
  });
  await store('payments', copy.payments, client.payments.syncSince(positions['payments']), byId);
  const settlements = client.settlements.syncSince(positions['settlements']);
  await store('settlements', copy.settlements, settlements, byId);

  const since = copy.readUntil === null ? {} : { createdSince: copy.readUntil };
  await readRefunds(client, copy, since);
  await forgetDeletedEvents(client, copy, since);
  await forgetAbandonedOrders(client, copy, nowMs);
  copy.readUntil = readUntil;
}

/** New refunds, refunds that were pending or had failed, and those whose money came back from the bank of the buyer can have changed. */
async function readRefunds(client: Organizer, copy: Copy, since: Since): Promise<void> {
  for await (const refund of client.refunds.list(since)) copy.refunds[refund.id] = refund;
  const changed = Object.values(copy.refunds).filter(({ status }) => status !== 'succeeded');
  const failures = client.webhookEvents.list({ type: ['refund.failed'], ...since });
  for await (const event of failures) changed.push((event as Extract<WebhookEvent, { type: 'refund.failed' }>).data);
  for (const { id } of changed) copy.refunds[id] = await client.refunds.get(id);
}

/** Lists do not report events that were deleted. The feed does, for 30 days. */
async function forgetDeletedEvents(client: Organizer, copy: Copy, since: Since): Promise<void> {
  for await (const event of client.webhookEvents.list({ type: ['event.deleted'], ...since })) {
    const { id } = (event as Extract<WebhookEvent, { type: 'event.deleted' }>).data;
    delete copy.events[id];
    for (const settlement of Object.values(copy.settlements)) {
      if (settlement.eventId === id) delete copy.settlements[settlement.id];
    }
  }
}

/** Orders that were never paid are deleted. Those with money that must be paid back remain, so each order is asked for. */
async function forgetAbandonedOrders(client: Organizer, copy: Copy, nowMs: number): Promise<void> {
  for (const { orderNumber, paidAt, expiresAt } of Object.values(copy.orders)) {
    if (paidAt !== null || expiresAt === null || Date.parse(expiresAt) + abandonedAfterMs > nowMs) continue;
    try {
      await client.orders.get(orderNumber);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      delete copy.orders[orderNumber];
      for (const payment of Object.values(copy.payments)) {
        if (payment.orderNumber === orderNumber) delete copy.payments[payment.id];
      }
    }
  }
}
