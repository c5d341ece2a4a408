import type { MemberOrderPage } from '@organizer/shared/dashboard-api';
import { organizerPath, send } from '#app/parts/api.ts';
import type { Search } from '#app/parts/registry.ts';

/** A complete order number, or an e-mail address. Each search is written to the audit log, so it does not run for single letters. */
const complete = /^\s*([0-9a-z]{10}|\S+@\S+\.\S{2,})\s*$/i;

/** Finds orders by number or e-mail address for the command palette. */
export const search: Search = async (slug, text, signal) => {
  if (!complete.test(text)) return [];
  const { data } = await send<MemberOrderPage>('POST', organizerPath(slug, 'orders/search'), {
    body: { text },
    signal,
  });
  return data.map(({ orderNumber, buyer }) => ({
    id: orderNumber,
    title: orderNumber,
    description: buyer?.name || buyer?.email,
    path: `orders/${orderNumber}`,
  }));
};
