export { transferRoutes } from './routes.dashboard.ts';
