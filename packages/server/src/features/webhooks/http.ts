export { endpoint, ping } from './schema.ts';
