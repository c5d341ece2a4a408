import { defaultLanguage } from '#messages/languages';
import type { MailMessage } from '../../../platform/mail/transport.ts';
import { formatsOf } from '../../../platform/texts.ts';
import { oneLine } from './format.ts';
import { renderContent } from './layout.ts';

const language = 'de';

type Status = 'open' | 'won' | 'lost';

const titles: Readonly<Record<Status, readonly [en: string, de: string]>> = {
  open: ['A payment is disputed', 'Einer Zahlung wird widersprochen'],
  won: ['A dispute was won', 'Ein Widerspruch wurde gewonnen'],
  lost: ['A dispute was lost', 'Ein Widerspruch wurde verloren'],
};

const results: Readonly<Record<Status, readonly [en: string, de: string]>> = {
  open: [
    'The amount is held back in the settlement until the dispute ends. The tickets remain valid. The operator answers the bank at the ' +
      'payment provider: tell the operator what shows that the buyer has received the tickets.',
    'Der Betrag wird in der Abrechnung zurückgehalten, bis der Widerspruch endet. Die Tickets bleiben gültig. Der Betreiber antwortet der ' +
      'Bank beim Zahlungsanbieter: Teilen Sie ihm mit, was zeigt, dass der Käufer die Tickets bekommen hat.',
  ],
  won: ['The amount is part of the balance again.', 'Der Betrag gehört wieder zum Guthaben.'],
  lost: [
    'The bank has given the amount back to the buyer, and it is recorded as a refund.',
    'Die Bank hat dem Käufer den Betrag zurückgegeben, und er ist als Erstattung gebucht.',
  ],
};

/**
 * The mail to members about a dispute of a payment, in both languages of the dashboard.
 *
 * @param mail.amount minor units
 * @param mail.reason in the words of the payment provider
 * @param mail.url the page of the order
 */
export function disputedMail(mail: {
  readonly to: string;
  readonly organizerName: string;
  readonly orderNumber: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  readonly status: Status;
  readonly url: string;
}): MailMessage {
  const { to, orderNumber, status, url } = mail;
  const organizer = oneLine(mail.organizerName);
  const amount = formatsOf(defaultLanguage).money(mail.amount, mail.currency);
  const reason = mail.reason.replaceAll('_', ' ');
  const [title, titleDe] = titles[status];
  const [result, resultDe] = results[status];
  const summary = `The bank of the buyer disputes ${amount} of the order ${orderNumber} of ${organizer}: ${reason}.`;
  const summaryDe = `Die Bank des Käufers widerspricht ${amount} der Bestellung ${orderNumber} von ${organizer}: ${reason}.`;
  const content = {
    language: defaultLanguage,
    organizer: null,
    title,
    preview: summary,
    blocks: [
      { type: 'text', text: summary },
      { type: 'text', text: result },
      { type: 'heading', text: titleDe, language },
      { type: 'text', text: summaryDe, language },
      { type: 'text', text: resultDe, language },
      { type: 'link', label: 'Open the order (Bestellung öffnen)', url },
    ] as const,
    reason:
      `You received this email because ${to} manages the orders of ${organizer}. ` +
      `${to} verwaltet die Bestellungen von ${organizer}.`,
  };
  return { to, subject: `${title} / ${titleDe}`, ...renderContent(content) };
}
