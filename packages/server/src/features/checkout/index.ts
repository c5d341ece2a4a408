export { mailRenderers } from './mails.ts';
export { unpayableOrganizers } from './payment-methods.ts';
export { receivePayment } from './receive-payment.ts';
export { type CheckoutPayments, type CheckoutServices, checkoutPayments, type PaymentSettings } from './services.ts';
