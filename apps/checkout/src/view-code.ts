import { html, nothing, type TemplateResult } from 'lit-html';
import { isEmail, isSameEmail } from './format.ts';
import { field } from './parts.ts';
import { codeLength, emailToProve, isCodeSent, isProven, sendAnotherCode } from './proving.ts';
import { change, state } from './state.ts';

/**
 * The code for the address that was entered: where it was sent, and the field for it.
 *
 * @param submit what the last digit does by itself
 */
export function codeView(submit: () => void): TemplateResult | typeof nothing {
  const email = emailToProve();
  if (!isEmail(email)) return nothing;
  const address = html`<strong class="break">${email}</strong>`;
  if (isProven(email)) return html`<p class="confirmed"><span aria-hidden="true">✓</span> ${address} is confirmed.</p>`;
  const { codeFailure, codeSendingTo } = state;
  const resend = (label: string) =>
    html`<button type="button" class="link" @click=${sendAnotherCode}>${label}</button>`;
  if (codeFailure !== null && isSameEmail(codeFailure.email, email) && !isCodeSent(email)) {
    return html`<div class="fault" role="alert"><p>${codeFailure.text}</p>${resend('Send the code again')}</div>`;
  }
  if (!isCodeSent(email)) {
    if (codeSendingTo === null) return nothing;
    return html`<p class="soft"><span class="spinner" aria-hidden="true"></span>Sending a code to ${address}…</p>`;
  }
  return html`<div class="code-box">
    ${field({
      id: 'code',
      label: `${codeLength}-digit code`,
      value: state.code,
      onInput: (typed) => {
        change({ code: typed });
        if (typed.replaceAll(/\D/g, '').length === codeLength) submit();
      },
      autocomplete: 'one-time-code',
      lengthMax: 12,
      isCode: true,
    })}
    <p class="hint">We sent it to ${address}. Nothing arrived? Look in your spam folder, or
      ${codeSendingTo === null ? resend('send a new code') : 'wait: a new code is being sent'}.
      ${codeFailure === null ? nothing : html`<span class="fault">${codeFailure.text}</span>`}
    </p>
  </div>`;
}
