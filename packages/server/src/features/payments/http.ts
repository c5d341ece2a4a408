export { refundRoutes } from './routes.dashboard.ts';
export { paymentRoutes } from './routes.organizer.ts';
export { payment } from './schema.ts';
