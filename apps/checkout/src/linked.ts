import { act, askFor, fault, tell } from './act.ts';
import { Failure } from './api.ts';
import { isEmail } from './format.ts';
import { fetchOrder, readOrder, showOrder } from './ordering.ts';
import { codeLength, emailToProve, ensureCode, isProven, verify } from './proving.ts';
import { announce, change, goTo, page, state } from './state.ts';

const confirmationMsMax = 60_000;
const pollMsMax = 8_000;

/** Takes the token of an order from the address, where it came by a link in a mail, and out of it: addresses get shared. */
export function takeLinkToken(orderNumber: string): void {
  const token = /^#(rsv_[\w-]+)$/.exec(location.hash)?.[1];
  if (token === undefined) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  change({ linkToken: { orderNumber, token } });
}

/** Asks for the address of the order that the link names, and for the code that is sent to it; then opens the order. */
export function lookUp(): void {
  act('look-up', async () => {
    const email = emailToProve();
    const code = state.code.replaceAll(/\D/g, '');
    if (!isEmail(email)) return askFor('lookup-email', 'Enter the e-mail address that the order was made with.');
    if (!isProven(email)) {
      if (code.length !== codeLength) {
        await ensureCode();
        return askFor('code', `Enter the ${codeLength} digits from the e-mail to ${email}.`);
      }
      const wrong = await verify(email, code);
      if (wrong !== null) return askFor('code', wrong);
    }
    await openLinkedOrder();
  });
}

/** Shows the order that the address names to who has its link's token, or has shown that its address is theirs. */
export async function openLinkedOrder(): Promise<void> {
  const { proof, linkedOrder, linkToken, screen } = state;
  if (linkedOrder === null) return goTo('lookup');
  const token = linkToken?.orderNumber === linkedOrder ? linkToken.token : proof?.token;
  if (token === undefined) return goTo('lookup');
  try {
    const order = await fetchOrder(linkedOrder, token);
    if (order.eventId !== page.eventId) {
      location.replace(`${order.eventId}?order=${linkedOrder}${linkToken === null ? '' : `#${linkToken.token}`}`);
      return;
    }
    showOrder(order);
  } catch (error) {
    if (!(error instanceof Failure) || error.isPassing) throw error;
    goTo('lookup', { proof: null, linkToken: null });
    if (error.status === 401 || screen !== 'lookup' || proof === null) return;
    fault(
      { 'lookup-email': 'Enter the address that the confirmation was mailed to.' },
      `There is no order ${linkedOrder} of ${proof.email}.`,
    );
  }
}

/** Watches an order whose buyer has just paid elsewhere until the payment has arrived here, for a minute. */
export async function awaitPayment(): Promise<void> {
  const { reservation } = state;
  if (reservation === null) return openLinkedOrder();
  goTo('order', { awaiting: 'confirmation' });
  announce('Waiting for the confirmation of your payment.');
  const endAtMs = Date.now() + confirmationMsMax;
  for (let pauseMs = 1_000; Date.now() < endAtMs; pauseMs = Math.min(pauseMs * 1.5, pollMsMax)) {
    try {
      const order = await fetchOrder(reservation.orderNumber, reservation.reservationToken);
      change({ order });
      if (order.status !== 'pending') {
        change({ awaiting: 'nothing' });
        return showOrder(order);
      }
    } catch (error) {
      if (!(error instanceof Failure) || !error.isPassing) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  change({ awaiting: 'too_long' });
  announce('Your payment is not confirmed yet.');
}

/** Looks once more at an order that waits for something. */
export function checkAgain(): void {
  if (state.awaiting !== 'nothing') {
    awaitPayment().catch((error: unknown) => tell(error, checkAgain));
    return;
  }
  act('check', async () => {
    const isMine = state.reservation !== null && state.reservation.orderNumber === state.order?.orderNumber;
    const before = state.order?.status;
    await (isMine ? readOrder() : openLinkedOrder());
    if (state.order?.status === before) {
      const text = 'Nothing has changed yet. Your tickets come by e-mail as soon as it has.';
      change({ notice: { kind: 'info', text } });
    }
  });
}
