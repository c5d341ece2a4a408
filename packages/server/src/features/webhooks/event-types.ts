/** The types of webhook events, in the order of the documentation. */
export const eventTypes = [
  'order.created',
  'order.paid',
  'order.refunded',
  'order.cancelled',
  'order.expired',
  'ticket.issued',
  'ticket.used',
  'ticket.voided',
  'addon.granted',
  'addon.consumed',
  'event.created',
  'event.updated',
  'event.published',
  'event.archived',
  'settlement.updated',
  'settlement.paid',
  'endpoint.disabled',
  'ping',
] as const;

export type EventType = (typeof eventTypes)[number];

export function isEventType(text: string): text is EventType {
  return (eventTypes as readonly string[]).includes(text);
}
