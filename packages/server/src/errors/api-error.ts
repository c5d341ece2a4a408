import { type ErrorCode, errorCodes } from './codes.ts';
import type { FieldError } from './field-errors.ts';
import { exampleFieldError } from './field-errors.ts';
import type { Params, ParamsOf } from './params.ts';
import type { ReasonDefinition } from './reason.ts';
import { type Reason, reasons } from './reasons.ts';

interface ApiErrorOptions {
  /** The invalid fields. */
  readonly fields?: readonly FieldError[];
  /** Headers of the response. By default, an error with the code `unavailable` has a `Retry-After` of 1 s. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error that is returned to a caller. `detail` is the sentence of its reason with the values of `params`. */
export class ApiError<R extends Reason = Reason> extends Error {
  readonly code: ErrorCode;
  readonly reason: R;
  readonly params: Params;
  readonly detail: string;
  readonly fields: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;

  /** @param params the values in the sentence; never personal data, a secret or the content of a QR code */
  constructor(
    reason: R,
    params: ParamsOf<(typeof reasons)[R]>,
    { fields = [], headers = {}, cause }: ApiErrorOptions = {},
  ) {
    const definition: Pick<ReasonDefinition<never>, 'code' | 'detail'> = reasons[reason];
    const detail = definition.detail(params as never, fields);
    super(detail, cause === undefined ? {} : { cause });
    this.name = 'ApiError';
    this.code = definition.code;
    this.reason = reason;
    this.params = params;
    this.detail = detail;
    this.fields = fields;
    this.headers = definition.code === 'unavailable' ? { 'retry-after': '1', ...headers } : headers;
  }

  /** The HTTP status. */
  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** Creates an error with the example values of its reason. */
export function exampleError(reason: Reason): ApiError {
  const { example, exampleFields }: Pick<ReasonDefinition<never>, 'exampleFields'> & { readonly example: Params } =
    reasons[reason];
  const fields = exampleFields.map(([path, code]) => exampleFieldError(path, code));
  return new ApiError(reason, example as never, { fields });
}

/** The reasons of a code. The first is the example of the code. */
export function reasonsOf(code: ErrorCode): readonly [Reason, ...Reason[]] {
  const first = exampleOfCode[code];
  const all = (Object.keys(reasons) as Reason[]).filter((reason) => reasons[reason].code === code);
  return [first, ...all.filter((reason) => reason !== first)];
}

/** For each code, the reason that the API reference shows as its example. */
const exampleOfCode: Readonly<Record<ErrorCode, Reason>> = {
  invalid_request: 'invalid_fields',
  missing_key: 'missing_api_key',
  invalid_key: 'invalid_api_key',
  insufficient_scope: 'missing_scope',
  not_signed_in: 'session_missing',
  sign_in_failed: 'wrong_password',
  not_permitted: 'cross_site_request',
  not_admitted: 'waiting_room',
  not_found: 'order_not_found',
  method_not_allowed: 'method_not_allowed',
  request_timeout: 'request_timeout',
  insufficient_units: 'not_enough_units',
  ref_conflict: 'ref_already_used',
  idempotency_conflict: 'idempotency_key_reused',
  capacity_below_sold: 'quantity_below_sold',
  sold_out: 'not_enough_left',
  price_changed: 'total_changed',
  too_many_holds: 'network_holds_too_much',
  invalid_state: 'order_not_payable',
  link_not_valid: 'sign_in_link_not_valid',
  events_deleted: 'webhook_events_deleted',
  precondition_failed: 'resource_changed',
  payload_too_large: 'body_too_large',
  uri_too_long: 'url_too_long',
  unsupported_media_type: 'body_not_json',
  expectation_failed: 'unsupported_expectation',
  rate_limited: 'request_limit_reached',
  too_many_failed_attempts: 'failed_attempts_limit_reached',
  headers_too_large: 'head_too_large',
  internal_error: 'unexpected_error',
  not_implemented: 'unsupported_transfer_encoding',
  unavailable: 'database_unavailable',
  http_version_not_supported: 'unsupported_http_version',
};
