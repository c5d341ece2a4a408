export { figureRoutes } from './routes.dashboard.ts';
