import type { EventOnSale, PublicAddon, PublicTicketType } from '@organizer/shared/api';
import { closedReason, closedWords, offerGroups, offerRemark, saleState } from '@organizer/shared/offers';
import { html, nothing, type TemplateResult } from 'lit-html';
import { serverNow } from './api.ts';
import {
  type Choosable,
  cannotBePaid,
  choose,
  chosen,
  confirmChoice,
  hasChoice,
  mostOf,
  quoteSoon,
  shortageOf,
  ticketCount,
} from './choosing.ts';
import { counted, money, price } from './format.ts';
import { button, contact, frame, heading, notice, receipt, told } from './parts.ts';
import { state } from './state.ts';

/** The first step: tickets and add-ons, with what they cost. */
export function chooseView(event: EventOnSale): TemplateResult {
  const closed = closedReason(event, serverNow());
  const groups = offerGroups(event.ticketTypes).map(
    ({ heading, types }) => html`<section class="card offers">
      ${heading === null ? nothing : html`<h3 dir="auto">${heading}</h3>`}
      <ul>${types.map((type) => ticketView(type, event))}</ul>
    </section>`,
  );
  if (closed !== null && !hasChoice()) {
    return html`<main class="step">
      ${heading('Tickets')} ${notice()}
      <div class="notice info"><p>${closed}</p></div>
      ${event.ticketTypes.length > 0 ? html`<div class="columns"><div class="content">${groups}</div></div>` : nothing}
    </main>`;
  }
  const quote = hasChoice() ? state.quoted?.quote : undefined;
  const current = quote !== undefined && !state.isQuoting && state.quoteFailure === null ? quote : null;
  return frame({
    heading: 'Choose your tickets',
    onSubmit: confirmChoice,
    content: html`${groups} ${event.addons.length > 0 ? addonsView(event) : nothing}
      ${current !== null && cannotBePaid(current) ? unpayableView() : nothing}`,
    summaryHeading: 'Your order',
    summary: hasChoice()
      ? current === null
        ? quotingView()
        : html`${receipt(current.lines, current.feeBreakdown, current.currency)}${feeWords(current.feeBreakdown)}`
      : html`<p class="soft">Nothing chosen yet.</p>`,
    total: totalView(event, current?.feeBreakdown.total ?? null),
    button: button('Continue', { action: 'choose', meanwhile: 'One moment…' }),
  });
}

function totalView(event: EventOnSale, quoted: number | null): TemplateResult {
  const things = [...event.ticketTypes, ...event.addons];
  const subtotal = things.reduce((sum, thing) => sum + thing.price * chosen(thing.id), 0);
  const count = ticketCount();
  const before = hasChoice() && quoted === null ? html` <span class="soft">before fees</span>` : nothing;
  return html`<span class="soft">${count === 0 ? 'Total' : counted(count, 'ticket')}</span>
    <strong>${hasChoice() ? price(quoted ?? subtotal, event.currency) : money(0, event.currency)}</strong>${before}`;
}

function ticketView(type: PublicTicketType, event: EventOnSale): TemplateResult {
  const now = serverNow();
  const sale = saleState(type, event, now);
  return offerView(type, {
    cost: price(type.price, event.currency),
    description: type.description,
    remark: offerRemark(type, event, now),
    closed: closedWords[sale],
  });
}

function addonsView(event: EventOnSale): TemplateResult {
  return html`<section class="card offers">
    <h3>Extras</h3>
    <ul>${event.addons.map((addon) => addonView(addon, event))}</ul>
  </section>`;
}

function addonView(addon: PublicAddon, event: EventOnSale): TemplateResult {
  return offerView(addon, {
    cost: price(addon.price, event.currency),
    description: null,
    remark: addon.unitsPerPurchase > 1 ? `${addon.unitsPerPurchase} uses each` : '',
    closed: addon.soldOut ? closedWords.sold_out : '',
  });
}

interface OfferWords {
  readonly cost: string;
  readonly description: string | null;
  readonly remark: string;
  /** Why it cannot be chosen; empty where it can. */
  readonly closed: string;
}

function offerView(thing: Choosable & { name: string }, words: OfferWords): TemplateResult {
  const quantity = chosen(thing.id);
  const most = mostOf(thing);
  const isOpen = words.closed === '' || quantity > 0;
  const limit = state.limited[thing.id] ?? (quantity >= most ? `At most ${most} per order.` : '');
  const remark = [words.remark, limit].filter(Boolean).join(' · ');
  const wrong = state.faults[thing.id];
  return html`<li class="offer ${quantity > 0 ? 'chosen' : ''} ${isOpen ? '' : 'closed'}">
    <p class="offer-name" dir="auto">${thing.name}</p>
    <p class="cost">${words.cost}</p>
    ${
      words.description || remark
        ? html`<div class="offer-more">
            ${words.description ? html`<p dir="auto">${words.description}</p>` : nothing}
            ${remark ? html`<p class="hint" id="remark-${thing.id}">${remark}</p>` : nothing}
          </div>`
        : nothing
    }
    ${isOpen ? stepper(thing, quantity, remark !== '') : html`<p class="closed-words">${words.closed}</p>`}
    ${wrong ? html`<p class="fault" id="fault-${thing.id}">${told(wrong)}</p>` : shortageView(thing)}
  </li>`;
}

function shortageView(thing: Choosable): TemplateResult | typeof nothing {
  const short = shortageOf(thing.id);
  if (short === null) return nothing;
  const { available } = short;
  const isUsable = available >= (thing.minPerOrder ?? 1);
  return html`<div class="fault" id="fault-${thing.id}">
    <p>${available === 0 ? 'Sold out.' : `Only ${available} left.`} You chose ${chosen(thing.id)}.</p>
    <button type="button" class="small" @click=${() => choose(thing, isUsable ? available : 0)}>
      ${isUsable ? `Take ${available}` : 'Remove'}
    </button>
  </div>`;
}

function stepper(thing: Choosable & { name: string }, quantity: number, isDescribed: boolean): TemplateResult {
  const isWrong = state.faults[thing.id] !== undefined || shortageOf(thing.id) !== null;
  const described = [isDescribed ? `remark-${thing.id}` : '', isWrong ? `fault-${thing.id}` : ''].filter(Boolean);
  const typed = (event: Event) => {
    const input = event.target as HTMLInputElement;
    choose(thing, Number.parseInt(input.value, 10) || 0);
    input.value = String(chosen(thing.id));
  };
  return html`<div class="stepper">
    <button type="button" aria-label="One less: ${thing.name}" aria-disabled=${quantity === 0 ? 'true' : nothing} @click=${() => choose(thing, quantity - 1)}>−</button>
    <input
      id=${thing.id} type="text" inputmode="numeric" autocomplete="off" maxlength="5" aria-label="Quantity: ${thing.name}"
      aria-invalid=${isWrong ? 'true' : nothing} aria-describedby=${described.join(' ') || nothing}
      .value=${String(quantity)} @change=${typed} @focus=${(event: FocusEvent) => (event.target as HTMLInputElement).select()}
    >
    <button type="button" aria-label="One more: ${thing.name}" aria-disabled=${quantity >= mostOf(thing) ? 'true' : nothing} @click=${() => choose(thing, quantity + 1)}>+</button>
  </div>`;
}

/** Said before anybody fills anything in: the order could not be paid. */
export function unpayableView(): TemplateResult {
  const who = contact();
  return html`<div class="notice error" id="unpayable" tabindex="-1" role="alert">
    <p>These tickets cannot be paid for here at the moment: the organizer has not set up a way to pay.
    ${who === nothing ? 'Please ask the organizer.' : html`Please contact the organizer: ${who}`}</p>
  </div>`;
}

function feeWords({ total, subtotal, discount }: { total: number; subtotal: number; discount: number }) {
  if (total === 0) return nothing;
  return html`<p class="hint">${total > subtotal - discount ? 'Includes all fees and taxes.' : 'No fees are added.'}</p>`;
}

/** In the place of a price that is not known yet. */
export function quotingView(): TemplateResult {
  const failure = state.quoteFailure;
  if (failure === null)
    return html`<p class="soft"><span class="spinner" aria-hidden="true"></span>Calculating the total…</p>`;
  return html`<p class="fault">${told(failure.message)}</p>
    <button type="button" class="small" @click=${() => quoteSoon(0)}>Calculate the total again</button>`;
}
