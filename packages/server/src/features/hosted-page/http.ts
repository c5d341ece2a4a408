export { previewRoutes } from './routes.dashboard.ts';
export { hostedPageRoutes } from './routes.page.ts';
