import type { Services } from '../../platform/http/plane.ts';
import type { PrincipalReader } from '../../platform/http/principal.ts';
import type { Logger } from '../../platform/log.ts';
import {
  loadStripe,
  manualProvider,
  type PaymentMethod,
  type PaymentProvider,
  type StripeAccess,
  type StripeEvent,
  testProvider,
} from '../payments/index.ts';
import type { BuyerPrincipal } from './buyer-authenticator.ts';

/** Reads what Stripe tells; null for what is not about us. Throws ApiError `invalid_request` for what is not Stripe's. */
export type ReadStripeEvent = (body: Buffer, signature: string | undefined, nowMs: number) => StripeEvent | null;

/** How orders may be paid here. */
export interface CheckoutPayments {
  /** In the order in which buyers are offered them. */
  readonly providers: readonly PaymentProvider[];
  /** How long an order that is paid by hand holds its stock, milliseconds. */
  readonly manualHoldMs: number;
  /** null where Stripe is not a way to pay. */
  readonly readStripeNews: ReadStripeEvent | null;
}

/** What the operator has set of it. */
export interface PaymentSettings {
  readonly payments: {
    readonly methods: readonly PaymentMethod[];
    readonly stripe: (StripeAccess & { readonly webhookSecret: string }) | null;
  };
  readonly manualHoldHours: number;
}

/** The ways to pay that are set. */
export async function checkoutPayments({ payments, manualHoldHours }: PaymentSettings): Promise<CheckoutPayments> {
  const { methods, stripe } = payments;
  const manualHoldMs = manualHoldHours * 60 * 60 * 1_000;
  const byMethod: Partial<Record<PaymentMethod, PaymentProvider>> = { test: testProvider, manual: manualProvider };
  let readStripeNews: ReadStripeEvent | null = null;
  if (stripe !== null) {
    const { stripeProvider, readStripeEvent } = await loadStripe();
    byMethod.stripe = stripeProvider(stripe);
    readStripeNews = (body, signature, nowMs) => readStripeEvent(body, signature, stripe.webhookSecret, nowMs);
  }
  return { providers: methods.map((method) => byMethod[method]!), manualHoldMs, readStripeNews };
}

/** The operator's rules for reservations. */
export interface SellingSettings {
  /** Whether a buyer's e-mail address has to be verified before anything is reserved for it. */
  readonly requiresVerifiedEmail: boolean;
  /** How many tickets and add-ons one network address may hold without having paid, of one organizer; 0: any number. */
  readonly holdsPerAddress: number;
  /** The same of one e-mail address. */
  readonly holdsPerEmail: number;
}

/** What selling works with. */
export interface CheckoutServices extends Services {
  readonly log: Logger;
  readonly payments: CheckoutPayments;
  readonly selling: SellingSettings;
  /** What links are made with, without a slash at the end. */
  readonly baseUrl: string;
}

/** The same on the public plane. */
export interface PublicServices extends CheckoutServices {
  readonly principal: PrincipalReader<BuyerPrincipal>;
}
