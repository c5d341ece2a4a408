import { decodeQR } from 'qr/decode.js';
import { expect, test } from 'vitest';
import { bankTransfer, orderMailData, pngAttachments } from '../../../../test/harness/mail-samples.ts';
import { pixelsOf } from '../../../../test/harness/payments-mails.ts';
import { awaitingPaymentMail } from './awaiting-payment.ts';

test('the e-mail about an order that awaits payment states the amount, the account, the reference and the deadline', () => {
  const { subject, text, html, attachments } = awaitingPaymentMail(orderMailData());
  expect(subject).toBe('Complete your payment for Harbour Night Run');
  const deadline = 'Tuesday, 20 April 2027, 18:30 (Central European Summer Time)';
  const lines = [
    `Your order for Harbour Night Run is reserved, but not paid yet. Please pay Harbour Running Club by ${deadline}.`,
    'Amount: €126.90',
    'Account holder: Harbour Running Club e.V.',
    'IBAN: DE89 3704 0044 0532 0130 00',
    'BIC: COBADEFFXXX',
    'Reference: DXEYW82S1E',
    `Pay by: ${deadline}`,
    'At the door, too:',
    'cash only.',
  ];
  for (const line of lines) expect(text.split('\n')).toContain(line);
  const [code, ...others] = pngAttachments(attachments);
  expect(others).toEqual([]);
  expect(html).toContain(`src="cid:${code!.cid}"`);
  expect(decodeQR(pixelsOf(code!.content))).toBe(bankTransfer.epcQr);
});

test('the e-mail has no QR code if there is no bank account, and contains the instructions or says that they will follow', () => {
  const instructionsOnly = { ...bankTransfer, accountHolder: null, iban: null, bic: null, epcQr: null };
  const mailWithInstructions = awaitingPaymentMail({ ...orderMailData(), paymentInstructions: instructionsOnly });
  expect(mailWithInstructions.text).toContain('cash only.');
  const mailWithoutInstructions = awaitingPaymentMail({ ...orderMailData(), paymentInstructions: null });
  expect(mailWithoutInstructions.text).toContain('Harbour Running Club will tell you how to pay.');
  for (const { text, attachments } of [mailWithInstructions, mailWithoutInstructions]) {
    expect(text).not.toMatch(/IBAN|BIC|Account|scan|QR/);
    expect(pngAttachments(attachments)).toEqual([]);
  }
});
