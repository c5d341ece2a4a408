/**
 * Payments: the methods that buyers can choose, the clients of their providers, and the tables `payments`, `payment_refunds` and
 * `payment_disputes`. `orders` closes payments and queues refunds in its transactions, `checkout` starts payments for buyers, and
 * `received-money` decides what happens to money that arrives.
 */

export {
  endTicketQuestion,
  endTicketQuestions,
  findDispute,
  listOpenDisputes,
  listRefundsWithoutTickets,
  storeDispute,
} from './disputes.ts';
export { listFailedRefunds, readRefundQueue } from './failed-refunds.ts';
export { manualMethod } from './manual/index.ts';
export { completeRefund, isRefundRecorded } from './outside-refunds.ts';
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
  findPayment,
  findPaymentByCharge,
  hasPayment,
  isFinal,
  lockPayment,
  markPaymentFailed,
  type PaymentRow,
  recordManualPayment,
  storeRedirect,
} from './payments.ts';
export {
  type DisputeChange,
  type OutsideRefund,
  type PaymentEvent,
  type PaymentMethod,
  type PaymentProvider,
  PaymentRejected,
  type PaymentToStart,
  type ReceivedMoney,
  type StartedPayment,
} from './provider.ts';
export { paymentFields, paymentReceivedEvent } from './queries.ts';
export {
  amountRefundedByProviders,
  insertRefund,
  listPaymentsOfOrder,
  markRefundFailed,
  markRefundSucceeded,
  type PaymentView,
  previewOrderRefund,
  queueOrderRefund,
  queueRefund,
  type RefundReference,
  refundStep,
  retryRefund,
  unrefundedAmount,
} from './refunds.ts';
export type { PaymentSettings } from './settings.ts';
export { countWaitingPayments, dropWaitingPayments } from './waiting-payments.ts';
export { paymentWebhookTypes } from './webhook-types.ts';
export {
  type ClaimedRefund,
  type Closing,
  claimClosings,
  claimRefunds,
  closeAtProvider,
  finishClosing,
  type PaymentServices,
  type PaymentWork,
  processBatches,
  refundAtProvider,
  releasePaymentLeases,
  retryClosing,
  willRetryRefund,
} from './worker.ts';
