import type { Reservation } from '@organizer/shared/api';
import { html, nothing, type TemplateResult } from 'lit-html';
import { cannotBePaid, hasChoice, startChoosing } from './choosing.ts';
import { msLeft } from './countdown.ts';
import { countdown, money } from './format.ts';
import { cancelReservation, confirmDetails, type PaymentMethod, pay } from './ordering.ts';
import { button, frame, heading, notice, receipt } from './parts.ts';
import { change, goTo, state } from './state.ts';
import { unpayableView } from './view-choose.ts';

const methodWords: Readonly<Record<PaymentMethod, { name: string; hint: string }>> = {
  stripe: { name: 'Card or wallet', hint: 'You pay on the secure page of Stripe and come back here.' },
  manual: {
    name: 'Pay the organizer directly',
    hint: 'For example by bank transfer: you see how in the next step. Your tickets come once the organizer has confirmed your payment.',
  },
  test: { name: 'Test payment', hint: 'No money moves.' },
};

let chosenMethod: PaymentMethod | null = null;

/** The third step: how to pay, or for what is free, to confirm. */
export function payView(reservation: Reservation): TemplateResult {
  const { feeBreakdown, currency, paymentMethods } = reservation;
  const isFree = feeBreakdown.total === 0;
  const method = isFree ? null : (paymentMethods.find((name) => name === chosenMethod) ?? paymentMethods[0] ?? null);
  const total = money(feeBreakdown.total, currency);
  const label = isFree ? 'Confirm the order' : method === 'manual' ? 'Place the order' : `Pay ${total}`;
  const isStuck = cannotBePaid(reservation);
  return frame({
    heading: isFree ? 'Confirm your order' : 'Pay',
    above: countdownView(),
    onSubmit: () => {
      if (!isStuck) pay(method);
    },
    content: isStuck
      ? unpayableView()
      : html`${buyerView()} ${isFree || method === null ? nothing : methodsView(paymentMethods, method)}`,
    summaryHeading: `Order ${reservation.orderNumber}`,
    summary: receipt(reservation.lines, feeBreakdown, currency),
    total: html`<span class="soft">Total</span> <strong>${total}</strong>`,
    button: isStuck ? nothing : button(label, { action: 'pay', meanwhile: 'One moment…' }),
    below: html`<p class="back">
      ${button('Cancel the reservation', { action: 'give-up', meanwhile: 'One moment…', onClick: cancelReservation, look: 'link' })}
    </p>`,
  });
}

function buyerView(): TemplateResult {
  const { name, email } = state.buyer;
  return html`<div class="card buyer">
    <p><span dir="auto">${name}</span><br><span class="soft break">${email}</span></p>
    <button type="button" class="link" @click=${back}>Change</button>
  </div>`;
}

/** The browser's own way back does the same. */
function back(): void {
  if (history.state === 'pay') history.back();
  else goTo('details');
}

function methodsView(methods: readonly PaymentMethod[], selected: PaymentMethod): TemplateResult {
  return html`<fieldset class="methods">
    <legend>How do you want to pay?</legend>
    ${methods.map((method) => {
      const words = methodWords[method];
      const select = () => {
        chosenMethod = method;
        change({});
      };
      return html`<label class="method">
        <input type="radio" name="method" value=${method} .checked=${method === selected} @change=${select}>
        <span><strong>${words.name}</strong><span class="hint">${words.hint}</span></span>
      </label>`;
    })}
  </fieldset>`;
}

/** Announced apart, at few moments: read out each second it would drown everything else. */
export function countdownView(): TemplateResult | typeof nothing {
  const leftMs = msLeft();
  if (leftMs === null) return nothing;
  return html`<p class="countdown ${leftMs < 60_000 ? 'urgent' : ''}" role="timer" aria-live="off">
    Reserved for you for <strong>${countdown(leftMs)}</strong>
  </p>`;
}

/** After the reservation has ended by itself. */
export function expiredView(): TemplateResult {
  const mayHavePaid = state.paidWith === 'stripe';
  return html`<main class="step">
    ${heading('Your reservation has expired')} ${notice()}
    <div class="card fields narrow">
      <p>The time to pay is over, and the tickets are on sale again.
      ${mayHavePaid ? 'If your payment was taken, you get your tickets or your money back; we e-mail you either way.' : 'Nothing was charged.'}</p>
      <div class="buttons">
        ${hasChoice() ? button('Reserve the same again', { action: 'details', meanwhile: 'Reserving…', onClick: confirmDetails }) : nothing}
        <button type="button" class=${hasChoice() ? 'quiet' : 'main'} @click=${startChoosing}>Choose tickets</button>
      </div>
    </div>
  </main>`;
}
