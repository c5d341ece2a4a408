import type { BuyerOrder, PayResult, Reservation } from '@organizer/shared/api';
import { act, askFor, endpoint, fault } from './act.ts';
import { Failure, newUuid, request, serverNow } from './api.ts';
import { chosenLines, hasChoice, returnToChoice, startChoosing } from './choosing.ts';
import { isEmail, sentence } from './format.ts';
import { codeLength, emailToProve, ensureCode, isProven, verify } from './proving.ts';
import { change, goTo, page, type State, state } from './state.ts';

export type PaymentMethod = Reservation['paymentMethods'][number];

/** Everything of an order, for the next one to begin. */
const noOrder = {
  reservation: null,
  reservedFor: null,
  order: null,
  attempt: null,
  paidWith: null,
  awaiting: 'nothing',
} as const;

/** Whether what was reserved can still be paid or given up: its time runs, and nobody waits for its money. */
export function isHeld(): boolean {
  const { reservation } = state;
  return reservation !== null && !isSettled() && Date.parse(reservation.expiresAt) > serverNow();
}

/** Whether the order of the reservation is placed: paid, or to be paid to the organizer, or ended. */
export function isSettled(): boolean {
  const { reservation, order, paidWith } = state;
  if (reservation === null) return false;
  return paidWith === 'manual' || (order?.orderNumber === reservation.orderNumber && order.status !== 'pending');
}

/** Checks who buys, then the code, then reserves what was chosen and goes on to pay. */
export function confirmDetails(): void {
  act('details', async () => {
    if (!hasChoice()) return startChoosing();
    const email = emailToProve();
    const { name } = state.buyer;
    const code = state.code.replaceAll(/\D/g, '');
    const faults: Record<string, string> = {};
    if (!isEmail(email)) faults['email'] = 'Enter an e-mail address, like name@example.com.';
    else if (!isProven(email) && code.length === codeLength) {
      const wrong = await verify(email, code);
      if (wrong !== null) faults['code'] = wrong;
    }
    if (name.trim() === '') faults['name'] = 'Enter your name.';
    if (Object.keys(faults).length > 0) return showAtDetails(faults);
    if (!isProven(email)) {
      if (state.screen !== 'details') goTo('details');
      await ensureCode();
      return askFor('code', `Enter the ${codeLength} digits from the e-mail to ${email}.`);
    }
    await placeReservation().catch(explainRefusal);
  });
}

async function placeReservation(): Promise<void> {
  const { body, key } = reservationRequest();
  if (isHeld()) {
    if (state.reservedFor === key) return goTo('pay');
    // Something was changed: what is held under the old reservation is needed for the new one.
    if ((await cancel(state.reservation!)) === 'paid') return;
  }
  // A second try of the same reservation, after no answer came, must not become a second reservation.
  const earlier = state.attempt?.body === key ? state.attempt : null;
  const attempt = earlier ?? { key: newUuid(), body: key };
  change({ attempt });
  const reservation = await request<Reservation>('POST', endpoint('reserve'), {
    body: { ...body, buyerToken: state.proof?.token },
    idempotencyKey: attempt.key,
  });
  change({ attempt: null });
  // What the first try reserved may have ended before its answer arrived.
  if (earlier !== null && Date.parse(reservation.expiresAt) <= serverNow()) return placeReservation();
  goTo('pay', { ...noOrder, reservation, reservedFor: key });
}

/** What is asked for; `key` stands for it without the proof, which may be renewed. */
function reservationRequest(): { body: object; key: string; holderFields: string[] } {
  const { items, addons, itemIds } = chosenLines();
  const { buyer, choice, holders } = state;
  const attendees = itemIds.flatMap((ticketTypeId) => {
    const names = Array.from({ length: choice[ticketTypeId]! }, (_, place) => holders[ticketTypeId]?.[place]?.trim());
    return names.map((name, place) => ({ ticketTypeId, holderName: name || null, place }));
  });
  const phone = buyer.phone.trim();
  const body = {
    eventId: page.eventId,
    items,
    addons,
    buyer: { email: buyer.email.trim(), name: buyer.name.trim(), phone: phone === '' ? null : phone },
    attendees: attendees.map(({ ticketTypeId, holderName }) => ({ ticketTypeId, holderName })),
  };
  return {
    body,
    key: JSON.stringify(body),
    holderFields: attendees.map(({ ticketTypeId, place }) => `holder-${ticketTypeId}-${place}`),
  };
}

async function explainRefusal(failure: unknown): Promise<void> {
  if (!(failure instanceof Failure) || failure.isPassing) throw failure;
  change({ attempt: null });
  if (failure.status === 401) return proveAgain();
  if (failure.code === 'sold_out' || failure.code === 'invalid_state') return returnToChoice(failure);
  const { holderFields } = reservationRequest();
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

/** The proof has run out: another code is sent. */
async function proveAgain(): Promise<void> {
  goTo('details', { proof: null, codeSent: null });
  await ensureCode();
  askFor('code', 'Please confirm your e-mail address once more with the new code that we sent.');
}

/** Pays, or confirms what costs nothing. */
export function pay(method: PaymentMethod | null): void {
  act('pay', async () => {
    const { reservation, proof } = state;
    if (reservation === null) return startChoosing();
    if (proof === null) return goTo('details');
    const { orderNumber, reservationToken } = reservation;
    const body = { orderNumber, reservationToken, buyerToken: proof.token, ...(method === null ? {} : { method }) };
    try {
      const payment = await request<PayResult>('POST', endpoint('pay'), { body });
      change({ paidWith: method ?? 'nothing' });
      if (payment.redirectUrl !== null) return leaveFor(payment.redirectUrl);
      await readOrder();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.status === 401) await proveAgain();
      else if (error.code === 'invalid_state') {
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

/** Cancels the reservation and starts again. */
export function cancelReservation(): void {
  act('give-up', async () => {
    const { reservation } = state;
    if (reservation !== null && (await cancel(reservation)) === 'paid') return;
    orderMore();
    change({ notice: { kind: 'info', text: 'Your reservation is cancelled. Nothing was charged.' } });
  });
}

/** Goes back to the tickets, to choose others: what was held can be bought again, by this buyer too. */
export function changeChoice(): void {
  const { reservation } = state;
  act('change-choice', async () => {
    if (reservation !== null && isHeld() && (await cancel(reservation)) === 'paid') return;
    startChoosing();
  });
}

/** Cancels a reservation; one that was paid after all is shown. */
async function cancel({ orderNumber, reservationToken }: Reservation): Promise<'ended' | 'paid'> {
  try {
    await request('POST', endpoint('cancel'), { body: { orderNumber, reservationToken } });
  } catch (error) {
    if (!(error instanceof Failure) || error.isPassing) throw error;
    // It had ended by itself, or was paid after all: then its tickets are what the buyer wants to see.
    const order = await fetchOrder(orderNumber, reservationToken).catch((unknown: unknown) => {
      if (unknown instanceof Failure && !unknown.isPassing) return null; // The server knows it no longer.
      throw unknown;
    });
    if (order !== null && isPaid(order)) {
      goTo('order', { order });
      return 'paid';
    }
  }
  change({ ...noOrder });
  return 'ended';
}

/** Begins another order: the address names none any more. */
export function orderMore(): void {
  const nothing: Partial<State> = {
    ...noOrder,
    choice: {},
    limited: {},
    quoted: null,
    holders: {},
    linkedOrder: null,
    linkToken: null,
  };
  history.replaceState(history.state, '', location.pathname);
  change(nothing);
  startChoosing();
}

export function isPaid(order: BuyerOrder): boolean {
  return order.status === 'paid' || order.status === 'partially_refunded' || order.status === 'refunded';
}

export async function fetchOrder(orderNumber: string, token: string): Promise<BuyerOrder> {
  return request<BuyerOrder>('GET', endpoint(`orders/${encodeURIComponent(orderNumber)}`), { token });
}

/** Reads the reservation's order and shows what has become of it. */
export async function readOrder(): Promise<void> {
  const { reservation } = state;
  if (reservation === null) return startChoosing();
  showOrder(await fetchOrder(reservation.orderNumber, reservation.reservationToken));
}

/** Shows an order by its state: what is left to do, or what it came to. */
export function showOrder(order: BuyerOrder): void {
  const { reservation, paidWith, screen } = state;
  const isMine = reservation?.orderNumber === order.orderNumber;
  change({ order });
  const isPlaced = paidWith === 'manual';
  if (order.status === 'expired' && isMine && !isPlaced) goTo('expired');
  else if (order.status !== 'pending' || !isMine || isPlaced) goTo('order');
  else {
    change({ reservation: { ...reservation, expiresAt: order.expiresAt ?? reservation.expiresAt } });
    const isAtDetails = history.state === 'details' && hasChoice();
    if (screen !== 'pay') goTo(isAtDetails ? 'details' : 'pay');
  }
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
