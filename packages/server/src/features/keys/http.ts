export { keyAuthenticator } from './key-authenticator.ts';
export { keyRoutes } from './routes.dashboard.ts';
export { scopeRequestRoutes } from './routes.operator.ts';
export { meRoutes } from './routes.organizer.ts';
