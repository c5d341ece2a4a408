import type { MailAttachment, MailMessage } from '../../../platform/mail/transport.ts';
import { formatsOf, mailTexts } from '../../../platform/texts.ts';
import type { Block, Fact } from './block.ts';
import { formatTime, isolate } from './format.ts';
import { linesOf, type OrderMailData, orderFacts, orderLink, orderMail, orderSums } from './order-mail.ts';
import { qrImage } from './qr-image.ts';

/**
 * The e-mail about an order that is reserved until the organizer confirms its payment. It contains the amount, the recipient and
 * the deadline. If there are no payment instructions, it says that the organizer will send them.
 */
export function awaitingPaymentMail(data: OrderMailData): MailMessage {
  const { order, event, organizer, paymentInstructions, language } = data;
  const texts = mailTexts(language).awaitingPayment;
  const names = { event: isolate(event.name), organizer: isolate(organizer.name) };
  const deadline =
    order.expiresAt === null ? null : formatTime(order.expiresAt, { language, timezone: event.timezone });
  const cid = `payment.${order.orderNumber}@qr`;
  const epcQr = paymentInstructions?.epcQr ?? null;
  return orderMail(data, {
    subject: texts.subject({ event: event.name }),
    title: texts.title({ amount: formatsOf(language).money(order.total, order.currency) }),
    summary: deadline === null ? texts.summary(names) : texts.summaryUntil({ ...names, deadline }),
    blocks: [
      { type: 'heading', text: texts.heading },
      ...paymentBlocks(data, deadline),
      ...(epcQr === null ? [] : [paymentQrBlock(data, cid)]),
      { type: 'text', text: texts.ticketsFollow(names) },
      orderLink(data),
      { type: 'heading', text: mailTexts(language).yourOrder },
      orderFacts(data),
      ...orderSums(data),
      { type: 'text', text: texts.expires, tone: 'quiet' },
    ],
    attachments: epcQr === null ? [] : [paymentQrFile(epcQr, cid)],
  });
}

function paymentBlocks(
  { order, organizer, paymentInstructions, language }: OrderMailData,
  deadline: string | null,
): Block[] {
  const texts = mailTexts(language).awaitingPayment;
  const { accountHolder = null, iban = null, bic = null, text = null } = paymentInstructions ?? {};
  const amount = formatsOf(language).money(order.total, order.currency);
  const facts: Fact[] = [{ label: texts.amount, value: amount, isCode: true }];
  if (accountHolder !== null) facts.push({ label: texts.accountHolder, value: accountHolder });
  if (iban !== null) facts.push({ label: texts.iban, value: formatIban(iban), isCode: true });
  if (bic !== null) facts.push({ label: texts.bic, value: bic, isCode: true });
  facts.push({ label: texts.reference, value: order.orderNumber, isCode: true });
  if (deadline !== null) facts.push({ label: texts.payBy, value: deadline });
  const hint =
    paymentInstructions === null
      ? texts.instructionsFollow({ organizer: isolate(organizer.name) })
      : texts.enterReference;
  return [{ type: 'facts', rows: facts }, ...linesOf(text), { type: 'text', text: hint }];
}

/** Formats an IBAN in groups of four characters, the printed form of ISO 13616. */
function formatIban(iban: string): string {
  return iban.replaceAll(' ', '').replace(/(.{4})(?=.)/g, '$1 ');
}

function paymentQrBlock({ language }: OrderMailData, cid: string): Block {
  const { qrCode, scan } = mailTexts(language).awaitingPayment;
  return { type: 'image', cid, label: qrCode, caption: scan };
}

function paymentQrFile(text: string, cid: string): MailAttachment {
  return { filename: 'payment.png', contentType: 'image/png', content: qrImage(text), cid };
}
