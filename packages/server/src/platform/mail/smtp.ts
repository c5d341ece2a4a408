import { createTransport } from 'nodemailer';
import { parseSender, toMailOptions } from './compose.ts';
import { failureCode } from './failure.ts';
import { MailRejected, type MailTransport } from './transport.ts';

const connectTimeoutMs = 10_000;
/** Timeout for an open connection on which no data arrives. */
const socketTimeoutMs = 30_000;
const timeouts = {
  connectionTimeout: connectTimeoutMs,
  greetingTimeout: connectTimeoutMs,
  dnsTimeout: connectTimeoutMs,
  socketTimeout: socketTimeoutMs,
};
/** Timeout for one e-mail, from the connection to the server's reply. */
const sendTimeoutMs = 60_000;
const maxConnections = 5;

/**
 * SMTP reply codes that reject the credentials or require authentication. They do not reject the e-mail (RFC 4954, section
 * 6).
 */
const authenticationReplies = new Set([530, 534, 535, 538]);

interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

/**
 * Sends e-mails to an SMTP server over a pool of connections. If the server supports TLS, TLS is used and its certificate is
 * verified.
 *
 * @param smtpUrl `smtp://` or `smtps://`, with credentials and options in the form of nodemailer
 * @param from an e-mail address or `Name <e-mail address>`
 * @throws TypeError if `from` is not valid
 */
export function smtpTransport(smtpUrl: string, from: string): MailTransport {
  const sender = parseSender(from);
  const pool = createTransport({
    url: withoutReservedOptions(smtpUrl),
    pool: true,
    maxConnections,
    ...timeouts,
  });
  return {
    send: async (id, message) => {
      const signal = AbortSignal.timeout(sendTimeoutMs);
      try {
        await pool.sendMail({ ...toMailOptions(id, message, sender), signal });
      } catch (error) {
        throw isRejection(error as SmtpError) ? new MailRejected(failureCode(error), { cause: error }) : error;
      }
    },
    // The worker has already waited for the e-mails that are being sent.
    close: () => pool.close({ force: true }),
  };
}

/**
 * Connects to an SMTP server, with TLS if it supports it, and signs in if `smtpUrl` has a user. No e-mail is sent.
 *
 * @throws Error if this fails
 */
export async function verifySmtp(smtpUrl: string): Promise<void> {
  const transport = createTransport({ url: withoutReservedOptions(smtpUrl), ...timeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Removes options that would write every e-mail to standard output, and `pool`, because this module always uses a pool. */
function withoutReservedOptions(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const name of ['logger', 'debug', 'transactionLog', 'pool']) url.searchParams.delete(name);
  return url.href;
}

/**
 * Whether the server permanently rejected the e-mail or its recipient. Temporary errors and errors of the settings are not
 * rejections.
 */
function isRejection({ code, responseCode, command }: SmtpError): boolean {
  if (responseCode === undefined) {
    // The e-mail was not sent: the e-mail address is invalid, or the e-mail is longer than the limit of the server.
    return code === 'EENVELOPE' || code === 'EMESSAGE';
  }
  const isAboutMail = command === 'RCPT TO' || command === 'DATA';
  return isAboutMail && responseCode >= 500 && !authenticationReplies.has(responseCode);
}
