import { Failure } from '@organizer/shared/request';
import { render } from 'lit-html';
import { showFailure } from './actions.ts';
import { startChoosing } from './choosing.ts';
import { startCountdown } from './countdown.ts';
import { extractLinkToken, openLinkedOrder, waitForPayment } from './linked-order.ts';
import { messages } from './messages.ts';
import { isHeld, isPlaced, readOrder, startNewOrder } from './order.ts';
import { page } from './page.ts';
import { loadQrEncoder } from './qr-code.ts';
import { scheduleQuote } from './quote.ts';
import { changeChoice } from './reservation.ts';
import { extractCart, hasChoice, loadEvent } from './selection.ts';
import { change, goTo, noBuyer, type State, start, state } from './state.ts';
import { view } from './view.ts';

/** The program prefetches the QR encoder this long after the page has loaded. */
const prefetchDelayMs = 2_000;

let isDrawn = false;

/** Draws the page. Until there is something to show, the HTML of the server stays visible. */
function drawPage(): void {
  if (state.screen === 'loading' && state.notice === null && !isDrawn) return;
  if (!isDrawn) page.root.replaceChildren();
  isDrawn = true;
  document.body.classList.toggle('compact-header', state.screen !== 'choose' && state.screen !== 'loading');
  render(view(), page.root);
  const heading = document.getElementById('step-heading')?.textContent;
  document.title = heading ? `${heading} · ${page.name}` : page.name;
}

/** Shows the first screen: the choice, the order of a reservation, or the order that the URL names. */
async function open(): Promise<void> {
  change({ screen: 'loading', notice: null });
  const orderParameter = page.preview === null ? new URLSearchParams(location.search).get('order') : null;
  const linkedOrder = orderParameter?.toUpperCase() ?? null;
  if (linkedOrder !== null) extractLinkToken(linkedOrder);
  const hasCart = page.preview === null && extractCart();
  try {
    await loadEvent();
  } catch (error) {
    // An order is shown to its buyer even if its event is no longer published.
    const isNotFound = error instanceof Failure && error.status === 404;
    if (!isNotFound || (linkedOrder === null && state.reservation === null)) throw error;
  }
  const reservedOrder = state.reservation?.orderNumber;
  if (linkedOrder !== null && linkedOrder !== reservedOrder) {
    change({ linkedOrder });
    return openLinkedOrder();
  }
  if (reservedOrder !== undefined) return openOrderOfReservation(linkedOrder !== null);
  const { notice, draftSavedAt } = state;
  const isAtDetails = hasCart || draftSavedAt !== null || history.state === 'details';
  if (history.state !== 'details' || !hasChoice()) startChoosing();
  if (isAtDetails && hasChoice()) goTo('details');
  change({ notice: draftSavedAt === null ? notice : draftNotice(draftSavedAt, notice?.text) });
  scheduleQuote(0);
}

async function openOrderOfReservation(isLinked: boolean): Promise<void> {
  const payment = isLinked ? new URLSearchParams(location.search).get('payment') : null;
  try {
    if (payment === 'paid') return await waitForPayment();
    await readOrder();
  } catch (error) {
    if (!(error instanceof Failure) || error.isTemporary) throw error;
    return startNewOrder(); // The server has removed the order.
  }
  if (payment === 'cancelled' && state.screen === 'pay') {
    change({ notice: { kind: 'info', text: messages.pay.nothingPaid } });
  }
}

/** Says that a draft is continued, after another text. On a shared computer the draft can be that of another person. */
function draftNotice(savedAt: string, otherText = ''): State['notice'] {
  const { draftKept, draftDelete, draftDeleted } = messages.details;
  const time = messages.formats.dateTime(savedAt, Intl.DateTimeFormat().resolvedOptions().timeZone);
  const run = () => {
    change({ buyer: noBuyer });
    startNewOrder();
    change({ notice: { kind: 'info', text: draftDeleted } });
  };
  return { kind: 'info', text: `${otherText} ${draftKept({ time })}`, action: { label: draftDelete, run } };
}

function tryToOpen(): void {
  open().catch((error: unknown) => showFailure(error, tryToOpen));
}

/** Shows the step of an entry in the browser's history, or the nearest possible step. */
function showHistoryEntry(entry: unknown): void {
  if (isPlaced()) showChoiceAfterOrder();
  else if (entry === 'pay' && isHeld()) goTo('pay');
  else if ((entry === 'pay' || entry === 'details') && hasChoice()) {
    goTo('details');
    scheduleQuote(0);
  } else changeChoice();
}

/** Back from a placed order starts a new order. A notice has a button that shows the placed order. */
function showChoiceAfterOrder(): void {
  const { reservation, order, paidWith } = state;
  startNewOrder();
  const { saved, show } = messages.placedOrder;
  const run = () => goTo('order', { order, paidWith, reservation });
  const text = saved({ number: reservation?.orderNumber ?? '' });
  change({ notice: { kind: 'info', text, action: { label: show, run } } });
}

for (const image of document.querySelectorAll<HTMLImageElement>('.event img')) {
  const remove = () => image.remove();
  if (image.complete && image.naturalWidth === 0) remove();
  else image.addEventListener('error', remove);
}

// Each step starts at the top. The browser would restore the scroll position of the previous step.
history.scrollRestoration = 'manual';
start(drawPage);
startCountdown();
tryToOpen();

addEventListener('popstate', (event) => {
  if (location.hash !== '') tryToOpen();
  else showHistoryEntry(event.state);
});

// If the buyer returns from the payment page, the browser can restore this page in its last state, in which the redirect runs.
addEventListener('pageshow', (event) => {
  if (event.persisted && state.reservation !== null) {
    change({ busy: null });
    tryToOpen();
  }
});

addEventListener('load', () => setTimeout(loadQrEncoder, prefetchDelayMs));
