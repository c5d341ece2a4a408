export {
  type Cart,
  cartFields,
  holderAddons,
  pricedAttendees,
  quoteRequest,
  soldCartFields,
  soldHolderAddons,
} from './schema.ts';
