import { object, oneOf, Type } from '../../platform/http/schema.ts';
import { maxEvents, triggerTypes } from './trigger.ts';

export const triggerRequest = object(
  { type: oneOf(triggerTypes, 'The type of the event') },
  { $id: 'TriggerRequest', description: 'A type of webhook event to make happen', example: { type: 'ticket.used' } },
);

export const triggerResult = object(
  {
    type: oneOf(triggerTypes, 'The type in the request'),
    emitted: Type.Array(oneOf(triggerTypes), {
      description: 'The types of the emitted events, in the order of their `sequence`',
      maxItems: maxEvents,
    }),
  },
  {
    $id: 'TriggerResult',
    description: 'The events that a trigger has emitted',
    example: {
      type: 'ticket.used',
      emitted: ['event.created', 'event.published', 'order.created', 'order.paid', 'ticket.issued', 'ticket.used'],
    },
  },
);
