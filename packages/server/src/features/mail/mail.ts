import type { MailMessage } from '../../platform/mail/transport.ts';

/** The kinds of e-mails about an order. */
export type OrderMailKind =
  | 'tickets'
  | 'awaiting_payment'
  | 'refunded'
  | 'cancelled'
  /** A received payment was not accepted, and its whole amount is refunded to the buyer. */
  | 'payment_returned';

/** The kinds of e-mails. Each kind has its own renderer. */
export type MailKind =
  | OrderMailKind
  | 'otp'
  | 'sign_in_link'
  | 'invitation'
  | 'account_changed'
  /** The operator has suspended or resumed an organizer. */
  | 'suspension'
  | 'scope_requested'
  | 'scope_decided'
  /** A key with scopes that only the operator grants was rolled. */
  | 'key_rolled'
  | 'endpoint_failing'
  /** A payment is disputed, or the dispute has ended. */
  | 'disputed';

/** The changes of an account about which its user gets an e-mail. */
export type AccountChange =
  | 'password'
  | 'authenticator_added'
  | 'authenticator_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes'
  /** The operator removed all second factors of the user. */
  | 'second_factor_removed';

/** An amount that an e-mail states and that the order does not contain, such as the amount of one refund. */
export interface MailMoney {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** A due e-mail: the input of its renderer. */
export interface DueMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly organizerId: string | null;
  readonly orderNumber: string | null;
  /** An amount that the order does not contain; null if the e-mail states none. */
  readonly money: MailMoney | null;
  /** A sentence of the organizer, in an e-mail about an order; null if there is none. */
  readonly note: string | null;
  /** The payload that was queued with the e-mail; null if there is none. */
  readonly payload: unknown;
  /** The time when the e-mail was queued, RFC 3339. It equals the time of the change that the e-mail reports. */
  readonly createdAt: string;
}

/** Renders an e-mail from the current data, shortly before it is sent. Returns null if the e-mail is no longer needed. */
export type Renderer = (mail: DueMail) => Promise<MailMessage | null>;

/**
 * Called with each rendered e-mail before it is sent.
 *
 * @param organizerId the organizer of the e-mail; null if it has none
 * @returns the e-mail to send; null if it must not be sent
 */
export type PrepareMessage = (organizerId: string | null, message: MailMessage) => Promise<MailMessage | null>;

/** A renderer for each kind of e-mail. */
export type Renderers = Readonly<Record<MailKind, Renderer>>;
