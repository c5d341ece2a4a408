export { sandboxRoutes } from './routes.dashboard.ts';
