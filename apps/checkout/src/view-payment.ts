import type { PaymentInstructions } from '@organizer/shared/api';
import { html, nothing, type TemplateResult } from 'lit-html';
import { copyButton } from './copy-button.ts';
import { money } from './format.ts';
import { messages } from './messages.ts';
import { qrImage } from './qr-code.ts';
import { state } from './state.ts';
import { groupedIban } from './text.ts';

const transferTexts = messages.transfer;

/** Instructions to pay the organizer by bank transfer, with a QR code for banking apps. */
export function instructionsView(instructions: PaymentInstructions): TemplateResult {
  const { accountHolder, iban, bic, text, reference, amount, currency, dueAt, epcQr } = instructions;
  const dueTime = messages.formats.dateTime(dueAt, state.event?.timezone ?? 'UTC');
  const row = (label: string, value: string | null, copied?: string) =>
    value === null || value === ''
      ? nothing
      : html`<div><dt>${label}</dt><dd><bdi>${value}</bdi>${copied === undefined ? nothing : copyButton(copied, label)}</dd></div>`;
  const amountText = money(amount, currency);
  return html`<section class="card transfer" aria-label=${transferTexts.label}>
    <div class="transfer-words">
      <dl>
        ${row(transferTexts.accountHolder, accountHolder)}
        ${iban === null ? nothing : row(transferTexts.iban, groupedIban(iban), iban)}
        ${row(transferTexts.bic, bic)}
        ${row(transferTexts.amount, amountText)}
        ${row(transferTexts.reference, reference, reference)}
        ${row(transferTexts.payBy, dueTime)}
      </dl>
      ${text ? html`<p class="transfer-text" dir="auto">${text}</p>` : nothing}
    </div>
    ${
      epcQr === null
        ? nothing
        : html`<figure>
            <div class="qr">${qrImage(epcQr, transferTexts.qrCode({ amount: amountText }))}</div>
            <figcaption class="hint">${transferTexts.scan}</figcaption>
          </figure>`
    }
  </section>`;
}
