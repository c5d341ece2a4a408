import { html, nothing, type TemplateResult } from 'lit-html';
import { startChoosing } from './choosing.ts';
import { msLeft } from './countdown.ts';
import { countdown, money } from './format.ts';
import { openLinkedOrder } from './linked.ts';
import { giveUp, pay, reserve } from './ordering.ts';
import { button, field, heading, notice, onSubmit, receipt } from './parts.ts';
import { emailToProve, sendAnotherCode, verify } from './proving.ts';
import { change, goTo, state } from './state.ts';
import type { PaymentMethod, Reservation } from './types.ts';

const methodWords: Readonly<Record<PaymentMethod, { name: string; hint: string }>> = {
  stripe: { name: 'Card or wallet', hint: 'You pay on the secure page of Stripe and come back here.' },
  manual: {
    name: 'Pay the organizer',
    hint: 'By transfer or on site. Your tickets come when the organizer has your payment.',
  },
  test: { name: 'Test payment', hint: 'No money moves.' },
};

let typedCode = '';
let chosenMethod: PaymentMethod | null = null;

/** The third step, and the second of opening an order by its link: the code that was mailed. */
export function verifyView(): TemplateResult {
  const { reservation } = state;
  const isLookup = state.screen === 'lookup-code';
  const goOn = isLookup ? openLinkedOrder : () => goTo('pay');
  const submit = () => {
    const code = typedCode;
    verify(code, async () => {
      typedCode = '';
      await goOn();
    });
  };
  return html`<main class="step">
    ${heading('Check your e-mail')} ${isLookup ? nothing : countdownView()} ${notice()}
    <div class="columns">
    <form class="card fields" novalidate @submit=${onSubmit(submit)}>
      <p>We ${state.codeSent === null ? 'send' : 'sent'} a code to <strong class="break">${emailToProve()}</strong>.${isLookup ? ' If an order was made with this address, the code opens it.' : ''}</p>
      ${field({
        id: 'code',
        label: '6-digit code',
        hint: 'It works for 10 minutes. If it does not arrive, look among the unwanted mail.',
        value: typedCode,
        onInput: (value) => {
          typedCode = value;
        },
        autocomplete: 'one-time-code',
        lengthMax: 12,
        isCode: true,
      })}
      <div class="buttons">
        ${button('Verify', { action: 'verify', meanwhile: 'Verifying…' })}
        ${button('Send a new code', { action: 'another-code', meanwhile: 'Sending…', onClick: sendAnotherCode, look: 'quiet' })}
      </div>
    </form>
    ${isLookup || reservation === null ? nothing : summaryView(reservation)}
    </div>
    ${
      isLookup
        ? html`<p class="back"><button type="button" class="link" @click=${() => goTo('lookup')}>Use another address</button></p>`
        : html`<p class="back">
            Wrong address? ${button('Change your details', { action: 'give-up-details', meanwhile: 'One moment…', onClick: () => giveUp('details'), look: 'link' })}
          </p>
          ${letGoView()}`
    }
  </main>`;
}

/** The fourth step: how to pay, or for what is free, to confirm. */
export function payView(reservation: Reservation): TemplateResult {
  const { feeBreakdown, currency, paymentMethods } = reservation;
  const isFree = feeBreakdown.total === 0;
  const method = isFree ? null : (paymentMethods.find((name) => name === chosenMethod) ?? paymentMethods[0] ?? null);
  const label = isFree
    ? 'Confirm the order'
    : method === 'manual'
      ? 'Place the order'
      : `Pay ${money(feeBreakdown.total, currency)}`;
  return html`<main class="step">
    ${heading(isFree ? 'Confirm your order' : 'Pay')} ${countdownView()} ${notice()}
    <form class="columns" novalidate @submit=${onSubmit(() => pay(method))}>
      ${summaryView(reservation)}
      <div>
      ${isFree || method === null ? nothing : methodsView(paymentMethods, method)}
      ${
        isFree || method !== null
          ? html`<div class="buttons">${button(label, { action: 'pay', meanwhile: 'One moment…' })}</div>`
          : html`<div class="notice error"><p>The organizer has not set up a way to pay yet. Please ask the organizer.</p></div>`
      }
      </div>
    </form>
    ${letGoView()}
  </main>`;
}

function summaryView({ orderNumber, lines, feeBreakdown, currency }: Reservation): TemplateResult {
  return html`<div class="side">
    <section class="card summary" aria-labelledby="summary-heading">
      <h3 id="summary-heading">Order ${orderNumber}</h3>
      ${receipt(lines, feeBreakdown, currency)}
    </section>
  </div>`;
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

function letGoView(): TemplateResult {
  return html`<p class="back">
    ${button('Change the tickets', { action: 'give-up-choose', meanwhile: 'One moment…', onClick: () => giveUp('choose'), look: 'link' })}
    ${button('Cancel the reservation', { action: 'give-up-nothing', meanwhile: 'One moment…', onClick: () => giveUp('nothing'), look: 'link' })}
  </p>`;
}

/** Announced apart, at few moments: read out each second it would drown everything else. */
function countdownView(): TemplateResult | typeof nothing {
  const leftMs = msLeft();
  if (leftMs === null) return nothing;
  return html`<p class="countdown ${leftMs < 60_000 ? 'urgent' : ''}" role="timer" aria-live="off">
    Reserved for you for <strong>${countdown(leftMs)}</strong>
  </p>`;
}

/** After the reservation has ended by itself. */
export function expiredView(): TemplateResult {
  const hasChoice = Object.keys(state.choice).length > 0;
  const mayHavePaid = state.paidWith === 'stripe';
  return html`<main class="step">
    ${heading('Your reservation has expired')} ${notice()}
    <div class="card fields narrow">
      <p>The time to pay is over, and the tickets are on sale again.
      ${mayHavePaid ? 'If your payment was taken all the same, it is honoured or paid back; you get an e-mail either way.' : 'Nothing was charged.'}</p>
      <div class="buttons">
        ${hasChoice ? button('Reserve the same again', { action: 'reserve', meanwhile: 'Reserving…', onClick: reserve }) : nothing}
        <button type="button" class=${hasChoice ? 'quiet' : 'main'} @click=${startChoosing}>Choose tickets</button>
      </div>
    </div>
  </main>`;
}
