export { otpRoutes } from './routes.public.ts';
