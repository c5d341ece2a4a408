export { hostedPageRoutes } from './routes.page.ts';
