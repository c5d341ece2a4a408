import { html, nothing, type TemplateResult } from 'lit-html';
import { chosen, startChoosing } from './choosing.ts';
import { counted, money } from './format.ts';
import { reserve } from './ordering.ts';
import { button, field, heading, notice, onSubmit, receipt } from './parts.ts';
import { change, state } from './state.ts';
import type { EventInfo, TicketType } from './types.ts';
import { quotingView } from './view-choose.ts';

/** The second step: who buys, and who the tickets are for. */
export function detailsView(event: EventInfo): TemplateResult {
  const { buyer, quoted, choice } = state;
  const quote = quoted?.quote;
  const types = event.ticketTypes.filter((type) => choice[type.id] !== undefined);
  const set = (name: keyof typeof buyer) => (value: string) => change({ buyer: { ...state.buyer, [name]: value } });
  return html`<main class="step">
    ${heading('Your details')} ${notice()}
    <form class="columns" novalidate @submit=${onSubmit(reserve)}>
      <div>
        <div class="card fields">
          ${field({ id: 'name', label: 'Name', value: buyer.name, onInput: set('name'), autocomplete: 'name', lengthMax: 300 })}
          ${field({
            id: 'email',
            label: 'E-mail',
            type: 'email',
            hint: 'Your tickets are sent here. The next step asks for a code from an e-mail to this address.',
            value: buyer.email,
            onInput: set('email'),
            autocomplete: 'email',
            lengthMax: 320,
          })}
          ${field({ id: 'phone', label: 'Telephone', type: 'tel', value: buyer.phone, onInput: set('phone'), autocomplete: 'tel', isOptional: true, lengthMax: 50 })}
        </div>
        ${types.length > 0 ? holdersView(types) : nothing}
      </div>
      <div class="side">
        <section class="card summary" aria-labelledby="summary-heading">
          <h3 id="summary-heading">Your order</h3>
          ${quote ? receipt(quote.lines, quote.feeBreakdown, quote.currency) : quotingView()}
        </section>
        <div class="bar">
          <p class="bar-total">
            <span class="soft">Total</span> ${quote ? html`<strong>${money(quote.feeBreakdown.total, quote.currency)}</strong>` : nothing}
          </p>
          ${button('Reserve', { action: 'reserve', meanwhile: 'Reserving…' })}
        </div>
        <p class="hint after">Reserving holds the tickets for you for some minutes. Nothing is charged yet.</p>
      </div>
    </form>
    <p class="back"><button type="button" class="link" @click=${back}>Back to the tickets</button></p>
  </main>`;
}

/** The browser's own way back does the same. */
function back(): void {
  if (history.state === 'details') history.back();
  else startChoosing();
}

function holdersView(types: readonly TicketType[]): TemplateResult {
  const count = types.reduce((sum, type) => sum + chosen(type.id), 0);
  const fields = types.flatMap((type) =>
    Array.from({ length: chosen(type.id) }, (_, place) => holderField(type, place)),
  );
  const words = html`<p class="hint">Who each ticket is for. You can leave this empty.</p>`;
  return html`<details class="card" ?open=${count <= 4 || Object.keys(state.faults).some((id) => id.startsWith('holder-'))}>
    <summary><h3>Names on the tickets</h3> <span class="soft">${counted(count, 'ticket')}, optional</span></summary>
    <div class="fields">${words}${fields}</div>
  </details>`;
}

function holderField(type: TicketType, place: number): TemplateResult {
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
