import type { StagedRow } from './staged-rows.ts';
import type { TableEvent, TableOffer } from './table-catalog.ts';
import type { TicketState } from './table-product.ts';

/** One ticket or add-on of an order. */
export interface Unit {
  readonly row: StagedRow;
  readonly offer: TableOffer;
  readonly price: number;
  readonly listPrice: number;
  readonly state: TicketState;
  /** The position among the units of its row. A row with several units has the data of one attendee. */
  readonly index: number;
}

/** An order, or its part for one of several events. */
export interface OrderPart {
  readonly key: string;
  /** All rows of the order. */
  readonly rows: readonly StagedRow[];
  readonly event: TableEvent;
  readonly units: readonly Unit[];
  /** Whether the order has tickets for several events, so that it becomes an order for each event. */
  readonly isPart: boolean;
}

/** Whether a ticket is void. */
export function isGone({ state }: Unit): boolean {
  return state === 'void' || state === 'refunded';
}

export function isRefunded({ state }: Unit): boolean {
  return state === 'refunded';
}
