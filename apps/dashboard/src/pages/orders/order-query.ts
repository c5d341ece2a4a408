import type { MemberOrderDetail } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';
import { get, organizerPath, type Tagged } from '#app/parts/api.ts';

/** The path of an order in the API. */
export function useOrderPath(orderNumber: string): (part?: string) => string {
  const { slug } = useOrganizer();
  const path = organizerPath(slug, `orders/${encodeURIComponent(orderNumber)}`);
  return (part) => (part === undefined ? path : `${path}/${part}`);
}

/** An order with its buyer. Each load is written to the audit log, so the order is not loaded again by itself. */
export function useOrder(orderNumber: string) {
  const { slug } = useOrganizer();
  const path = useOrderPath(orderNumber);
  return useQuery({
    queryKey: ['organizer', slug, 'order', orderNumber],
    queryFn: ({ signal }) => get<Tagged<MemberOrderDetail>>(path(), {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Returns a function that loads an order, its timeline and the lists again after a change. */
export function useReloadOrder(orderNumber: string): () => Promise<void> {
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['organizer', slug, 'order', orderNumber] });
    for (const list of ['orders', 'tickets', 'addons']) {
      queryClient.invalidateQueries({ queryKey: ['organizer', slug, list], refetchType: 'none' });
    }
  };
}
