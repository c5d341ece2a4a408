import { client } from './generated/client.gen.js';
import { consumeUnits, getOrder, listEvents, updateEvent } from './generated/sdk.gen.js';
import type { UpdateEvent } from './generated/types.gen.js';

const [, , baseUrl = '', key = '', orderNumber = '', entitlementId = ''] = process.argv;
client.setConfig({ baseUrl, auth: key });

const events = await listEvents({ query: { limit: 1 } });
const order = await getOrder({ path: { orderNumber } });
const missingOrder = await getOrder({ path: { orderNumber: 'UNKNOWN000' } });
const consumed = await consumeUnits({ body: { entitlementId, units: 1, ref: 'from hey-api' } });
const event = events.data?.data[0];
if (event === undefined) throw new Error('The list has no event.');
const body: UpdateEvent = { description: 'Changed by hey-api', endsAt: null };
const changedEvent = await updateEvent({ path: { id: event.id }, body });

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
