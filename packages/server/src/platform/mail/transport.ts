/** An attachment of a mail. */
export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
  /** The `Content-ID` of an image that the HTML shows as `cid:…`. */
  readonly cid?: string;
}

/** A mail to be sent. */
export interface MailMessage {
  readonly to: string;
  /** The organizer's name, which becomes part of the sender's name. The address is always that of the operator. */
  readonly senderName?: string;
  /** The address for replies, if it is not the sender's. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly MailAttachment[];
}

/** Sends mails: to an SMTP server, or to files. */
export interface MailTransport {
  /**
   * @param id part of the `Message-ID`: if a mail is sent twice after a crash, both have the same one
   * @throws MailRejected if it cannot be sent; any other error is temporary
   */
  send(id: string, message: MailMessage): Promise<void>;
  close(): void;
}

/**
 * The server permanently rejected a mail (a 5xx reply, RFC 5321 section 4.2.1). The message of this error has the codes of the
 * reply without its text, which can contain the address.
 */
export class MailRejected extends Error {}
