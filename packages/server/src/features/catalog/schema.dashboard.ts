import { object, Type } from '../../platform/http/schema.ts';
import { eventFields, optional, optionalOrNull } from './fields.ts';

export const eventCopy = object(
  {
    name: eventFields.name,
    startsAt: eventFields.startsAt,
    endsAt: optionalOrNull(eventFields.endsAt),
    slug: optional(eventFields.slug),
  },
  { $id: 'EventCopy', description: 'The name and the times of the copy of an event' },
);

export const offerSequence = object(
  {
    ids: Type.Array(Type.String({ maxLength: 30, examples: ['tty_01kamz0g5ve4q8v5x2c4g6t0yd'] }), {
      description: 'The ids of all ticket types, of all add-ons or of all questions of the event, in the new sequence',
      minItems: 1,
      maxItems: 1_000,
    }),
  },
  { $id: 'OfferSequence', description: 'The sequence in which ticket types, add-ons or questions are displayed' },
);
