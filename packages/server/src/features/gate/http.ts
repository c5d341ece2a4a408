export { createDeviceRing, type DevicePrincipal, deviceAuthenticator } from './device-authenticator.ts';
export { barRoutes } from './routes.bar.ts';
export { checkInRoutes } from './routes.check-ins.ts';
export { gateDashboardRoutes } from './routes.dashboard.ts';
export { gateRoutes } from './routes.gate.ts';
export { scanRecord } from './schema.dashboard.ts';
