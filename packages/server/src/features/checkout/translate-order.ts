import type { Language } from '#messages/languages';
import type { Db } from '../../platform/database/dialect.ts';
import { readTranslatedOffers } from '../catalog/index.ts';
import type { EntitlementView } from '../entitlements/index.ts';
import type { OrderWithPersonalData } from '../orders/index.ts';

/** An order as its buyer reads it: with the rest of its add-ons. */
type BuyerOrder = OrderWithPersonalData & { readonly entitlements: readonly EntitlementView[] };

/**
 * Translates the names and categories in an order for its buyer. The order itself has these texts in the default language, as they were
 * sold: what was renamed after the sale, and a category that was computed, is not translated.
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
  const offers = await readTranslatedOffers(db, organizerId, order.eventId, language);
  if (offers.size === 0) return order;
  const nameOf = (offerId: string | null, soldAs: string) => {
    const offer = offers.get(offerId ?? '');
    return offer?.name === soldAs ? offer.nameTranslation : soldAs;
  };
  const categoryOf = ({ ticketTypeId, category }: BuyerOrder['tickets'][number]) => {
    const offer = offers.get(ticketTypeId);
    return category !== null && category === offer?.category ? offer.categoryTranslation : category;
  };
  return {
    ...order,
    items: order.items.map((item) => ({ ...item, name: nameOf(item.ticketTypeId ?? item.addonId, item.name) })),
    tickets: order.tickets.map((ticket) => ({
      ...ticket,
      ticketTypeName: nameOf(ticket.ticketTypeId, ticket.ticketTypeName),
      category: categoryOf(ticket),
      addons: ticket.addons?.map((addon) => ({ ...addon, name: nameOf(addon.addonId, addon.name) })) ?? [],
    })),
    entitlements: order.entitlements.map((addon) => ({ ...addon, name: nameOf(addon.addonId, addon.name) })),
  };
}
