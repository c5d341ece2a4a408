import type { NewRow, Tables } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import type { ImportContext } from './import-catalog.ts';
import { lineTime, wrong } from './parse-line.ts';
import type { OrderLine } from './schema.ts';

/** The units of an add-on item: all, those consumed, those taken back. */
export function unitsOf(item: Tables['order_items'], given: OrderLine['items'][number], path: string) {
  const total = item.quantity * item.units_per_purchase;
  const listed = (given.consumptions ?? []).reduce((sum, { units }) => sum + units, 0);
  const consumed = given.unitsConsumed ?? listed;
  if (consumed > total) throw wrong(`${path}.unitsConsumed`, `is ${consumed}, but the item has ${total} units`);
  if (listed > consumed) throw wrong(`${path}.consumptions`, `add up to ${listed}, but unitsConsumed is ${consumed}`);
  const voided = Math.min(total - consumed, item.refunded_quantity * item.units_per_purchase);
  return { total, consumed, voided };
}

/** What the add-ons of a paid order entitle to, and what was consumed of it. */
export function buildEntitlements(
  context: ImportContext,
  line: OrderLine,
  order: Tables['orders'],
  items: readonly Tables['order_items'][],
) {
  const entitlements: NewRow<'entitlements'>[] = [];
  const consumptions: Tables['consumptions'][] = [];
  for (const [index, item] of items.entries()) {
    if (item.kind !== 'addon') continue;
    const given = line.items[index]!;
    const units = unitsOf(item, given, `items.${index}`);
    const id = newId('ent', context.nowMs);
    let updatedAt = order.updated_at;
    for (const [position, consumption] of (given.consumptions ?? []).entries()) {
      const path = `items.${index}.consumptions.${position}.createdAt`;
      const createdAt = lineTime(path, consumption.createdAt) ?? order.updated_at;
      if (createdAt > updatedAt) updatedAt = createdAt;
      consumptions.push({
        organizer_id: order.organizer_id,
        id: newId('con', context.nowMs),
        entitlement_id: id,
        ref: consumption.ref,
        units: consumption.units,
        created_at: createdAt,
      });
    }
    entitlements.push({
      organizer_id: order.organizer_id,
      id,
      order_number: order.order_number,
      item_id: item.id,
      event_id: order.event_id,
      addon_id: item.addon_id!,
      buyer_email: order.buyer_email.toLowerCase(),
      name: item.name,
      type: context.catalog.offer('addon', given.addonId!)!.type!,
      units_total: units.total,
      units_consumed: units.consumed,
      units_voided: units.voided,
      created_at: order.paid_at!,
      updated_at: updatedAt,
    });
  }
  return { entitlements, consumptions };
}
