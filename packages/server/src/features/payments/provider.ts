/** How buyers may pay. */
export const paymentMethods = ['test', 'manual', 'stripe'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** A payment that is to begin. */
export interface PaymentToStart {
  /** `pay_…`: a provider that is asked twice with the same id begins one payment. */
  readonly id: string;
  readonly organizerId: string;
  readonly orderNumber: string;
  /** Minor units, more than zero. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly buyerEmail: string;
  /** What is paid for, in words that the buyer knows. */
  readonly description: string;
  /** Where the buyer comes back to: after paying, and after giving up. */
  readonly returnUrls: { readonly paid: string; readonly cancelled: string };
  /** When the order's stock goes back, milliseconds since the epoch. */
  readonly expiresAtMs: number;
}

/** What became of a payment that was begun. */
export type StartedPayment =
  | { readonly state: 'paid' }
  /** The organizer will tell when the money has come. */
  | { readonly state: 'awaits_organizer' }
  /** The buyer goes on at the provider, which will tell when the money has come. */
  | { readonly state: 'awaits_buyer'; readonly reference: string; readonly redirectUrl: string };

/** Money that has come, as its provider tells. */
export interface ReceivedMoney {
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** What the provider calls it; null where it has no name for it. */
  readonly chargeReference: string | null;
}

/** Money that is to go back. */
export interface RefundToMake {
  /** `rfd_…`: a provider that is asked twice with the same id pays back once. */
  readonly id: string;
  readonly organizerId: string;
  /** What the provider calls the money that came; null where it has no name for it. */
  readonly chargeReference: string | null;
  /** Minor units, more than zero. */
  readonly amount: number;
  readonly currency: string;
}

/** A provider has refused something for good: asking again would not help. */
export class PaymentRefused extends Error {}

/** How money moves at one provider. What it throws beyond `PaymentRefused` may be over soon: it is asked again. */
export interface PaymentProvider {
  readonly method: PaymentMethod;
  /** @throws PaymentRefused, or anything else where the provider cannot be asked */
  start(payment: PaymentToStart): Promise<StartedPayment>;
  /**
   * @returns what the provider calls the refund; null where it has no name for it
   * @throws PaymentRefused, or anything else where the provider cannot be asked
   */
  refund(refund: RefundToMake): Promise<string | null>;
  /**
   * Nothing more is wanted for a payment that was begun.
   *
   * @param reference what the provider calls it
   * @returns the money, where it was paid meanwhile; null where none came and none will
   */
  close(reference: string): Promise<ReceivedMoney | null>;
}
