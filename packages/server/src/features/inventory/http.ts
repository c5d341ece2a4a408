export { type Cart, cartFields, maxLines, quoteRequest } from './schema.ts';
