export { paymentWebhookRoutes } from './routes.webhooks.ts';
