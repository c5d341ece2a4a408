import { anyOfExternalIds, externalFields, externalIdFilter } from '../../platform/http/external-schema.ts';
import {
  anyOf,
  anyOfIds,
  anyOfOrderNumbers,
  count,
  file,
  id,
  idFilter,
  listQuery,
  nullable,
  object,
  oneOf,
  orderNumber,
  orderNumberFilter,
  page,
  Type,
  text,
  time,
  timeFilters,
} from '../../platform/http/schema.ts';
import { fileLanguages } from '../../platform/spreadsheet/csv.ts';
import { answerList } from '../questions/http.ts';
import { maxQuestions } from '../questions/index.ts';
import { exportFormats } from './export-attendees.ts';
import { attendeeColumns } from './export-columns.ts';
import { ticketStatuses } from './states.ts';

const maxTicketsPerPage = 200;

const buyerTicketFields = {
  id: id('tkt', 'Id of the ticket'),
  orderNumber,
  eventId: id('evt', 'Id of the event'),
  ticketTypeId: id('tty', 'Id of the ticket type'),
  ticketTypeName: text('Name of the ticket type', { examples: ['Half marathon'] }),
  status: oneOf(
    ticketStatuses,
    '`valid`: the ticket can be used; `used`: it was used at the entrance; `void`: it was refunded',
  ),
  issuedAt: time('Time of issue'),
  updatedAt: time('When the ticket, or the name of its type, last changed'),
  usedAt: nullable(time('Time of use')),
};

/** The fields of a ticket for its organizer. */
export const ticketFields = { ...buyerTicketFields, ...externalFields };

export const ticketExample = {
  issuedAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  usedAt: null,
};

export const ticket = object(ticketFields, {
  $id: 'Ticket',
  description: 'A ticket, without personal fields',
  example: ticketExample,
});

/** A ticket in the event `ticket.used`. */
export const usedTicket = object(
  {
    ...ticketFields,
    gate: nullable(
      object(
        {
          id: id('gat', 'Id of the gate'),
          name: text('Name of the gate', { maxLength: 300, examples: ['Main entrance'] }),
        },
        { $id: 'TicketGate', description: 'The gate at which a ticket was used' },
      ),
    ),
  },
  {
    $id: 'UsedTicket',
    description: 'A used ticket, without personal fields. `gate` is null if it was used without a scan at a gate',
    example: ticketExample,
  },
);

/**
 * The field `changed` of an event.
 *
 * @param names the fields that it can contain, for the description
 */
export function changedFields(names: string, examples: string[]) {
  return Type.Array(text('Name of a field', { maxLength: 100, examples }), {
    minItems: 1,
    maxItems: 100,
    description: `The changed fields: ${names}. Later versions can add others`,
    examples: [examples],
  });
}

/** A ticket in the event `ticket.updated`. */
export const updatedTicket = object(
  {
    ...ticketFields,
    changed: changedFields('`holderName`, `bib`, `category`, `qrValue`, `answers`, `externalId` or `metadata`', [
      'holderName',
    ]),
  },
  { $id: 'UpdatedTicket', description: 'A changed ticket, without personal fields', example: ticketExample },
);

/** What an attendee was asked: texts by their questions. */
export const attendeeFields = Type.Unsafe<Record<string, string>>({
  type: 'object',
  description:
    'What the holder was asked in the system from which the ticket was imported: the answers by their questions',
  additionalProperties: { type: 'string', maxLength: 2_000 },
  maxProperties: 100,
  examples: [{ 'T-shirt size': 'M' }],
});

/** Maximum length of a first or a last name: both and a space have at most the length of a name. */
export const maxPartOfName = 149;

export const personalFields = {
  holderName: nullable(text('Name of the holder', { maxLength: 300, examples: ['Ada Lovelace'] })),
  firstName: nullable(
    text('First name of the holder; null if the name was entered in one field', {
      maxLength: maxPartOfName,
      examples: ['Ada'],
    }),
  ),
  lastName: nullable(
    text('Last name of the holder; null if the name was entered in one field', {
      maxLength: maxPartOfName,
      examples: ['Lovelace'],
    }),
  ),
  bib: text('Start number or seat number, unique within the event; empty if the ticket has none', {
    maxLength: 50,
    examples: ['1042'],
  }),
  category: nullable(text('Class of the holder, such as an age group', { maxLength: 100, examples: ['W40'] })),
  qrValue: text('Content of the QR code. Anyone who shows it at the entrance is admitted.', {
    maxLength: 255,
    examples: ['7K3Q9MX2PA5V8C2HRX1N9T4BQ6WZ0R3D'],
  }),
  fields: Type.Optional(attendeeFields),
};

/** The answers of the holder of a ticket. */
const answers = Type.Optional(answerList);

/** A ticket that is read alone. */
export const ticketDetail = object(
  { ...ticketFields, answers },
  {
    $id: 'TicketDetail',
    description: 'A ticket. `answers` need the scope `orders:read:pii`',
    example: ticketExample,
  },
);

/** The add-ons of a ticket holder. */
export const holderAddons = Type.Array(
  object(
    {
      id: id('ent', 'Id of the entitlement'),
      itemId: id('itm', 'Id of the item of the order'),
      addonId: id('add', 'Id of the add-on'),
      name: text('Name of the add-on when it was granted', { examples: ['Shirt L'] }),
      type: text('Kind of add-on, in one word', { examples: ['shirt'] }),
      unitsTotal: count('Number of purchased units, less refunded units'),
      unitsConsumed: count('Number of consumed units'),
    },
    { $id: 'HolderAddon', description: 'An add-on of a ticket holder', example: { unitsTotal: 1, unitsConsumed: 0 } },
  ),
  { maxItems: 1_000, description: 'The add-ons of the ticket holder' },
);
const addons = Type.Optional(holderAddons);

/** A ticket in responses to its buyer. */
export const buyerTicket = object(
  {
    ...buyerTicketFields,
    startsAt: nullable(time('When its holder starts; null: with the event')),
    ...personalFields,
    answers,
    addons,
  },
  { $id: 'BuyerTicket', description: 'A ticket with its personal fields', example: ticketExample },
);

/** A ticket in the detail of an order. Only a key with the scope `orders:read:pii` gets its personal fields. */
export const orderTicket = object(
  {
    ...ticketFields,
    holderName: Type.Optional(personalFields.holderName),
    firstName: Type.Optional(personalFields.firstName),
    lastName: Type.Optional(personalFields.lastName),
    bib: Type.Optional(personalFields.bib),
    category: Type.Optional(personalFields.category),
    qrValue: Type.Optional(personalFields.qrValue),
    fields: personalFields.fields,
    answers,
    addons,
  },
  {
    $id: 'OrderTicket',
    description:
      'A ticket. The fields `holderName`, `firstName`, `lastName`, `bib`, `category`, `qrValue`, `fields`, `answers` and `addons` need the scope `orders:read:pii`. Only ' +
      'imported tickets can have `fields`, and lists have no `answers` and no `addons`.',
    example: ticketExample,
  },
);

/** A ticket in a list of the dashboard. */
const memberTicket = object(
  {
    ...ticketFields,
    holderName: Type.Optional(personalFields.holderName),
    bib: Type.Optional(personalFields.bib),
  },
  {
    $id: 'MemberTicket',
    description: 'A ticket. Only a list with `holders` has `holderName` and `bib`',
    example: ticketExample,
  },
);

export const memberTicketPage = page('MemberTicketPage', memberTicket, maxTicketsPerPage);

export const ticketPage = page('TicketPage', ticket, maxTicketsPerPage);

const ticketFilters = {
  externalId: externalIdFilter('Only the ticket with this `externalId`'),
  eventId: idFilter('Only tickets for this event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd'),
  orderNumber: orderNumberFilter,
  status: Type.Optional(oneOf(ticketStatuses, 'Only tickets with this status')),
  ...timeFilters('issuedAt', '`orderNumber` or `externalId`'),
};

const queryOfSeveral = listQuery(maxTicketsPerPage, {
  ...ticketFilters,
  externalId: anyOfExternalIds('Only the tickets with these values of `externalId`'),
  eventId: anyOfIds('Only tickets for these events', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd'),
  orderNumber: anyOfOrderNumbers,
  status: anyOf(ticketStatuses, 'Only tickets with these statuses'),
});

/** The query parameters of the list. Without `several`, a filter has one value. */
export function ticketListQuery(filters: { several: boolean }): typeof queryOfSeveral {
  if (filters.several) return queryOfSeveral;
  // The handler accepts one value too.
  return listQuery(maxTicketsPerPage, ticketFilters) as unknown as typeof queryOfSeveral;
}

export const memberTicketListQuery = listQuery(maxTicketsPerPage, {
  ...ticketFilters,
  holders: Type.Optional(
    Type.Boolean({
      description:
        'Whether the rows contain the names and the numbers of the holders. Each of them is written to the audit log',
    }),
  ),
});

/** The response is a file, not JSON. */
export const attendeeFile = file('A CSV file (RFC 4180) or an Excel workbook', 'application/octet-stream');

export const attendeeExportQuery = object({
  eventId: text('Id of the event', { maxLength: 100, examples: ['evt_01kamz0g5ve4q8v5x2c4g6t0yd'] }),
  format: oneOf(exportFormats, '`csv`, an Excel workbook, or CSV with the columns that RACE RESULT imports'),
  columns: Type.Optional(
    Type.Array(
      Type.String({ pattern: `^(${attendeeColumns.join('|')}|que_[0-7][0-9a-hjkmnp-tv-z]{25})$`, maxLength: 30 }),
      {
        minItems: 1,
        maxItems: attendeeColumns.length + maxQuestions,
        description: `The columns in their sequence, separated by commas or in repeated parameters: ${attendeeColumns.join(', ')}, and ids of questions. \`raceResult\` has its own columns`,
      },
    ),
  ),
  ticketTypeId: idFilter('Only tickets of this type', 'tty_01kamz0g5ve4q8v5x2c4g6t0yd'),
  status: anyOf(ticketStatuses, 'Only tickets with these statuses. By default, refunded tickets are left out'),
  language: oneOf(
    fileLanguages,
    'The language of the headings. It decides the separator of `csv`: `,` for `en`, `;` for `de`',
  ),
});
