import type { Reservation } from '@organizer/shared/api';
import { html, nothing, type TemplateResult } from 'lit-html';
import { startChoosing } from './choosing.ts';
import { button, heading, notice, receipt, stepForm } from './components.ts';
import { msLeft } from './countdown.ts';
import { money } from './format.ts';
import { messages } from './messages.ts';
import { buyerNameFields, fullName, holderNames } from './persons.ts';
import { cannotBePaid } from './quote.ts';
import { cancelReservation, confirmDetails, type PaymentMethod, pay } from './reservation.ts';
import { hasChoice } from './selection.ts';
import { change, goTo, state } from './state.ts';
import { countdown } from './text.ts';
import { unpayableView } from './view-choose.ts';

const payTexts = messages.pay;
/** The countdown is highlighted if less time remains. */
const urgentMs = 60_000;

let chosenMethod: PaymentMethod | null = null;

/** The third step: the choice of a payment method, or the confirmation of a free order. */
export function payView(reservation: Reservation): TemplateResult {
  const { feeBreakdown, currency, paymentMethods } = reservation;
  const isFree = feeBreakdown.total === 0;
  const method = isFree ? null : (paymentMethods.find((name) => name === chosenMethod) ?? paymentMethods[0] ?? null);
  const total = money(feeBreakdown.total, currency);
  const label = isFree ? payTexts.confirm : method === 'manual' ? payTexts.place : payTexts.pay({ total });
  const isUnpayable = cannotBePaid(reservation);
  return stepForm({
    heading: isFree ? payTexts.freeHeading : payTexts.heading,
    above: countdownView(),
    onSubmit: () => {
      if (!isUnpayable) pay(method);
    },
    content: isUnpayable
      ? unpayableView()
      : html`${buyerView()} ${method === null ? nothing : methodsView(paymentMethods, method)}`,
    summaryHeading: messages.order({ number: reservation.orderNumber }),
    summary: receipt(reservation.lines, feeBreakdown, currency, holderNames()),
    total: html`<span class="soft">${messages.total}</span> <strong>${total}</strong>`,
    button: isUnpayable ? nothing : button(label, { action: 'pay', busyLabel: messages.oneMoment }),
    below: html`<p class="back">
      ${button(payTexts.cancel, { action: 'cancel', busyLabel: messages.oneMoment, onClick: cancelReservation, variant: 'link' })}
    </p>`,
  });
}

function buyerView(): TemplateResult {
  const { name, email } = state.buyer;
  return html`<div class="card buyer">
    <p><span dir="auto">${fullName(buyerNameFields()) || name}</span><br><span class="soft break">${email}</span></p>
    <button type="button" class="link" @click=${backToDetails}>${messages.change}</button>
  </div>`;
}

/** Does the same as the Back button of the browser. */
function backToDetails(): void {
  if (history.state === 'pay') history.back();
  else goTo('details');
}

function methodsView(methods: readonly PaymentMethod[], selected: PaymentMethod): TemplateResult {
  return html`<fieldset class="methods">
    <legend>${payTexts.how}</legend>
    ${methods.map((method) => {
      const { name, hint } = payTexts.methods[method];
      const select = () => {
        chosenMethod = method;
        change({});
      };
      return html`<label class="method">
        <input type="radio" name="method" value=${method} .checked=${method === selected} @change=${select}>
        <span><strong>${name}</strong><span class="hint">${hint}</span></span>
      </label>`;
    })}
  </fieldset>`;
}

/** The remaining time. It changes every second, so screen readers announce it only a few times. */
export function countdownView(): TemplateResult | typeof nothing {
  const leftMs = msLeft();
  if (leftMs === null) return nothing;
  return html`<p class="countdown ${leftMs < urgentMs ? 'urgent' : ''}" role="timer" aria-live="off">
    ${payTexts.timeLeft({ time: countdown(leftMs), b: (time) => html`<strong>${time}</strong>` })}
  </p>`;
}

/** The screen after the reservation has expired. */
export function expiredView(): TemplateResult {
  const isPaymentStarted = state.paidWith === 'stripe';
  return html`<main class="step">
    ${heading(payTexts.expiredHeading)} ${notice()}
    <div class="card fields narrow">
      <p>${payTexts.expired} ${isPaymentStarted ? payTexts.expiredMaybePaid : payTexts.expiredUncharged}</p>
      <div class="buttons">
        ${hasChoice() ? button(payTexts.reserveAgain, { action: 'details', busyLabel: payTexts.reserving, onClick: confirmDetails }) : nothing}
        <button type="button" class=${hasChoice() ? 'quiet' : 'main'} @click=${startChoosing}>${messages.chooseTickets}</button>
      </div>
    </div>
  </main>`;
}
