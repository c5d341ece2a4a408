export { addEndpoint, type CreatedEndpoint } from './add-endpoint.ts';
export { changeEndpoint, disableByHand, enableEndpoint } from './change-endpoint.ts';
export { emit, type NewEvent, nextEventNumber, readSubscribers } from './emit.ts';
export type { EndpointRules } from './endpoint-rules.ts';
export { type EndpointView, getEndpoint, listEndpoints, type StoredEndpoint } from './endpoints.ts';
export { type EventType, eventTypes } from './event-types.ts';
export { endAllLeases } from './leases.ts';
export { type AttemptView, type DeliveryView, getDelivery, listAttempts, listDeliveries } from './queries.ts';
export { replayDeliveries, resendDelivery, sendTest } from './resend.ts';
export { rotateSecret } from './rotate-secret.ts';
export { opensNewestSecret } from './secrets.ts';
export type { WebhookWorker, WorkerOptions } from './worker.ts';

/** The worker that sends webhooks, loaded only where one runs: its HTTP client takes a tenth of a second to load. */
export function loadWebhookWorker() {
  return import('./worker.ts');
}
