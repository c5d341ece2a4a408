import type { EventOnSale } from '@organizer/shared/api';
import { saleClosureOf } from '@organizer/shared/offers';
import { html, nothing, type TemplateResult } from 'lit-html';
import { serverNow } from './api.ts';
import { loading, notice } from './components.ts';
import { messages } from './messages.ts';
import { type Screen, state } from './state.ts';
import { chooseView } from './view-choose.ts';
import { detailsView } from './view-details.ts';
import { lookupView } from './view-lookup.ts';
import { orderView } from './view-order.ts';
import { expiredView, payView } from './view-pay.ts';

/** The current screen and the progress. The rest of the page is in the HTML of the server. */
export function view(): TemplateResult {
  return html`${progressView()} ${screenView(state.event)}`;
}

function screenView(event: EventOnSale | null): TemplateResult {
  const { screen, reservation, order } = state;
  switch (screen) {
    case 'choose':
      return event === null ? loadingView() : chooseView(event);
    case 'details':
      return event === null ? loadingView() : detailsView(event);
    case 'pay':
      return reservation === null ? loadingView() : payView(reservation);
    case 'expired':
      return expiredView();
    case 'order':
      return orderView(order);
    case 'lookup':
      return lookupView();
    case 'loading':
      return loadingView();
  }
}

function loadingView(): TemplateResult {
  const waiting = html`<p class="opening">${loading(messages.oneMoment)}</p>`;
  return html`<main class="step">${state.notice === null ? waiting : notice()}</main>`;
}

const stepNumbers: Partial<Record<Screen, number>> = { choose: 0, details: 1, pay: 2 };
const payStep = 2;
const doneStep = 3;

/** The number of the current step; null if the screen is not a step, because nothing is on sale or an order was opened by its link. */
function stepNumber(): number | null {
  const { screen, order, reservation, event } = state;
  if (screen !== 'order') {
    const isClosed = event !== null && saleClosureOf(event, serverNow()) !== null && reservation === null;
    return isClosed ? null : (stepNumbers[screen] ?? null);
  }
  if (reservation === null || (order !== null && order.orderNumber !== reservation.orderNumber)) return null;
  if (order === null || order.status === 'pending') return payStep;
  return order.status === 'paid' ? doneStep : null;
}

function progressView(): TemplateResult | typeof nothing {
  const current = stepNumber();
  if (current === null) return nothing;
  return html`<nav class="progress" aria-label=${messages.progress}>
    <ol>
      ${messages.steps.map((name, number) => {
        const done = number < current ? html`<span class="visually-hidden">${messages.stepDone}</span>` : nothing;
        const className = number < current ? 'past' : number === current ? 'now' : '';
        return html`<li class=${className} aria-current=${number === current ? 'step' : nothing}><span>${name}${done}</span></li>`;
      })}
    </ol>
  </nav>`;
}
