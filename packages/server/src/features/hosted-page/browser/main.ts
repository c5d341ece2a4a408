import { render } from 'lit-html';
import { tell } from './act.ts';
import { Failure } from './api.ts';
import { loadEvent, quoteSoon, startChoosing } from './choosing.ts';
import { startCountdown } from './countdown.ts';
import { awaitPayment, openLinkedOrder } from './linked.ts';
import { orderMore, readOrder } from './ordering.ts';
import { loadQr } from './qr.ts';
import { change, goTo, page, start, state, wasAtDetails } from './state.ts';
import { view } from './view.ts';

function draw(): void {
  render(view(), page.root);
  const step = document.getElementById('step-heading')?.textContent;
  const title = state.event?.name ?? page.name;
  document.title = step ? `${step} · ${title}` : title;
}

/** Finds where the buyer is: with a new choice, an order that has begun, or one that the address names. */
async function open(): Promise<void> {
  change({ screen: 'loading', notice: null });
  const linkedOrder = new URLSearchParams(location.search).get('order')?.toUpperCase() ?? null;
  const hadChoice = Object.keys(state.choice).length > 0;
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
  startChoosing();
  if (wasAtDetails && hadChoice) goTo('details');
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
  if (came === 'cancelled' && (state.screen === 'pay' || state.screen === 'verify')) {
    const text = 'Nothing was paid. Your reservation still holds, for the time shown above: you can pay now.';
    change({ notice: { kind: 'info', text } });
  }
}

function tryToOpen(): void {
  open().catch((error: unknown) => tell(error, tryToOpen));
}

page.root.replaceChildren();
start(draw);
startCountdown(draw);
tryToOpen();

addEventListener('popstate', () => {
  if (state.screen === 'details') startChoosing();
  else if (state.screen === 'choose' && history.state === 'details' && Object.keys(state.choice).length > 0) {
    goTo('details');
    quoteSoon(0);
  }
});

// Come back to by the browser's own way from where one pays, the page would still say that it goes there.
addEventListener('pageshow', (event) => {
  if (event.persisted && state.reservation !== null) {
    change({ busy: null });
    tryToOpen();
  }
});

addEventListener('load', () => setTimeout(loadQr, 2_000));
