export { addEndpoint, type CreatedEndpoint } from './add-endpoint.ts';
export { changeEndpoint, disableEndpointByHand, enableEndpoint } from './change-endpoint.ts';
export { type DeliveryOutcome, DeliveryRequest } from './delivery-request.ts';
export { cancelWaitingDeliveries, renewDeliveryLeases } from './delivery-rows.ts';
export { changeChannel, emit, listSubscribers, type NewEvent, nextEventNumber, type PreparedValues } from './emit.ts';
export type { HeaderChange } from './endpoint-headers.ts';
export type { EndpointRules, EndpointSettings } from './endpoint-rules.ts';
export {
  type EndpointView,
  findOrganizerOfEndpoint,
  forgetDeliveries,
  getEndpoint,
  listEndpoints,
  listFailingEndpoints,
} from './endpoints.ts';
export { listEventsOfOrder } from './events-of-order.ts';
export { forgetResponses } from './forget-responses.ts';
export { listPublicKeys } from './list-public-keys.ts';
export {
  type ChangeEvent,
  type EmittedEvent,
  listEmittedEvents,
  readLastSequence,
  readNewEvents,
  readWebhookMark,
} from './live-changes.ts';
export { webhookMailRenderers } from './mails.ts';
export { announceDeletion } from './purge-events.ts';
export {
  type AttemptView,
  type DeliveryView,
  findOrganizerOfDelivery,
  getDelivery,
  listAttempts,
  listDeliveries,
} from './queries.ts';
export { listAllFailingEndpoints, maxFailingEndpoints, readWebhookQueue } from './queue-health.ts';
export { replayDeliveries } from './replay.ts';
export { resendDelivery, sendTest } from './resend.ts';
export { rotateSecret } from './rotate-secret.ts';
export { canDecryptNewestSecret, resealWebhooks } from './secrets.ts';
export type { WebhookSettings } from './settings.ts';
export { newSecret, type SigningSecret, signingSecret, standardHeaders } from './signature.ts';
export type { Throttle } from './throttle.ts';
export { endpointWebhookTypes, type WebhookTypes } from './webhook-types.ts';
