export { settlementRoutes } from './routes.organizer.ts';
export { settlement } from './schema.ts';
