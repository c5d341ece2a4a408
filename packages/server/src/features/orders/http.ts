export { orderRoutes } from './routes.organizer.ts';
export { buyerOrderExample, buyerOrderFields, feeBreakdown } from './schema.ts';
