export { refundRoutes } from './routes.dashboard.ts';
export { paymentWebhookRoutes } from './routes.webhooks.ts';
