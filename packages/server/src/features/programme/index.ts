export { findEventOnSale } from './event-on-sale.ts';
export { type EventView, eventReader } from './queries.ts';
