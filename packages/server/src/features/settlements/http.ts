export { settlementDashboardRoutes } from './routes.dashboard.ts';
export { payoutRoutes, settlementOperatorRoutes } from './routes.operator.ts';
export { settlementRoutes } from './routes.organizer.ts';
