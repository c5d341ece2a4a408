import type { BuyerOrder } from '@organizer/shared/api';
import { mergedItems } from '@organizer/shared/merged-items';
import { html, nothing, type TemplateResult } from 'lit-html';
import { button, contact, heading, loading, notice, receipt } from './components.ts';
import { money } from './format.ts';
import { refreshOrder } from './linked-order.ts';
import { messages } from './messages.ts';
import { isPaid, startNewOrder } from './order.ts';
import { page } from './page.ts';
import { state } from './state.ts';
import { answersView } from './view-answers.ts';
import { instructionsView } from './view-payment.ts';
import { entitlementsView, ticketView } from './view-tickets.ts';

const orderTexts = messages.placedOrder;

const strong = (text: unknown) => html`<strong class="break">${text}</strong>`;
const unbroken = (text: unknown) => html`<span class="break">${text}</span>`;

/** Shows an order with its tickets, with payment instructions, or with the reason why it has no tickets. */
export function orderView(order: BuyerOrder | null): TemplateResult {
  if (order === null || (order.status === 'pending' && state.awaiting !== 'nothing')) return awaitingView(order);
  if (order.status === 'pending') return pendingView(order);
  if (!isPaid(order)) return expiredOrCancelledView(order);
  return ticketsView(order);
}

function ticketsView(order: BuyerOrder): TemplateResult {
  const { tickets } = order;
  const isRefunded = order.status === 'refunded';
  return html`<main class="step">
    ${heading(isRefunded ? orderTexts.refundedHeading : orderTexts.heading({ tickets: tickets.length }))}
    ${notice()} ${isRefunded ? refundedView(order, orderTexts.ticketsNotValid) : thanksView(order)}
    ${order.status === 'partially_refunded' ? refundedView(order, '') : nothing}
    <ul class="tickets">${tickets.map((ticket, index) => ticketView(ticket, index + 1, tickets.length))}</ul>
    ${entitlementsView(order)} ${footView(order)}
  </main>`;
}

function refundedView({ refundedTotal, currency }: BuyerOrder, text: string): TemplateResult {
  return html`<div class="notice info"><p>${orderTexts.refunded({ amount: money(refundedTotal, currency) })} ${text}</p></div>`;
}

function thanksView({ tickets, buyer }: BuyerOrder): TemplateResult {
  const valid = tickets.filter(({ status }) => status !== 'void');
  const typeIds = [...new Set(valid.map(({ ticketTypeId }) => ticketTypeId))];
  return html`<div class="notice good">
    <p>${orderTexts.thanks({ tickets: tickets.length })}
      ${buyer.email === null ? nothing : orderTexts.sentTo({ email: buyer.email, b: unbroken })}</p>
    ${
      page.when === undefined || tickets.length === 0
        ? nothing
        : html`<p class="buttons unprinted"><a class="button small" href="${page.url}/calendar.ics?lang=${document.documentElement.lang}&ticketTypes=${typeIds.join()}">${orderTexts.addToCalendar}</a>
            <button type="button" class="small" @click=${() => print()}>${orderTexts.print}</button></p>`
    }
  </div>`;
}

function footView(order: BuyerOrder): TemplateResult {
  const isExpiredOrCancelled = !isPaid(order) && order.status !== 'pending';
  return html`${answersView(order)}
    <details class="card">
      <summary><h3>${messages.order({ number: order.orderNumber })}</h3> <span class="soft">${money(order.total, order.currency)}</span></summary>
      ${receipt(mergedItems(order.items), order.feeBreakdown, order.currency)}
    </details>
    <p class="back unprinted">
      ${state.event === null ? nothing : html`<button type="button" class="link" @click=${startNewOrder}>${isExpiredOrCancelled ? messages.chooseTickets : orderTexts.buyMore}</button>`}
    </p>`;
}

function refreshButton(): TemplateResult {
  return button(orderTexts.check, {
    action: 'check',
    busyLabel: orderTexts.checking,
    onClick: refreshOrder,
    variant: 'quiet',
  });
}

/** An order that was paid on another site, but whose payment is not confirmed yet. */
function awaitingView(order: BuyerOrder | null): TemplateResult {
  const isLate = state.awaiting === 'too_long';
  const later =
    order === null || order.buyer.email === null
      ? orderTexts.confirmedLaterByEmail
      : orderTexts.confirmedLater({ email: order.buyer.email, b: strong });
  return html`<main class="step">
    ${heading(isLate ? orderTexts.notConfirmedHeading : orderTexts.confirmingHeading)} ${notice()}
    <div class="card fields narrow">
      ${
        isLate
          ? html`<p>${later}</p>
              <div class="buttons">${refreshButton()}</div>`
          : html`<p>${loading(orderTexts.confirming)}</p>`
      }
      ${order ? html`<p class="soft">${messages.order({ number: order.orderNumber })}</p>` : nothing}
    </div>
  </main>`;
}

/** An order that is not paid yet, with payment instructions, the end of the reservation, and the contact of the organizer. */
function pendingView(order: BuyerOrder): TemplateResult {
  const { paymentInstructions: instructions, expiresAt, buyer, orderNumber } = order;
  const ways = contact();
  const total = money(order.total, order.currency);
  const until = (time: string) => messages.formats.dateTime(time, state.event?.timezone ?? 'UTC');
  return html`<main class="step">
    ${heading(pendingHeading(order, total))}
    ${notice()}
    <p class="lead">${expiresAt === null ? nothing : orderTexts.reservedUntil({ time: until(expiresAt), b: strong })}
      ${buyer.email === null ? nothing : orderTexts.sentWhenConfirmed({ email: buyer.email, b: unbroken })}</p>
    ${
      instructions === null
        ? html`<div class="card narrow"><p>${orderTexts.orderWithTotal({ number: orderNumber, total, b: strong })}</p></div>`
        : instructionsView(instructions)
    }
    ${ways === nothing ? nothing : html`<p class="soft">${orderTexts.questions} ${ways}</p>`}
    <div class="buttons">${refreshButton()}</div>
    ${footView(order)}
  </main>`;
}

function pendingHeading({ paymentInstructions, orderNumber }: BuyerOrder, total: string): string {
  if (paymentInstructions !== null) {
    return paymentInstructions.iban === null
      ? orderTexts.payHeading({ amount: total })
      : orderTexts.transferHeading({ amount: total });
  }
  const isPlacedHere = state.paidWith === 'manual' && state.reservation?.orderNumber === orderNumber;
  return isPlacedHere ? orderTexts.placedHeading : orderTexts.unpaidHeading;
}

/** An order that was cancelled or has expired. */
function expiredOrCancelledView(order: BuyerOrder): TemplateResult {
  const isExpired = order.status === 'expired';
  return html`<main class="step">
    ${heading(isExpired ? orderTexts.expiredHeading : orderTexts.cancelledHeading)} ${notice()}
    <div class="card fields narrow">
      <p>${isExpired ? orderTexts.expired : orderTexts.cancelled}
      ${order.refundedTotal > 0 ? orderTexts.wasRefunded({ amount: money(order.refundedTotal, order.currency) }) : ''}</p>
    </div>
    ${footView(order)}
  </main>`;
}
