import type { SendMailOptions } from 'nodemailer';
import { type Mailbox, parseMailbox } from './mailbox.ts';
import type { MailMessage } from './transport.ts';

/**
 * Converts an e-mail to the options of nodemailer. E-mail addresses are passed as objects, so that a comma cannot add a second
 * recipient. Line breaks in names and in the subject are removed.
 */
export function toMailOptions(id: string, message: MailMessage, from: Mailbox): SendMailOptions {
  return {
    from: { name: displayName(message.senderName ?? '', from), address: from.address },
    ...(message.replyTo === undefined ? {} : { replyTo: { name: '', address: message.replyTo } }),
    to: { name: '', address: message.to },
    subject: oneLine(message.subject),
    text: message.text,
    html: message.html,
    messageId: `<${id}@${from.domain}>`,
    // Prevents automatic replies (RFC 3834).
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

/** The display name of the sender, such as `Club via Tickets`: the organizer, and the operator that sends the e-mail. */
function displayName(senderName: string, { name, domain }: Mailbox): string {
  const organizerName = oneLine(senderName);
  const operatorName = name === '' ? domain : name;
  if (organizerName === '') return name;
  return organizerName.toLowerCase() === operatorName.toLowerCase()
    ? organizerName
    : `${organizerName} via ${operatorName}`;
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** @throws TypeError if the text is not an e-mail address or `Name <e-mail address>` */
export function parseSender(text: string): Mailbox {
  const mailbox = parseMailbox(text);
  if (mailbox === null) throw new TypeError('The sender must be an e-mail address or "Name <e-mail address>".');
  return mailbox;
}
