import {
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
import { ticketStatuses } from './states.ts';

const ticketLimitMax = 200;

const ticketFields = {
  id: id('tkt', 'Id of the ticket'),
  orderNumber,
  eventId: id('evt', 'Id of the event that it is for'),
  ticketTypeId: id('tty', 'Id of the ticket type'),
  ticketTypeName: text('Name of the ticket type', { examples: ['Half marathon'] }),
  status: oneOf(ticketStatuses, 'Whether it can be used, was used, or is void'),
  issuedAt: time('When it was issued'),
  updatedAt: time('When it last changed'),
  usedAt: nullable(time('When it was used')),
};

const example = { issuedAt: '2026-11-20T09:00:00.000Z', updatedAt: '2026-11-20T09:00:00.000Z', usedAt: null };

export const ticket = object(ticketFields, {
  $id: 'Ticket',
  description: 'A ticket, without personal fields',
  example,
});

const personalFields = {
  holderName: nullable(text('Name of its holder', { maxLength: 300, examples: ['Ada Lovelace'] })),
  bib: text('Start or seat number, unique within its event', { maxLength: 50, examples: ['1042'] }),
  category: nullable(text('Class of its holder, such as an age group', { maxLength: 100, examples: ['W40'] })),
  qrValue: text('Content of its QR code: anyone who shows it is admitted', {
    maxLength: 255,
    examples: ['7K3Q9MX2PA5V8C2HRX1N9T4BQ6WZ0R3D'],
  }),
};

/** A ticket as its buyer sees it. */
export const buyerTicket = object(
  { ...ticketFields, ...personalFields },
  { $id: 'BuyerTicket', description: 'A ticket with its holder', example },
);

/** A ticket within the detail of an order: its personal fields need the scope `orders:read:pii`. */
export const orderTicket = object(
  {
    ...ticketFields,
    holderName: Type.Optional(personalFields.holderName),
    bib: Type.Optional(personalFields.bib),
    category: Type.Optional(personalFields.category),
    qrValue: Type.Optional(personalFields.qrValue),
  },
  {
    $id: 'OrderTicket',
    description: 'A ticket; with the scope `orders:read:pii` it has `holderName`, `bib`, `category` and `qrValue`',
    example,
  },
);

export const ticketPage = page('TicketPage', ticket, ticketLimitMax);

export const ticketListQuery = listQuery(ticketLimitMax, {
  eventId: idFilter('Only tickets for this event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd'),
  orderNumber: orderNumberFilter,
  status: Type.Optional(oneOf(ticketStatuses, 'Only tickets in this state')),
  ...timeFilters('issuedAt'),
});
