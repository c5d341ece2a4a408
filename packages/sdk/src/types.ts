import type { operations, webhooks } from './api.ts';

/** The query parameters of an operation. */
export type Query<O extends keyof operations> = NonNullable<operations[O]['parameters']['query']>;

/** The body of the requests of an operation. */
export type Body<O extends keyof operations> = operations[O] extends {
  requestBody: { content: { 'application/json': infer Content } };
}
  ? Content
  : never;

/** A webhook event. Its `type` determines the type of its `data`. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type] extends {
    post: { requestBody: { content: { 'application/json': infer Content } } };
  }
    ? Content
    : never;
}[keyof webhooks];
