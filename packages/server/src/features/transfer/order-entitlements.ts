import { emailForm } from '#shared/email-form';
import type { NewRow, Tables } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import { reversalRef } from '../entitlements/index.ts';
import type { OrderRow } from '../orders/index.ts';
import type { BuiltItem, LineItem } from './build-order.ts';
import type { ImportContext } from './import-catalog.ts';
import type { BuiltTicket } from './order-tickets.ts';
import { lineError, lineTime } from './parse-line.ts';

/**
 * The total, consumed and voided units of an add-on item. A refund voids units that are not consumed at that time.
 *
 * @throws LineError if the units contradict each other
 */
export function readUnits(row: Tables['order_items'], lineItem: LineItem, path: string) {
  const total = row.quantity * row.units_per_purchase;
  const sumOf = (rows: readonly { units: number }[] | null = []) =>
    (rows ?? []).reduce((sum, { units }) => sum + units, 0);
  const listedUnits = sumOf(lineItem.consumptions) - sumOf(lineItem.returns);
  const consumed = lineItem.unitsConsumed ?? listedUnits;
  if (consumed < 0)
    throw lineError(`${path}.returns`, `are ${-consumed} units more than the consumptions; set unitsConsumed`);
  if (consumed > total) throw lineError(`${path}.unitsConsumed`, `is ${consumed}, but the item has ${total} units`);
  if (listedUnits > consumed)
    throw lineError(`${path}.consumptions`, `add up to ${listedUnits}, but unitsConsumed is ${consumed}`);
  const refundedUnits = row.refunded_quantity * row.units_per_purchase;
  const voidedMin = Math.max(0, refundedUnits - consumed);
  const voidedMax = Math.min(total - consumed, refundedUnits);
  const voided = lineItem.unitsVoided ?? voidedMax;
  if (voided > voidedMax)
    throw lineError(`${path}.unitsVoided`, `is ${voided}, but at most ${voidedMax} units can be void`);
  if (voided < voidedMin)
    throw lineError(`${path}.unitsVoided`, `is ${voided}, but at least ${voidedMin} refunded units are void`);
  return { total, consumed, voided };
}

/** The actor of units that were consumed or returned by hand in another installation, whose members are unknown here. */
const importActor = 'import';

/**
 * Takes the consumption that a return reverses; null if it reverses none.
 *
 * @throws LineError if it was taken before, or if the item has no such consumption of as many units
 */
function takeReversed(
  reversible: Map<string, Tables['consumptions']>,
  { ref, reverses, units }: NonNullable<LineItem['returns']>[number],
  path: string,
): Tables['consumptions'] | null {
  if (!reverses) return null;
  if (ref) throw lineError(`${path}.ref`, 'must be empty: the return has `reverses`');
  const consumption = reversible.get(reverses);
  if (consumption?.units !== units) {
    throw lineError(
      `${path}.reverses`,
      `"${reverses}" is no consumption of ${units} units that no other return reverses`,
    );
  }
  reversible.delete(reverses);
  return consumption;
}

/** The entitlements of a paid order's add-ons, and their consumptions and returns. */
export function buildEntitlements(
  context: ImportContext,
  order: OrderRow,
  paidAt: string,
  items: readonly BuiltItem[],
  tickets: readonly BuiltTicket[],
) {
  const entitlements: NewRow<'entitlements'>[] = [];
  const consumptions: Tables['consumptions'][] = [];
  const returns: Tables['unit_returns'][] = [];
  for (const { lineItem, position, row, offer } of items) {
    if (offer.kind !== 'addon') continue;
    const units = readUnits(row, lineItem, `items.${position}`);
    const id = newId('ent', context.nowMs);
    let updatedAt = order.updated_at;
    const changeTime = (list: string, index: number, text: string | null | undefined) => {
      const createdAt = lineTime(`items.${position}.${list}.${index}.createdAt`, text) ?? order.updated_at;
      if (createdAt > updatedAt) updatedAt = createdAt;
      return createdAt;
    };
    for (const [index, consumption] of (lineItem.consumptions ?? []).entries()) {
      const createdAt = changeTime('consumptions', index, consumption.createdAt);
      consumptions.push({
        organizer_id: order.organizer_id,
        id: newId('con', context.nowMs),
        entitlement_id: id,
        ref: consumption.ref,
        units: consumption.units,
        created_at: createdAt,
        reason: consumption.reason ?? null,
        actor: consumption.reason ? importActor : null,
      });
    }
    // Their ids are new, so a return names the consumption that it reverses by its `ref`.
    const reversible = new Map(consumptions.filter((row) => row.entitlement_id === id).map((row) => [row.ref, row]));
    for (const [index, line] of (lineItem.returns ?? []).entries()) {
      const returnId = newId('ret', context.nowMs);
      const reversed = takeReversed(reversible, line, `items.${position}.returns.${index}`);
      returns.push({
        organizer_id: order.organizer_id,
        id: returnId,
        entitlement_id: id,
        ref: reversed === null ? (line.ref ?? returnId) : reversalRef(reversed.id),
        units: line.units,
        reason: line.reason,
        actor: importActor,
        created_at: changeTime('returns', index, line.createdAt),
      });
    }
    entitlements.push({
      organizer_id: order.organizer_id,
      id,
      order_number: order.order_number,
      item_id: row.id,
      event_id: order.event_id,
      addon_id: offer.id,
      ticket_id: tickets.find(({ attendeeIndex }) => attendeeIndex === lineItem.attendee)?.ticket.id ?? null,
      buyer_email: emailForm(order.buyer_email),
      name: row.name,
      type: offer.type,
      units_total: units.total,
      units_consumed: units.consumed,
      units_voided: units.voided,
      created_at: paidAt,
      updated_at: updatedAt,
    });
  }
  return { entitlements, consumptions, returns };
}
