/**
 * Received money: what providers report about payments (money received, refunds made there, disputes), by webhook, by the response
 * to a request, or when a payment is closed. It owns no table: `orders` stores the states of orders, `payments` payments and refunds.
 */
export { paymentMailRenderers } from './mails.ts';
export { recordDispute } from './outside-changes.ts';
export { receivePayment, receivePaymentOf } from './receive-payment.ts';
export { failRefund, finishRefund } from './send-refunds.ts';
