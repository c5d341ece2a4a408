import {
  id,
  idFilter,
  listQuery,
  nullable,
  object,
  oneOf,
  orderNumber,
  page,
  Type,
  text,
  time,
  updatedSince,
} from '../../platform/http/schema.ts';
import { ticketStatuses } from './states.ts';

export const ticketLimitMax = 200;

export const ticket = object(
  {
    id: id('tkt', 'Id of the ticket'),
    orderNumber,
    eventId: id('evt', 'The event it admits to'),
    ticketTypeId: id('tty', 'Its type'),
    ticketTypeName: text("Its type's name", { examples: ['Half marathon'] }),
    status: oneOf(ticketStatuses, 'Whether it admits, has admitted, or does not any more'),
    issuedAt: time('When it was issued'),
    updatedAt: time('When it last changed'),
    usedAt: nullable(time('When it was used')),
  },
  { description: 'A ticket, without personal fields' },
);

export const ticketPage = page(ticket, ticketLimitMax);

export const ticketListQuery = listQuery(ticketLimitMax, {
  eventId: idFilter('Only tickets for this event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd'),
  status: Type.Optional(oneOf(ticketStatuses, 'Only tickets in this state')),
  updatedSince,
});
