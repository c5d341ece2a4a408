export { eventTypesPage } from './event-types-page.ts';
export { describeWebhooks, webhookRequestsTag } from './openapi.ts';
export { webhookDashboardRoutes, webhookRoutes } from './routes.dashboard.ts';
export { feedRoutes } from './routes.organizer.ts';
