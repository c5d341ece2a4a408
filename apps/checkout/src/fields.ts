/** Fields of forms with their labels, hints and errors. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { live } from 'lit-html/directives/live.js';
import { clearFieldError } from './actions.ts';
import { messages } from './messages.ts';
import { state } from './state.ts';

interface FieldOptions {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** Called when the user leaves the field after a change. */
  readonly onChange?: () => void;
  readonly type?: 'text' | 'email' | 'tel' | 'date' | 'longText';
  readonly autocomplete: string;
  readonly hint?: string | null;
  readonly isOptional?: boolean;
  /** Whether the field is marked although the error is that of its group. */
  readonly isInvalid?: boolean;
  readonly maxLength?: number;
  readonly inputMode?: 'decimal';
  readonly isCode?: boolean;
  /** The limits of a date. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** The value of a date field in which only some parts of a date are entered. */
const incompleteDate = '?';

/** A field with its label, its hint and its error. */
export function field(options: FieldOptions): TemplateResult {
  const { id, value, isOptional, isCode, type = 'text' } = options;
  const { error, describedBy } = noteIds(options);
  const onInput = ({ currentTarget }: Event & { currentTarget: HTMLInputElement }) => {
    const entered = currentTarget.validity.badInput ? incompleteDate : currentTarget.value;
    if (entered === value) return;
    if (error) clearFieldError(id);
    options.onInput(entered);
  };
  const attributes = {
    required: isOptional ? nothing : 'true',
    invalid: error || options.isInvalid ? 'true' : nothing,
    autocomplete: options.autocomplete,
    // What is entered has its own direction, such as an Arabic name; an empty field has that of the page.
    direction: value === '' || type === 'date' ? nothing : 'auto',
  } as const;
  return framed(
    options,
    type === 'longText'
      ? html`<textarea
          id=${id}
          name=${id}
          dir=${attributes.direction}
          rows="4"
          autocomplete=${attributes.autocomplete}
          aria-required=${attributes.required}
          aria-invalid=${attributes.invalid}
          aria-describedby=${describedBy}
          .value=${live(value)}
          @input=${onInput}
        ></textarea>`
      : html`<input
          id=${id}
          name=${id}
          dir=${attributes.direction}
          type=${type}
          autocomplete=${attributes.autocomplete}
          inputmode=${isCode ? 'numeric' : (options.inputMode ?? nothing)}
          class=${isCode ? 'code' : nothing}
          maxlength=${options.maxLength ?? nothing}
          min=${options.min ?? nothing}
          max=${options.max ?? nothing}
          aria-required=${attributes.required}
          aria-invalid=${attributes.invalid}
          aria-describedby=${describedBy}
          .value=${live(value === incompleteDate ? '' : value)}
          @input=${onInput}
          @blur=${type === 'date' ? onInput : nothing}
          @change=${options.onChange ?? nothing}
        >`,
  );
}

interface SelectOptions
  extends Pick<
    FieldOptions,
    'id' | 'label' | 'value' | 'onInput' | 'autocomplete' | 'hint' | 'isOptional' | 'isInvalid'
  > {
  /** The same list in each drawing, as long as the options are the same. */
  readonly options: readonly { readonly code: string; readonly label: string }[];
}

/** A list of which one option can be chosen, with its label, its hint and its error. */
export function selectField(options: SelectOptions): TemplateResult {
  const { id, value, isOptional } = options;
  const { error, describedBy } = noteIds(options);
  const onChange = ({ currentTarget }: Event & { currentTarget: HTMLSelectElement }) => {
    if (error) clearFieldError(id);
    options.onInput(currentTarget.value);
  };
  const list = () => [{ code: '', label: messages.answers.choose }, ...options.options].map(optionView);
  const optionView = ({ code, label }: { code: string; label: string }) =>
    html`<option value=${code} .selected=${code === value}>${label}</option>`;
  return framed(
    options,
    html`<select
      id=${id}
      name=${id}
      autocomplete=${options.autocomplete}
      aria-required=${isOptional ? nothing : 'true'}
      aria-invalid=${error || options.isInvalid ? 'true' : nothing}
      aria-describedby=${describedBy}
      @change=${onChange}
    >${guard([value, options.options], list)}</select>`,
  );
}

type Framed = Pick<FieldOptions, 'id' | 'label' | 'hint' | 'isOptional'>;

/** The error of a field, and the ids of the texts that describe it. */
export function noteIds({ id, hint }: Pick<Framed, 'id' | 'hint'>) {
  const error = state.fieldErrors[id];
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean);
  return { error, describedBy: ids.join(' ') || nothing };
}

/** The error and the hint of a field. */
export function notes({ id, hint }: Pick<Framed, 'id' | 'hint'>): TemplateResult {
  const error = state.fieldErrors[id];
  return html`${error ? html`<p class="field-error" id="${id}-error">${error}</p>` : nothing}
    ${hint ? html`<p class="hint" id="${id}-hint" dir="auto">${hint}</p>` : nothing}`;
}

function framed(options: Framed, control: TemplateResult): TemplateResult {
  return html`<div class="field">
    <label for=${options.id} dir="auto">${options.label}${optionalMark(options.isOptional)}</label>
    ${control} ${notes(options)}
  </div>`;
}

/** The mark of a field that can be left empty. */
export function optionalMark(isOptional = false): TemplateResult | typeof nothing {
  return isOptional ? html` <span class="soft">${messages.optional}</span>` : nothing;
}
