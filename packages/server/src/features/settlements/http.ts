export { settlementRoutes } from './routes.organizer.ts';
