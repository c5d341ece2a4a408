import { id, object, type Static, Type } from '../../platform/http/schema.ts';
import { maxTicketsPerOrder } from './per-order.ts';

/** Maximum number of ticket types and of add-ons in a cart. */
export const maxLines = 50;

const quantity = Type.Integer({
  minimum: 1,
  maximum: maxTicketsPerOrder,
  format: 'int32',
  description: 'Quantity',
  examples: [2],
});

/** The lines of a cart. */
export const cartFields = {
  eventId: id('evt', 'Id of the event'),
  items: Type.Optional(
    Type.Array(
      object({ ticketTypeId: id('tty', 'Id of a ticket type of the event'), quantity }, { $id: 'CartTicket' }),
      {
        maxItems: maxLines,
        description: 'One line for each ticket type',
      },
    ),
  ),
  addons: Type.Optional(
    Type.Array(object({ addonId: id('add', 'Id of an add-on of the event'), quantity }, { $id: 'CartAddon' }), {
      maxItems: maxLines,
      description: 'One line for each add-on',
    }),
  ),
};

/** A cart to price. */
export const quoteRequest = object(cartFields, { $id: 'QuoteRequest', description: 'A cart to price' });
export type Cart = Static<typeof quoteRequest>;
