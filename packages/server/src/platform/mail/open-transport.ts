import { join } from 'node:path';
import type { Logger } from '../log.ts';
import type { MailSettings } from './settings.ts';
import type { MailTransport } from './transport.ts';

export interface TransportOptions extends MailSettings {
  readonly dataDir: string;
  readonly baseUrl: string;
}

/** The folder for e-mails that are written as files. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

/**
 * Opens the transport to the SMTP server. If there is none, e-mails are written to the outbox folder. Logs the defaults that
 * it uses.
 */
export async function openMailTransport(options: TransportOptions, log: Logger): Promise<MailTransport> {
  const { smtpUrl, dataDir, baseUrl } = options;
  const from = options.from ?? `tickets@${new URL(baseUrl).hostname}`;
  if (smtpUrl !== null) {
    if (options.from === null) log.warn({ from }, 'MAIL_FROM is not set, e-mails are sent from this address');
    const { smtpTransport } = await import('./smtp.ts');
    return smtpTransport(smtpUrl, from);
  }
  const folder = outboxFolder(dataDir);
  log.warn({ folder }, 'SMTP_URL is not set, e-mails are written as .eml files and not sent');
  const { outboxTransport } = await import('./outbox.ts');
  return outboxTransport(folder, from);
}
