import { html, nothing, type TemplateResult } from 'lit-html';
import { loading } from './components.ts';
import { codeLength, enteredEmail, isCodeSent, isProven, resendCode } from './email-code.ts';
import { field } from './fields.ts';
import { messages } from './messages.ts';
import { change, state } from './state.ts';
import { digitsOf, isEmail, isSameEmail } from './text.ts';

const codeTexts = messages.code;

/**
 * The field for the code that was sent to the entered e-mail address, or the state of sending it.
 *
 * @param submit called when the last digit is entered
 */
export function codeView(submit: () => void): TemplateResult | typeof nothing {
  const email = enteredEmail();
  if (!isEmail(email)) return nothing;
  const emailArgs = { email, b: (text: unknown) => html`<strong class="break">${text}</strong>` };
  if (isProven(email)) {
    return html`<p class="confirmed"><span aria-hidden="true">✓</span> ${codeTexts.confirmed(emailArgs)}</p>`;
  }
  const { codeError, codeSendingTo } = state;
  const resendButton = (label: unknown) =>
    html`<button type="button" class="link" @click=${resendCode}>${label}</button>`;
  if (!isCodeSent(email)) {
    if (codeError !== null && isSameEmail(codeError.email, email)) {
      return html`<div class="field-error" role="alert"><p>${codeError.text}</p>${resendButton(codeTexts.sendAgain)}</div>`;
    }
    return codeSendingTo === null ? nothing : html`<p class="soft">${loading('')}${codeTexts.sending(emailArgs)}</p>`;
  }
  return html`<div class="code-box">
    ${field({
      id: 'code',
      label: codeTexts.label({ digits: codeLength }),
      value: state.code,
      onInput: (code) => {
        change({ code });
        if (digitsOf(code).length === codeLength) submit();
      },
      autocomplete: 'one-time-code',
      maxLength: 12,
      isCode: true,
    })}
    <p class="hint">${codeSendingTo === null ? codeTexts.sentHint({ ...emailArgs, resend: resendButton }) : codeTexts.resending(emailArgs)}
      ${codeError === null ? nothing : html`<span class="field-error">${codeError.text}</span>`}
    </p>
  </div>`;
}
