import type { MailMessage } from '../../platform/mail/transport.ts';

/** What mails tell of. */
export type MailKind = 'otp' | 'tickets' | 'awaiting_payment' | 'refunded' | 'cancelled' | 'payment_returned';

/** Money that a mail tells of, beyond what its order says. */
export interface MailMoney {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** A mail whose time has come. */
export interface DueMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly organizerId: string | null;
  readonly orderNumber: string | null;
  /** The money that it tells of; null where it tells of none. */
  readonly money: MailMoney | null;
  /** What was queued with it; null where nothing was. */
  readonly payload: unknown;
  /** When it was queued, RFC 3339: the time of what it tells of. */
  readonly createdAt: string;
}

/** Makes what is sent, from what is true when it is sent; null where there is nothing to tell any more. */
export type Renderer = (mail: DueMail) => Promise<MailMessage | null>;

/** A renderer for every kind. */
export type Renderers = Readonly<Record<MailKind, Renderer>>;
