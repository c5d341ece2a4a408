import { render } from 'lit-html';
import { tell } from './act.ts';
import { Failure } from './api.ts';
import { hasChoice, loadEvent, quoteSoon, startChoosing } from './choosing.ts';
import { startCountdown } from './countdown.ts';
import { awaitPayment, openLinkedOrder, takeLinkToken } from './linked.ts';
import { changeChoice, isHeld, isSettled, orderMore, readOrder } from './ordering.ts';
import { loadQr } from './qr.ts';
import { change, goTo, page, start, state } from './state.ts';
import { view } from './view.ts';

let hasDrawn = false;

/** Until there is something to show, what the server wrote stays. */
function draw(): void {
  if (state.screen === 'loading' && state.notice === null && !hasDrawn) return;
  if (!hasDrawn) page.root.replaceChildren();
  hasDrawn = true;
  document.body.classList.toggle('further', state.screen !== 'choose' && state.screen !== 'loading');
  render(view(), page.root);
  const step = document.getElementById('step-heading')?.textContent;
  document.title = step ? `${step} · ${page.name}` : page.name;
}

/** Finds where the buyer is: with a new choice, an order that has begun, or one that the address names. */
async function open(): Promise<void> {
  change({ screen: 'loading', notice: null });
  const linkedOrder = new URLSearchParams(location.search).get('order')?.toUpperCase() ?? null;
  if (linkedOrder !== null) takeLinkToken(linkedOrder);
  try {
    await loadEvent();
  } catch (error) {
    // Who has an order may see it, also when its event is not shown any more.
    const isGone = error instanceof Failure && error.status === 404;
    if (!isGone || (linkedOrder === null && state.reservation === null)) throw error;
  }
  const mine = state.reservation?.orderNumber;
  if (linkedOrder !== null && linkedOrder !== mine) {
    change({ linkedOrder });
    return openLinkedOrder();
  }
  if (mine !== undefined) return returnToOrder(linkedOrder !== null);
  const { notice } = state;
  if (history.state === 'details' && hasChoice()) goTo('details');
  else startChoosing();
  change({ notice });
  quoteSoon(0);
}

async function returnToOrder(isLinked: boolean): Promise<void> {
  const came = isLinked ? new URLSearchParams(location.search).get('payment') : null;
  try {
    if (came === 'paid') return await awaitPayment();
    await readOrder();
  } catch (error) {
    if (!(error instanceof Failure) || error.isPassing) throw error;
    return orderMore(); // The server knows it no longer.
  }
  if (came === 'cancelled' && state.screen === 'pay') {
    const text = 'Nothing was paid. Your tickets are still reserved for the time shown above: you can pay now.';
    change({ notice: { kind: 'info', text } });
  }
}

function tryToOpen(): void {
  open().catch((error: unknown) => tell(error, tryToOpen));
}

/** Shows the step that the browser's Back or Forward leads to, or the nearest one that there is. */
function showPlace(place: unknown): void {
  if (isSettled()) showSettled();
  else if (place === 'pay' && isHeld()) goTo('pay');
  else if ((place === 'pay' || place === 'details') && hasChoice()) {
    goTo('details');
    quoteSoon(0);
  } else changeChoice();
}

/** An order that is placed is not begun again by going back: another one is, and this one is offered. */
function showSettled(): void {
  const { reservation, order, paidWith } = state;
  orderMore();
  const show = () => goTo('order', { order, paidWith, reservation });
  const text = `Your order ${reservation?.orderNumber} is kept.`;
  change({ notice: { kind: 'info', text, action: { label: 'Show the order', run: show } } });
}

for (const image of document.querySelectorAll<HTMLImageElement>('.event img')) {
  const remove = () => image.remove();
  if (image.complete && image.naturalWidth === 0) remove();
  else image.addEventListener('error', remove);
}

// Each step begins at its top; the browser would scroll to where the step before was left.
history.scrollRestoration = 'manual';
start(draw);
startCountdown(draw);
tryToOpen();

addEventListener('popstate', (event) => {
  if (location.hash.startsWith('#rsv_')) tryToOpen();
  else showPlace(event.state);
});

// Come back to by the browser's own way from where one pays, the page would still say that it goes there.
addEventListener('pageshow', (event) => {
  if (event.persisted && state.reservation !== null) {
    change({ busy: null });
    tryToOpen();
  }
});

addEventListener('load', () => setTimeout(loadQr, 2_000));
