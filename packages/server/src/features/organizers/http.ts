export { organizerSettingRoutes } from './routes.dashboard.ts';
export { organizerOperatorRoutes } from './routes.operator.ts';
export { publicOrganizer } from './schema.ts';
