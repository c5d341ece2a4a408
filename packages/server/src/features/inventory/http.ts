export {
  type Cart,
  cartFields,
  holderAddons,
  maxLines,
  pricedAttendees,
  quoteRequest,
  soldCartFields,
  soldHolderAddons,
} from './schema.ts';
