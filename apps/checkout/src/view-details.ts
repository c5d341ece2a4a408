import type { EventOnSale, PublicTicketType } from '@organizer/shared/api';
import { html, nothing, type TemplateResult } from 'lit-html';
import { chosen } from './choosing.ts';
import { money } from './format.ts';
import { changeChoice, confirmDetails } from './ordering.ts';
import { button, field, frame, receipt } from './parts.ts';
import { emailToProve, isProven, sendCodeNow, sendCodeSoon } from './proving.ts';
import { change, state } from './state.ts';
import { quotingView } from './view-choose.ts';
import { codeView } from './view-code.ts';
import { countdownView } from './view-pay.ts';

/**
 * The second step: who buys, and who the tickets are for. The address comes first and its code last: the mail arrives while the
 * rest is filled in, and the last digit sends all of it.
 */
export function detailsView(event: EventOnSale): TemplateResult {
  const { buyer, quoted, choice } = state;
  const quote = quoted?.quote;
  const types = event.ticketTypes.filter((type) => choice[type.id] !== undefined);
  const set = (name: keyof typeof buyer) => (value: string) => change({ buyer: { ...state.buyer, [name]: value } });
  return frame({
    heading: 'Your details',
    above: countdownView(),
    onSubmit: confirmDetails,
    content: html`<div class="card fields">
        ${field({
          id: 'email',
          label: 'E-mail',
          type: 'email',
          hint: isProven(emailToProve())
            ? ''
            : 'Your tickets are sent here. We send a code first, to make sure they arrive.',
          value: buyer.email,
          onInput: (value) => {
            set('email')(value);
            sendCodeSoon();
          },
          onChange: sendCodeNow,
          autocomplete: 'email',
          lengthMax: 320,
        })}
        ${field({ id: 'name', label: 'Name', value: buyer.name, onInput: set('name'), autocomplete: 'name', lengthMax: 300 })}
        ${field({ id: 'phone', label: 'Phone', type: 'tel', value: buyer.phone, onInput: set('phone'), autocomplete: 'tel', isOptional: true, lengthMax: 50 })}
        ${types.length > 0 ? holdersView(types) : nothing}
        ${codeView(confirmDetails)}
      </div>`,
    summaryHeading: 'Your order',
    summary: quote ? receipt(quote.lines, quote.feeBreakdown, quote.currency) : quotingView(),
    total: html`<span class="soft">Total</span> ${quote ? html`<strong>${money(quote.feeBreakdown.total, quote.currency)}</strong>` : nothing}`,
    button: button('Continue', { action: 'details', meanwhile: 'One moment…' }),
    below: html`<p class="back">
      ${button('Change the tickets', { action: 'change-choice', meanwhile: 'One moment…', onClick: back, look: 'link' })}
    </p>`,
  });
}

/** The browser's own way back does the same. */
function back(): void {
  if (history.state === 'details') history.back();
  else changeChoice();
}

function holdersView(types: readonly PublicTicketType[]): TemplateResult {
  const count = types.reduce((sum, type) => sum + chosen(type.id), 0);
  const fields = types.flatMap((type) =>
    Array.from({ length: chosen(type.id) }, (_, place) => holderField(type, place)),
  );
  const isOpen = Object.keys(state.faults).some((id) => id.startsWith('holder-'));
  return html`<details class="holders" ?open=${isOpen || count <= 4}>
    <summary>Names on the tickets <span class="soft">(optional)</span></summary>
    <div class="fields">${fields}</div>
  </details>`;
}

function holderField(type: PublicTicketType, place: number): TemplateResult {
  const names = state.holders[type.id] ?? [];
  return field({
    id: `holder-${type.id}-${place}`,
    label: chosen(type.id) > 1 ? `${type.name}, ticket ${place + 1}` : type.name,
    value: names[place] ?? '',
    onInput: (value) => {
      const changed = Array.from({ length: Math.max(names.length, place + 1) }, (_, at) => names[at] ?? '');
      change({ holders: { ...state.holders, [type.id]: changed.with(place, value) } });
    },
    autocomplete: 'off',
    lengthMax: 300,
  });
}
