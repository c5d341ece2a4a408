import type { BuyerOrder } from '@organizer/shared/api';
import { Failure } from '@organizer/shared/request';
import { requireField, runAction, showFailure, showFieldErrors } from './actions.ts';
import { codeLength, ensureCode, enteredEmail, isProven, verifyCode } from './email-code.ts';
import { messages } from './messages.ts';
import { fetchOrder, listOwnOrders, orderUrl, readOrder, showOrder } from './order.ts';
import { page } from './page.ts';
import { redirectTo } from './redirect.ts';
import { resumeReservation } from './reservation.ts';
import { announce, change, goTo, state } from './state.ts';
import { digitsOf, isEmail } from './text.ts';

const confirmationTimeoutMs = 60_000;
const minPollDelayMs = 1_000;
const maxPollDelayMs = 8_000;

/**
 * Reads the token of an order from the URL, if the page was opened by a link in an e-mail. Removes it from the URL, because URLs are
 * often shared.
 */
export function extractLinkToken(orderNumber: string): void {
  const token = /^#(rsv_[\w-]+)$/.exec(location.hash)?.[1];
  if (token === undefined) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  change({ linkToken: { orderNumber, token } });
}

/** Opens the linked order after the buyer has entered the e-mail address of the order and the code that was sent to it. */
export function submitLookup(): void {
  runAction('look-up', async () => {
    const email = enteredEmail();
    const code = digitsOf(state.code);
    if (!isEmail(email)) return requireField('lookup-email', messages.lookup.enterEmail);
    if (!isProven(email)) {
      if (code.length !== codeLength) {
        await ensureCode();
        return requireField('code', messages.code.enter({ digits: codeLength, email }));
      }
      const codeError = await verifyCode(email, code);
      if (codeError !== null) return requireField('code', codeError);
    }
    await openLinkedOrder();
  });
}

/**
 * Shows the order that the URL names, if there is a token for it. The token is from the link, or proves the buyer's e-mail address. If the
 * URL names no order, the orders of the e-mail address are shown after its form.
 */
export async function openLinkedOrder(): Promise<void> {
  const { proof, linkedOrder, linkToken, screen } = state;
  if (linkedOrder === null) return goTo('lookup');
  if (linkedOrder === '') {
    return screen === 'lookup' ? openOwnOrders() : goTo('lookup', { lookupEmail: proof?.email ?? '' });
  }
  const token = linkToken?.orderNumber === linkedOrder ? linkToken.token : proof?.token;
  if (token === undefined) return goTo('lookup');
  try {
    const order = await fetchOrder(linkedOrder, token);
    if (order.eventId !== page.eventId) {
      location.replace(`${order.eventId}?order=${linkedOrder}${linkToken === null ? '' : `#${linkToken.token}`}`);
      return;
    }
    const canBePaid = linkToken !== null && isUnpaidReservation(order);
    if (!canBePaid || !(await resumeReservation(order, token))) showOrder(order);
  } catch (error) {
    if (!(error instanceof Failure) || error.isTemporary) throw error;
    goTo('lookup', { proof: null, linkToken: null });
    if (linkToken !== null) change({ notice: { kind: 'info', text: messages.lookup.linkInvalid } });
    if (error.status === 401 || screen !== 'lookup' || proof === null) return;
    const { enterConfirmedEmail, notFound } = messages.lookup;
    showFieldErrors({ 'lookup-email': enterConfirmedEmail }, notFound({ number: linkedOrder, email: proof.email }));
  }
}

/** Whether the buyer can still pay: the order is not yet placed with a payment to the organizer. */
function isUnpaidReservation({ status, paymentInstructions }: BuyerOrder): boolean {
  return status === 'pending' && paymentInstructions === null;
}

/** Shows the orders of the buyer for this event. If there is only one, it is opened. */
async function openOwnOrders(): Promise<void> {
  const { proof } = state;
  if (proof === null) return;
  const ownOrders = await listOwnOrders(proof.token);
  const [first] = ownOrders;
  if (first === undefined) {
    const { enterConfirmedEmail, noOrders } = messages.lookup;
    return showFieldErrors({ 'lookup-email': enterConfirmedEmail }, noOrders({ email: proof.email }));
  }
  if (ownOrders.length === 1) return redirectTo(orderUrl(first));
  goTo('orders', { ownOrders });
}

/** After the buyer has paid on another site: polls the order until the payment is confirmed, for at most a minute. */
export async function waitForPayment(): Promise<void> {
  const { reservation } = state;
  if (reservation === null) return openLinkedOrder();
  goTo('order', { awaiting: 'confirmation' });
  announce(messages.placedOrder.awaitingConfirmation);
  const deadlineMs = Date.now() + confirmationTimeoutMs;
  for (let delayMs = minPollDelayMs; Date.now() < deadlineMs; delayMs = Math.min(delayMs * 1.5, maxPollDelayMs)) {
    try {
      const order = await fetchOrder(reservation.orderNumber, reservation.reservationToken);
      change({ order });
      if (order.status !== 'pending') {
        change({ awaiting: 'nothing' });
        return showOrder(order);
      }
    } catch (error) {
      if (!(error instanceof Failure) || !error.isTemporary) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  change({ awaiting: 'too_long' });
  announce(messages.placedOrder.notConfirmed);
}

/** Reads the current order again. */
export function refreshOrder(): void {
  if (state.awaiting !== 'nothing') {
    waitForPayment().catch((error: unknown) => showFailure(error, refreshOrder));
    return;
  }
  runAction('check', async () => {
    const isOfReservation = state.reservation !== null && state.reservation.orderNumber === state.order?.orderNumber;
    const previousStatus = state.order?.status;
    await (isOfReservation ? readOrder() : openLinkedOrder());
    if (state.order?.status === previousStatus)
      change({ notice: { kind: 'info', text: messages.placedOrder.unchanged } });
  });
}
