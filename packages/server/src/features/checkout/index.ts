export { mailRenderers } from './mails.ts';
export { unpayableOrganizers } from './payment-methods.ts';
export { receivePayment } from './receive-payment.ts';
export { checkoutRoutes } from './routes.public.ts';
export { stripeRoutes } from './routes.stripe.ts';
export { type CheckoutPayments, type CheckoutServices, checkoutPayments, type PaymentSettings } from './services.ts';
