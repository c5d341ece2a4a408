export { describeWebhooks } from './openapi.ts';
export { webhookRoutes } from './routes.dashboard.ts';
