import type { operations, webhooks } from './api.ts';

/** The query parameters of an operation. A parameter that can have several values has one value or a list. */
export type Query<O extends keyof operations> = WithSingleValues<NonNullable<operations[O]['parameters']['query']>>;

type WithSingleValues<Q> = {
  [Name in keyof Q]: NonNullable<Q[Name]> extends readonly (infer Value)[] ? Value | readonly Value[] : Q[Name];
};

/** The body of the requests of an operation. */
export type Body<O extends keyof operations> = operations[O] extends {
  requestBody: { content: { 'application/json': infer Content } };
}
  ? Content
  : never;

/** A webhook event. Its `type` determines the type of its `data`. */
export type WebhookEvent = KnownWebhook | UnknownWebhook;

/** Text that is equal to no known type. Unlike `string`, an enumeration is left out when a program compares `type` with a known one. */
declare enum UnknownType {
  other = '',
}

/**
 * A webhook event of a type that this version of the package does not know: the `default` of a `switch` over `type`. Its `type` is text
 * that is equal to no known type.
 */
export interface UnknownWebhook extends Omit<KnownWebhook, 'type' | 'data'> {
  readonly type: UnknownType;
  readonly data: unknown;
}

type KnownWebhook = {
  [Type in keyof webhooks]: webhooks[Type] extends {
    post: { requestBody: { content: { 'application/json': infer Content } } };
  }
    ? Content
    : never;
}[keyof webhooks];
