export { auditRoutes } from './routes.dashboard.ts';
