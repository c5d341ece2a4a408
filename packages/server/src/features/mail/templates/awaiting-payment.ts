import type { MailAttachment, MailMessage } from '../../../platform/mail/transport.ts';
import type { Block, Fact } from './block.ts';
import { formatMoney, formatTime, isolate } from './format.ts';
import { type OrderMailData, orderFacts, orderLink, orderMail, orderSums } from './order-mail.ts';
import { qrImage } from './qr-image.ts';

/**
 * The e-mail about an order that is reserved until the organizer confirms its payment. It contains the amount, the recipient and
 * the deadline. If there are no payment instructions, it says that the organizer will send them.
 */
export function awaitingPaymentMail(data: OrderMailData): MailMessage {
  const { order, event, organizer, paymentInstructions } = data;
  const organizerName = isolate(organizer.name);
  const deadline = order.expiresAt === null ? null : formatTime(order.expiresAt, event.timezone);
  const cid = `payment.${order.orderNumber}@qr`;
  const epcQr = paymentInstructions?.epcQr ?? null;
  return orderMail(data, {
    subject: `Complete your payment for ${event.name}`,
    title: `Please pay ${formatMoney(order.total, order.currency)}`,
    summary:
      `Your order for ${isolate(event.name)} is reserved, but not paid yet. ` +
      (deadline === null ? `Please pay ${organizerName}.` : `Please pay ${organizerName} by ${deadline}.`),
    blocks: [
      { type: 'heading', text: 'How to pay' },
      ...paymentBlocks(data, deadline),
      ...(epcQr === null ? [] : [paymentQrBlock(cid)]),
      { type: 'text', text: `We will email your tickets as soon as ${organizerName} has confirmed your payment.` },
      orderLink(data),
      { type: 'heading', text: 'Your order' },
      orderFacts(data),
      ...orderSums(data),
      {
        type: 'text',
        text: 'If the payment is not confirmed in time, the order expires and its tickets go back on sale.',
        tone: 'quiet',
      },
    ],
    attachments: epcQr === null ? [] : [paymentQrFile(epcQr, cid)],
  });
}

function paymentBlocks({ order, organizer, paymentInstructions }: OrderMailData, deadline: string | null): Block[] {
  const { accountHolder = null, iban = null, bic = null, text = null } = paymentInstructions ?? {};
  const facts: Fact[] = [{ label: 'Amount', value: formatMoney(order.total, order.currency) }];
  if (accountHolder !== null) facts.push({ label: 'Account holder', value: accountHolder });
  if (iban !== null) facts.push({ label: 'IBAN', value: formatIban(iban) });
  if (bic !== null) facts.push({ label: 'BIC', value: bic });
  facts.push({ label: 'Reference', value: order.orderNumber });
  if (deadline !== null) facts.push({ label: 'Pay by', value: deadline });
  const lines = (text ?? '').split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
  const hint =
    paymentInstructions === null
      ? `${isolate(organizer.name)} will tell you how to pay. Please include the reference with your payment.`
      : 'Enter the reference exactly as shown, so we can match your payment to your order.';
  return [
    { type: 'facts', rows: facts },
    ...(lines.length === 0 ? [] : [{ type: 'lines', lines } as const]),
    { type: 'text', text: hint },
  ];
}

/** Formats an IBAN in groups of four characters, the printed form of ISO 13616. */
function formatIban(iban: string): string {
  return iban.replaceAll(' ', '').replace(/(.{4})(?=.)/g, '$1 ');
}

function paymentQrBlock(cid: string): Block {
  return {
    type: 'image',
    cid,
    label: 'QR code for the transfer',
    caption: 'Banking apps can scan this QR code (payment.png) to fill in the transfer.',
  };
}

function paymentQrFile(text: string, cid: string): MailAttachment {
  return { filename: 'payment.png', contentType: 'image/png', content: qrImage(text), cid };
}
