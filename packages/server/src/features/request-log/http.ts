export { requestLogRoutes } from './routes.dashboard.ts';
