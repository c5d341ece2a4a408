import { id, object, type Static, type TSchema, Type } from '../../platform/http/schema.ts';
import { maxAmount } from '../../platform/money.ts';
import { maxLines, maxTicketsPerOrder } from './per-order.ts';

const quantity = Type.Integer({
  minimum: 1,
  maximum: maxTicketsPerOrder,
  format: 'int32',
  description: 'Quantity',
  examples: [2],
});

function amount(description: string, example: number) {
  return Type.Integer({ description, minimum: 0, maximum: maxAmount, format: 'int64', examples: [example] });
}

/** The add-ons of a ticket holder; `lineFields` are additional fields of the lines, which are named after `name`. */
function holderAddonsWith<F extends Record<string, TSchema>>(name: string, lineFields: F) {
  return Type.Optional(
    Type.Array(
      object(
        { addonId: id('add', 'Id of an add-on with `assignedTo` `holder`'), quantity, ...lineFields },
        { $id: `${name}HolderAddon` },
      ),
      { maxItems: maxLines, description: 'The add-ons of the ticket holder: one line for each add-on' },
    ),
  );
}

/** The fields of a cart; `lineFields` are additional fields of its lines, which are named after `name`. */
function cartWith<F extends Record<string, TSchema>>(name: string, lineFields: F) {
  const lines = { maxItems: maxLines };
  return {
    eventId: id('evt', 'Id of the event'),
    items: Type.Optional(
      Type.Array(
        object(
          { ticketTypeId: id('tty', 'Id of a ticket type of the event'), quantity, ...lineFields },
          { $id: `${name}Ticket` },
        ),
        { ...lines, description: 'One line for each ticket type' },
      ),
    ),
    addons: Type.Optional(
      Type.Array(
        object(
          { addonId: id('add', 'Id of an add-on of the event'), quantity, ...lineFields },
          { $id: `${name}Addon` },
        ),
        { ...lines, description: 'One line for each add-on. Those of ticket holders are in `attendees`' },
      ),
    ),
    expectedTotal: Type.Optional(
      amount(
        'The total that the buyer has seen, in minor units. If the cart has another total, the response is `price_changed`',
        10_217,
      ),
    ),
  };
}

/** The lines of a cart. */
export const cartFields = cartWith('Cart', {});

/** The add-ons of a ticket holder in a cart. */
export const holderAddons = holderAddonsWith('Cart', {});

/** The lines of an order whose prices the seller can state. */
const soldLineFields = {
  unitPrice: Type.Optional(
    amount(
      'What the buyer pays for a unit, in minor units of `currency`; by default the price of the ticket type or add-on',
      4_900,
    ),
  ),
};
export const soldCartFields = cartWith('Sold', soldLineFields);

/** The add-ons of a ticket holder in an order whose prices the seller can state. */
export const soldHolderAddons = holderAddonsWith('Sold', soldLineFields);

const ticketTypeId = id('tty', 'Id of a ticket type in this cart');

/** The ticket holders of a cart, with what is priced for them. */
export const pricedAttendees = Type.Optional(
  Type.Array(object({ ticketTypeId, addons: holderAddons }, { $id: 'CartAttendee' }), {
    maxItems: maxTicketsPerOrder,
    description: 'The ticket holders who get add-ons with `assignedTo` `holder`',
  }),
);

/** A cart to price. */
export const quoteRequest = object(
  { ...cartFields, attendees: pricedAttendees },
  { $id: 'QuoteRequest', description: 'A cart to price' },
);

const soldCart = object({
  ...soldCartFields,
  attendees: Type.Optional(Type.Array(object({ ticketTypeId, addons: soldHolderAddons }))),
});
/** A cart. Only the organizer states prices. */
export type Cart = Static<typeof soldCart>;
