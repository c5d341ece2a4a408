export { type Cart, cartFields, maxLines, quoteRequest, soldCartFields } from './schema.ts';
