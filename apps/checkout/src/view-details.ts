import type { EventOnSale, PublicTicketType } from '@organizer/shared/api';
import { html, nothing, type TemplateResult } from 'lit-html';
import { clearFieldError } from './actions.ts';
import { button, field, receipt, stepForm } from './components.ts';
import { enteredEmail, isProven, scheduleCode, sendCodeNow } from './email-code.ts';
import { money } from './format.ts';
import { messages } from './messages.ts';
import { quoteOfChoice } from './quote.ts';
import { changeChoice, confirmDetails } from './reservation.ts';
import { quantityOf } from './selection.ts';
import { change, state } from './state.ts';
import { quotingView } from './view-choose.ts';
import { codeView } from './view-code.ts';
import { countdownView } from './view-pay.ts';

const detailTexts = messages.details;
/** With more tickets, the fields for the names on them are collapsed at first. */
const maxOpenHolders = 4;

/**
 * The second step: the buyer and the names on the tickets. The e-mail address is the first field, and its code is the last: the e-mail
 * arrives while the buyer fills in the other fields, and the last digit submits the step.
 */
export function detailsView(event: EventOnSale): TemplateResult {
  const { buyer, choice } = state;
  const quote = quoteOfChoice();
  const types = event.ticketTypes.filter((type) => choice[type.id] !== undefined && type.holderName !== 'none');
  const set = (name: keyof typeof buyer) => (value: string) => change({ buyer: { ...state.buyer, [name]: value } });
  return stepForm({
    heading: detailTexts.heading,
    above: countdownView(),
    onSubmit: confirmDetails,
    content: html`<div class="card fields">
        ${field({
          id: 'email',
          label: messages.email,
          type: 'email',
          hint: isProven(enteredEmail()) ? '' : detailTexts.emailHint,
          value: buyer.email,
          onInput: (value) => {
            set('email')(value);
            // The field for the code belongs to the previous address.
            if (state.fieldErrors['code']) clearFieldError('code');
            scheduleCode();
          },
          onChange: sendCodeNow,
          autocomplete: 'email',
          maxLength: 320,
        })}
        ${field({ id: 'name', label: detailTexts.name, value: buyer.name, onInput: set('name'), autocomplete: 'name', maxLength: 300 })}
        ${field({ id: 'phone', label: detailTexts.phone, type: 'tel', value: buyer.phone, onInput: set('phone'), autocomplete: 'tel', isOptional: true, maxLength: 50 })}
        ${types.length > 0 ? holdersView(types) : nothing}
        ${codeView(confirmDetails)}
      </div>`,
    summaryHeading: messages.yourOrder,
    summary: quote ? receipt(quote.lines, quote.feeBreakdown, quote.currency) : quotingView(),
    total: html`<span class="soft">${messages.total}</span> ${quote ? html`<strong>${money(quote.feeBreakdown.total, quote.currency)}</strong>` : nothing}`,
    button: button(messages.continue, { action: 'details', busyLabel: messages.oneMoment }),
    below: html`<p class="back">
      ${button(detailTexts.changeTickets, { action: 'change-choice', busyLabel: messages.oneMoment, onClick: backToChoice, variant: 'link' })}
    </p>`,
  });
}

/** Does the same as the Back button of the browser. */
function backToChoice(): void {
  if (history.state === 'details') history.back();
  else changeChoice();
}

function holdersView(types: readonly PublicTicketType[]): TemplateResult {
  const count = types.reduce((sum, type) => sum + quantityOf(type.id), 0);
  const fields = types.flatMap((type) =>
    Array.from({ length: quantityOf(type.id) }, (_, index) => holderField(type, index)),
  );
  const hasError = Object.keys(state.fieldErrors).some((id) => id.startsWith('holder-'));
  const isRequired = types.some(({ holderName }) => holderName === 'required');
  return html`<details class="holders" ?open=${hasError || isRequired || count <= maxOpenHolders}>
    <summary>${detailTexts.holders}</summary>
    <div class="fields">${fields}</div>
  </details>`;
}

function holderField(type: PublicTicketType, index: number): TemplateResult {
  const names = state.holders[type.id] ?? [];
  return field({
    id: `holder-${type.id}-${index}`,
    label: quantityOf(type.id) > 1 ? detailTexts.holderOf({ ticketType: type.name, number: index + 1 }) : type.name,
    value: names[index] ?? '',
    onInput: (value) => {
      const newNames = Array.from(
        { length: Math.max(names.length, index + 1) },
        (_, nameIndex) => names[nameIndex] ?? '',
      );
      change({ holders: { ...state.holders, [type.id]: newNames.with(index, value) } });
    },
    autocomplete: 'off',
    isOptional: type.holderName !== 'required',
    maxLength: 300,
  });
}
