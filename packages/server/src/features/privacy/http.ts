export { privacyRoutes } from './routes.dashboard.ts';
