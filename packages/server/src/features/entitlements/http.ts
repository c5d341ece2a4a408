export { addonRoutes } from './routes.organizer.ts';
export { entitlement } from './schema.ts';
