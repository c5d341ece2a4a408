import type { MailMessage } from '../../../platform/mail/transport.ts';
import { formatsOf, mailTexts } from '../../../platform/texts.ts';
import { isolate } from './format.ts';
import { type OrderMailData, orderFacts, orderLink, orderMail } from './order-mail.ts';

/**
 * The e-mail about a payment that is refunded because it arrived too late, twice, or with a wrong amount.
 *
 * @param money the received money; `amount` is in minor units
 */
export function paymentReturnedMail(
  data: OrderMailData,
  money: { readonly amount: number; readonly currency: string },
): MailMessage {
  const { event, language } = data;
  const texts = mailTexts(language).paymentReturned;
  const amount = formatsOf(language).money(money.amount, money.currency);
  return orderMail(data, {
    subject: texts.subject({ event: event.name }),
    title: texts.title({ amount }),
    summary: texts.summary({ amount, event: isolate(event.name) }),
    blocks: [{ type: 'text', text: texts.explanation }, orderFacts(data), orderLink(data)],
  });
}
