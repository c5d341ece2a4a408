export { describeWebhooks } from './openapi.ts';
