import { count, id, nullable, object, oneOf, orderNumber, Type, text, timeFilter } from '../../platform/http/schema.ts';

export const eventTime = object({
  startsAt: timeFilter('The new start of the event (RFC 3339); by default, it does not change'),
  timezone: Type.Optional(
    text('The time zone that decides the day (IANA); by default, it does not change', {
      maxLength: 100,
      examples: ['Europe/Berlin'],
    }),
  ),
});

export const classChanges = object(
  {
    count: count('Number of all such persons'),
    persons: Type.Array(
      object(
        {
          ticketId: id('tkt', 'Id of the ticket'),
          orderNumber,
          holderName: nullable(text('Name of the holder')),
          category: nullable(text('The category, which stays')),
          categoryThen: nullable(text('The category that the rules would give')),
          ageError: nullable(oneOf(['too_young', 'too_old'], 'Why the age would not be allowed; null if it would be')),
        },
        { $id: 'ClassChange', description: 'A ticket holder who would be in another class' },
      ),
      { description: 'The first of them' },
    ),
  },
  {
    $id: 'ClassChanges',
    description: 'The ticket holders who would be in another class, or too young or too old, on another day',
  },
);

export const missingAnswers = object(
  { count: count('Number of valid and used tickets whose holder has not answered a required question') },
  { $id: 'MissingAnswers', description: 'How many ticket holders have not answered required questions' },
);
