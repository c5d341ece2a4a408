export { healthRoutes } from './routes.operator.ts';
