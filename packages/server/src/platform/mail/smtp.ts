import { createTransport } from 'nodemailer';
import { composed, mailboxOrThrow } from './compose.ts';
import { failureCode } from './failure.ts';
import { parseMailbox } from './mailbox.ts';
import { MailRejected, type MailTransport } from './transport.ts';

const connectMsMax = 10_000;
/** Without a byte from the server. */
const silenceMsMax = 30_000;
/** One mail, from its connection to the server's reply. */
const sendMsMax = 60_000;
const connectionsMax = 5;

/** Replies that tell of our credentials, not of the mail (RFC 4954, section 6). */
const authenticationReplies = new Set([530, 534, 535, 538]);

interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

/**
 * Sends mails to an SMTP server over a few connections that are kept. TLS is used where the server offers it, and its
 * certificate is checked.
 *
 * @param smtpUrl `smtp://` or `smtps://`, with credentials and options as nodemailer reads them
 * @param from an address or `Name <address>`
 * @throws TypeError where `from` is neither
 */
export function smtpTransport(smtpUrl: string, from: string): MailTransport {
  const sender = mailboxOrThrow(parseMailbox(from));
  const pool = createTransport({
    url: withoutLogging(smtpUrl),
    pool: true,
    maxConnections: connectionsMax,
    connectionTimeout: connectMsMax,
    greetingTimeout: connectMsMax,
    dnsTimeout: connectMsMax,
    socketTimeout: silenceMsMax,
  });
  return {
    send: async (id, message) => {
      const signal = AbortSignal.timeout(sendMsMax);
      try {
        await pool.sendMail({ ...composed(id, message, sender), signal });
      } catch (error) {
        throw isRefusal(error as SmtpError) ? new MailRejected(failureCode(error), { cause: error }) : error;
      }
    },
    // Whoever closes it has waited long enough for what is still being sent.
    close: () => pool.close({ force: true }),
  };
}

/** Its options could have every mail written to standard output. */
function withoutLogging(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const name of ['logger', 'debug', 'transactionLog', 'pool']) url.searchParams.delete(name);
  return url.href;
}

/** Whether the mail or its recipient was refused for good, rather than our settings, or for now. */
function isRefusal({ code, responseCode, command }: SmtpError): boolean {
  if (responseCode === undefined) {
    // An address that is none, or a mail longer than the server said it takes: it was not even asked.
    return code === 'EENVELOPE' || code === 'EMESSAGE';
  }
  const isOfMail = command === 'RCPT TO' || command === 'DATA';
  return isOfMail && responseCode >= 500 && !authenticationReplies.has(responseCode);
}
