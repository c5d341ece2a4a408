import type { EventOnSale } from '@organizer/shared/api';
import { closedReason } from '@organizer/shared/offers';
import { html, nothing, type TemplateResult } from 'lit-html';
import { serverNow } from './api.ts';
import { notice } from './parts.ts';
import { type Screen, state } from './state.ts';
import { chooseView } from './view-choose.ts';
import { detailsView } from './view-details.ts';
import { lookupView, orderView } from './view-order.ts';
import { expiredView, payView } from './view-pay.ts';

/** The step that the state has, with how far it is; what is around it the server wrote. */
export function view(): TemplateResult {
  return html`${progressView()} ${stepView(state.event)}`;
}

function stepView(event: EventOnSale | null): TemplateResult {
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
  const waiting = html`<p class="opening"><span class="spinner" aria-hidden="true"></span>One moment…</p>`;
  return html`<main class="step">${state.notice === null ? waiting : notice()}</main>`;
}

const steps = ['Tickets', 'Details', 'Pay', 'Done'];
const stepOf: Partial<Record<Screen, number>> = { choose: 0, details: 1, pay: 2 };

/** Which step this is, or null where there are no steps: nothing is on sale, or an order was opened by its link. */
function stepNumber(): number | null {
  const { screen, order, reservation, event } = state;
  if (screen !== 'order') {
    const isClosed = event !== null && closedReason(event, serverNow()) !== null && reservation === null;
    return isClosed ? null : (stepOf[screen] ?? null);
  }
  if (reservation === null || (order !== null && order.orderNumber !== reservation.orderNumber)) return null;
  if (order === null || order.status === 'pending') return 2;
  return order.status === 'paid' ? 3 : null;
}

function progressView(): TemplateResult | typeof nothing {
  const at = stepNumber();
  if (at === null) return nothing;
  return html`<nav class="progress" aria-label="Progress">
    <ol>
      ${steps.map(
        (
          name,
          place,
        ) => html`<li class=${place < at ? 'past' : place === at ? 'now' : ''} aria-current=${place === at ? 'step' : nothing}>
          <span>${name}${place < at ? html`<span class="unseen">, done</span>` : nothing}</span>
        </li>`,
      )}
    </ol>
  </nav>`;
}
