export type * from './api.ts';
export type { ChangedRows, Changes, SyncOptions } from './changes.ts';
/** `Organizer` is the client. */
export { Organizer } from './client.ts';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type ErrorCode,
  InvalidRequestError,
  NotFoundError,
  OrganizerError,
  PermissionError,
  PreconditionFailedError,
  type RateLimit,
  RateLimitError,
  type ResponseFacts,
  TimeoutError,
  UnavailableError,
} from './errors.ts';
export type { List, Page } from './list.ts';
export type { RowStream } from './row-stream.ts';
export type { EventStream, StreamOptions } from './stream.ts';
export type {
  ApiPromise,
  ApiRequest,
  ApiResponse,
  ClientOptions,
  CreateOptions,
  ReadOptions,
  RequestOptions,
  UpdateOptions,
} from './transport.ts';
export type { UnknownWebhook, WebhookEvent } from './types.ts';
