/**
 * What leaves the service: e-mails, webhooks, and requests to payment providers. A server with the data of another one, such as a restored
 * backup, can hold it, until the operator drops what waits or releases it. The jobs that send do not run while their kind is held
 * (`platform/queue/holds.ts`).
 */
export { dropOutgoing, holdOutgoing, listOutgoing, type OutgoingState, releaseOutgoing } from './hold-outgoing.ts';
