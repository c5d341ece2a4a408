/** A file that goes with a mail. */
export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
  /** Shown within the HTML as `cid:…`; a file to be kept where it is absent. */
  readonly cid?: string;
}

/** A mail as it is to be sent. */
export interface MailMessage {
  readonly to: string;
  /** The organizer's name, which becomes part of the sender's name. The address is always that of the operator. */
  readonly senderName?: string;
  /** The address for replies, where it is not the sender's. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly MailAttachment[];
}

/** Where mails go. */
export interface MailTransport {
  /**
   * @param id makes the `Message-ID`: a mail that is sent twice after a crash is recognised by it
   * @throws MailRejected, or anything else where it may be taken later
   */
  send(id: string, message: MailMessage): Promise<void>;
  close(): void;
}

/**
 * The server refused a mail for good (a 5xx reply, RFC 5321 section 4.2.1): sending it again would not help. Its message
 * is the reply's codes, without the text, which may repeat the address.
 */
export class MailRejected extends Error {}
