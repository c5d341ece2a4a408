import type { IncomingHttpHeaders } from 'node:http';
import type { Environment } from '../../platform/settings.ts';

/** How a payment completes. */
type PaymentFlow =
  /** At once, when it starts. */
  | { readonly kind: 'immediate' }
  /** On a page of the provider, whose URL is valid for `redirectMs` milliseconds. A webhook confirms the payment. */
  | { readonly kind: 'redirect'; readonly redirectMs: number }
  /** When the organizer confirms it. Buyers need the organizer's payment instructions. */
  | { readonly kind: 'organizer' };

/**
 * A way to pay, with its capabilities. Other code reads these properties and never compares the name. Each method has a
 * folder in `features/payments/` and one entry in `payment-methods.ts`.
 */
export interface PaymentMethod {
  /**
   * Lower-case letters and digits: the word in `PAYMENTS`, in the API and in the database, and a part of the URL of its
   * webhook. It cannot be changed while payments of it are stored.
   */
  readonly name: string;
  readonly flow: PaymentFlow;
  /** False for a method that only simulates payments. */
  readonly movesMoney: boolean;
  /**
   * Refunds of a currency must be multiples of this, in minor units. Null if the organizer refunds and not the provider.
   *
   * @param currency ISO 4217
   */
  refundStep(currency: string): number | null;
  /** The environment variables that `configure` reads. */
  readonly settingNames: readonly string[];
  /**
   * Reads the settings.
   *
   * @returns a function that creates the client; it loads what only this method needs, such as a package
   * @throws ConfigError naming the variable whose value cannot be used
   */
  configure(env: Environment): () => Promise<ProviderClient>;
}

/** A payment to start at a provider. */
export interface PaymentToStart {
  /** `pay_…`: the idempotency key. A provider that gets the same id twice starts one payment. */
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
  /** The URLs to which the provider sends the buyer after a payment, and after a cancellation. */
  readonly returnUrls: { readonly paid: string; readonly cancelled: string };
  /** When the order expires, milliseconds since the epoch. */
  readonly expiresAtMs: number;
}

/** The state of a payment after its start. */
export type StartedPayment =
  | { readonly state: 'paid' }
  /** The organizer confirms the payment. Until then, the order holds its stock for `holdMs` from the first start. */
  | { readonly state: 'awaits_organizer'; readonly holdMs: number }
  /** The buyer continues at `redirectUrl`. `reference` is the provider's id of the payment. */
  | { readonly state: 'awaits_buyer'; readonly reference: string; readonly redirectUrl: string };

/** Money that a provider has received. */
export interface ReceivedMoney {
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The provider's id of the charge, which refunds name; null if it has none. */
  readonly chargeReference: string | null;
}

/** A refund to request from a provider. */
export interface RefundRequest {
  /** `rfd_…`: the idempotency key. A provider that gets the same id twice refunds once. */
  readonly id: string;
  readonly organizerId: string;
  /** The provider's id of the charge; null if it has none. */
  readonly chargeReference: string | null;
  /** Minor units, more than zero. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** An event of a payment or a refund of this installation, which a provider reports by webhook. */
export type PaymentEvent =
  /** Money was received. `receivePayment` checks its amount, and whether the order can still be paid. */
  | (ReceivedMoney & { readonly kind: 'paid'; readonly organizerId: string; readonly paymentId: string })
  /** The provider will not receive money for this payment. */
  | { readonly kind: 'failed'; readonly organizerId: string; readonly paymentId: string }
  /** A refund that was requested did not reach the buyer. */
  | { readonly kind: 'refund_failed'; readonly organizerId: string; readonly refundId: string };

/** A provider rejects a request permanently: repeating it would not help. */
export class PaymentRejected extends Error {}

/**
 * The client of a provider. Its functions throw `PaymentRejected` if the provider rejects the request
 * permanently. Any other error is temporary, and the request is repeated.
 */
export interface ProviderClient {
  /** Starts a payment. */
  start(payment: PaymentToStart): Promise<StartedPayment>;
  /**
   * Refunds money. A method without it has no `refundStep`.
   *
   * @returns the provider's id of the refund; null if it has none
   */
  refund?(refund: RefundRequest): Promise<string | null>;
  /**
   * Finds a refund that an earlier request created, for a provider whose idempotency keys expire before the last retry.
   * It is called before `refund`.
   *
   * @returns the provider's id of the refund; null if there is none yet
   */
  findRefund?(refund: RefundRequest): Promise<string | null>;
  /**
   * Closes a payment that has a reference, so that the buyer can no longer pay it.
   *
   * @param reference as `start` returned it
   * @returns the money, if the buyer has paid in the meantime; null if there is none
   */
  close?(reference: string): Promise<ReceivedMoney | null>;
  /**
   * Verifies and parses a webhook, which providers send to `/payments/<name>/webhook`.
   *
   * @param body the bytes that were received
   * @param nowMs milliseconds since the epoch
   * @returns null for an event that does not concern a payment or refund of this installation
   * @throws ApiError `invalid_request` if the signature is missing or wrong
   */
  parseWebhook?(body: Buffer, headers: IncomingHttpHeaders, nowMs: number): PaymentEvent | null;
}

/** A method that buyers can choose, with the client of its provider. */
export interface PaymentProvider {
  readonly method: PaymentMethod;
  readonly client: ProviderClient;
}
