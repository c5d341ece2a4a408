import { defaultLanguage } from '#messages/languages';
import type { MailMessage } from '../../../platform/mail/transport.ts';
import { oneLine } from './format.ts';
import { renderContent } from './layout.ts';

const language = 'de';

/**
 * The alert to owners and developers about a webhook endpoint that will be disabled, in both languages of the dashboard.
 *
 * @param mail.host the host of the endpoint
 * @param mail.failingSince RFC 3339, like `disabledAt`
 * @param mail.url the page of the endpoint
 */
export function endpointFailingMail(mail: {
  readonly to: string;
  readonly organizerName: string;
  readonly host: string;
  readonly failingSince: string;
  readonly disabledAt: string;
  readonly url: string;
}): MailMessage {
  const { to, host, url } = mail;
  const organizer = oneLine(mail.organizerName);
  const [since, disabled] = [formatTime(mail.failingSince), formatTime(mail.disabledAt)];
  const title = `Your webhook endpoint at ${host} is failing`;
  const summary = `Every attempt to send events of ${organizer} to ${host} has failed since ${since}.`;
  const content = {
    language: defaultLanguage,
    organizer: null,
    title,
    preview: summary,
    blocks: [
      { type: 'text', text: summary },
      {
        type: 'text',
        text:
          `If no attempt succeeds, the endpoint is disabled after ${disabled}. Nothing is sent to a disabled endpoint, and its ` +
          'pending deliveries are cancelled. The page of the endpoint shows the errors.',
      },
      { type: 'heading', text: `Ihr Webhook-Endpunkt bei ${host} schlägt fehl`, language },
      {
        type: 'text',
        text:
          `Seit ${since} schlägt jeder Versuch fehl, Ereignisse von ${organizer} an ${host} zu senden. Gelingt kein Versuch, wird ` +
          `der Endpunkt nach ${disabled} deaktiviert. An einen deaktivierten Endpunkt wird nichts gesendet, und seine wartenden ` +
          'Zustellungen werden abgebrochen. Die Seite des Endpunkts zeigt die Fehler.',
        language,
      },
      { type: 'link', label: 'Open the endpoint (Endpunkt öffnen)', url },
    ] as const,
    reason:
      `You received this email because ${to} manages the webhooks of ${organizer}. ` +
      `${to} verwaltet die Webhooks von ${organizer}.`,
  };
  return { to, subject: `${title} / Webhook-Endpunkt schlägt fehl`, ...renderContent(content) };
}

function formatTime(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
