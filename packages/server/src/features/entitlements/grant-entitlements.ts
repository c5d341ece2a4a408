import { emailForm } from '#shared/email-form';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import { readAddonTypes } from '../catalog/index.ts';

/** A purchased add-on. One entitlement is created for all its units. */
export interface Grant {
  readonly itemId: string;
  readonly addonId: string;
  /** Name of the add-on at the time of the purchase. */
  readonly name: string;
  readonly units: number;
  /** The ticket of the holder whom the add-on is for; null for an add-on of the order. */
  readonly ticketId: string | null;
}

/**
 * Creates the entitlements of an order's add-ons.
 *
 * @throws Error if an add-on does not exist
 */
export async function grantEntitlements(
  tx: Db,
  organizerId: string,
  order: { orderNumber: string; eventId: string; buyerEmail: string },
  grants: readonly Grant[],
  now: string,
): Promise<void> {
  if (grants.length === 0) return;
  const types = await readAddonTypes(tx, organizerId, order.eventId);
  const typeOf = (addonId: string) => {
    const type = types.get(addonId);
    if (type === undefined) throw new Error(`The add-on ${addonId} does not exist.`);
    return type;
  };
  await dialectOf(tx).insertMany(
    tx,
    'entitlements',
    grants.map((grant) => ({
      organizer_id: organizerId,
      id: newId('ent', Date.parse(now)),
      order_number: order.orderNumber,
      item_id: grant.itemId,
      event_id: order.eventId,
      addon_id: grant.addonId,
      ticket_id: grant.ticketId,
      buyer_email: emailForm(order.buyerEmail),
      name: grant.name,
      type: typeOf(grant.addonId),
      units_total: grant.units,
      units_consumed: 0,
      units_voided: 0,
      created_at: now,
      updated_at: now,
    })),
  );
}
