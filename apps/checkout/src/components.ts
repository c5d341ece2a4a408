import type { FeeBreakdown, PricedLine } from '@organizer/shared/api';
import { html, nothing, type TemplateResult } from 'lit-html';
import { money } from './format.ts';
import { messages } from './messages.ts';
import { fieldName } from './persons.ts';
import { state } from './state.ts';

/** The heading of a step. It gets the focus when the step is shown. */
export function heading(text: string): TemplateResult {
  return html`<h2 id="step-heading" tabindex="-1">${text}</h2>`;
}

/** The current notice, with links to the fields that have errors. */
export function notice(): TemplateResult | typeof nothing {
  if (state.notice === null) return nothing;
  const { kind, text, action } = state.notice;
  const fieldErrors = Object.entries(state.fieldErrors).filter(([, error]) => error !== '');
  return html`<div id="notice" class="notice ${kind}" tabindex="-1" role=${kind === 'error' ? 'alert' : 'status'}>
    <p>${text}</p>
    ${fieldErrors.length > 0 ? html`<ul>${fieldErrors.map(([id, error]) => errorLink(id, error))}</ul>` : nothing}
    ${action ? html`<button type="button" class="small" @click=${action.run}>${action.label}</button>` : nothing}
  </div>`;
}

/** Moves the focus to the field with an error, also if it is collapsed; in a group of fields, to the first one. */
function errorLink(id: string, error: string): TemplateResult {
  const name = fieldName(id);
  const focus = (event: MouseEvent) => {
    event.preventDefault();
    const element = document.getElementById(id);
    element?.closest('details')?.setAttribute('open', '');
    (element?.querySelector<HTMLElement>('input, select') ?? element)?.focus();
  };
  const isMissing = error === messages.failures.fieldErrors.required;
  const text = name === null ? error : isMissing ? name : messages.details.errorOf({ field: name, error });
  return html`<li><a href="#${id}" @click=${focus}>${text}</a></li>`;
}

interface ButtonOptions {
  /** The action that the button starts. While it runs, the button shows `busyLabel`. */
  readonly action: string;
  readonly busyLabel: string;
  /** Without it, the button submits its form. */
  readonly onClick?: () => void;
  readonly variant?: 'main' | 'quiet' | 'link';
}

/** A button. It is never disabled, so it keeps the focus. A click while an action runs has no effect. */
export function button(label: string, { action, busyLabel, onClick, variant = 'main' }: ButtonOptions): TemplateResult {
  const isBusy = state.busy === action;
  return html`<button
    type=${onClick ? 'button' : 'submit'}
    class=${variant}
    aria-disabled=${state.busy === null ? nothing : 'true'}
    @click=${onClick ?? nothing}
  >${isBusy ? html`<span class="spinner" aria-hidden="true"></span>${busyLabel}` : label}</button>`;
}

/**
 * Lines, fees and total of an order.
 *
 * @param names of the ticket holders, which are shown with their add-ons
 */
export function receipt(
  lines: readonly (Omit<PricedLine, 'attendee'> & { readonly attendee?: number | null })[],
  fees: FeeBreakdown,
  currency: string,
  names: readonly string[] = [],
): TemplateResult {
  const receiptTexts = messages.receipt;
  const amount = (value: number) => money(value, currency);
  const feesOnTop = fees.paidBy === 'buyer' ? fees.platformFee + fees.paymentFee : 0;
  const taxOnTop = fees.total - (fees.subtotal - fees.discount) - feesOnTop;
  const row = (name: string, value: number) =>
    value === 0 ? nothing : html`<div class="row soft"><dt>${name}</dt><dd>${amount(value)}</dd></div>`;
  return html`<dl class="receipt">
    ${lines.map(
      ({ name, quantity, total, attendee }) =>
        html`<div class="row"><dt><span class="times">${quantity} ×</span> <span dir="auto">${name}</span>${ofPerson(names[attendee ?? -1])}</dt><dd>${amount(total)}</dd></div>`,
    )}
    ${row(receiptTexts.discount, -fees.discount)} ${row(receiptTexts.fees, feesOnTop)} ${row(receiptTexts.tax, taxOnTop)}
    <div class="row total"><dt>${messages.total}</dt><dd>${amount(fees.total)}</dd></div>
    ${taxOnTop === 0 ? row(receiptTexts.taxIncluded, fees.tax) : nothing}
  </dl>`;
}

function ofPerson(name: string | undefined): TemplateResult | typeof nothing {
  return name === undefined ? nothing : html` <bdi class="soft of-person">${name}</bdi>`;
}

interface StepOptions {
  readonly heading: string;
  readonly onSubmit: () => void;
  /** Content between the heading and the columns. */
  readonly above?: TemplateResult | typeof nothing;
  readonly content: TemplateResult;
  readonly summaryHeading: string;
  readonly summary: unknown;
  /** The total next to the button on a small screen. */
  readonly total: unknown;
  readonly button: unknown;
  readonly below?: TemplateResult | typeof nothing;
}

/** A step of the checkout: its content, a summary, and the button to continue, which has the same place in every step. */
export function stepForm(step: StepOptions): TemplateResult {
  return html`<main class="step">
    <div class="step-head">${heading(step.heading)} ${step.above ?? nothing}</div>
    ${notice()}
    <form class="columns" novalidate @submit=${submitHandler(step.onSubmit)}>
      <div class="content">${step.content}</div>
      <div class="side">
        <section class="card summary" aria-labelledby="summary-heading">
          <h3 id="summary-heading">${step.summaryHeading}</h3>
          ${step.summary}
        </section>
        <div class="bar">
          <p class="bar-total">${step.total}</p>
          ${step.button}
        </div>
      </div>
    </form>
    ${step.below ?? nothing}
  </main>`;
}

/** Links to the organizer's e-mail address and telephone number, or nothing if the organizer has neither. */
export function contact(): TemplateResult | typeof nothing {
  const { contactEmail: email, contactPhone: phone } = state.event?.organizer ?? {};
  const ways = [
    ...(email ? [html`<a href="mailto:${email}"><bdi>${email}</bdi></a>`] : []),
    ...(phone ? [html`<a href="tel:${phone.replaceAll(/[^+\d]/g, '')}"><bdi>${phone}</bdi></a>`] : []),
  ];
  return ways.length === 0
    ? nothing
    : html`<span class="contact">${ways.map((way, index) => (index === 0 ? way : html` ${messages.or} ${way}`))}</span>`;
}

/** An event handler that runs a function instead of the browser's submission of the form. */
export function submitHandler(run: () => void): (event: SubmitEvent) => void {
  return (event) => {
    event.preventDefault();
    run();
  };
}

/** A message with a spinner, shown while something is loading. */
export function loading(text: string): TemplateResult {
  return html`<span class="spinner" aria-hidden="true"></span>${text}`;
}
