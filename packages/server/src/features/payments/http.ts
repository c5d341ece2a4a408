export { refundRoutes } from './routes.dashboard.ts';
