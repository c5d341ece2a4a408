import { id, nullable, object, oneOf, orderNumber, Type, text } from '../../platform/http/schema.ts';
import { maxEvents, triggerTypes } from './trigger.ts';

export const triggerRequest = object(
  {
    type: oneOf(triggerTypes, 'The type of the event'),
    eventId: Type.Optional(
      text(
        'Id of an event of the sandbox to use instead of a new one. A draft is published; a ticket type and an add-on are added if it ' +
          'has none that can be bought. `event.created`, `endpoint.disabled` and `ping` ignore it',
        { maxLength: 30, examples: ['evt_01kamz0g5ve4q8v5x2c4g6t0yd'] },
      ),
    ),
  },
  { $id: 'TriggerRequest', description: 'A type of webhook event to make happen', example: { type: 'ticket.used' } },
);

const emittedEvent = object(
  {
    id: id('msg', 'Id of the event, as in the feed'),
    type: oneOf(triggerTypes, 'The type of the event'),
    objectId: nullable(
      text('Id of the resource in `data`, or its order number', { examples: ['tkt_01kamz0g5ve4q8v5x2c4g6t0yd'] }),
    ),
    deliveryIds: Type.Array(id('dlv', 'Id of the delivery to an endpoint'), { maxItems: 1_000 }),
  },
  { $id: 'TriggeredEvent', description: 'A webhook event that a trigger has emitted' },
);

export const triggerResult = object(
  {
    type: oneOf(triggerTypes, 'The type in the request'),
    emitted: Type.Array(oneOf(triggerTypes), {
      description: 'The types of the emitted events, in the order of their `sequence`',
      maxItems: maxEvents,
    }),
    eventId: nullable(id('evt', 'Id of the event that was created or used')),
    orderNumber: nullable(orderNumber),
    ticketIds: Type.Array(id('tkt', 'Id of a ticket of the order'), { maxItems: 100 }),
    events: Type.Array(emittedEvent, {
      description: 'The emitted events, in the order of their `sequence`',
      maxItems: maxEvents,
    }),
  },
  {
    $id: 'TriggerResult',
    description: 'The events that a trigger has emitted',
    example: {
      type: 'ticket.used',
      emitted: ['event.created', 'event.published', 'order.created', 'order.paid', 'ticket.issued', 'ticket.used'],
      events: [{ type: 'ticket.used' }],
    },
  },
);
