import { decodeQR } from 'qr/decode.js';
import { expect, test } from 'vitest';
import { dataWith, imagesOf, transfer } from '../../../../test/harness/mail-samples.ts';
import { pixelsOf } from '../../../../test/harness/payments-mails.ts';
import { awaitingPaymentMail } from './awaiting-payment.ts';

test('an order that awaits payment says how much is to be paid, to which account, with which reference, until when', () => {
  const { subject, text, html, attachments } = awaitingPaymentMail(dataWith());
  expect(subject).toBe('Complete your payment for Harbour Night Run');
  const until = 'Tuesday, 20 April 2027, 18:30 (Central European Summer Time)';
  const lines = [
    `Your order for Harbour Night Run is reserved, but not paid yet. Please pay Harbour Running Club by ${until}.`,
    'Amount: €126.90',
    'Account holder: Harbour Running Club e.V.',
    'IBAN: DE89 3704 0044 0532 0130 00',
    'BIC: COBADEFFXXX',
    'Reference: DXEYW82S1E',
    `Pay by: ${until}`,
    'At the door, too:',
    'cash only.',
  ];
  for (const line of lines) expect(text.split('\n')).toContain(line);
  const [code, ...others] = imagesOf(attachments);
  expect(others).toEqual([]);
  expect(html).toContain(`src="cid:${code!.cid}"`);
  expect(decodeQR(pixelsOf(code!.content))).toBe(transfer.epcQr);
});

test('without an account there is no QR code to pay with, and the mail says who tells how to pay', () => {
  const words = { ...transfer, accountHolder: null, iban: null, bic: null, epcQr: null };
  const withWords = awaitingPaymentMail({ ...dataWith(), paymentInstructions: words });
  expect(withWords.text).toContain('cash only.');
  const without = awaitingPaymentMail({ ...dataWith(), paymentInstructions: null });
  expect(without.text).toContain('Harbour Running Club will tell you how to pay.');
  for (const { text, attachments } of [withWords, without]) {
    expect(text).not.toMatch(/IBAN|BIC|Account|scan|QR/);
    expect(imagesOf(attachments)).toEqual([]);
  }
});
