import type { FeeBreakdown, PricedLine } from '@organizer/shared/api';
import { html, nothing, type TemplateResult } from 'lit-html';
import { money, readable } from './format.ts';
import { change, state } from './state.ts';

/** The heading of a step, which gets the focus when the step is shown. */
export function heading(text: string): TemplateResult {
  return html`<h2 id="step-heading" tabindex="-1">${text}</h2>`;
}

/** What went wrong, or well, and what can be done about it. */
export function notice(): TemplateResult | typeof nothing {
  if (state.notice === null) return nothing;
  const { kind, text, action } = state.notice;
  const marked = Object.entries(state.faults).filter(([, words]) => words !== '');
  return html`<div id="notice" class="notice ${kind}" tabindex="-1" role=${kind === 'error' ? 'alert' : 'status'}>
    <p>${told(text)}</p>
    ${
      marked.length > 0
        ? html`<ul>${marked.map(([id, words]) => html`<li><a href="#${id}" @click=${focusOnField}>${told(words)}</a></li>`)}</ul>`
        : nothing
    }
    ${action ? html`<button type="button" class="small" @click=${action.run}>${action.label}</button>` : nothing}
  </div>`;
}

/** What the server said, for the event's place. */
export function told(words: string): string {
  return readable(words, state.event?.timezone ?? 'UTC');
}

function focusOnField(event: MouseEvent): void {
  event.preventDefault();
  const address = (event.currentTarget as HTMLAnchorElement).getAttribute('href')!;
  document.getElementById(address.slice(1))?.focus();
}

interface ButtonOptions {
  /** The action that it begins: it says so while that goes on. */
  readonly action: string;
  readonly meanwhile: string;
  readonly onClick?: () => void;
  readonly look?: 'main' | 'quiet' | 'link';
}

/** A button that is never dead: it can be tapped at any time, and twice does no harm. */
export function button(label: string | TemplateResult, options: ButtonOptions): TemplateResult {
  const isBusy = state.busy === options.action;
  return html`<button
    type=${options.onClick ? 'button' : 'submit'}
    class=${options.look ?? 'main'}
    aria-disabled=${state.busy === null ? nothing : 'true'}
    @click=${options.onClick ?? nothing}
  >${isBusy ? html`<span class="spinner" aria-hidden="true"></span>${options.meanwhile}` : label}</button>`;
}

interface FieldOptions {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** When the field is left with another value. */
  readonly onChange?: () => void;
  readonly type?: 'text' | 'email' | 'tel';
  readonly autocomplete: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
  readonly lengthMax: number;
  readonly isCode?: boolean;
}

/** A labelled field with its hint and with what is wrong with it. */
export function field(options: FieldOptions): TemplateResult {
  const { id, hint } = options;
  const wrong = state.faults[id];
  const described = [hint ? `${id}-hint` : '', wrong ? `${id}-fault` : ''].filter(Boolean).join(' ');
  return html`<div class="field ${wrong ? 'wrong' : ''}">
    <label for=${id}>${options.label}${options.isOptional ? html` <span class="soft">(optional)</span>` : nothing}</label>
    <input
      id=${id}
      name=${id}
      type=${options.type ?? 'text'}
      autocomplete=${options.autocomplete}
      inputmode=${options.isCode ? 'numeric' : nothing}
      class=${options.isCode ? 'code' : nothing}
      maxlength=${options.lengthMax}
      aria-required=${options.isOptional ? nothing : 'true'}
      aria-invalid=${wrong ? 'true' : nothing}
      aria-describedby=${described || nothing}
      .value=${options.value}
      @input=${(event: InputEvent) => {
        if (wrong) change({ faults: Object.fromEntries(Object.entries(state.faults).filter(([at]) => at !== id)) });
        options.onInput((event.target as HTMLInputElement).value);
      }}
      @change=${options.onChange ?? nothing}
    >
    ${wrong ? html`<p class="fault" id="${id}-fault">${wrong}</p>` : nothing}
    ${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : nothing}
  </div>`;
}

/** Lines, fees and total, as a receipt shows them. */
export function receipt(lines: readonly PricedLine[], fees: FeeBreakdown, currency: string): TemplateResult {
  const amount = (value: number) => money(value, currency);
  const borne = fees.paidBy === 'buyer' ? fees.platformFee + fees.paymentFee : 0;
  const taxOnTop = fees.total - (fees.subtotal - fees.discount) - borne;
  const row = (name: string, value: number) =>
    value === 0 ? nothing : html`<div class="row soft"><dt>${name}</dt><dd>${amount(value)}</dd></div>`;
  return html`<dl class="receipt">
    ${lines.map(
      ({ name, quantity, total }) =>
        html`<div class="row"><dt><span class="times">${quantity} ×</span> <span dir="auto">${name}</span></dt><dd>${amount(total)}</dd></div>`,
    )}
    ${row('Discount', -fees.discount)} ${row('Fees', borne)} ${row('Tax', taxOnTop)}
    <div class="row total"><dt>Total</dt><dd>${amount(fees.total)}</dd></div>
    ${fees.tax > 0 && taxOnTop === 0 ? html`<div class="row soft"><dt>Tax included</dt><dd>${amount(fees.tax)}</dd></div>` : nothing}
  </dl>`;
}

interface Frame {
  readonly heading: string;
  readonly onSubmit: () => void;
  /** Between heading and columns. */
  readonly above?: TemplateResult | typeof nothing;
  readonly content: TemplateResult;
  readonly summaryHeading: string;
  readonly summary: unknown;
  /** Beside the button on a telephone. */
  readonly total: unknown;
  readonly button: unknown;
  readonly below?: TemplateResult | typeof nothing;
}

/** A step of buying: its content, what it costs, and the button that goes on, which is in the same place at every step. */
export function frame(step: Frame): TemplateResult {
  return html`<main class="step">
    <div class="step-head">${heading(step.heading)} ${step.above ?? nothing}</div>
    ${notice()}
    <form class="columns" novalidate @submit=${onSubmit(step.onSubmit)}>
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

/** Whom to ask: the organizer's address and telephone number, as far as they are known. */
export function contact(): TemplateResult | typeof nothing {
  const { contactEmail: email, contactPhone: phone } = state.event?.organizer ?? {};
  if (!email && !phone) return nothing;
  return html`<span class="contact">${email ? html`<a href="mailto:${email}">${email}</a>` : nothing}${
    email && phone ? ' or ' : nothing
  }${phone ? html`<a href="tel:${phone.replaceAll(/[^+\d]/g, '')}">${phone}</a>` : nothing}</span>`;
}

/** Keeps the browser from sending a form itself. */
export function onSubmit(run: () => void): (event: SubmitEvent) => void {
  return (event) => {
    event.preventDefault();
    run();
  };
}
