import type { MemberOrderPage } from '@organizer/shared/dashboard-api';
import { organizerPath, send } from '#app/parts/api.ts';
import type { Search } from '#app/parts/registry.ts';

/** Finds orders by number, buyer, ticket holder, bib or e-mail address for the command palette. Each search is written to the audit log. */
export const search: Search = async (slug, text, signal) => {
  const { data } = await send<MemberOrderPage>('POST', organizerPath(slug, 'orders/search'), {
    body: { text },
    signal,
  });
  return data.map(({ orderNumber, buyer }) => ({
    id: orderNumber,
    title: orderNumber,
    description: buyer?.name || buyer?.email || undefined,
    path: `orders/${orderNumber}`,
  }));
};
