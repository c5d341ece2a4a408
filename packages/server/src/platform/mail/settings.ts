import { ConfigError, isUrlWithProtocol, readSecretUrl, readSetting, type SettingGroup } from '../settings.ts';
import { parseMailbox } from './mailbox.ts';

export interface MailSettings {
  /** The URL of the SMTP server; null if e-mails are written as files. */
  readonly smtpUrl: string | null;
  /** The sender: an e-mail address or `Name <e-mail address>`; null for an e-mail address at the host of BASE_URL. */
  readonly from: string | null;
}

export const mailSettings: SettingGroup<MailSettings> = {
  names: ['SMTP_URL', 'MAIL_FROM'],
  read: (env) => {
    const smtpUrl = readSecretUrl(
      env,
      'SMTP_URL',
      isUrlWithProtocol(['smtp:', 'smtps:']),
      'a URL that begins with smtp:// or smtps://',
    );
    if (smtpUrl !== null && new URL(smtpUrl).hostname === '') throw new ConfigError('SMTP_URL must name a host.');
    const parse = (text: string) => (parseMailbox(text) === null ? null : text);
    const from = readSetting<string | null>(
      env,
      'MAIL_FROM',
      null,
      parse,
      'an e-mail address or "Name <e-mail address>"',
    );
    return { smtpUrl, from };
  },
};
