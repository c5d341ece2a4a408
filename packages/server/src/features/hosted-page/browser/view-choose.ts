import { html, nothing, type TemplateResult } from 'lit-html';
import {
  type Choosable,
  choose,
  chosen,
  confirmChoice,
  quoteSoon,
  saleEnd,
  saleState,
  shortageOf,
} from './choosing.ts';
import { counted, dateTime, money, price } from './format.ts';
import { button, heading, notice, onSubmit, receipt, told } from './parts.ts';
import { state } from './state.ts';
import type { Addon, EventInfo, TicketType } from './types.ts';

/** The first step: tickets and add-ons, with what they cost. */
export function chooseView(event: EventInfo): TemplateResult {
  const states = event.ticketTypes.map(saleState);
  const isOnSale = states.includes('on_sale');
  return html`<main class="step">
    ${heading('Choose your tickets')} ${notice()} ${isOnSale || state.notice?.kind === 'error' ? nothing : closedView(event)}
    <form class="columns" novalidate @submit=${onSubmit(confirmChoice)}>
      <div>
        ${event.ticketTypes.length > 0 ? html`<ul class="offers">${event.ticketTypes.map((type) => ticketView(type, event))}</ul>` : nothing}
        ${
          event.addons.length > 0 && (isOnSale || hasChoice())
            ? html`<h3>Add something</h3><ul class="offers">${event.addons.map((addon) => addonView(addon, event))}</ul>`
            : nothing
        }
      </div>
      ${isOnSale || hasChoice() ? sideView(event) : nothing}
    </form>
  </main>`;
}

function hasChoice(): boolean {
  return Object.keys(state.choice).length > 0;
}

/** Says why nothing can be bought now. */
function closedView(event: EventInfo): TemplateResult {
  const states = event.ticketTypes.map(saleState);
  const starts = event.ticketTypes.filter((type) => saleState(type) === 'not_yet').map((type) => type.salesStartAt!);
  const [first] = starts.sort((a, b) => Date.parse(a) - Date.parse(b));
  let words = 'No tickets are offered for this event at the moment.';
  if (first !== undefined) words = `Tickets go on sale on ${dateTime(first, event.timezone)}.`;
  else if (states.includes('sold_out')) {
    words = 'This event is sold out. Tickets that others let go come back here, so it may be worth looking again.';
  } else if (states.includes('over')) words = 'The sale of tickets for this event has ended.';
  return html`<div class="notice info"><p>${words}</p></div>`;
}

function ticketView(type: TicketType, event: EventInfo): TemplateResult {
  const sale = saleState(type);
  const bounds = [
    type.minPerOrder > 1 ? `at least ${type.minPerOrder}` : '',
    type.maxPerOrder === null ? '' : `at most ${type.maxPerOrder}`,
  ].filter(Boolean);
  const remark =
    sale === 'not_yet'
      ? `On sale from ${dateTime(type.salesStartAt!, event.timezone)}`
      : sale === 'over'
        ? `Sales ended on ${dateTime(saleEnd(type), event.timezone)}`
        : bounds.length > 0 && sale === 'on_sale'
          ? `${sentenceStart(bounds.join(', '))} per order`
          : '';
  return offerView(type, {
    cost: price(type.price, event.currency),
    tag: type.category,
    description: type.description,
    remark,
    badge: { on_sale: '', sold_out: 'Sold out', not_yet: 'Not yet', over: 'Ended' }[sale],
    canChoose: sale === 'on_sale',
  });
}

function addonView(addon: Addon, event: EventInfo): TemplateResult {
  return offerView(addon, {
    cost: price(addon.price, event.currency),
    tag: null,
    description: null,
    remark: addon.unitsPerPurchase > 1 ? `${addon.unitsPerPurchase} in each` : '',
    badge: addon.soldOut ? 'Sold out' : '',
    canChoose: !addon.soldOut,
  });
}

function sentenceStart(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface OfferWords {
  readonly cost: string;
  readonly tag: string | null;
  readonly description: string | null;
  readonly remark: string;
  readonly badge: string;
  readonly canChoose: boolean;
}

function offerView(thing: Choosable & { name: string }, words: OfferWords): TemplateResult {
  const quantity = chosen(thing.id);
  const wrong = state.faults[thing.id];
  return html`<li class="offer ${quantity > 0 ? 'chosen' : ''} ${words.canChoose ? '' : 'closed'}">
    <div class="offer-words">
      <p class="offer-name"><strong dir="auto">${thing.name}</strong> ${words.tag ? html`<span class="tag" dir="auto">${words.tag}</span>` : nothing}</p>
      ${words.description ? html`<p class="soft" dir="auto">${words.description}</p>` : nothing}
      <p class="cost">${words.cost}</p>
      ${words.remark ? html`<p class="hint" id="remark-${thing.id}">${words.remark}</p>` : nothing}
    </div>
    ${words.canChoose || quantity > 0 ? stepper(thing, quantity, Boolean(words.remark)) : html`<p class="badge">${words.badge}</p>`}
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
      ${isUsable ? `Take ${available}` : 'Leave it out'}
    </button>
  </div>`;
}

function stepper(thing: Choosable & { name: string }, quantity: number, isDescribed: boolean): TemplateResult {
  const most = thing.maxPerOrder ?? Number.POSITIVE_INFINITY;
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
    <button type="button" aria-label="One more: ${thing.name}" aria-disabled=${quantity >= most ? 'true' : nothing} @click=${() => choose(thing, quantity + 1)}>+</button>
  </div>`;
}

function sideView(event: EventInfo): TemplateResult {
  const quote = hasChoice() ? state.quoted?.quote : undefined;
  const isCurrent = quote !== undefined && !state.isQuoting && state.quoteFailure === null;
  const things = [...event.ticketTypes, ...event.addons];
  const subtotal = things.reduce((sum, thing) => sum + thing.price * chosen(thing.id), 0);
  const total = isCurrent ? quote.feeBreakdown.total : subtotal;
  const count = event.ticketTypes.reduce((sum, type) => sum + chosen(type.id), 0);
  return html`<div class="side">
    <section class="card summary" aria-labelledby="summary-heading">
      <h3 id="summary-heading">Your order</h3>
      ${
        hasChoice()
          ? isCurrent
            ? html`${receipt(quote.lines, quote.feeBreakdown, quote.currency)}${feeWords(quote.feeBreakdown.total, quote.feeBreakdown.total > quote.feeBreakdown.subtotal - quote.feeBreakdown.discount)}`
            : quotingView()
          : html`<p class="soft">Nothing chosen yet. Fees and tax, if there are any, are shown here before you reserve.</p>`
      }
    </section>
    <div class="bar">
      <p class="bar-total"><span class="soft">${count === 0 ? 'Total' : counted(count, 'ticket')}</span> <strong>${hasChoice() ? price(total, event.currency) : money(0, event.currency)}</strong>${hasChoice() && !isCurrent ? html`<span class="soft"> before fees</span>` : nothing}</p>
      ${button('Continue', { action: 'choose', meanwhile: 'One moment…' })}
    </div>
  </div>`;
}

function feeWords(total: number, isMore: boolean): TemplateResult | typeof nothing {
  if (total === 0) return nothing;
  return html`<p class="hint">${isMore ? 'Fees and tax that come on top are in this total.' : 'No fees come on top.'}</p>`;
}

/** In the place of a price that is not known yet. */
export function quotingView(): TemplateResult {
  const failure = state.quoteFailure;
  if (failure === null)
    return html`<p class="soft"><span class="spinner" aria-hidden="true"></span>Working out the total…</p>`;
  return html`<p class="fault">${told(failure.message)}</p>
    <button type="button" class="small" @click=${() => quoteSoon(0)}>Work out the total again</button>`;
}
