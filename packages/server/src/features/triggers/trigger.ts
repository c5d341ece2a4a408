import { ApiError, OperatorError } from '../../errors/index.ts';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Logger } from '../../platform/log.ts';
import { type Origin, organizerScope, type RequestScope } from '../../platform/scope.ts';
import { consumeUnits, readEntitlementsOfOrder, reverseConsumption } from '../entitlements/index.ts';
import { cancelOrder, correctHolder, refundOrder } from '../orders/index.ts';
import { findSandbox } from '../organizers/index.ts';
import { findPayment, listPaymentsOfOrder } from '../payments/index.ts';
import { removePersonalData } from '../privacy/index.ts';
import { failRefund, finishRefund, recordDispute } from '../received-money/index.ts';
import { finalizeSettlement } from '../settlements/index.ts';
import { undoTicketUse, useTicket } from '../tickets/index.ts';
import {
  addEndpoint,
  disableEndpointByHand,
  type EmittedEvent,
  enableEndpoint,
  listEmittedEvents,
  listEndpoints,
  readLastSequence,
  sendTest,
} from '../webhooks/index.ts';
import { type Made, Shop } from './shop.ts';

export interface TriggerServices {
  readonly db: Db;
  readonly clock: ServiceClock;
  readonly secrets: Secrets;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Who triggers, for the audit log. */
  readonly origin: Origin;
}

interface Sandbox {
  readonly services: TriggerServices;
  readonly scope: RequestScope;
  readonly shop: Shop;
}

/** The URL of the endpoint that is disabled for `endpoint.disabled`. Nothing is sent to it: the domain does not exist (RFC 2606). */
const disabledUrl = 'https://triggered.invalid/';
/** How long the order is reserved that expires for `order.expired`. */
const expiringHoldMs = 1_000;
/** More events than one trigger emits. */
export const maxEvents = 100;

/** What a trigger has done. */
export interface Triggered extends Made {
  readonly type: string;
  /** The types of `events`. */
  readonly emitted: string[];
  readonly events: EmittedEvent[];
}

const sell = ({ shop }: Sandbox) => shop.sell();
/** Refunds a new order. Returns its number. */
const refund = async (sandbox: Sandbox): Promise<string> => {
  const { orderNumber } = await sandbox.shop.sell();
  await refundOrder(sandbox.services.db, sandbox.scope, orderNumber, []);
  return orderNumber;
};
/** Refunds a new order. Returns the ids of the requests to its payment provider. */
const requestRefund = async (sandbox: Sandbox): Promise<string[]> => {
  const { services, scope } = sandbox;
  const payments = await listPaymentsOfOrder(services.db, scope.organizerId, await refund(sandbox));
  return payments.flatMap(({ refunds }) => refunds.map(({ id }) => id));
};
/** Changes the holder of the ticket of a new order. */
const changeHolder = async (sandbox: Sandbox): Promise<void> => {
  const { orderNumber, tickets } = await sandbox.shop.sell();
  for (const { id: ticketId } of tickets) {
    const holder = { holderName: 'Grace Hopper' };
    await correctHolder(sandbox.services.db, sandbox.scope, { orderNumber, ticketId }, holder, null);
  }
};

/** Consumes a unit of each add-on of a new order, and returns the ids of the consumptions. */
const consume = async (sandbox: Sandbox): Promise<string[]> => {
  const { db } = sandbox.services;
  const { orderNumber } = await sandbox.shop.sell();
  const ids: string[] = [];
  for (const json of await readEntitlementsOfOrder(db, sandbox.scope.organizerId, orderNumber)) {
    const { id: entitlementId } = JSON.parse(json) as { id: string };
    const request = { entitlementId, units: 1, ref: `trigger-${entitlementId}` };
    const consumed = await db.transaction().execute((tx) => consumeUnits(tx, sandbox.scope, request));
    ids.push(consumed.consumption.id);
  }
  return ids;
};

/** What makes each type of event happen, with the operations of the API, of buyers, of members and of the operator. */
const triggers: Readonly<Record<string, (sandbox: Sandbox) => Promise<unknown>>> = {
  'order.created': ({ shop }) => shop.reserve(),
  'order.paid': sell,
  'order.refunded': refund,
  'order.cancelled': async (sandbox) => {
    const { orderNumber } = await sandbox.shop.reserve();
    await cancelOrder(sandbox.services.db, sandbox.scope, orderNumber);
  },
  'order.updated': changeHolder,
  'order.anonymized': async ({ services, scope, shop }) => {
    const { orderNumber } = await shop.sell();
    await services.db.transaction().execute((tx) => removePersonalData(tx, scope, orderNumber));
  },
  'order.disputed': async ({ services, scope, shop }) => {
    const { orderNumber } = await shop.sell();
    for (const { id, amount, currency } of await listPaymentsOfOrder(services.db, scope.organizerId, orderNumber)) {
      const payment = await findPayment(services.db, scope.organizerId, id);
      const money = { chargeReference: id, amount, currency };
      const dispute = { reference: `dp_${id}`, reason: 'fraudulent', status: 'open', ...money } as const;
      if (payment !== null) await recordDispute(services, payment, dispute);
    }
  },
  'payment.received': sell,
  'refund.created': refund,
  // The job of a running server can have finished it already.
  'refund.succeeded': async (sandbox) => {
    const { services, scope } = sandbox;
    for (const id of await requestRefund(sandbox)) await finishRefund(services, scope.organizerId, id, null);
  },
  'refund.failed': async (sandbox) => {
    const { services, scope } = sandbox;
    for (const id of await requestRefund(sandbox)) {
      await failRefund(services, scope.organizerId, { id }, ['pending', 'succeeded'], 'Failed by a trigger');
    }
  },
  // The job of a running server expires it.
  'order.expired': ({ shop }) => shop.reserve({ holdMs: expiringHoldMs }),
  'ticket.issued': sell,
  'ticket.used': async (sandbox) => {
    const { tickets } = await sandbox.shop.sell();
    for (const { id } of tickets) {
      await useTicket(sandbox.services.db, sandbox.scope, id);
    }
  },
  'ticket.check_in_undone': async (sandbox) => {
    const { tickets } = await sandbox.shop.sell();
    for (const { id } of tickets) {
      await useTicket(sandbox.services.db, sandbox.scope, id);
      await undoTicketUse(sandbox.services.db, sandbox.scope, id);
    }
  },
  'ticket.updated': changeHolder,
  'ticket.voided': refund,
  'addon.granted': sell,
  'addon.consumed': consume,
  'addon.consumption_reversed': async (sandbox) => {
    const { db } = sandbox.services;
    for (const consumptionId of await consume(sandbox)) {
      const reversal = { consumptionId, reason: 'Trigger' };
      await db.transaction().execute((tx) => reverseConsumption(tx, sandbox.scope, reversal));
    }
  },
  'event.created': ({ shop }) => shop.createEvent(),
  'event.updated': async ({ shop, scope }) =>
    shop.changeEvent(await shop.findOrCreateEvent(), { description: `Changed at ${timestamp(scope.clock.now())}` }),
  'event.published': ({ shop }) => shop.publishEvent(),
  'event.archived': async ({ shop }) => {
    const { eventId } = await shop.publishEvent();
    await shop.changeEvent(eventId, { status: 'archived' });
  },
  'event.deleted': async ({ shop }) => shop.deleteEvent(await shop.findOrCreateEvent()),
  'settlement.updated': sell,
  'settlement.paid': async (sandbox) => {
    const { db } = sandbox.services;
    const { eventId } = await sandbox.shop.sell();
    // Payments of a sandbox are nobody's money, so there is nothing to pay out.
    await finalizeSettlement(db, sandbox.scope, eventId);
  },
  'endpoint.disabled': disableAnEndpoint,
  ping: pingEndpoints,
};

/** The types of events that can be triggered. */
export const triggerTypes: readonly string[] = Object.keys(triggers);

/**
 * Causes a webhook event of this type in a sandbox: it creates an event, sells tickets of it, and so on, each with the operation that
 * also a client uses. So the webhook event has real data, is stored in the feed, and is sent to endpoints like any other.
 *
 * @param type one of `triggerTypes`
 * @param eventId an event of the sandbox to use instead of a new one. Types that are about no event, and `event.created`, ignore it
 * @returns what it has made, and the events that it has emitted, in the sequence of the feed. `order.expired` is missing: the job of a
 *   running server emits it about a second later
 * @throws OperatorError `usage` if no such type can be triggered
 * @throws ApiError `event_not_found` if the sandbox has no such event, and the errors of the operations if it cannot be used
 * @throws ApiError `sandbox_only` if the organizer is live, `sandbox_in_reset` if the data of the sandbox is being deleted,
 *   `organizer_suspended` if the operator has suspended the organizer, `no_enabled_endpoint` if a `ping` has no endpoint
 */
export async function trigger(
  services: TriggerServices,
  organizerId: string,
  type: string,
  eventId: string | null = null,
): Promise<Triggered> {
  const run = triggers[type];
  if (run === undefined) {
    throw new OperatorError(`"${type}" cannot be triggered. "trigger --list" shows the types of events.`, 'usage');
  }
  const { db } = services;
  const sandbox = await findSandbox(db, organizerId);
  if (sandbox === null) throw new ApiError('sandbox_only', {});
  if (sandbox.resetStartedAt !== null) throw new ApiError('sandbox_in_reset', {});
  const after = await readLastSequence(db, organizerId);
  const scope = organizerScope(organizerId, services.clock, services.origin);
  const shop = new Shop(services, scope, eventId);
  await run({ services, scope, shop });
  const selection = { after, ofEventId: shop.made.eventId, limit: maxEvents };
  const events = await listEmittedEvents(db, organizerId, selection);
  return { type, emitted: events.map((event) => event.type), ...shop.made, events };
}

/** Disables an endpoint that only this trigger uses. */
async function disableAnEndpoint({ services, scope }: Sandbox): Promise<void> {
  const { db, secrets } = services;
  const existing = (await listEndpoints(db, scope.organizerId)).find(({ url }) => url === disabledUrl);
  const rules = { allowHttp: false, allowPrivateNetworks: true, eventTypes: ['ping'] };
  const settings = { url: disabledUrl, events: ['ping'], description: 'Used by the command trigger' };
  const { id } = existing ?? (await addEndpoint(db, scope, settings, rules, secrets));
  if (existing?.status === 'disabled') await enableEndpoint(db, scope, id);
  await disableEndpointByHand(db, scope, id);
}

async function pingEndpoints({ services, scope }: Sandbox): Promise<void> {
  const endpoints = await listEndpoints(services.db, scope.organizerId);
  const enabled = endpoints.filter(({ status }) => status === 'enabled');
  if (enabled.length === 0) {
    throw new ApiError('no_enabled_endpoint', {});
  }
  for (const { id } of enabled) await sendTest(services.db, scope, id);
}
