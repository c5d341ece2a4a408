export { publicOrganizer } from './schema.ts';
