/** The log of requests with API keys, and the number of requests of each key and hour. */
export { RequestLog } from './request-log.ts';
