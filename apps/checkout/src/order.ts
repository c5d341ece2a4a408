import type { BuyerOrder } from '@organizer/shared/api';
import { request, serverNow } from './api.ts';
import { startChoosing } from './choosing.ts';
import { page } from './page.ts';
import { hasChoice } from './selection.ts';
import { change, goTo, type OwnOrder, type State, state } from './state.ts';

/** The fields of the state that belong to one order, with their values when there is no order. */
export const noOrder = {
  reservation: null,
  reservedFor: null,
  order: null,
  correction: null,
  attempt: null,
  paidWith: null,
  awaiting: 'nothing',
} as const;

/** Whether there is a reservation that can still be paid or cancelled. */
export function isHeld(): boolean {
  const { reservation } = state;
  return reservation !== null && !isPlaced() && Date.parse(reservation.expiresAt) > serverNow();
}

/** Whether the order of the reservation is placed: it is paid, cancelled or expired, or the buyer pays the organizer directly. */
export function isPlaced(): boolean {
  const { reservation, order, paidWith } = state;
  if (reservation === null) return false;
  return paidWith === 'manual' || (order?.orderNumber === reservation.orderNumber && order.status !== 'pending');
}

export function isPaid(order: BuyerOrder): boolean {
  return order.status === 'paid' || order.status === 'partially_refunded' || order.status === 'refunded';
}

/**
 * Reads an order.
 *
 * @param token the token of its reservation, or the proof of its buyer's e-mail address
 */
export function fetchOrder(orderNumber: string, token: string): Promise<BuyerOrder> {
  return request<BuyerOrder>('GET', `orders/${encodeURIComponent(orderNumber)}`, { token });
}

/** The token with which the page reads an order: of its reservation, of its link, or the proof of the e-mail address. */
export function tokenOf(orderNumber: string): string {
  const { reservation, linkToken, proof } = state;
  if (reservation?.orderNumber === orderNumber) return reservation.reservationToken;
  return (linkToken?.orderNumber === orderNumber ? linkToken.token : proof?.token) ?? '';
}

/** The orders of a proven e-mail address for this event, newest first, without those that were cancelled or have expired. */
export async function listOwnOrders(token: string): Promise<readonly OwnOrder[]> {
  const { data } = await request<{ data: readonly OwnOrder[] }>('GET', `own-orders?eventId=${page.eventId}`, { token });
  return data;
}

/** The URL of the page that shows an order, with its token. */
export function orderUrl({ orderNumber, reservationToken }: OwnOrder): string {
  return `${page.url}?${new URLSearchParams({ ...page.language, order: orderNumber })}#${reservationToken}`;
}

/** Reads the order of the reservation and shows its current state. */
export async function readOrder(): Promise<void> {
  const { reservation } = state;
  if (reservation === null) return startChoosing();
  showOrder(await fetchOrder(reservation.orderNumber, reservation.reservationToken));
}

/** Shows the screen for the state of an order. */
export function showOrder(order: BuyerOrder): void {
  const { reservation, paidWith, screen } = state;
  const isOfReservation = reservation?.orderNumber === order.orderNumber;
  change({ order });
  const isToBeTransferred = paidWith === 'manual';
  if (order.status === 'expired' && isOfReservation && !isToBeTransferred) goTo('expired');
  else if (order.status !== 'pending' || !isOfReservation || isToBeTransferred) goTo('order');
  else {
    change({ reservation: { ...reservation, expiresAt: order.expiresAt ?? reservation.expiresAt } });
    const isAtDetails = history.state === 'details' && hasChoice();
    if (screen !== 'pay') goTo(isAtDetails ? 'details' : 'pay');
  }
}

/** Starts a new order, and removes the previous order from the URL. */
export function startNewOrder(): void {
  const changes: Partial<State> = {
    ...noOrder,
    choice: {},
    limited: {},
    quoted: null,
    buyer: { ...state.buyer, entries: {} },
    holders: {},
    linkedOrder: null,
    linkToken: null,
    cartSentAt: null,
  };
  history.replaceState(history.state, '', page.path);
  change(changes);
  startChoosing();
}

/** The server can expire a reservation a few seconds late. Until then, its stock is not available. */
const maxExpiryDelaySeconds = 6;

/** Shows that the reservation has expired, unless it was paid at the last moment. */
export async function expireReservation(): Promise<void> {
  const { reservation } = state;
  if (reservation === null || state.busy !== null) return;
  change({ busy: 'expire' });
  try {
    let order = await fetchOrder(reservation.orderNumber, reservation.reservationToken);
    for (let second = 0; order.status === 'pending' && second < maxExpiryDelaySeconds; second += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      order = await fetchOrder(reservation.orderNumber, reservation.reservationToken);
    }
    goTo(isPaid(order) ? 'order' : 'expired', { order });
  } catch {
    goTo('expired');
  } finally {
    change({ busy: null });
  }
}
