import { html, type TemplateResult } from 'lit-html';
import { button, heading, notice, submitHandler } from './components.ts';
import { scheduleCode, sendCodeNow } from './email-code.ts';
import { field } from './fields.ts';
import { price } from './format.ts';
import { submitLookup } from './linked-order.ts';
import { messages } from './messages.ts';
import { orderUrl } from './order.ts';
import { change, type OwnOrder, state } from './state.ts';
import { codeView } from './view-code.ts';

const lookupTexts = messages.lookup;

/** The form to open an order by its link, or to find orders: the buyer's e-mail address, and the code that is sent to it. */
export function lookupView(): TemplateResult {
  const { linkedOrder } = state;
  return html`<main class="step">
    ${heading(linkedOrder ? lookupTexts.heading({ number: linkedOrder }) : lookupTexts.findHeading)} ${notice()}
    <form class="card fields narrow" novalidate @submit=${submitHandler(submitLookup)}>
      ${field({
        id: 'lookup-email',
        label: messages.email,
        type: 'email',
        hint: lookupTexts.emailHint,
        value: state.lookupEmail,
        onInput: (lookupEmail) => {
          change({ lookupEmail });
          scheduleCode();
        },
        onChange: sendCodeNow,
        autocomplete: 'email',
        maxLength: 320,
      })}
      ${codeView(submitLookup)}
      <div class="buttons">${button(linkedOrder ? lookupTexts.open : lookupTexts.find, { action: 'look-up', busyLabel: messages.oneMoment })}</div>
    </form>
  </main>`;
}

/** The orders of a buyer, each with a link to its page. */
export function ownOrdersView(): TemplateResult {
  return html`<main class="step">
    ${heading(lookupTexts.ordersHeading)} ${notice()}
    <ul class="card own-orders narrow">${state.ownOrders.map(ownOrderView)}</ul>
  </main>`;
}

function ownOrderView(order: OwnOrder): TemplateResult {
  const { orderNumber, status, createdAt, ticketCount, total, currency } = order;
  const day = messages.formats.day(createdAt, state.event?.timezone ?? 'UTC');
  const facts = [
    day,
    messages.offers.ticketCount({ tickets: ticketCount }),
    price(total, currency),
    lookupTexts.status[status],
  ];
  return html`<li>
    <a href=${orderUrl(order)}>${messages.order({ number: orderNumber })}</a>
    <span class="soft">${facts.filter(Boolean).join(' · ')}</span>
  </li>`;
}
