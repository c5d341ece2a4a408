import type { EventOnSale } from '@organizer/shared/api';
import { reasonNotOnSale } from '@organizer/shared/ticket-types';
import { html, nothing, type TemplateResult } from 'lit-html';
import { serverNow } from './api.ts';
import { loading, notice } from './components.ts';
import { messages } from './messages.ts';
import { type Screen, state } from './state.ts';
import { chooseView } from './view-choose.ts';
import { detailsView } from './view-details.ts';
import { lookupView, ownOrdersView } from './view-lookup.ts';
import { orderView } from './view-order.ts';
import { expiredView, payView } from './view-pay.ts';

/** The progress and the current screen. The server renders the rest of the page. */
export function view(): TemplateResult {
  return html`${progressView()} ${screenView(state.event)}`;
}

function screenView(event: EventOnSale | null): TemplateResult {
  const { screen, reservation, order } = state;
  switch (screen) {
    case 'choose':
      return event === null ? loadingView() : chooseView(event);
    case 'details':
      return event === null ? loadingView() : detailsView();
    case 'pay':
      return reservation === null ? loadingView() : payView(reservation);
    case 'expired':
      return expiredView();
    case 'order':
      return orderView(order);
    case 'lookup':
      return lookupView();
    case 'orders':
      return ownOrdersView();
    case 'loading':
      return loadingView();
  }
}

function loadingView(): TemplateResult {
  const loadingMessage = html`<p class="loading">${loading(messages.oneMoment)}</p>`;
  return html`<main class="step">${state.notice === null ? loadingMessage : notice()}</main>`;
}

const stepIndexes: Partial<Record<Screen, number>> = { choose: 0, details: 1, pay: 2 };
const payStep = 2;
const doneStep = 3;

/**
 * The index of the current step, from 0. Null if no step is shown: on the screens `loading`, `expired`, `lookup` and `orders`; if no ticket can be
 * bought now and there is no reservation; for an order that was opened by its link; and for an order that is neither pending nor
 * paid.
 */
function stepIndex(): number | null {
  const { screen, order, reservation, event } = state;
  if (screen !== 'order') {
    const isClosed = event !== null && reasonNotOnSale(event, serverNow()) !== null && reservation === null;
    return isClosed ? null : (stepIndexes[screen] ?? null);
  }
  if (reservation === null || (order !== null && order.orderNumber !== reservation.orderNumber)) return null;
  if (order === null || order.status === 'pending') return payStep;
  return order.status === 'paid' ? doneStep : null;
}

function progressView(): TemplateResult | typeof nothing {
  const currentIndex = stepIndex();
  if (currentIndex === null) return nothing;
  return html`<nav class="progress" aria-label=${messages.progress}>
    <ol>
      ${Object.values(messages.steps).map((name, index) => {
        const doneLabel =
          index < currentIndex ? html`<span class="visually-hidden">${messages.stepDone}</span>` : nothing;
        const className = index < currentIndex ? 'past' : index === currentIndex ? 'now' : '';
        return html`<li class=${className} aria-current=${index === currentIndex ? 'step' : nothing}><span>${name}${doneLabel}</span></li>`;
      })}
    </ol>
  </nav>`;
}
