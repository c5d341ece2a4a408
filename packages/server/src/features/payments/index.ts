/**
 * Payments: the methods that buyers can choose, the clients of their providers, and the tables `payments` and
 * `payment_refunds`. This feature decides what happens to received money, and requests refunds from providers.
 *
 * `orders` owns the states of orders and calls this feature in its transactions: it closes payments of orders that are no
 * longer pending and queues refunds. This feature does not import `orders`: deployments pass `lockPayableOrder` of `orders` to
 * it. `checkout` starts payments for buyers.
 */

export { endTicketQuestion, endTicketQuestions, listOpenDisputes, listRefundsWithoutTickets } from './disputes.ts';
export { listFailedRefunds, readRefundQueue } from './failed-refunds.ts';
export { paymentMailRenderers } from './mails.ts';
export { manualMethod } from './manual/index.ts';
export {
  type ConfiguredMethod,
  configurePayments,
  connectProviders,
  connectSandboxProviders,
  paymentMethods,
  withSandboxProviders,
} from './payment-methods.ts';
export {
  closePayments,
  createPayment,
  deletePayments,
  finalizePayment,
  findOpenManualPayment,
  findOpenPayment,
  hasPayment,
  markPaymentFailed,
  type PaymentRow,
  storeRedirect,
} from './payments.ts';
export { type PaymentMethod, type PaymentProvider, PaymentRejected, type StartedPayment } from './provider.ts';
export { type PayableOrder, receivePayment, receivePaymentOf } from './receive-payment.ts';
export {
  amountRefundedByProviders,
  listPayments,
  type PaymentView,
  previewOrderRefund,
  queueOrderRefund,
  refundStep,
  retryRefund,
} from './refunds.ts';
export type { PaymentSettings } from './settings.ts';
export { countWaitingPayments, dropWaitingPayments } from './waiting-payments.ts';
export { type PaymentWork, processClosings, processRefunds, releasePaymentLeases } from './worker.ts';
