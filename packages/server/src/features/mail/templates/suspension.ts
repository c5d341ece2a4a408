import { defaultLanguage } from '#messages/languages';
import type { MailMessage } from '../../../platform/mail/transport.ts';
import { oneLine, utcTime } from './format.ts';
import { renderContent } from './layout.ts';

const language = 'de';

/** What a change stops or permits, in English and in German. */
const effects = {
  suspended: {
    en: [
      'Nothing can be bought: the pages of the events are not found, and reservations cannot be paid.',
      'Tickets that were sold remain valid and can be scanned. Payments that a buyer has started are still received. Refunds, API keys, webhooks and the dashboard work.',
    ],
    de: [
      'Nichts kann gekauft werden: Die Seiten der Veranstaltungen werden nicht gefunden, und Reservierungen können nicht bezahlt werden.',
      'Verkaufte Tickets bleiben gültig und können gescannt werden. Zahlungen, die ein Käufer begonnen hat, werden noch angenommen. Erstattungen, API-Schlüssel, Webhooks und das Dashboard funktionieren.',
    ],
  },
  resumed: {
    en: ['The published events can be seen and bought again.'],
    de: ['Die veröffentlichten Veranstaltungen sind wieder zu sehen und zu kaufen.'],
  },
} as const;

/**
 * The e-mail to an owner whose organizer was suspended or resumed, in both languages of the dashboard.
 *
 * @param mail.changedAt RFC 3339
 * @param mail.url the dashboard of the organizer
 */
export function suspensionMail({
  to,
  organizerName,
  isSuspended,
  changedAt,
  url,
}: {
  to: string;
  organizerName: string;
  isSuspended: boolean;
  changedAt: string;
  url: string;
}): MailMessage {
  const name = oneLine(organizerName);
  const time = utcTime(changedAt);
  const effect = effects[isSuspended ? 'suspended' : 'resumed'];
  const en = `The operator has ${isSuspended ? 'suspended' : 'resumed'} ${name}`;
  const de = `Der Betreiber hat ${name} ${isSuspended ? 'gesperrt' : 'wieder freigegeben'}`;
  const contact = isSuspended
    ? {
        en: 'Ask the operator of this service for the reason, and what you can do.',
        de: 'Fragen Sie den Betreiber dieses Dienstes nach dem Grund, und was Sie tun können.',
      }
    : null;
  const content = {
    language: defaultLanguage,
    organizer: null,
    title: en,
    preview: `${en}. ${de}.`,
    blocks: [
      { type: 'text', text: `${en}, at ${time}.` },
      ...effect.en.map((text) => ({ type: 'text', text }) as const),
      ...(contact === null ? [] : [{ type: 'text', text: contact.en } as const]),
      { type: 'heading', text: de, language },
      { type: 'text', text: `${de}: ${time}.`, language },
      ...effect.de.map((text) => ({ type: 'text', text, language }) as const),
      ...(contact === null ? [] : [{ type: 'text', text: contact.de, language } as const]),
      { type: 'link', label: 'Open the dashboard (Dashboard öffnen)', url },
    ] as const,
    reason: `You received this email because ${to} is an owner of ${name}. ${to} ist Inhaber von ${name}.`,
  };
  const subject = isSuspended
    ? `${name} is suspended / ist gesperrt`
    : `${name} can sell again / kann wieder verkaufen`;
  return { to, subject, ...renderContent(content) };
}
