import { html, nothing, type TemplateResult } from 'lit-html';
import { dateRange } from './format.ts';
import { page, type Screen, state } from './state.ts';
import type { EventInfo } from './types.ts';
import { chooseView } from './view-choose.ts';
import { detailsView } from './view-details.ts';
import { lookupView, orderView } from './view-order.ts';
import { expiredView, payView, verifyView } from './view-pay.ts';

const longDescription = 280;

/** The whole page as the state has it. */
export function view(): TemplateResult {
  const { event } = state;
  return html`${headerView(event)} ${progressView()} ${stepView(event)}
    <footer>${page.organizer ? html`<p>Sold by <span dir="auto">${page.organizer}</span></p>` : nothing}</footer>`;
}

function stepView(event: EventInfo | null): TemplateResult {
  const { screen, reservation, order } = state;
  switch (screen) {
    case 'choose':
      return event === null ? loadingView() : chooseView(event);
    case 'details':
      return event === null ? loadingView() : detailsView(event);
    case 'verify':
    case 'lookup-code':
      return verifyView();
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
  const { notice } = state;
  return html`<main class="step">
    ${
      notice === null
        ? html`<p class="loading"><span class="spinner" aria-hidden="true"></span>Loading…</p>`
        : html`<div id="notice" class="notice error" role="alert" tabindex="-1">
            <p>${notice.text}</p>
            ${notice.retry ? html`<button type="button" class="small" @click=${notice.retry}>Try again</button>` : nothing}
          </div>`
    }
  </main>`;
}

function headerView(event: EventInfo | null): TemplateResult {
  const isFirst = state.screen === 'choose' || state.screen === 'loading';
  return html`<header class="event ${isFirst ? '' : 'small-event'}">
    ${
      event?.posterUrl && isFirst
        ? html`<img class="poster" src=${event.posterUrl} alt="" referrerpolicy="no-referrer" @error=${(failed: Event) => (failed.target as HTMLElement).remove()}>`
        : nothing
    }
    <div class="event-words">
      <h1 dir="auto">${event?.name ?? page.name}</h1>
      ${event === null ? nothing : html`<p>${dateRange(event.startsAt, event.endsAt, event.timezone)}</p>${venueView(event)}`}
      ${event?.description && isFirst ? descriptionView(event.description) : nothing}
    </div>
  </header>`;
}

function venueView({ venue }: EventInfo): TemplateResult | typeof nothing {
  if (venue === null) return nothing;
  const words = [venue.name, venue.address, venue.city, venue.country].filter((part) => part !== null);
  return html`<p class="soft" dir="auto">${words.join(', ')}</p>`;
}

function descriptionView(text: string): TemplateResult {
  if (text.length <= longDescription) return html`<p class="description" dir="auto">${text}</p>`;
  return html`<details class="about">
    <summary>About this event</summary>
    <p class="description" dir="auto">${text}</p>
  </details>`;
}

const steps = ['Tickets', 'Details', 'Verify', 'Pay', 'Done'];

const stepOf: Partial<Record<Screen, number>> = { choose: 0, details: 1, verify: 2, pay: 3, order: 4 };

function progressView(): TemplateResult | typeof nothing {
  const { screen, order, reservation } = state;
  const isDone = screen === 'order' && order !== null && (order.status === 'paid' || order.status === 'pending');
  const at = stepOf[screen];
  if (at === undefined || (screen === 'order' && !isDone) || (screen === 'order' && reservation === null))
    return nothing;
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
