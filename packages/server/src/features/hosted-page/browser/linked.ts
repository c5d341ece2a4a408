import { act, fault, tell } from './act.ts';
import { Failure } from './api.ts';
import { isEmail } from './format.ts';
import { fetchOrder, readOrder, showOrder } from './ordering.ts';
import { sendCode } from './proving.ts';
import { announce, change, goTo, page, state } from './state.ts';

const confirmationMsMax = 60_000;
const pollMsMax = 8_000;

/** Asks who wants to see the order that the address names. */
export function lookUp(): void {
  const email = state.lookupEmail.trim();
  if (!isEmail(email)) {
    fault({ 'lookup-email': 'Enter the e-mail address that the order was made with.' });
    return;
  }
  act('look-up', async () => {
    await sendCode(email);
    goTo('lookup-code');
  });
}

/** Shows the order that the address names to who has shown that an address is theirs; others are asked for theirs. */
export async function openLinkedOrder(): Promise<void> {
  const { proof, linkedOrder } = state;
  if (proof === null || linkedOrder === null) return goTo('lookup');
  try {
    const order = await fetchOrder(linkedOrder, proof.token);
    if (order.eventId !== page.eventId) {
      location.replace(`${order.eventId}?order=${linkedOrder}`);
      return;
    }
    await showOrder(order);
  } catch (error) {
    if (!(error instanceof Failure) || error.isPassing) throw error;
    const isAnswered = state.screen === 'lookup-code';
    goTo('lookup', error.status === 401 ? { proof: null } : {});
    if (error.status === 401 || !isAnswered) return;
    fault(
      { 'lookup-email': 'Enter the address that the confirmation was mailed to.' },
      noOrder(linkedOrder, proof.email),
    );
  }
}

function noOrder(orderNumber: string, email: string): string {
  return `There is no order ${orderNumber} of ${email}.`;
}

/** Watches an order whose buyer has just paid elsewhere until the payment has arrived here, for a minute. */
export async function awaitPayment(): Promise<void> {
  const { reservation } = state;
  if (reservation === null) return openLinkedOrder();
  goTo('order', { awaiting: 'confirmation' });
  announce('Waiting for the confirmation of your payment.');
  const giveUpAtMs = Date.now() + confirmationMsMax;
  for (let pauseMs = 1_000; Date.now() < giveUpAtMs; pauseMs = Math.min(pauseMs * 1.5, pollMsMax)) {
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
      change({
        notice: { kind: 'info', text: 'Nothing has changed yet. Your tickets come by e-mail as soon as it has.' },
      });
    }
  });
}
