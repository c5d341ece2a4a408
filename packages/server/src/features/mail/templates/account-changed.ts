import { defaultLanguage } from '#messages/languages';
import type { MailMessage } from '../../../platform/mail/transport.ts';
import type { AccountChange } from '../mail.ts';
import { utcTime } from './format.ts';
import { renderContent } from './layout.ts';

/** What happened, in English and in German. */
const changeTexts: Readonly<Record<AccountChange, { readonly en: string; readonly de: string }>> = {
  password: { en: 'Your password was changed', de: 'Ihr Passwort wurde geändert' },
  authenticator_added: {
    en: 'An authenticator app was added to your account',
    de: 'Ihrem Konto wurde eine Authenticator-App hinzugefügt',
  },
  authenticator_removed: {
    en: 'The authenticator app was removed from your account',
    de: 'Die Authenticator-App wurde aus Ihrem Konto entfernt',
  },
  passkey_added: { en: 'A passkey was added to your account', de: 'Ihrem Konto wurde ein Passkey hinzugefügt' },
  passkey_removed: { en: 'A passkey was removed from your account', de: 'Ein Passkey wurde aus Ihrem Konto entfernt' },
  recovery_codes: { en: 'Your recovery codes were replaced', de: 'Ihre Wiederherstellungscodes wurden ersetzt' },
  second_factor_removed: {
    en: 'The operator removed all second factors from your account',
    de: 'Der Betreiber hat alle zweiten Faktoren aus Ihrem Konto entfernt',
  },
};

/**
 * The e-mail to a user whose password or second factor has changed. It has both languages of the dashboard, because the server does
 * not store which one the user reads, and an attacker may have made the change.
 *
 * @param mail.changedAt RFC 3339
 * @param mail.url the page of the account
 */
export function accountChangedMail({
  to,
  change,
  changedAt,
  url,
}: {
  to: string;
  change: AccountChange;
  changedAt: string;
  url: string;
}): MailMessage {
  const { en, de } = changeTexts[change];
  const time = utcTime(changedAt);
  const language = 'de';
  const content = {
    language: defaultLanguage,
    organizer: null,
    title: en,
    preview: `${en}. ${de}`,
    blocks: [
      { type: 'text', text: `${en}, at ${time}. All other sessions were ended.` },
      {
        type: 'text',
        text:
          'If you did not do this, someone else can use your account. Tell the operator of this service immediately: the ' +
          'operator can disable the account, and remove its second factors.',
      },
      { type: 'heading', text: de, language },
      { type: 'text', text: `${de}: ${time}. Alle anderen Sitzungen wurden beendet.`, language },
      {
        type: 'text',
        text:
          'Wenn Sie das nicht waren, kann jemand anders Ihr Konto benutzen. Benachrichtigen Sie sofort den Betreiber dieses ' +
          'Dienstes: Er kann das Konto sperren und seine zweiten Faktoren entfernen.',
        language,
      },
      { type: 'link', label: 'Open your account (Konto öffnen)', url },
    ] as const,
    reason: `You received this email because ${to} is the address of an account. Diese E-Mail betrifft das Konto ${to}.`,
  };
  return { to, subject: `${en} / ${de}`, ...renderContent(content) };
}
