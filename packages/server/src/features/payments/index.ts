export { manualProvider, testProvider } from './by-hand.ts';
export {
  closePayments,
  findOpenPayment,
  findPayment,
  isSettled,
  keepRedirect,
  lockPayment,
  markFailed,
  markReceived,
  markRefused,
  openPayment,
  type PaymentRow,
} from './payments.ts';
export {
  type PaymentMethod,
  type PaymentProvider,
  PaymentRefused,
  paymentMethods,
  type ReceivedMoney,
} from './provider.ts';
export {
  amountRefundedByProviders,
  listPayments,
  markRefundFailed,
  type PaymentView,
  queueOrderRefund,
  queueRefund,
  refundStep,
  retryRefund,
} from './refunds.ts';
export type { StripeEvent } from './stripe-events.ts';
export type { StripeAccess } from './stripe-provider.ts';

/** Loaded where it is used: a server that does not use Stripe need not hold its package. */
export async function loadStripe() {
  const { stripeProvider } = await import('./stripe-provider.ts');
  const { readStripeEvent } = await import('./stripe-events.ts');
  return { stripeProvider, readStripeEvent };
}
export { endPaymentLeases, type PaymentWork, processClosings, processRefunds } from './worker.ts';
