/** An attachment of an e-mail. */
export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
  /** The `Content-ID` of an image that the HTML shows as `cid:…`. */
  readonly cid?: string;
}

/** An e-mail to send. */
export interface MailMessage {
  readonly to: string;
  /** The organizer's name. It becomes part of the sender's display name. The e-mail address is always the operator's. */
  readonly senderName?: string;
  /** The e-mail address for replies, if it is not the sender's. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly MailAttachment[];
}

/** Sends e-mails: to an SMTP server, or to files. */
export interface MailTransport {
  /**
   * @param id part of the `Message-ID`. If an e-mail is sent twice because of a crash, both e-mails have the same `Message-ID`
   * @throws MailRejected if the e-mail is rejected permanently; any other error is temporary
   */
  send(id: string, message: MailMessage): Promise<void>;
  close(): void;
}

/**
 * The error for an e-mail that was rejected permanently: by a 5xx reply (RFC 5321 section 4.2.1), or before it was sent, because the
 * e-mail address is invalid or the e-mail is too long. Its message contains only codes, because a reply can contain the e-mail address.
 */
export class MailRejected extends Error {}
