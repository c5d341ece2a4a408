import type { MailMessage } from '../../platform/mail/transport.ts';

/** The kinds of mails. Each kind has its own renderer. */
export type MailKind =
  | 'otp'
  | 'sign_in_link'
  | 'invitation'
  | 'scope_requested'
  | 'scope_decided'
  | 'tickets'
  | 'awaiting_payment'
  | 'refunded'
  | 'cancelled'
  | 'payment_returned';

/** An amount in a mail that is not part of its order. */
export interface MailMoney {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** A due mail: the input of its renderer. */
export interface DueMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly organizerId: string | null;
  readonly orderNumber: string | null;
  /** An amount that is not part of the order, such as a refund; null if there is none. */
  readonly money: MailMoney | null;
  /** The payload that was queued with the mail; null if there is none. */
  readonly payload: unknown;
  /** The time when the mail was queued, RFC 3339. The change that the mail is about has the same time. */
  readonly createdAt: string;
}

/** Renders a mail from the current data, shortly before it is sent. Returns null if the mail is no longer needed. */
export type Renderer = (mail: DueMail) => Promise<MailMessage | null>;

/** A renderer for each kind of mail. */
export type Renderers = Readonly<Record<MailKind, Renderer>>;
