/** What may happen to an order. */
export const orderStatuses = ['pending', 'paid', 'partially_refunded', 'refunded', 'cancelled', 'expired'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export type OrderAction = 'pay' | 'pay_late' | 'expire' | 'cancel' | 'refund_part' | 'refund_rest';

const transitions: Record<OrderAction, { from: readonly OrderStatus[]; to: OrderStatus }> = {
  pay: { from: ['pending'], to: 'paid' },
  // A payment that came after the end is honoured where the stock is still there.
  pay_late: { from: ['expired'], to: 'paid' },
  expire: { from: ['pending'], to: 'expired' },
  cancel: { from: ['pending'], to: 'cancelled' },
  refund_part: { from: ['paid', 'partially_refunded'], to: 'partially_refunded' },
  refund_rest: { from: ['paid', 'partially_refunded'], to: 'refunded' },
};

/** The states in which an action may happen. */
export function statesBefore(action: OrderAction): readonly OrderStatus[] {
  return transitions[action].from;
}

/** The state after it. */
export function stateAfter(action: OrderAction): OrderStatus {
  return transitions[action].to;
}

/** Whether money was taken for it and not all given back, or was taken once: its tickets have been issued. */
export function wasPaid(status: OrderStatus): boolean {
  switch (status) {
    case 'paid':
    case 'partially_refunded':
    case 'refunded':
      return true;
    case 'pending':
    case 'cancelled':
    case 'expired':
      return false;
  }
}
