/** The states of an order. */
export const orderStatuses = ['pending', 'paid', 'partially_refunded', 'refunded', 'cancelled', 'expired'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export type OrderAction = 'pay' | 'pay_late' | 'expire' | 'cancel' | 'refund_part' | 'refund_rest';

const transitions: Record<OrderAction, { from: readonly OrderStatus[]; to: OrderStatus }> = {
  pay: { from: ['pending'], to: 'paid' },
  // A late payment is accepted if enough stock is available.
  pay_late: { from: ['expired'], to: 'paid' },
  expire: { from: ['pending'], to: 'expired' },
  cancel: { from: ['pending'], to: 'cancelled' },
  refund_part: { from: ['paid', 'partially_refunded'], to: 'partially_refunded' },
  refund_rest: { from: ['paid', 'partially_refunded'], to: 'refunded' },
};

/** The states in which an action is possible. */
export function statesBefore(action: OrderAction): readonly OrderStatus[] {
  return transitions[action].from;
}

/** The state after an action. */
export function stateAfter(action: OrderAction): OrderStatus {
  return transitions[action].to;
}

/** Whether an order in this state was paid, even if it was refunded later: its tickets were issued. */
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

/** Whether an order in this state has tickets that are not refunded. */
export function hasUsableTickets(status: OrderStatus): boolean {
  return status === 'paid' || status === 'partially_refunded';
}
