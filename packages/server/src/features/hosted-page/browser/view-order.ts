import { html, nothing, type TemplateResult } from 'lit-html';
import { dateTime, money } from './format.ts';
import { checkAgain, lookUp } from './linked.ts';
import { isPaid, orderMore } from './ordering.ts';
import { button, field, heading, notice, onSubmit, receipt } from './parts.ts';
import { qrImage } from './qr.ts';
import { change, state } from './state.ts';
import type { Entitlement, Order, Ticket } from './types.ts';

/** An order: its tickets, or what it waits for, or how it ended. */
export function orderView(order: Order | null): TemplateResult {
  if (order === null || (order.status === 'pending' && state.awaiting !== 'nothing')) return awaitingView(order);
  if (order.status === 'pending') return pendingView(order);
  if (!isPaid(order)) return endedView(order);
  return ticketsView(order);
}

function ticketsView(order: Order): TemplateResult {
  const { tickets, entitlements } = order;
  const isRefunded = order.status === 'refunded';
  return html`<main class="step">
    ${heading(isRefunded ? 'This order was refunded' : tickets.length === 1 ? 'Your ticket' : 'Your tickets')} ${notice()}
    ${isRefunded ? html`<div class="notice info"><p>${money(order.refundedTotal, order.currency)} went back the way it was paid. The tickets are not valid any more.</p></div>` : thanksView(order)}
    ${order.status === 'partially_refunded' ? html`<div class="notice info"><p>${money(order.refundedTotal, order.currency)} of this order was refunded.</p></div>` : nothing}
    <ul class="tickets">${tickets.map((ticket, place) => ticketView(ticket, place, tickets.length))}</ul>
    ${entitlements.length > 0 ? html`<h3>Also yours</h3><ul class="extras card">${entitlements.map(entitlementView)}</ul>` : nothing}
    ${footView(order)}
  </main>`;
}

function thanksView(order: Order): TemplateResult {
  return html`<div class="notice good">
    <p>Thank you. ${order.tickets.length > 0 ? 'Show the QR code at the entrance, on the screen or printed.' : ''}
    A confirmation goes to <span class="break">${order.buyer.email}</span>.</p>
  </div>`;
}

const ticketWords = { valid: '', used: 'Used', void: 'Not valid' };

function ticketView(ticket: Ticket, place: number, count: number): TemplateResult {
  const name = count > 1 ? `Ticket ${place + 1} of ${count}` : 'Ticket';
  return html`<li class="ticket ${ticket.status}">
    <div class="qr">${qrImage(ticket.qrValue, `QR code of ${name.toLowerCase()}, ${ticket.ticketTypeName}`)}</div>
    <div class="ticket-words">
      <p class="hint">${name}</p>
      <h3 dir="auto">${ticket.ticketTypeName}</h3>
      ${ticket.category ? html`<p><span class="tag" dir="auto">${ticket.category}</span></p>` : nothing}
      ${ticket.holderName ? html`<p dir="auto">${ticket.holderName}</p>` : nothing}
      ${ticket.bib ? html`<p>Number <strong>${ticket.bib}</strong></p>` : nothing}
      ${ticketWords[ticket.status] ? html`<p class="badge">${ticketWords[ticket.status]}</p>` : nothing}
      <p class="qr-words">${ticket.qrValue}</p>
    </div>
  </li>`;
}

function entitlementView({ name, unitsTotal, unitsRemaining }: Entitlement): TemplateResult {
  const left = unitsRemaining === unitsTotal ? '' : html` <span class="soft">(${unitsRemaining} left)</span>`;
  return html`<li><span class="times">${unitsTotal} ×</span> <span dir="auto">${name}</span>${left}</li>`;
}

function footView(order: Order): TemplateResult {
  return html`<details class="card">
      <summary><h3>Order ${order.orderNumber}</h3> <span class="soft">${money(order.total, order.currency)}</span></summary>
      ${receipt(order.items, order.feeBreakdown, order.currency)}
    </details>
    <p class="back unprinted">
      ${isPaid(order) && order.tickets.length > 0 ? html`<button type="button" class="link" @click=${() => print()}>Print</button>` : nothing}
      ${state.event === null ? nothing : html`<button type="button" class="link" @click=${orderMore}>${isPaid(order) || order.status === 'pending' ? 'Buy more tickets' : 'Choose tickets'}</button>`}
    </p>`;
}

function awaitingView(order: Order | null): TemplateResult {
  const isLate = state.awaiting === 'too_long';
  return html`<main class="step">
    ${heading(isLate ? 'Your payment is not confirmed yet' : 'Confirming your payment')} ${notice()}
    <div class="card fields narrow">
      ${
        isLate
          ? html`<p>This can take some minutes. You may close this page: your tickets are e-mailed to
              ${order ? html`<strong class="break">${order.buyer.email}</strong>` : 'you'} as soon as the payment has arrived.</p>
              <div class="buttons">${button('Check again', { action: 'check', meanwhile: 'Checking…', onClick: checkAgain })}</div>`
          : html`<p><span class="spinner" aria-hidden="true"></span>You have paid. We are waiting for the confirmation, which mostly takes a few seconds.</p>`
      }
      ${order ? html`<p class="soft">Order ${order.orderNumber}</p>` : nothing}
    </div>
  </main>`;
}

function pendingView(order: Order): TemplateResult {
  const isManual = state.paidWith === 'manual' && state.reservation?.orderNumber === order.orderNumber;
  const zone = state.event?.timezone ?? 'UTC';
  const until = order.expiresAt === null ? '' : ` It is held until ${dateTime(order.expiresAt, zone)}.`;
  return html`<main class="step">
    ${heading(isManual ? 'Your order is placed' : 'This order is not paid yet')} ${notice()}
    <div class="card fields narrow">
      <p>${
        isManual
          ? 'The organizer confirms your payment. As soon as that is done your tickets are e-mailed to'
          : 'When its payment is confirmed, the tickets are e-mailed to'
      } <strong class="break">${order.buyer.email}</strong>.${until}</p>
      <p>Order number <strong>${order.orderNumber}</strong>${isManual ? ' (give it with your payment)' : ''}, ${money(order.total, order.currency)}.</p>
      <div class="buttons">${button('Check again', { action: 'check', meanwhile: 'Checking…', onClick: checkAgain })}</div>
    </div>
    ${footView(order)}
  </main>`;
}

function endedView(order: Order): TemplateResult {
  const isExpired = order.status === 'expired';
  return html`<main class="step">
    ${heading(isExpired ? 'This order has expired' : 'This order was cancelled')} ${notice()}
    <div class="card fields narrow">
      <p>${
        isExpired
          ? 'It was not paid in time, and its tickets went back on sale. A payment that came later is honoured or paid back.'
          : 'Its tickets are not valid.'
      }
      ${order.refundedTotal > 0 ? `${money(order.refundedTotal, order.currency)} was paid back.` : ''}</p>
    </div>
    ${footView(order)}
  </main>`;
}

/** Asks for the buyer's address before an order is shown that was opened by its link. */
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
        onInput: (lookupEmail) => change({ lookupEmail }),
        autocomplete: 'email',
        lengthMax: 320,
      })}
      <div class="buttons">${button('Send the code', { action: 'look-up', meanwhile: 'Sending…' })}</div>
    </form>
  </main>`;
}
