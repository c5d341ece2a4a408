import type { TableKind } from './columns.ts';

/** What a column of the files of a product means. */
export type TableField =
  | OrderField
  | 'ticketType'
  | 'ticketTypeId'
  /** `GENERAL` products are add-ons. */
  | 'productType'
  | 'price'
  | 'listPrice'
  /** The price together with the fees that the buyer paid for the ticket. */
  | 'ticketPaid'
  | 'ticketFeesPaid'
  | 'ticketPlatformFee'
  | 'ticketPaymentFee'
  | 'quantity'
  | 'holderFirstName'
  | 'holderLastName'
  | 'holderName'
  | 'holderEmail'
  | 'ticketStatus'
  | 'checkedIn'
  | 'checkedInAt'
  | 'qrValue'
  | 'seat';

type OrderField =
  | 'orderId'
  | 'orderDate'
  | 'buyerFirstName'
  | 'buyerLastName'
  | 'buyerName'
  | 'buyerEmail'
  | 'buyerPhone'
  | 'currency'
  | 'total'
  | 'discount'
  | 'platformFee'
  | 'paymentFee'
  /** Tax on the fees. */
  | 'feeTax'
  | 'tax'
  | 'refunded'
  | 'orderStatus'
  | 'paymentStatus'
  | 'refundStatus'
  | 'isCancelled'
  | 'paymentMethod'
  | 'promoCode'
  | 'eventId'
  | 'eventName'
  | 'eventStart'
  | 'eventStartTime'
  | 'eventEnd'
  | 'eventTimezone'
  | 'venue';

/** The columns with amounts, and the columns with dates. */
export const amountFields = [
  'price', 'listPrice', 'ticketPaid', 'ticketFeesPaid', 'ticketPlatformFee', 'ticketPaymentFee', 'total', 'discount',
  'platformFee', 'paymentFee', 'feeTax', 'tax', 'refunded',
] as const satisfies readonly TableField[]; // biome-ignore format: a list
export type AmountField = (typeof amountFields)[number];
export const dateFields = [
  'orderDate',
  'checkedInAt',
  'eventStart',
  'eventEnd',
] as const satisfies readonly TableField[];

/** The state of a ticket in a product. */
export type TicketState = 'valid' | 'used' | 'void' | 'refunded';
/** `unpaid` tickets belong to an unpaid order. */
type WrittenTicketState = TicketState | 'unpaid';
export type OrderState =
  | 'paid'
  | 'pending'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'partially_refunded'
  | 'unfinished';

/** The values of a row by their fields. */
export type RowValues = Partial<Record<TableField, string>>;

/** A kind of file: whether its rows are tickets, orders, or tickets with the data of their orders. */
export interface ProductTable extends TableKind<TableField> {
  readonly rows: 'tickets' | 'orders' | 'both';
}

/** A product that exports tables. */
export interface TableProduct {
  /** The first part of each `externalId`, and its name in `--from`. */
  readonly prefix: string;
  readonly name: string;
  readonly tables: readonly ProductTable[];
  /** By their normalized names, in the languages of the product. */
  readonly ticketStates: Readonly<Record<string, WrittenTicketState>>;
  readonly orderStates: Readonly<Record<string, OrderState>>;
  /** Whether times without an offset are in UTC or in the time zone of the event. */
  readonly times: 'utc' | 'event';
  /** The key of an order in a row; null if the row has none. */
  readonly orderKeyOf: (table: ProductTable, values: Readonly<RowValues>) => string | null;
  /** Converts what only this product writes. `fields` are those of the columns of the file. */
  readonly adapt: (values: Readonly<RowValues>, fields: ReadonlyMap<TableField, number>) => RowValues;
  /** The error if no ticket belongs to an order in the files; null if the tickets are sufficient. */
  readonly unmatchedTickets: string | null;
}
