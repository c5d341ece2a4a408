export { mailRenderers } from './mails.ts';
export { unpayableOrganizers } from './payment-methods.ts';
export { receivePayment } from './receive-payment.ts';
export { type CheckoutPayments, checkoutPayments, type PaymentSettings, type PublicServices } from './services.ts';
