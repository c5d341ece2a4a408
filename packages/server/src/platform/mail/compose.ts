import type { SendMailOptions } from 'nodemailer';
import type { Mailbox } from './mailbox.ts';
import type { MailMessage } from './transport.ts';

/**
 * A mail in the words of the library that composes it. Addresses are given as objects, so that a comma in one makes no
 * second recipient; the subject becomes one line.
 */
export function composed(id: string, message: MailMessage, from: Mailbox): SendMailOptions {
  return {
    from: { name: from.name, address: from.address },
    to: { name: '', address: message.to },
    subject: message.subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
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

/** @throws TypeError where it is none: the configuration has been checked before */
export function mailboxOrThrow(mailbox: Mailbox | null): Mailbox {
  if (mailbox === null) throw new TypeError('The sender must be an address or "Name <address>".');
  return mailbox;
}
