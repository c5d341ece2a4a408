/** The endpoint for triggers. */
export { triggerRoutes } from './routes.organizer.ts';
