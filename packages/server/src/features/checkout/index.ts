/**
 * Checkout: the operations of buyers, which need no API key. It prices carts, creates reservations, starts payments, and
 * returns orders to their buyers. It owns no table: `orders`, `payments` and `inventory` store orders, payments and stock.
 */
export { mailRenderers } from './mails.ts';
export { allNeedInstructions, canBePaid, isUnpayable, unpayableOrganizers } from './payment-methods.ts';
export { priceCart } from './price-cart.ts';
export type { PublicServices } from './services.ts';
