import createClient from 'openapi-fetch';
import type { components, paths } from './generated/types.js';

const [, , baseUrl = '', key = '', orderNumber = '', entitlementId = ''] = process.argv;
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });

const events = await client.GET('/api/v1/events', { params: { query: { limit: 1 } } });
const order = await client.GET('/api/v1/orders/{orderNumber}', { params: { path: { orderNumber } } });
const missingOrder = await client.GET('/api/v1/orders/{orderNumber}', {
  params: { path: { orderNumber: 'UNKNOWN000' } },
});
const consumed = await client.POST('/api/v1/addons/consume', {
  body: { entitlementId, units: 1, ref: 'from openapi-typescript' },
});
const event = events.data?.data[0];
if (event === undefined) throw new Error('The list has no event.');
const body: components['schemas']['UpdateEvent'] = { description: 'Changed by openapi-typescript', endsAt: null };
const changedEvent = await client.PATCH('/api/v1/events/{id}', { params: { path: { id: event.id } }, body });

console.log(
  JSON.stringify({
    event: event.name,
    hasMore: events.data?.hasMore,
    buyer: order.data?.buyer?.email,
    holder: order.data?.tickets[0]?.holderName,
    total: order.data?.feeBreakdown.total,
    status: order.data?.status,
    error: missingOrder.error?.code,
    reason: missingOrder.error?.reason,
    remaining: consumed.data?.entitlement.unitsRemaining,
    description: changedEvent.data?.description,
  }),
);
