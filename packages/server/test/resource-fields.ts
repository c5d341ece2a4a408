/** The exact fields of each resource, listed independently of the code. */

const stock = ['quantity', 'sold', 'reserved', 'available'];

const eventFields = [
  ...['id', 'name', 'slug', 'description', 'status', 'startsAt', 'endsAt', 'timezone', 'venue', 'posterUrl'],
  ...['currency', 'ticketTypes', 'createdAt', 'updatedAt'],
];

const ticketTypeFields = [
  ...['id', 'eventId', 'name', 'description', 'category', 'price', 'currency', 'minPerOrder', 'maxPerOrder'],
  ...['salesStartAt', 'salesEndAt', 'status', 'position'],
];

/** The fields about the holders of a ticket type. Only the extended deployment has them. */
const ofHolders = ['startsAt', 'holderName', 'ageRule'];

const addonFields = [
  'id',
  'eventId',
  'name',
  'type',
  'price',
  'currency',
  'unitsPerPurchase',
  'assignedTo',
  'maxPerHolder',
  'status',
];

const orderFields = [
  ...['orderNumber', 'eventId', 'status', 'currency', 'subtotal', 'total', 'refundedTotal', 'ticketCount'],
  ...['createdAt', 'updatedAt', 'paidAt', 'expiresAt'],
];

const ticketFields = [
  ...['id', 'orderNumber', 'eventId', 'ticketTypeId', 'ticketTypeName', 'status', 'issuedAt', 'updatedAt', 'usedAt'],
];

/** The fields for the programs of the organizer. Only the extended deployment has them in events. */
const external = ['externalId', 'metadata'];

/** The texts in other languages, which only secret keys read. Only the extended deployment has them. */
const translations = ['translations'];

export const fieldsOf = {
  page: ['data', 'hasMore', 'nextCursor'],
  event: { baseline: eventFields, extended: [...eventFields, 'publicSlug', 'defaultLanguage', 'nameFields', 'addons'] },
  /** The field of an event of the extended deployment that only buyers and publishable keys can read: others list the questions. */
  publicEvent: ['questions'],
  /** The fields of an event of the extended deployment that only secret keys can read. */
  ownEvent: ['waitingRoom', 'answersUntil'],
  /** The fields of a ticket type of the extended deployment that only secret keys can read. */
  ownTicketType: ['bibs', 'categoryRule', 'showsQuantityLeft'],
  /** The field of a ticket type of the extended deployment that only buyers and publishable keys can read. */
  publicTicketType: ['quantityLeft'],
  external,
  translations,
  venue: ['name', 'address', 'city', 'country'],
  ofHolders,
  ticketType: { secret: [...ticketTypeFields, ...stock], publishable: [...ticketTypeFields, 'soldOut'] },
  addon: { secret: [...addonFields, ...stock], publishable: [...addonFields, 'soldOut'] },
  order: [...orderFields, ...external],
  orderDetail: [...orderFields, ...external, 'feeBreakdown', 'items', 'tickets'],
  feeBreakdown: [...['subtotal', 'discount', 'platformFee', 'paymentFee', 'tax', 'total', 'organizerNet', 'paidBy']],
  item: ['id', 'kind', 'ticketTypeId', 'addonId', 'name', 'quantity', 'quantityRefunded', 'unitPrice', 'total'],
  ticket: [...ticketFields, ...external],
  orderDetailWithPersonalData: [...orderFields, ...external, 'buyer', 'feeBreakdown', 'items', 'tickets'],
  buyer: ['email', 'name', 'phone'],
  ticketWithPersonalData: [
    ...[...ticketFields, ...external, 'holderName', 'firstName', 'lastName', 'bib', 'category', 'qrValue'],
  ],
  settlement: [
    ...['id', 'eventId', 'eventName', 'currency', 'status', 'ordersPaid', 'ticketsSold', 'gross', 'refunds'],
    ...[
      'platformFees',
      'paymentFees',
      'taxes',
      'net',
      'collectedByPlatform',
      'collectedByOrganizer',
      'held',
      'paidOut',
      'balance',
      'updatedAt',
    ],
  ],
} as const;
