import type { IncomingHttpHeaders } from 'node:http';
import type { Receiver } from '../../platform/database/tables.ts';
import type { Environment } from '../../platform/settings.ts';

/** The step that completes a payment. */
type PaymentFlow =
  /** The payment is complete as soon as it has started. */
  | { readonly kind: 'immediate' }
  /** The buyer pays on a page of the provider. The URL is valid for `redirectMs`. A webhook confirms the payment. */
  | { readonly kind: 'redirect'; readonly redirectMs: number }
  /** The organizer confirms the payment. Buyers need the organizer's payment instructions. */
  | { readonly kind: 'organizer' };

/**
 * A way to pay, with its capabilities. Other code reads these properties and never compares the name. Each method has a
 * folder in `features/payments/` and one entry in `payment-methods.ts`.
 */
export interface PaymentMethod {
  /**
   * The name of the method in `PAYMENTS`, in the API, in the database and in the URL of its webhook: lower-case letters and
   * digits. It must not be changed while payments with this name are stored.
   */
  readonly name: string;
  readonly flow: PaymentFlow;
  /**
   * Who receives the money: `platform` if the provider pays it to the operator, who then owes it to the organizer; `organizer` if the
   * buyer pays the organizer directly; `nobody` if the method only simulates payments.
   */
  readonly receivedBy: Receiver;
  /**
   * Returns the amount that refunds in a currency must be multiples of, in minor units. Returns null if the organizer, not
   * the provider, refunds payments.
   *
   * @param currency ISO 4217
   */
  refundStep(currency: string): number | null;
  /** The environment variables that `configure` reads. */
  readonly settingNames: readonly string[];
  /**
   * Reads the settings.
   *
   * @returns a function that creates the client, and loads packages that only this method needs
   * @throws ConfigError if a value is invalid; the message names its variable
   */
  configure(env: Environment): () => Promise<ProviderClient>;
}

/** A payment to start at a provider. */
export interface PaymentToStart {
  /** `pay_…`: the idempotency key. A provider that receives the same id twice starts only one payment. */
  readonly id: string;
  readonly organizerId: string;
  readonly orderNumber: string;
  /** Minor units, more than zero. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly buyerEmail: string;
  /** The purpose of the payment, shown on the provider's page. */
  readonly description: string;
  /** The URLs to which the provider redirects the buyer: `paid` after a payment, `cancelled` after a cancellation. */
  readonly returnUrls: { readonly paid: string; readonly cancelled: string };
  /** The time when the order expires, milliseconds since the epoch. */
  readonly expiresAtMs: number;
}

/** The state of a payment after its start. */
export type StartedPayment =
  | { readonly state: 'paid' }
  /** The organizer must confirm the payment. The stock of the order is held for `holdMs` after the first start. */
  | { readonly state: 'awaits_organizer'; readonly holdMs: number }
  /** The buyer continues at `redirectUrl`. `reference` is the provider's id of the payment. */
  | { readonly state: 'awaits_buyer'; readonly reference: string; readonly redirectUrl: string };

/** Money that a provider has received. */
export interface ReceivedMoney {
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The provider's id of the charge, for refund requests; null if it has none. */
  readonly chargeReference: string | null;
}

/** A refund to request from a provider. */
export interface RefundRequest {
  /** `rfd_…`: the idempotency key. A provider that receives the same id twice refunds only once. */
  readonly id: string;
  readonly organizerId: string;
  /** The provider's id of the charge; null if it has none. */
  readonly chargeReference: string | null;
  /** Minor units, more than zero. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** An event that a provider sends by webhook. The payments of other programs can have the same provider account. */
export type PaymentEvent =
  /** Money was received. `receivePayment` checks its amount and whether the order can still be paid. */
  | (ReceivedMoney & { readonly kind: 'paid'; readonly organizerId: string; readonly paymentId: string })
  /** The provider will not receive money for this payment. */
  | { readonly kind: 'failed'; readonly organizerId: string; readonly paymentId: string }
  /** The money of a requested refund did not reach the buyer. */
  | { readonly kind: 'refund_failed'; readonly organizerId: string; readonly refundId: string }
  /** A refund that was not requested here, such as one that somebody made on a page of the provider. */
  | ({ readonly kind: 'refunded_outside' } & OutsideRefund)
  /** The money of such a refund did not reach the buyer. */
  | ({ readonly kind: 'outside_refund_failed' } & OutsideRefund)
  /** A charge has new refunds, which the event does not name. */
  | { readonly kind: 'refunds_changed'; readonly chargeReference: string }
  /** The buyer's bank disputes a payment, or the dispute has ended. */
  | ({ readonly kind: 'disputed' } & DisputeChange)
  /** An event of a type that is not handled. */
  | { readonly kind: 'ignored'; readonly type: string };

/** A refund that was not requested here. */
export interface OutsideRefund {
  /** The provider's id of the charge. */
  readonly chargeReference: string;
  /** The provider's id of the refund. */
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** The state of a dispute. */
export interface DisputeChange {
  /** The provider's id of the charge. */
  readonly chargeReference: string;
  /** The provider's id of the dispute. */
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Why the bank disputes the payment, in the words of the provider. */
  readonly reason: string;
  readonly status: 'open' | 'won' | 'lost';
}

/** A payment that the provider knows by its charge, with the money that it has received for it. */
interface FoundPayment {
  readonly organizerId: string;
  readonly paymentId: string;
  readonly money: ReceivedMoney | null;
}

/** A provider rejected a request permanently: a retry would be rejected too. */
export class PaymentRejected extends Error {}

/**
 * The client of a provider. Its functions throw `PaymentRejected` if the provider rejects the request
 * permanently. Any other error is temporary, and the request is retried.
 */
export interface ProviderClient {
  start(payment: PaymentToStart): Promise<StartedPayment>;
  /**
   * Refunds money. A method without it has no `refundStep`.
   *
   * @returns the provider's id of the refund; null if it has none
   */
  refund?(refund: RefundRequest): Promise<string | null>;
  /**
   * Finds a refund that an earlier request created. It is called before `refund`. Providers need it if their idempotency keys
   * expire before the last retry.
   *
   * @returns the provider's id of the refund; null if there is none yet
   */
  findRefund?(refund: RefundRequest): Promise<string | null>;
  /**
   * Closes a payment that has a reference: the buyer can no longer pay it.
   *
   * @param reference the reference that `start` returned
   * @returns the received money if the buyer has paid in the meantime; otherwise null
   */
  close?(reference: string): Promise<ReceivedMoney | null>;
  /**
   * Finds the payment of a charge. It is called for a charge that is not known here: the webhook about its payment can arrive later
   * than one about its refund.
   *
   * @returns null if the charge belongs to another program
   */
  findPayment?(chargeReference: string): Promise<FoundPayment | null>;
  /** Lists the refunds of a charge that were not requested here. */
  listOutsideRefunds?(chargeReference: string): Promise<readonly OutsideRefund[]>;
  /**
   * Verifies and parses a webhook, which providers send to `/payments/<name>/webhook`.
   *
   * @param body the received bytes
   * @param nowMs milliseconds since the epoch
   * @returns null for an event that does not concern a payment or refund of this installation
   * @throws ApiError `invalid_webhook_signature` if the signature is missing or invalid
   */
  parseWebhook?(body: Buffer, headers: IncomingHttpHeaders, nowMs: number): PaymentEvent | null;
}

/** A method that buyers can choose, with the client of its provider. */
export interface PaymentProvider {
  readonly method: PaymentMethod;
  readonly client: ProviderClient;
}
