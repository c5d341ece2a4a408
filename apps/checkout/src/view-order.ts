import type { BuyerOrder } from '@organizer/shared/api';
import { dateTime } from '@organizer/shared/dates-and-money';
import { html, nothing, type TemplateResult } from 'lit-html';
import { money } from './format.ts';
import { checkAgain, lookUp } from './linked.ts';
import { isPaid, orderMore } from './ordering.ts';
import { button, contact, field, heading, notice, onSubmit, receipt } from './parts.ts';
import { sendCodeNow, sendCodeSoon } from './proving.ts';
import { change, page, state } from './state.ts';
import { codeView } from './view-code.ts';
import { instructionsView } from './view-payment.ts';
import { entitlementsView, ticketView } from './view-tickets.ts';

/** An order: its tickets, or what it waits for, or how it ended. */
export function orderView(order: BuyerOrder | null): TemplateResult {
  if (order === null || (order.status === 'pending' && state.awaiting !== 'nothing')) return awaitingView(order);
  if (order.status === 'pending') return pendingView(order);
  if (!isPaid(order)) return endedView(order);
  return ticketsView(order);
}

function ticketsView(order: BuyerOrder): TemplateResult {
  const { tickets } = order;
  const isRefunded = order.status === 'refunded';
  return html`<main class="step">
    ${heading(isRefunded ? 'This order was refunded' : tickets.length === 0 ? 'Your order' : tickets.length === 1 ? 'Your ticket' : 'Your tickets')}
    ${notice()} ${isRefunded ? refundedView(order, 'The tickets are not valid any more.') : thanksView(order)}
    ${order.status === 'partially_refunded' ? refundedView(order, '') : nothing}
    <ul class="tickets">${tickets.map((ticket, place) => ticketView(ticket, place, tickets.length))}</ul>
    ${entitlementsView(order)} ${footView(order)}
  </main>`;
}

function refundedView({ refundedTotal, currency }: BuyerOrder, words: string): TemplateResult {
  return html`<div class="notice info"><p>${money(refundedTotal, currency)} of this order was refunded. ${words}</p></div>`;
}

function thanksView({ tickets, buyer }: BuyerOrder): TemplateResult {
  const show =
    tickets.length === 0
      ? ''
      : `Show the QR code${tickets.length === 1 ? '' : ' of each ticket'} at the entrance, on your phone or printed.`;
  return html`<div class="notice good">
    <p>Thank you. ${show} We also send everything to <span class="break">${buyer.email}</span>.</p>
    ${
      page.when === undefined || tickets.length === 0
        ? nothing
        : html`<p class="buttons unprinted"><a class="button small" href="${page.address}/calendar.ics">Add to calendar</a>
            <button type="button" class="small" @click=${() => print()}>Print</button></p>`
    }
  </div>`;
}

function footView(order: BuyerOrder): TemplateResult {
  const isOver = !isPaid(order) && order.status !== 'pending';
  return html`<details class="card">
      <summary><h3>Order ${order.orderNumber}</h3> <span class="soft">${money(order.total, order.currency)}</span></summary>
      ${receipt(order.items, order.feeBreakdown, order.currency)}
    </details>
    <p class="back unprinted">
      ${state.event === null ? nothing : html`<button type="button" class="link" @click=${orderMore}>${isOver ? 'Choose tickets' : 'Buy more tickets'}</button>`}
    </p>`;
}

function checkButton(): TemplateResult {
  return button('Check again', { action: 'check', meanwhile: 'Checking…', onClick: checkAgain, look: 'quiet' });
}

function awaitingView(order: BuyerOrder | null): TemplateResult {
  const isLate = state.awaiting === 'too_long';
  return html`<main class="step">
    ${heading(isLate ? 'Your payment is not confirmed yet' : 'Confirming your payment')} ${notice()}
    <div class="card fields narrow">
      ${
        isLate
          ? html`<p>This can take some minutes. You may close this page: your tickets are e-mailed to
              ${order ? html`<strong class="break">${order.buyer.email}</strong>` : 'you'} as soon as the payment has arrived.</p>
              <div class="buttons">${checkButton()}</div>`
          : html`<p><span class="spinner" aria-hidden="true"></span>You have paid. We are waiting for the confirmation, which takes a few seconds.</p>`
      }
      ${order ? html`<p class="soft">Order ${order.orderNumber}</p>` : nothing}
    </div>
  </main>`;
}

/** Waits for its money: how to pay it, until when its tickets are kept, and whom to ask. */
function pendingView(order: BuyerOrder): TemplateResult {
  const { paymentInstructions: instructions } = order;
  const isPlaced = state.paidWith === 'manual' && state.reservation?.orderNumber === order.orderNumber;
  const zone = state.event?.timezone ?? 'UTC';
  const who = contact();
  const sum = money(order.total, order.currency);
  return html`<main class="step">
    ${heading(instructions !== null ? `${instructions.iban === null ? 'Pay' : 'Transfer'} ${sum} to get your tickets` : isPlaced ? 'Your order is placed' : 'This order is not paid yet')}
    ${notice()}
    <p class="lead">${order.expiresAt === null ? nothing : html`Your tickets are reserved until <strong>${dateTime(order.expiresAt, zone)}</strong>. `}We
      send them to <span class="break">${order.buyer.email}</span> as soon as the organizer has confirmed your payment.</p>
    ${
      instructions === null
        ? html`<div class="card narrow"><p>Order <strong>${order.orderNumber}</strong>, ${sum}</p></div>`
        : instructionsView(instructions)
    }
    ${who === nothing ? nothing : html`<p class="soft">Questions about paying? Ask the organizer: ${who}</p>`}
    <div class="buttons">${checkButton()}</div>
    ${footView(order)}
  </main>`;
}

function endedView(order: BuyerOrder): TemplateResult {
  const isExpired = order.status === 'expired';
  return html`<main class="step">
    ${heading(isExpired ? 'This order has expired' : 'This order was cancelled')} ${notice()}
    <div class="card fields narrow">
      <p>${
        isExpired
          ? 'It was not paid in time, and its tickets went back on sale. If you paid later, you get your tickets or your money back.'
          : 'Its tickets are not valid.'
      }
      ${order.refundedTotal > 0 ? `${money(order.refundedTotal, order.currency)} was refunded.` : ''}</p>
    </div>
    ${footView(order)}
  </main>`;
}

/** Asks for the buyer's address, and for the code that is sent to it, before an order is shown that was opened by its link. */
export function lookupView(): TemplateResult {
  return html`<main class="step">
    ${heading(`Open order ${state.linkedOrder ?? ''}`)} ${notice()}
    <form class="card fields narrow" novalidate @submit=${onSubmit(lookUp)}>
      ${field({
        id: 'lookup-email',
        label: 'E-mail',
        type: 'email',
        hint: 'The address that the order was made with. We send a code to it, so that nobody else sees your tickets.',
        value: state.lookupEmail,
        onInput: (lookupEmail) => {
          change({ lookupEmail });
          sendCodeSoon();
        },
        onChange: sendCodeNow,
        autocomplete: 'email',
        lengthMax: 320,
      })}
      ${codeView(lookUp)}
      <div class="buttons">${button('Open the order', { action: 'look-up', meanwhile: 'One moment…' })}</div>
    </form>
  </main>`;
}
