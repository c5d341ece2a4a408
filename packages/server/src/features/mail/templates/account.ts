import { defaultLanguage } from '#messages/languages';
import type { MailMessage } from '../../../platform/mail/transport.ts';
import { oneLine, pluralize } from './format.ts';
import { renderContent } from './layout.ts';

const language = 'de';

/**
 * The e-mail with a link that signs a user in to the dashboard. Like all e-mails to users of the dashboard, it has both languages
 * of the dashboard, because the server does not store which one the user reads.
 */
export function signInLinkMail({ to, url }: { to: string; url: string }): MailMessage {
  const en = 'Open this link to sign in to the dashboard. It works once, within 15 minutes.';
  const de =
    'Öffnen Sie diesen Link, um sich im Dashboard anzumelden. Er funktioniert einmal, innerhalb von 15 Minuten.';
  const content = {
    language: defaultLanguage,
    organizer: null,
    title: 'Sign in',
    preview: en,
    blocks: [
      { type: 'text', text: en },
      { type: 'text', text: de, language },
      { type: 'link', label: 'Sign in (Anmelden)', url },
      { type: 'text', text: 'If you did not request a link, you can ignore this email.', tone: 'quiet' },
      {
        type: 'text',
        text: 'Wenn Sie keinen Link angefordert haben, können Sie diese E-Mail ignorieren.',
        tone: 'quiet',
        language,
      },
    ] as const,
    reason: `You received this email because a sign-in link was requested for ${to}. Für ${to} wurde ein Anmeldelink angefordert.`,
  };
  return { to, subject: 'Your sign-in link / Ihr Anmeldelink', ...renderContent(content) };
}

/** What the members with each role can do, in English and in German. */
const roleTexts: Readonly<Record<string, { readonly en: string; readonly de: string }>> = {
  owner: {
    en: 'As an owner, you can do everything, including members and payouts.',
    de: 'Als Inhaber können Sie alles tun, auch Mitglieder und Auszahlungen verwalten.',
  },
  manager: {
    en: 'As a manager, you can change events, and see and refund orders.',
    de: 'Als Manager können Sie Veranstaltungen ändern und Bestellungen sehen und erstatten.',
  },
  developer: {
    en: 'As a developer, you can create API keys and webhook endpoints, and see their logs.',
    de: 'Als Entwickler können Sie API-Schlüssel und Webhook-Endpunkte anlegen und ihre Protokolle sehen.',
  },
  viewer: {
    en: 'As a viewer, you can see the sales figures.',
    de: 'Als Betrachter können Sie die Verkaufszahlen sehen.',
  },
};

/**
 * The e-mail with an invitation to become a member of an organizer, in both languages of the dashboard.
 *
 * @param mail.validDays the time until the link expires
 */
export function invitationMail({
  to,
  organizerName,
  role,
  url,
  validDays,
}: {
  to: string;
  organizerName: string;
  role: string;
  url: string;
  validDays: number;
}): MailMessage {
  const name = oneLine(organizerName);
  const roleText = roleTexts[role] ?? { en: '', de: '' };
  const content = {
    language: defaultLanguage,
    organizer: null,
    title: `Join ${name}`,
    preview: `You are invited to the dashboard of ${name}.`,
    blocks: [
      { type: 'text', text: `You are invited to the dashboard of ${name}. ${roleText.en}` },
      { type: 'text', text: `Sie sind zum Dashboard von ${name} eingeladen. ${roleText.de}`, language },
      { type: 'link', label: 'Accept the invitation (Einladung annehmen)', url },
      {
        type: 'text',
        text: `The link expires in ${pluralize(validDays, 'day')}. If you did not expect it, you can ignore this email.`,
        tone: 'quiet',
      },
      {
        type: 'text',
        text: `Der Link läuft in ${validDays === 1 ? '1 Tag' : `${validDays} Tagen`} ab. Wenn Sie ihn nicht erwartet haben, können Sie diese E-Mail ignorieren.`,
        tone: 'quiet',
        language,
      },
    ] as const,
    reason: `You received this email because a member of ${name} entered ${to}. Ein Mitglied von ${name} hat ${to} eingegeben.`,
  };
  return { to, subject: `Invitation to ${name} / Einladung zu ${name}`, ...renderContent(content) };
}
