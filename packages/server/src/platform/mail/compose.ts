import type { SendMailOptions } from 'nodemailer';
import type { Mailbox } from './mailbox.ts';
import type { MailMessage } from './transport.ts';

/**
 * A mail in the words of the library that composes it. Addresses are given as objects, so that a comma in one makes no
 * second recipient; names and the subject become one line.
 */
export function composed(id: string, message: MailMessage, from: Mailbox): SendMailOptions {
  return {
    from: { name: displayName(message.senderName ?? '', from), address: from.address },
    ...(message.replyTo === undefined ? {} : { replyTo: { name: '', address: message.replyTo } }),
    to: { name: '', address: message.to },
    subject: oneLine(message.subject),
    text: message.text,
    html: message.html,
    messageId: `<${id}@${from.domain}>`,
    // Nobody's "out of office" answers it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: (message.attachments ?? []).map(({ filename, contentType, content, cid }) => ({
      filename,
      contentType,
      content,
      ...(cid === undefined ? {} : { cid, contentDisposition: 'inline' }),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The name of the sender, such as `Club via Tickets`: the organizer, and the operator that sends the mail. */
function displayName(senderName: string, { name, domain }: Mailbox): string {
  const given = oneLine(senderName);
  const own = name === '' ? domain : name;
  if (given === '') return name;
  return given.toLowerCase() === own.toLowerCase() ? given : `${given} via ${own}`;
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** @throws TypeError where it is none: the configuration has been checked before */
export function mailboxOrThrow(mailbox: Mailbox | null): Mailbox {
  if (mailbox === null) throw new TypeError('The sender must be an address or "Name <address>".');
  return mailbox;
}
