import {
  anyOf,
  anyOfIds,
  count,
  id,
  listQuery,
  nullable,
  object,
  page,
  searchFilter,
  Type,
  text,
  timeFilters,
} from '../../platform/http/schema.ts';
import { answerList } from '../questions/http.ts';
import { attendeeFields, personalFields, ticketExample, ticketFields } from './schema.ts';
import { ticketStatuses } from './states.ts';

const maxAttendeesPerPage = 200;

const attendeeAddon = object(
  {
    id: id('ent', 'Id of the entitlement'),
    addonId: id('add', 'Id of the add-on'),
    ticketId: nullable(id('tkt', 'Id of the ticket of the attendee; null for an add-on of the order')),
    name: text('Name of the add-on when it was granted', { examples: ['Drink voucher'] }),
    type: text('Kind of add-on, in one word', { examples: ['drink'] }),
    unitsTotal: count('Number of purchased units, less refunded units'),
  },
  { $id: 'AttendeeAddon', description: 'An add-on of an attendee, or of the order' },
);

const attendee = object(
  {
    ...ticketFields,
    holderName: personalFields.holderName,
    firstName: personalFields.firstName,
    lastName: personalFields.lastName,
    bib: personalFields.bib,
    category: personalFields.category,
    fields: attendeeFields,
    answers: answerList,
    buyer: object(
      {
        email: nullable(text('E-mail address', { maxLength: 320, examples: ['ada.lovelace@example.com'] })),
        name: nullable(text('Name', { maxLength: 300, examples: ['Ada Lovelace'] })),
        phone: nullable(text('Telephone number', { maxLength: 50, examples: ['+49 40 5550123'] })),
      },
      { $id: 'AttendeeBuyer', description: 'The buyer of the order' },
    ),
    addons: Type.Array(attendeeAddon, {
      description: 'The add-ons of the attendee, and those of the order, which all its tickets have',
      maxItems: 1_000,
    }),
  },
  {
    $id: 'ListedAttendee',
    description:
      'A ticket with its holder, and with its buyer and its add-ons. `GET /addons` says which units are left',
    example: ticketExample,
  },
);

export const attendeePage = page('AttendeePage', attendee, maxAttendeesPerPage);

const attendeeFilters = {
  eventId: anyOfIds('Only attendees of these events', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd'),
  ticketTypeId: anyOfIds('Only attendees with a ticket of these types', 'tty_01kamz0g5ve4q8v5x2c4g6t0yd'),
  status: anyOf(ticketStatuses, 'Only attendees whose ticket has one of these statuses'),
  q: searchFilter(
    'Only attendees that have all these words: each must be the begin of a name of the holder or the buyer, a bib, an order number or an e-mail address. With one `eventId`, also of an answer of the holder, such as a club, a size or a birth date',
  ),
  ...timeFilters('issuedAt', '`q`'),
};

export const attendeeListQuery = listQuery(maxAttendeesPerPage, attendeeFilters);

/** The query of the list in the dashboard. */
export const memberAttendeeListQuery = listQuery(maxAttendeesPerPage, {
  ...attendeeFilters,
  missingAnswers: Type.Optional(
    Type.Boolean({
      description:
        'Only attendees who have not answered a required question, with `eventId`. The newest are first, and there is no next page',
    }),
  ),
  answer: Type.Optional(
    Type.String({
      pattern: '^que_[0-7][0-9a-hjkmnp-tv-z]{25}:',
      maxLength: 100,
      description:
        'Only attendees who have chosen this option of a question, or have given this consent: the id of the question, a colon, and the code of the option; ' +
        '`true` for a consent, also that of a guardian, and `true` or `false` for a `boolean`',
      examples: ['que_01kamz0g5ve4q8v5x2c4g6t0yd:large'],
    }),
  ),
});
