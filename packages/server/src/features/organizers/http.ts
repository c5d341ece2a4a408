export { organizerSettingRoutes } from './routes.dashboard.ts';
export { organizerControlRoutes, organizerOperatorRoutes } from './routes.operator.ts';
export { publicOrganizer } from './schema.ts';
