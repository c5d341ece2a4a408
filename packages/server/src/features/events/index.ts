export { eventRoutes } from './routes.organizer.ts';
export { organizerEvent } from './schema.ts';
export { uniqueSlug } from './slug.ts';
export { releaseHeld, returnSold, type StockLine, sellHeld, takeBibs } from './stock.ts';
