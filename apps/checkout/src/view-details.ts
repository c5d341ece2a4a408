import { html, nothing, type TemplateResult } from 'lit-html';
import { clearFieldError } from './actions.ts';
import { button, receipt, stepForm } from './components.ts';
import { enteredEmail, isProven, scheduleCode, sendCodeNow } from './email-code.ts';
import { field } from './fields.ts';
import { money } from './format.ts';
import { messages } from './messages.ts';
import {
  askedBuyer,
  buyerNameFields,
  copiedQuestions,
  copyAnswers,
  type Holder,
  holderNames,
  holders,
  type NameField,
  questionsOf,
  sameAsHolder,
} from './persons.ts';
import { quoteOfChoice } from './quote.ts';
import { changeChoice, confirmDetails, isOfOtherPage } from './reservation.ts';
import { addonsFor, quantityOf } from './selection.ts';
import { announce, change, state } from './state.ts';
import { holderAddonsView } from './view-addons.ts';
import { quotingView } from './view-choose.ts';
import { codeView } from './view-code.ts';
import { countdownView } from './view-pay.ts';
import { questionsView } from './view-question.ts';

const detailTexts = messages.details;
/** With more tickets, the fields for names that are optional are collapsed at first. */
const maxOpenHolders = 4;

/**
 * The second step: the buyer and the ticket holders. The e-mail address is the first field, and its code is the last: the e-mail
 * arrives while the buyer fills in the other fields, and the last digit submits the step.
 */
export function detailsView(): TemplateResult {
  const quote = isOfOtherPage() ? state.reservation : quoteOfChoice();
  return stepForm({
    heading: detailTexts.heading,
    above: countdownView(),
    onSubmit: confirmDetails,
    content: isOfOtherPage()
      ? html`<div class="card fields">${fixedEmailView()} ${codeView(confirmDetails)}</div>`
      : personsView(),
    summaryHeading: messages.yourOrder,
    summary: quote ? receipt(quote.lines, quote.feeBreakdown, quote.currency, holderNames()) : quotingView(),
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

/** A card for each person. If ticket holders are asked nothing but their names, everything is in one card. */
function personsView(): TemplateResult {
  const people = holders();
  const hasCards =
    addonsFor('holder').length > 0 ||
    people.some((holder) => questionsOf(holder).length > 0 || holder.nameFields.length > 1);
  if (!hasCards) {
    return html`<div class="card fields">${buyerFields()} ${namesView(people)} ${codeView(confirmDetails)}</div>`;
  }
  const code = codeView(confirmDetails);
  const same = sameAsHolder(people);
  return html`<fieldset class="card fields">${legend(detailTexts.you, '')} ${buyerFields()}</fieldset>
    ${people.map((holder, index) => holderCard(holder, people[0], same[index] ?? null))}
    ${code === nothing ? nothing : html`<div class="card fields">${code}</div>`}`;
}

/** The heading of a card, which screen readers also read before the fields in it. */
function legend(title: string, ticketTypeName: string): TemplateResult {
  const ofType = ticketTypeName === '' ? nothing : html` <span class="soft" dir="auto">${ticketTypeName}</span>`;
  return html`<legend class="card-legend"><h3>${title}${ofType}</h3></legend>`;
}

function buyerFields(): TemplateResult {
  const { phone } = state.buyer;
  const setPhone = (value: string) => change({ buyer: { ...state.buyer, phone: value } });
  return html`${emailField()}
    ${buyerNameFields().map((name) => nameField('buyer', name, { autocomplete: autocompleteOf[name.field] }))}
    ${field({ id: 'buyer.phone', label: detailTexts.phone, type: 'tel', value: phone, onInput: setPhone, autocomplete: 'tel', isOptional: true, maxLength: 50 })}
    ${questionsView(askedBuyer())}`;
}

function emailField(): TemplateResult {
  return field({
    id: 'buyer.email',
    label: messages.email,
    type: 'email',
    hint: isProven(enteredEmail()) ? '' : detailTexts.emailHint,
    value: state.buyer.email,
    onInput: (email) => {
      change({ buyer: { ...state.buyer, email } });
      // The field for the code belongs to the previous address.
      if (state.fieldErrors['code']) clearFieldError('code');
      scheduleCode();
    },
    onChange: sendCodeNow,
    autocomplete: 'email',
    maxLength: 320,
  });
}

/** The e-mail address of a reservation that was made in another page. */
function fixedEmailView(): TemplateResult {
  return html`<dl class="facts"><div><dt>${messages.email}</dt><dd class="break">${state.buyer.email}</dd></div></dl>`;
}

/** @param sameAs the position of another holder with the same name and birth date */
function holderCard(holder: Holder, first: Holder | undefined, sameAs: number | null): TemplateResult {
  const isFirst = first === undefined || holder.path === first.path;
  const copy = () => {
    if (isFirst) return;
    copyAnswers(first, holder);
    announce(detailTexts.copied);
  };
  return html`<fieldset class="card fields">
    ${legend(holder.title, holder.ticketType.name)}
    ${isFirst || copiedQuestions(first, holder).length === 0 ? nothing : html`<p class="copy-first"><button type="button" class="small" @click=${copy}>${detailTexts.copyFirst}</button></p>`}
    ${holderNameFields(holder)}
    ${holderAddonsView(holder)} ${questionsView(holder)}
    <div role="status" class="same">${sameAs === null ? nothing : html`<p class="notice">${detailTexts.sameAs({ number: sameAs + 1 })}</p>`}</div>
  </fieldset>`;
}

/** The names on the tickets, if ticket holders are asked nothing else. */
function namesView(people: readonly Holder[]): TemplateResult | typeof nothing {
  const named = people.filter(({ nameFields }) => nameFields.length > 0);
  if (named.length === 0) return nothing;
  const isOpen = named.length <= maxOpenHolders || named.some(({ ticketType }) => ticketType.holderName === 'required');
  const fields = named.map((holder) => {
    const { ticketType, index } = holder;
    const isOnly = quantityOf(ticketType.id) === 1;
    return holderNameFields(
      holder,
      isOnly ? ticketType.name : detailTexts.holderOf({ ticketType: ticketType.name, number: index + 1 }),
    );
  });
  return html`<details class="holders" ?open=${isOpen}>
    <summary>${detailTexts.holders}</summary>
    <div class="fields">${fields}</div>
  </details>`;
}

function holderNameFields({ path, nameFields, ticketType }: Holder, label?: string): unknown {
  const isOptional = ticketType.holderName !== 'required';
  return nameFields.map((name) => nameField(path, name, { label, isOptional }));
}

const autocompleteOf = { name: 'name', holderName: 'off', firstName: 'given-name', lastName: 'family-name' };

interface NameFieldOptions {
  readonly label?: string | undefined;
  readonly autocomplete?: string;
  readonly isOptional?: boolean;
}

/** @param options.label if another label than that of the field is shown */
function nameField(
  path: string,
  name: NameField,
  { label = name.label, autocomplete = 'off', isOptional = false }: NameFieldOptions,
): TemplateResult {
  return field({
    id: `${path}.${name.field}`,
    label,
    value: name.value,
    onInput: name.set,
    autocomplete,
    isOptional,
    maxLength: name.field === 'firstName' || name.field === 'lastName' ? 149 : 300,
  });
}
