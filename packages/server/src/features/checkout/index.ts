/**
 * Checkout: what buyers do without a key. It prices carts, creates reservations, starts payments, and shows buyers their
 * orders. It owns no table: `orders` has the orders, `payments` what is paid and refunded, `inventory` the stock.
 */
export { mailRenderers } from './mails.ts';
export { needsTransfers, unpayableOrganizers } from './payment-methods.ts';
export type { PublicServices } from './services.ts';
