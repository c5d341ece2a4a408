import { act, endpoint, fault } from './act.ts';
import { Failure, newUuid, request, serverNow } from './api.ts';
import { chosenLines, returnToChoice, startChoosing } from './choosing.ts';
import { isEmail, sentence } from './format.ts';
import { proveLater } from './proving.ts';
import { change, goTo, page, type State, state } from './state.ts';
import type { Order, Payment, PaymentMethod, Reservation } from './types.ts';

/** Everything of an order, for the next one to begin. */
const noOrder = { reservation: null, order: null, attempt: null, paidWith: null, awaiting: 'nothing' } as const;

/** Reserves what was chosen for who was named, and goes on to show that the address is theirs. */
export function reserve(): void {
  const { name, email } = state.buyer;
  const faults: Record<string, string> = {};
  if (name.trim() === '') faults['name'] = 'Enter your name.';
  if (!isEmail(email.trim())) faults['email'] = 'Enter an e-mail address, like name@example.com.';
  if (Object.keys(state.choice).length === 0) startChoosing();
  else if (Object.keys(faults).length > 0) showAtDetails(faults);
  else act('reserve', () => placeReservation().catch(explainRefusal));
}

async function placeReservation(): Promise<void> {
  const order = reservationBody();
  const body = JSON.stringify(order.body);
  // A second try of the same reservation, after no answer came, must not become a second reservation.
  const earlier = state.attempt?.body === body ? state.attempt : null;
  const attempt = earlier ?? { key: newUuid(), body };
  change({ attempt });
  const call = { body: order.body, idempotencyKey: attempt.key };
  const reservation = await request<Reservation>('POST', endpoint('reserve'), call);
  change({ attempt: null });
  // What the first try reserved may have ended before its answer arrived.
  if (earlier !== null && Date.parse(reservation.expiresAt) <= serverNow()) return placeReservation();
  change({ ...noOrder, reservation });
  await proveLater();
}

function reservationBody(): { body: object; holderFields: string[] } {
  const { items, addons, itemIds } = chosenLines();
  const { buyer, choice, holders } = state;
  const attendees = itemIds.flatMap((ticketTypeId) => {
    const names = Array.from({ length: choice[ticketTypeId]! }, (_, place) => holders[ticketTypeId]?.[place]?.trim());
    return names.map((name, place) => ({ ticketTypeId, holderName: name || null, place }));
  });
  const phone = buyer.phone.trim();
  return {
    body: {
      eventId: page.eventId,
      items,
      addons,
      buyer: { email: buyer.email.trim(), name: buyer.name.trim(), phone: phone === '' ? null : phone },
      attendees: attendees.map(({ ticketTypeId, holderName }) => ({ ticketTypeId, holderName })),
    },
    holderFields: attendees.map(({ ticketTypeId, place }) => `holder-${ticketTypeId}-${place}`),
  };
}

async function explainRefusal(failure: unknown): Promise<void> {
  if (!(failure instanceof Failure) || failure.isPassing) throw failure;
  change({ attempt: null });
  if (failure.code === 'sold_out' || failure.code === 'invalid_state') return returnToChoice(failure);
  const { holderFields } = reservationBody();
  const faults: Record<string, string> = {};
  for (const { path, message } of failure.fields) {
    const [, buyerField, holder] = /^(?:buyer\.(email|name|phone)|attendees\.(\d+)\b.*)$/.exec(path) ?? [];
    if (buyerField !== undefined) faults[buyerField] = sentence(message);
    else if (holder !== undefined) faults[holderFields[Number(holder)] ?? 'nowhere'] = sentence(message);
    else return returnToChoice(failure);
  }
  if (Object.keys(faults).length === 0) throw failure;
  showAtDetails(faults, failure.message);
}

function showAtDetails(faults: Readonly<Record<string, string>>, text?: string): void {
  if (state.screen !== 'details') goTo('details');
  fault(faults, text);
}

/** Pays, or confirms what costs nothing. */
export function pay(method: PaymentMethod | null): void {
  act('pay', async () => {
    const { reservation, proof } = state;
    if (reservation === null) return startChoosing();
    if (proof === null) return proveLater();
    const { orderNumber, reservationToken } = reservation;
    const body = { orderNumber, reservationToken, buyerToken: proof.token, ...(method === null ? {} : { method }) };
    try {
      const payment = await request<Payment>('POST', endpoint('pay'), { body });
      change({ paidWith: method ?? 'nothing' });
      if (payment.redirectUrl !== null) return leaveFor(payment.redirectUrl);
      await readOrder();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.status === 401) {
        change({ proof: null, codeSent: null });
        await proveLater();
        const text = 'Your verification has run out. Enter the new code that we sent you.';
        if (state.codeSent !== null) change({ notice: { kind: 'info', text } });
      } else if (error.code === 'invalid_state') {
        await readOrder();
        if (state.screen === 'pay') throw error;
      } else throw error;
    }
  });
}

/** The page stays busy while the browser leaves it. */
async function leaveFor(address: string): Promise<void> {
  location.assign(address);
  await new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
}

/** Gives the reservation up, and shows the choice or the details again with what they held. */
export function giveUp(next: 'choose' | 'details' | 'nothing'): void {
  act(`give-up-${next}`, async () => {
    const { reservation } = state;
    if (reservation !== null) await cancel(reservation);
    if (state.order !== null && state.screen === 'order') return;
    forget(next === 'nothing' ? { choice: {}, quoted: null } : {});
    startChoosing();
    if (next === 'details') goTo('details');
    if (next === 'nothing') {
      change({ notice: { kind: 'info', text: 'Your reservation is cancelled. Nothing was charged.' } });
    }
  });
}

async function cancel({ orderNumber, reservationToken }: Reservation): Promise<void> {
  try {
    await request('POST', endpoint('cancel'), { body: { orderNumber, reservationToken } });
  } catch (error) {
    if (!(error instanceof Failure) || error.isPassing) throw error;
    // It had ended by itself, or was paid after all: then its tickets are what the buyer wants to see.
    const order = await fetchOrder(orderNumber, reservationToken);
    if (isPaid(order)) goTo('order', { order });
  }
}

/** Begins another order: the address names none any more. */
export function orderMore(): void {
  forget({ choice: {}, quoted: null, holders: {} });
  startChoosing();
}

function forget(also: Partial<State>): void {
  history.replaceState(null, '', location.pathname);
  change({ ...noOrder, linkedOrder: null, ...also });
}

export function isPaid(order: Order): boolean {
  return order.status === 'paid' || order.status === 'partially_refunded' || order.status === 'refunded';
}

export async function fetchOrder(orderNumber: string, token: string): Promise<Order> {
  return request<Order>('GET', endpoint(`orders/${encodeURIComponent(orderNumber)}`), { token });
}

/** Reads the reservation's order and shows what has become of it. */
export async function readOrder(): Promise<void> {
  const { reservation } = state;
  if (reservation === null) return startChoosing();
  const order = await fetchOrder(reservation.orderNumber, reservation.reservationToken);
  await showOrder(order);
}

/** Shows an order by its state: what is left to do, or what it came to. */
export async function showOrder(order: Order): Promise<void> {
  const { reservation, paidWith, screen } = state;
  const isMine = reservation?.orderNumber === order.orderNumber;
  change({ order });
  if (order.status === 'expired' && isMine) return goTo('expired');
  if (order.status !== 'pending' || !isMine || paidWith === 'manual') return goTo('order');
  change({ reservation: { ...reservation, expiresAt: order.expiresAt ?? reservation.expiresAt } });
  if (screen === 'verify' || screen === 'pay') return;
  await proveLater();
}

/** The server ends reservations a few seconds late; until then their stock is not back. */
const lateSecondsMax = 6;

/** The reservation's time has come: whether it was paid in the last moment, the server knows. */
export async function expire(): Promise<void> {
  const { reservation } = state;
  if (reservation === null || state.busy !== null) return;
  change({ busy: 'expire' });
  try {
    let order = await fetchOrder(reservation.orderNumber, reservation.reservationToken);
    for (let second = 0; order.status === 'pending' && second < lateSecondsMax; second += 1) {
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
