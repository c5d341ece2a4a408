import type { OrderLine } from '../schema.ts';

type LineItem = OrderLine['items'][number];
export type LineAttendee = NonNullable<OrderLine['attendees']>[number];

/** One ticket or add-on of an order in another product. */
export interface SoldUnit {
  readonly kind: 'ticket' | 'addon';
  /** The `externalId` of its ticket type or add-on. */
  readonly reference: string;
  /** Minor units. The buyer paid the price; the list price is the price without a discount. */
  readonly price: number;
  readonly listPrice: number;
  readonly isRefunded: boolean;
  /** For an add-on of a ticket holder: the index of the holder among the attendees. */
  readonly attendee?: number | undefined;
  /** For an add-on: when it was used, and a unique reference of the use; null if it was not used. */
  readonly use: { readonly ref: string; readonly createdAt: string } | null;
}

/** The items of an order, and the amounts that follow from them, in minor units. */
export interface CombinedItems {
  readonly items: LineItem[];
  readonly subtotal: number;
  /** The difference between the unit prices of the items and the prices of the units. */
  readonly discount: number;
}

/**
 * Combines the units of an order: an order has one item for each ticket type, for each add-on, and for each add-on of a ticket holder.
 * Units of one item can have different prices. Its unit price is then the highest one, and the difference is a discount of the order.
 */
export function combineUnits(units: readonly SoldUnit[]): CombinedItems {
  const groups = Map.groupBy(units, ({ kind, reference, attendee }) => `${kind} ${attendee ?? ''} ${reference}`);
  const items: LineItem[] = [];
  let subtotal = 0;
  for (const group of groups.values()) {
    const { kind, reference, attendee } = group[0]!;
    const unitPrice = Math.max(...group.map(({ listPrice, price }) => Math.max(listPrice, price)));
    subtotal += unitPrice * group.length;
    const uses = group.flatMap(({ use }) => use ?? []);
    const refundedQuantity = group.filter(({ isRefunded }) => isRefunded).length;
    items.push({
      kind,
      ...(kind === 'ticket' ? { ticketTypeId: reference } : { addonId: reference }),
      ...(attendee === undefined ? {} : { attendee }),
      quantity: group.length,
      unitPrice,
      ...(kind === 'addon' && refundedQuantity > 0 ? { refundedQuantity } : {}),
      ...(uses.length > 0 ? { consumptions: uses.map(({ ref, createdAt }) => ({ ref, units: 1, createdAt })) } : {}),
      ...(kind === 'addon' ? { unitsPerPurchase: 1 } : {}),
    });
  }
  const paid = units.reduce((sum, { price }) => sum + price, 0);
  return { items, subtotal, discount: subtotal - paid };
}
