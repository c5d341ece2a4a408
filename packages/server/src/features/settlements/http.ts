export { settlementDashboardRoutes } from './routes.dashboard.ts';
export { payoutRoutes } from './routes.operator.ts';
export { settlementRoutes } from './routes.organizer.ts';
