import { ApiError, OperatorError } from '../../errors/index.ts';
import type { ServiceClock } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Logger } from '../../platform/log.ts';
import { type Origin, organizerScope, type RequestScope } from '../../platform/scope.ts';
import { consumeUnits, readEntitlementsOfOrder, reverseConsumption } from '../entitlements/index.ts';
import { cancelOrder, refundOrder } from '../orders/index.ts';
import { findSandbox } from '../organizers/index.ts';
import { finalizeSettlement } from '../settlements/index.ts';
import { undoTicketUse, useTicket } from '../tickets/index.ts';
import {
  addEndpoint,
  disableEndpointByHand,
  enableEndpoint,
  listEndpoints,
  readLastSequence,
  readNewEvents,
  sendTest,
} from '../webhooks/index.ts';
import { Shop } from './shop.ts';

export interface TriggerServices {
  readonly db: Db;
  readonly clock: ServiceClock;
  readonly secrets: Secrets;
  readonly log: Pick<Logger, 'warn' | 'error'>;
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

const sell = ({ shop }: Sandbox) => shop.sell();
const refund = async (sandbox: Sandbox) => {
  const { orderNumber } = await sandbox.shop.sell();
  await refundOrder(sandbox.services.db, sandbox.scope, orderNumber, []);
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
  'event.updated': async ({ shop }) => shop.changeEvent(await shop.createEvent(), { description: 'Changed' }),
  'event.published': ({ shop }) => shop.publishEvent(),
  'event.archived': async ({ shop }) => {
    const { eventId } = await shop.publishEvent();
    await shop.changeEvent(eventId, { status: 'archived' });
  },
  'event.deleted': async ({ shop }) => shop.deleteEvent(await shop.createEvent()),
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
 * @returns the types of the events that it has emitted, in the sequence of the feed. `order.expired` is missing: the job of a running
 *   server emits it about a second later
 * @throws OperatorError `usage` if no such type can be triggered
 * @throws ApiError `sandbox_only` if the organizer is live, `sandbox_in_reset` if the data of the sandbox is being deleted,
 *   `organizer_suspended` if the operator has suspended the organizer, `no_enabled_endpoint` if a `ping` has no endpoint
 */
export async function trigger(services: TriggerServices, organizerId: string, type: string): Promise<string[]> {
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
  await run({ services, scope, shop: new Shop(services, scope) });
  const events = await readNewEvents(db, organizerId, { after, limit: maxEvents });
  return events.map((event) => event.type);
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
