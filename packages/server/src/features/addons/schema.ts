import { count, id, object, orderNumber, Type, text, time } from '../../platform/http/schema.ts';

export const entitlement = object(
  {
    id: id('ent', 'Id of the entitlement'),
    orderNumber,
    eventId: id('evt', 'Its event'),
    addonId: id('add', 'The add-on that was bought'),
    name: text('What the add-on is called', { examples: ['Drink voucher'] }),
    type: text('What kind of thing it is, in a word', { examples: ['drink'] }),
    unitsTotal: count('How many units were bought'),
    unitsConsumed: count('How many of them were consumed'),
    unitsRemaining: count('How many can still be consumed: neither consumed nor taken back by a refund'),
    consumed: Type.Boolean({ description: 'Whether nothing remains' }),
    createdAt: time('When it was granted'),
    updatedAt: time('When it last changed'),
  },
  { description: 'A purchased add-on and what is left of it, without personal fields' },
);
