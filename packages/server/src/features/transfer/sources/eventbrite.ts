import type { TableProduct } from './table-product.ts';

/*
 * Column names of the attendee report and the orders report of Eventbrite, as they are in published files: the reports since 2023,
 * the older attendee report in English (United States and United Kingdom) and German, and both reports with the currency in the names of
 * columns, such as `Amount (USD)`. The name without the currency is listed.
 */

const order = {
  orderId: { names: ['Order ID', 'Order #', 'Order no.', 'Bestellnr.', 'Bestellnummer'] },
  orderDate: { names: ['Order date', 'Bestelldatum', 'Date'], loss: 'dates of orders' },
  currency: { names: ['Currency', 'Währung'] },
  buyerFirstName: { names: ['Buyer first name'] },
  buyerLastName: { names: ['Buyer last name'] },
  buyerName: { names: ['Buyer name'] },
  buyerEmail: { names: ['Buyer email'] },
  buyerPhone: { names: ['Phone number', 'Mobile phone', 'Cell phone', 'Home phone'] },
  eventId: { names: ['Event ID'] },
  eventName: { names: ['Event name'] },
  eventStart: { names: ['Event start date', 'Date attending'] },
  eventStartTime: { names: ['Event start time'] },
  eventTimezone: { names: ['Event timezone'] },
  venue: { names: ['Event location', 'Venue name'] },
} as const;

/** The attendee report of Eventbrite, with or without the orders report. */
export const eventbrite: TableProduct = {
  prefix: 'eventbrite',
  name: 'Eventbrite',
  times: 'event',
  tables: [
    {
      name: 'the orders report',
      rows: 'orders',
      required: ['orderId', 'total'],
      columns: {
        ...order,
        buyerFirstName: { names: ['Buyer first name', 'First name'] },
        buyerLastName: { names: ['Buyer last name', 'Last name', 'Surname'] },
        buyerEmail: { names: ['Buyer email', 'Email address', 'Email'] },
        total: { names: ['Gross sales', 'Gross revenue'] },
        platformFee: { names: ['Eventbrite service fee', 'Eventbrite fees'], loss: 'fees of Eventbrite' },
        paymentFee: { names: ['Eventbrite payment processing fee', 'Eventbrite payment processing'] },
        feeTax: { names: ['Eventbrite tax', 'Tax on Eventbrite fees'] },
        tax: { names: ['Organizer tax', 'Organiser tax'] },
        orderStatus: { names: ['Payment status', 'Order status', 'Status'] },
        paymentMethod: { names: ['Payment type'] },
      },
      ignored: [
        'Purchaser city', 'Purchaser state', 'Purchaser country', 'Billing zip code', 'Billing country', 'Ticket quantity',
        'Add-ons quantity', 'Payment details', 'Royalty', 'Ticket revenue', 'Add-ons revenue', 'Ticket + add-ons revenue',
        'Net sales', 'Guest', 'Tickets', 'Type', 'Delivery method', 'Venue ID',
      ], // biome-ignore format: a list
    },
    {
      name: 'the attendee report',
      rows: 'tickets',
      required: ['orderId', 'ticketType'],
      columns: {
        ...order,
        ticketType: { names: ['Ticket type', 'Ticketart', 'Tickettyp'] },
        price: { names: ['Ticket price'] },
        ticketPaid: { names: ['Total paid', 'Amount'] },
        ticketFeesPaid: { names: ['Fees paid'] },
        ticketPlatformFee: { names: ['Eventbrite fees'] },
        ticketPaymentFee: { names: ['Eventbrite payment processing'] },
        quantity: { names: ['Quantity', 'QTY', 'Ticket quantity', 'Anzahl'] },
        holderFirstName: { names: ['Attendee first name', 'First name', 'Vorname'] },
        holderLastName: { names: ['Attendee last name', 'Last name', 'Surname', 'Nachname'] },
        holderName: { names: ['Name'] },
        holderEmail: { names: ['Attendee email', 'Email', 'E-Mail'] },
        ticketStatus: { names: ['Attendee status', 'Teilnehmerstatus'], loss: 'check-ins and refunds of attendees' },
        checkedInAt: { names: ['Check-in time', 'Checked in at'] },
        qrValue: { names: ['Barcode number', 'Barcode #', 'Barcode no.', 'Barcode', 'Barcode-Nr.'], loss: 'QR codes' },
        seat: { names: ['Seating location 1', 'Seat'] },
        paymentMethod: { names: ['Order type', 'Payment type'] },
      },
      ignored: ['Attendee #', 'Attendee no.', 'Teilnehmernummer', 'Price tier', 'Ticket tier', 'Group'],
    },
  ],
  // Eventbrite: "Glossary of order and attendee statuses in event reports".
  ticketStates: {
    attending: 'valid',
    'checked in': 'used',
    'not attending': 'void',
    deleted: 'void',
    transferred: 'void',
    refunded: 'refunded',
    'refunded canceled': 'refunded',
    'refunded cancelled': 'refunded',
    canceled: 'void',
    cancelled: 'void',
    unpaid: 'unpaid',
    'nimmt teil': 'valid',
    eingecheckt: 'used',
  },
  orderStates: {
    completed: 'paid',
    paid: 'paid',
    free: 'paid',
    'free order': 'paid',
    manual: 'paid',
    'partially transferred': 'paid',
    offline: 'pending',
    pending: 'pending',
    unpaid: 'pending',
    'partially refunded': 'partially_refunded',
    refunded: 'refunded',
    'refunded canceled': 'refunded',
    'refunded cancelled': 'refunded',
    deleted: 'cancelled',
    transferred: 'cancelled',
    abandoned: 'unfinished',
  },
  orderKeyOf: (_, { orderId }) => orderId ?? null,
  adapt: (values) => values,
  unmatchedTickets: null,
};
