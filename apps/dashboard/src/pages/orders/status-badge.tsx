import { Badge } from '@mantine/core';
import type { MemberOrder } from '@organizer/shared/dashboard-api';
import { textOrName, useMessages } from '#app/parts/language.tsx';

type OrderStatus = MemberOrder['status'];

const colors: Readonly<Record<OrderStatus, string>> = {
  pending: 'yellow',
  paid: 'green',
  partially_refunded: 'blue',
  refunded: 'gray',
  cancelled: 'gray',
  expired: 'gray',
};

export const orderStatuses = Object.keys(colors) as readonly OrderStatus[];

/** The state of an order. */
export function OrderStatusBadge({ status }: { readonly status: OrderStatus }) {
  const t = useMessages('orders');
  return (
    <Badge variant="light" color={colors[status]}>
      {t.statuses[status]}
    </Badge>
  );
}

/** The name of a payment method. */
export function MethodName({ method }: { readonly method: string | null }) {
  const t = useMessages('orders');
  return method === null ? '–' : textOrName(t.methods, method);
}
