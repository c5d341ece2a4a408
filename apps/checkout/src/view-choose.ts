import type { EventOnSale, FeeBreakdown, PublicAddon, PublicTicketType } from '@organizer/shared/api';
import { offerNote, saleClosedText } from '@organizer/shared/sale-texts';
import { reasonNotOnSale, saleOf, ticketTypeGroups } from '@organizer/shared/ticket-types';
import { html, nothing, type TemplateResult } from 'lit-html';
import { serverNow } from './api.ts';
import { confirmChoice, setQuantity } from './choosing.ts';
import { button, contact, heading, loading, notice, receipt, stepForm } from './components.ts';
import { money, price } from './format.ts';
import { messages } from './messages.ts';
import { page } from './page.ts';
import { holderNames } from './persons.ts';
import { cannotBePaid, quoteOfChoice, scheduleQuote } from './quote.ts';
import {
  addonsFor,
  chosenOffers,
  hasChoice,
  maxQuantity,
  type Offer,
  quantityOf,
  shortageOf,
  ticketCount,
} from './selection.ts';
import { state } from './state.ts';

const offerTexts = messages.offers;

/** The first step: tickets and add-ons with their prices. */
export function chooseView(event: EventOnSale): TemplateResult {
  const notOnSale = reasonNotOnSale(event, serverNow());
  const groups = ticketTypeGroups(event.ticketTypes, offerTexts.otherTickets).map(
    ({ heading, types }) => html`<section class="card offers">
      ${heading === null ? nothing : html`<h3 dir="auto">${heading}</h3>`}
      <ul>${types.map((type) => ticketTypeView(type, event))}</ul>
    </section>`,
  );
  if (notOnSale !== null && !hasChoice()) {
    return html`<main class="step">
      ${heading(offerTexts.closedHeading)} ${notice()}
      <div class="notice info"><p>${saleClosedText(messages, notOnSale, event.timezone)}</p></div>
      ${event.ticketTypes.length > 0 ? html`<div class="columns"><div class="content">${groups}</div></div>` : nothing}
    </main>`;
  }
  const currentQuote = state.isQuoting || state.quoteError !== null ? null : quoteOfChoice();
  return stepForm({
    heading: offerTexts.heading,
    onSubmit: confirmChoice,
    content: html`${groups} ${addonsView(event)}
      ${currentQuote !== null && cannotBePaid(currentQuote) ? unpayableView() : nothing}`,
    summaryHeading: messages.yourOrder,
    summary: hasChoice()
      ? currentQuote === null
        ? unpricedView()
        : html`${receipt(currentQuote.lines, currentQuote.feeBreakdown, currentQuote.currency, holderNames())}${feesView(currentQuote.feeBreakdown)}`
      : html`<p class="soft">${offerTexts.nothingChosen}</p>`,
    total: totalView(event, currentQuote?.feeBreakdown.total ?? null),
    button: button(messages.continue, { action: 'choose', busyLabel: messages.oneMoment }),
  });
}

function unpricedView(): TemplateResult {
  return page.preview === null ? quotingView() : html`<p class="soft">${messages.preview.prices}</p>`;
}

function totalView(event: EventOnSale, quotedTotal: number | null): TemplateResult {
  const prices = new Map([...event.ticketTypes, ...event.addons].map(({ id, price }) => [id, price]));
  const subtotal = chosenOffers().reduce((sum, [id, quantity]) => sum + (prices.get(id) ?? 0) * quantity, 0);
  const count = ticketCount();
  const note =
    hasChoice() && quotedTotal === null ? html` <span class="soft">${offerTexts.beforeFees}</span>` : nothing;
  return html`<span class="soft">${count === 0 ? messages.total : offerTexts.ticketCount({ tickets: count })}</span>
    <strong>${hasChoice() ? price(quotedTotal ?? subtotal, event.currency) : money(0, event.currency)}</strong>${note}`;
}

function ticketTypeView(type: PublicTicketType, event: EventOnSale): TemplateResult {
  const sale = saleOf(type, event, serverNow());
  return offerView(type, {
    price: price(type.price, event.currency),
    description: descriptionOf(type),
    note: offerNote(messages, sale, type, event),
    closed: offerTexts.closed[sale.state],
  });
}

function addonsView(event: EventOnSale): TemplateResult | typeof nothing {
  const [ofOrder, ofHolders] = [addonsFor('order'), addonsFor('holder')];
  if (event.addons.length === 0) return nothing;
  const names = messages.formats.list(
    ofHolders.map(({ name, price: cost }) => `${name} (${price(cost, event.currency)})`),
  );
  return html`<section class="card offers">
    <h3>${offerTexts.extras}</h3>
    ${ofOrder.length === 0 ? nothing : html`<ul>${ofOrder.map((addon) => addonView(addon, event))}</ul>`}
    ${ofHolders.length === 0 ? nothing : html`<p class="hint">${offerTexts.forPersons({ names })}</p>`}
  </section>`;
}

function addonView(addon: PublicAddon, event: EventOnSale): TemplateResult {
  return offerView(addon, {
    price: price(addon.price, event.currency),
    description: null,
    note: addon.unitsPerPurchase > 1 ? offerTexts.usesEach({ uses: addon.unitsPerPurchase }) : '',
    closed: addon.soldOut ? offerTexts.closed.sold_out : '',
  });
}

const descriptions = new Map<string, Element | null>();

/** The element with the description of a ticket type, which the server has made from Markdown. */
function descriptionOf({ id }: PublicTicketType): Element | null {
  if (!descriptions.has(id)) {
    const template = document.querySelector<HTMLTemplateElement>(`#about-${id}`);
    descriptions.set(id, template?.content.firstElementChild ?? null);
  }
  return descriptions.get(id) ?? null;
}

interface OfferTexts {
  readonly price: string;
  readonly description: Element | null;
  readonly note: string;
  /** The reason why the offer cannot be chosen; empty if it can be chosen. */
  readonly closed: string;
}

function offerView(offer: Offer & { name: string }, texts: OfferTexts): TemplateResult {
  const quantity = quantityOf(offer.id);
  const max = maxQuantity(offer);
  const isOpen = texts.closed === '' || quantity > 0;
  const limit = state.limited[offer.id] ?? (quantity >= max ? offerTexts.atMost({ quantity: max }) : '');
  const note = [texts.note, limit].filter(Boolean).join(' · ');
  const error = state.fieldErrors[offer.id];
  return html`<li class="offer ${quantity > 0 ? 'chosen' : ''} ${isOpen ? '' : 'closed'}">
    <p class="offer-name" dir="auto">${offer.name}</p>
    <p class="cost">${texts.price}</p>
    ${
      texts.description || note
        ? html`<div class="offer-more">
            ${texts.description ?? nothing}
            ${note ? html`<p class="hint" id="note-${offer.id}">${note}</p>` : nothing}
          </div>`
        : nothing
    }
    ${isOpen ? stepper(offer, quantity, note !== '') : html`<p class="closed-words">${texts.closed}</p>`}
    ${error ? html`<p class="field-error" id="error-${offer.id}">${error}</p>` : shortageView(offer)}
  </li>`;
}

function shortageView(offer: Offer): TemplateResult | typeof nothing {
  const shortage = shortageOf(offer.id);
  if (shortage === null) return nothing;
  const { available } = shortage;
  const isEnough = available >= (offer.minPerOrder ?? 1);
  return html`<div class="field-error" id="error-${offer.id}">
    <p>${offerTexts.shortage({ available, quantity: quantityOf(offer.id) })}</p>
    <button type="button" class="small" @click=${() => setQuantity(offer, isEnough ? available : 0)}>
      ${isEnough ? offerTexts.take({ quantity: available }) : offerTexts.remove}
    </button>
  </div>`;
}

function stepper(offer: Offer & { name: string }, quantity: number, hasNote: boolean): TemplateResult {
  const hasError = state.fieldErrors[offer.id] !== undefined || shortageOf(offer.id) !== null;
  const describedBy = [hasNote ? `note-${offer.id}` : '', hasError ? `error-${offer.id}` : ''].filter(Boolean);
  const applyInput = ({ currentTarget: input }: Event & { currentTarget: HTMLInputElement }) => {
    setQuantity(offer, Number.parseInt(input.value, 10) || 0);
    input.value = String(quantityOf(offer.id));
  };
  const select = ({ currentTarget }: FocusEvent & { currentTarget: HTMLInputElement }) => currentTarget.select();
  return html`<div class="stepper">
    <button type="button" aria-label=${offerTexts.oneLess({ name: offer.name })} aria-disabled=${quantity === 0 ? 'true' : nothing} @click=${() => setQuantity(offer, quantity - 1)}>−</button>
    <input
      id=${offer.id} type="text" inputmode="numeric" autocomplete="off" maxlength="5" aria-label=${offerTexts.quantity({ name: offer.name })}
      aria-invalid=${hasError ? 'true' : nothing} aria-describedby=${describedBy.join(' ') || nothing}
      .value=${String(quantity)} @change=${applyInput} @focus=${select}
    >
    <button type="button" aria-label=${offerTexts.oneMore({ name: offer.name })} aria-disabled=${quantity >= maxQuantity(offer) ? 'true' : nothing} @click=${() => setQuantity(offer, quantity + 1)}>+</button>
  </div>`;
}

/** The notice that an order cannot be paid. It is shown before the buyer enters details. */
export function unpayableView(): TemplateResult {
  const ways = contact();
  return html`<div class="notice error" id="unpayable" tabindex="-1" role="alert">
    <p>${offerTexts.unpayable} ${ways === nothing ? offerTexts.askOrganizer : html`${offerTexts.contactOrganizer} ${ways}`}</p>
  </div>`;
}

function feesView({ total, subtotal, discount }: FeeBreakdown): TemplateResult | typeof nothing {
  if (total === 0) return nothing;
  return html`<p class="hint">${total > subtotal - discount ? offerTexts.feesIncluded : offerTexts.noFees}</p>`;
}

/** Shown while the price of the choice is not known: a spinner, or the error and a button to request the price again. */
export function quotingView(): TemplateResult {
  if (state.isQuoting) return html`<p class="soft">${loading(offerTexts.calculating)}</p>`;
  return html`${state.quoteError === null ? nothing : html`<p class="field-error">${state.quoteError}</p>`}
    <button type="button" class="small" @click=${() => scheduleQuote(0)}>${offerTexts.calculateAgain}</button>`;
}
