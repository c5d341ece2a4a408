import type { PaymentInstructions } from '@organizer/shared/api';
import { dateTime } from '@organizer/shared/dates-and-money';
import { html, nothing, type TemplateResult } from 'lit-html';
import { copyButton } from './copy.ts';
import { groupedIban, money } from './format.ts';
import { qrImage } from './qr.ts';
import { state } from './state.ts';

/** How to pay the organizer by transfer: everything that a bank asks for, and a code that banking apps read. */
export function instructionsView(instructions: PaymentInstructions): TemplateResult {
  const { accountHolder, iban, bic, text, reference, amount, currency, dueAt, epcQr } = instructions;
  const zone = state.event?.timezone ?? 'UTC';
  const row = (label: string, value: string | null, copied?: string) =>
    value === null || value === ''
      ? nothing
      : html`<div><dt>${label}</dt><dd><bdi>${value}</bdi>${copied === undefined ? nothing : copyButton(copied, label)}</dd></div>`;
  const sum = money(amount, currency);
  return html`<section class="card transfer" aria-label="How to pay">
    <div class="transfer-words">
      <dl>
        ${row('Account holder', accountHolder)}
        ${row('IBAN', iban === null ? null : groupedIban(iban), iban ?? undefined)}
        ${row('BIC', bic)}
        ${row('Amount', sum)}
        ${row('Reference', reference, reference)}
        ${row('Pay by', dueAt === null ? null : dateTime(dueAt, zone))}
      </dl>
      ${text ? html`<p class="transfer-text" dir="auto">${text}</p>` : nothing}
    </div>
    ${
      epcQr === null
        ? nothing
        : html`<figure>
            <div class="qr">${qrImage(epcQr, `QR code for a transfer of ${sum}`)}</div>
            <figcaption class="hint">Scan this code with your banking app.</figcaption>
          </figure>`
    }
  </section>`;
}
