import type { TableProduct } from './table-product.ts';

/*
 * Column names of the exports of orders and of tickets of Ticket Tailor, as they are in published files. The exports are in English.
 */

const order = {
  orderId: { names: ['Order ID', 'Order number'] },
  orderDate: { names: ['Order date', 'Order created at'], loss: 'dates of orders' },
  currency: { names: ['Currency'] },
  buyerFirstName: { names: ['Buyer first name', 'First name'] },
  buyerLastName: { names: ['Buyer last name', 'Last name'] },
  buyerName: { names: ['Buyer name', 'Name'] },
  buyerEmail: { names: ['Buyer email', 'Email', 'Email address'] },
  buyerPhone: { names: ['Mobile number', 'Phone', 'Phone number'] },
  paymentMethod: { names: ['Payment method', 'Order status'] },
  eventId: { names: ['Event ID'] },
  eventName: { names: ['Event name', 'Event'] },
  eventStart: { names: ['Event start'] },
  eventEnd: { names: ['Event end'] },
  venue: { names: ['Venue', 'Venue name'] },
  promoCode: { names: ['Discount code', 'Voucher code'] },
} as const;

/** The export of tickets of Ticket Tailor, with or without the export of orders. */
export const ticketTailor: TableProduct = {
  prefix: 'tickettailor',
  name: 'Ticket Tailor',
  times: 'event',
  tables: [
    {
      name: 'the export of tickets',
      rows: 'tickets',
      required: ['orderId', 'ticketType'],
      columns: {
        ...order,
        ticketType: { names: ['Ticket type', 'Ticket description'] },
        price: { names: ['Ticket price', 'Price'], loss: 'prices of tickets' },
        holderName: { names: ['Attendee name', 'Ticket holder name'] },
        holderFirstName: { names: ['Attendee first name'] },
        holderLastName: { names: ['Attendee last name'] },
        holderEmail: { names: ['Attendee email'] },
        ticketStatus: { names: ['Ticket status', 'Status'] },
        checkedIn: { names: ['Check-in', 'Checked in', 'Attended'], loss: 'check-ins' },
        checkedInAt: { names: ['Check-in time', 'Checked in at'] },
        qrValue: { names: ['Barcode', 'Ticket barcode', 'Ticket code', 'Ticket reference'], loss: 'QR codes' },
        seat: { names: ['Seat', 'Reservation'] },
      },
      ignored: ['Payment reference', 'Transaction ID', 'Attended'],
    },
    {
      name: 'the export of orders',
      rows: 'orders',
      required: ['orderId', 'total'],
      columns: {
        ...order,
        total: { names: ['Total paid', 'Order value', 'Order total'] },
        discount: { names: ['Discount', 'Discount amount'] },
        platformFee: { names: ['Booking fee', 'Booking fees'] },
        tax: { names: ['Tax', 'Tax total'] },
        refunded: { names: ['Refunded amount', 'Refund amount'], loss: 'refunds' },
        isCancelled: { names: ['Order cancelled', 'Cancelled'], loss: 'cancelled orders' },
      },
      ignored: [
        'Order value',
        'Remaining order value',
        'Tickets purchased',
        'Order items',
        'Transaction ID',
        'PAYG fees',
      ],
    },
  ],
  ticketStates: {
    valid: 'valid',
    issued: 'valid',
    active: 'valid',
    'checked in': 'used',
    void: 'void',
    voided: 'void',
    cancelled: 'void',
    refunded: 'refunded',
  },
  orderStates: {},
  orderKeyOf: (_, { orderId }) => orderId ?? null,
  adapt: (values) => values,
  unmatchedTickets: null,
};
