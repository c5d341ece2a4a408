import type { Language } from '#messages/languages';
import type { Db } from '../../platform/database/dialect.ts';
import { readTranslatedNames } from '../catalog/index.ts';
import type { EntitlementView } from '../entitlements/index.ts';
import type { OrderWithPersonalData } from '../orders/index.ts';

/** An order as its buyer reads it: with the rest of its add-ons. */
type BuyerOrder = OrderWithPersonalData & { readonly entitlements: readonly EntitlementView[] };

/**
 * Translates the names in an order for its buyer. The order itself has the names in the default language, as they were sold: the name of
 * something that was renamed after the sale is not translated.
 *
 * @param language null for the default language
 */
export async function translateOrder(
  db: Db,
  organizerId: string,
  order: BuyerOrder,
  language: Language | null,
): Promise<BuyerOrder> {
  if (language === null) return order;
  const names = await readTranslatedNames(db, organizerId, order.eventId, language);
  if (names.size === 0) return order;
  const nameOf = (offerId: string | null, soldAs: string) => {
    const offer = names.get(offerId ?? '');
    return offer?.name === soldAs ? offer.translation : soldAs;
  };
  return {
    ...order,
    items: order.items.map((item) => ({ ...item, name: nameOf(item.ticketTypeId ?? item.addonId, item.name) })),
    tickets: order.tickets.map((ticket) => ({
      ...ticket,
      ticketTypeName: nameOf(ticket.ticketTypeId, ticket.ticketTypeName),
      addons: ticket.addons?.map((addon) => ({ ...addon, name: nameOf(addon.addonId, addon.name) })) ?? [],
    })),
    entitlements: order.entitlements.map((addon) => ({ ...addon, name: nameOf(addon.addonId, addon.name) })),
  };
}
