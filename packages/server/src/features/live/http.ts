export { liveRoutes } from './routes.dashboard.ts';
