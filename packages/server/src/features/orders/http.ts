export { orderRoutes } from './routes.organizer.ts';
export { buyerOrderExample, buyerOrderFields, feeBreakdown, orderSnapshot } from './schema.ts';
