import type { NoParams, Params, ParamsOf } from './params.ts';

/** The fault of one field: `code` and `params` are for programs, `message` says the same in English. */
export interface FieldError {
  /** The path of the field: `limit`, `items.0.quantity`; empty for the whole value. */
  readonly path: string;
  readonly code: FieldFault;
  readonly params: Params;
  readonly message: string;
}

/** A message, which follows the name of a field or is a complete sentence, and the values of an example. */
interface FaultDefinition<P extends Params = Params> {
  readonly message: (params: P) => string;
  readonly example: P;
}

function fault(message: string): FaultDefinition<NoParams>;
function fault<P extends Params>(message: (params: P) => string, example: NoInfer<P>): FaultDefinition<P>;
function fault<P extends Params>(
  message: string | FaultDefinition<P>['message'],
  example: P = {} as P,
): FaultDefinition<P> {
  return { message: typeof message === 'string' ? () => message : message, example };
}

/** Faults of any field. A message follows the field's name, as in `"limit" must be <= 100`. */
const valueFaults = {
  required: fault('is required'),
  unknown_field: fault('is not a field of this object'),
  unknown_parameter: fault('is not a parameter of this call'),
  repeated_parameter: fault('is given more than once'),
  computed: fault('cannot be set: it is computed'),
  wrong_type: fault(({ type }: { type: string }) => `must be ${type}`, { type: 'integer' }),
  not_allowed: fault(({ allowed }: { allowed: readonly string[] }) => `must be one of ${allowed.join(', ')}`, {
    allowed: ['draft', 'published', 'archived'],
  }),
  not_constant: fault(({ value }: { value: string }) => `must be ${value}`, { value: '"order"' }),
  below_minimum: fault(({ minimum }: { minimum: number }) => `must be >= ${minimum}`, { minimum: 1 }),
  above_maximum: fault(({ maximum }: { maximum: number }) => `must be <= ${maximum}`, { maximum: 100 }),
  out_of_range: fault(
    ({ minimum, maximum }: { minimum: number; maximum: number }) => `must be from ${minimum} to ${maximum}`,
    { minimum: 1, maximum: 12_024 },
  ),
  too_short: fault(({ lengthMin }: { lengthMin: number }) => `must not have fewer than ${lengthMin} characters`, {
    lengthMin: 1,
  }),
  too_long: fault(({ lengthMax }: { lengthMax: number }) => `must not have more than ${lengthMax} characters`, {
    lengthMax: 200,
  }),
  too_few_items: fault(({ itemsMin }: { itemsMin: number }) => `must not have fewer than ${itemsMin} items`, {
    itemsMin: 1,
  }),
  too_many_items: fault(({ itemsMax }: { itemsMax: number }) => `must not have more than ${itemsMax} items`, {
    itemsMax: 200,
  }),
  wrong_format: fault('does not have the right format'),
  not_a_time: fault('must be an RFC 3339 time such as 2026-11-20T09:00:00Z'),
  not_a_slug: fault('must have lower-case letters, digits and inner hyphens only'),
  not_a_time_zone: fault('must be an IANA time zone such as Europe/Berlin'),
  not_a_currency: fault('must be an ISO 4217 code such as EUR'),
  not_https: fault('must be a URL that begins with https://'),
  has_credentials: fault('must not contain a user name or a password'),
  not_deliverable: fault('must be an e-mail address that can receive mail, such as ada@example.com'),
  invalid_character: fault('contains a character that is not allowed in text'),
  invalid_escape: fault('has percent-escapes that are not UTF-8'),
  invalid_cursor: fault('must be a nextCursor of this list, requested with the same sort order'),
  not_with_updated_since: fault('cannot be combined with updatedSince, which sorts by change'),
  invalid_value: fault('is not valid'),
};

/** Faults of fields of the catalog. */
const catalogFaults = {
  slug_taken: fault(({ slug }: { slug: string }) => `"${slug}" is used by another event`, { slug: 'city-marathon' }),
  status_not_reachable: fault(({ status }: { status: string }) => `cannot change to ${status}`, { status: 'draft' }),
  no_active_ticket_type: fault('cannot change to published: there is no active ticket type'),
  currency_in_use: fault(({ currency }: { currency: string }) => `cannot change: there are orders in ${currency}`, {
    currency: 'EUR',
  }),
  other_currency: fault(
    ({ given, currency }: { given: string; currency: string }) => `is ${given}, but the event sells in ${currency}`,
    { given: 'USD', currency: 'EUR' },
  ),
  before_other: fault(
    ({ other, time }: { other: string; time: string }) => `must not be before ${other}, which is ${time}`,
    { other: 'startsAt', time: '2026-11-20T09:00:00.000Z' },
  ),
  after_other: fault(
    ({ other, time }: { other: string; time: string }) => `must not be after ${other}, which is ${time}`,
    { other: 'endsAt', time: '2026-11-20T18:00:00.000Z' },
  ),
  below_other: fault(
    ({ other, value }: { other: string; value: number }) => `must not be below ${other}, which is ${value}`,
    { other: 'minPerOrder', value: 2 },
  ),
  above_other: fault(
    ({ other, value }: { other: string; value: number }) => `must not be above ${other}, which is ${value}`,
    { other: 'maxPerOrder', value: 10 },
  ),
};

type Offer = { name: string };

/** Faults of a cart, a buyer or a payment. A message about a line of a cart is a complete sentence. */
const sellingFaults = {
  empty_cart: fault('The cart is empty. Add at least one ticket type or add-on.'),
  too_many_tickets: fault(
    ({ quantity, quantityMax }: { quantity: number; quantityMax: number }) =>
      `An order can have at most ${quantityMax} tickets, not ${quantity}.`,
    { quantity: 250, quantityMax: 200 },
  ),
  unknown_offer: fault(({ kind, id }: { kind: string; id: string }) => `The event has no ${kind} "${id}".`, {
    kind: 'ticket type',
    id: 'tty_01kamz0g5ve4q8v5x2c4g6t0yd',
  }),
  repeated_line: fault(({ name }: Offer) => `"${name}" has two lines. Combine them into one line.`, {
    name: 'Half marathon',
  }),
  below_order_minimum: fault(
    ({ name, quantityMin }: { name: string; quantityMin: number }) =>
      `An order must have at least ${quantityMin} of "${name}".`,
    { name: 'Half marathon', quantityMin: 2 },
  ),
  above_order_maximum: fault(
    ({ name, quantityMax }: { name: string; quantityMax: number }) =>
      `An order can have at most ${quantityMax} of "${name}".`,
    { name: 'Half marathon', quantityMax: 10 },
  ),
  no_longer_sold: fault(({ name }: Offer) => `"${name}" is no longer sold.`, { name: 'Half marathon' }),
  sale_not_started: fault(
    ({ name, salesStartAt }: { name: string; salesStartAt: string }) =>
      `The sale of "${name}" starts at ${salesStartAt}.`,
    { name: 'Half marathon', salesStartAt: '2026-11-20T09:00:00.000Z' },
  ),
  sale_ended: fault(
    ({ name, salesEndAt }: { name: string; salesEndAt: string }) => `The sale of "${name}" ended at ${salesEndAt}.`,
    { name: 'Half marathon', salesEndAt: '2026-11-20T09:00:00.000Z' },
  ),
  sold_out: fault(({ name }: Offer) => `"${name}" is sold out.`, { name: 'Half marathon' }),
  not_enough_left: fault(
    ({ name, available, requested }: { name: string; available: number; requested: number }) =>
      `Only ${available} of "${name}" ${available === 1 ? 'is' : 'are'} left, but ${requested} were requested.`,
    { name: 'Half marathon', available: 1, requested: 2 },
  ),
  buyer_not_verified: fault('is required: verify the e-mail address first (POST /otp and POST /otp/verify)'),
  token_of_other_email: fault('must belong to the address in "buyer.email"'),
  too_many_holders: fault(
    ({ ticketTypeId }: { ticketTypeId: string }) => `names more holders than there are tickets of ${ticketTypeId}`,
    { ticketTypeId: 'tty_01kamz0g5ve4q8v5x2c4g6t0yd' },
  ),
  holder_names_too_long: fault(
    ({ bytes, bytesMax }: { bytes: number; bytesMax: number }) =>
      `must have names of at most ${bytesMax} bytes together, not ${bytes}`,
    { bytes: 40_000, bytesMax: 32_768 },
  ),
  no_payment_method: fault('cannot be chosen: the organizer has not set up a way to pay'),
  method_not_offered: fault(
    ({ allowed }: { allowed: readonly string[] }) => `must be ${allowed.join(' or ')} for this order`,
    { allowed: ['manual', 'test'] },
  ),
  wrong_code: fault('is not the code that was sent, or can no longer be used'),
};

/** Faults of settings that an operator gives. */
const settingFaults = {
  not_basis_points: fault('must be a whole number of basis points from 0 to 10000'),
  not_minor_units: fault('must be a whole number of minor units'),
  not_a_name: fault('must have 1 to 200 characters'),
  not_a_dns_label: fault('must be 1 to 63 lower-case letters, digits and inner hyphens'),
  not_a_public_url: fault(
    ({ lengthMax }: { lengthMax: number }) =>
      `must be a URL that begins with https://, without a user name or password, of at most ${lengthMax} characters`,
    { lengthMax: 2_048 },
  ),
  not_an_email: fault('must be an e-mail address such as hello@example.com'),
  not_one_line: fault(({ lengthMax }: { lengthMax: number }) => `must be one line of at most ${lengthMax} characters`, {
    lengthMax: 200,
  }),
  not_a_phone_number: fault('must be a telephone number such as +49 40 5550123, of at most 50 characters'),
  not_a_color: fault('must be a colour such as #0b6e99'),
  not_an_iban: fault('is not an IBAN: check its characters and its check digits, such as DE89 3704 0044 0532 0130 00'),
  not_a_bic: fault('is not a BIC: it has 8 or 11 characters, such as COBADEFFXXX'),
  text_too_long: fault(({ lengthMax }: { lengthMax: number }) => `must be text of at most ${lengthMax} characters`, {
    lengthMax: 2_000,
  }),
  unusable_url: fault(({ problem }: { problem: string }) => problem, {
    problem: 'Begin the URL with https://.',
  }),
  unknown_event_type: fault(
    ({ type, allowed }: { type: string; allowed: readonly string[] }) =>
      `"${type}" is not an event type; the event types are: ${allowed.join(', ')}`,
    { type: 'order.made', allowed: ['order.created', 'order.paid'] },
  ),
  not_a_grace_period: fault('must be from 0 to 7 days'),
  scope_not_grantable: fault(({ allowed }: { allowed: readonly string[] }) => `must be one of: ${allowed.join(', ')}`, {
    allowed: ['orders:read:pii', 'events:write'],
  }),
  no_scope: fault('Name at least one scope.'),
  scope_granted_later: fault(
    ({ scope }: { scope: string }) =>
      `The scope ${scope} cannot be given when a key is created. Create the key, then use "keys grant".`,
    { scope: 'orders:read:pii' },
  ),
  scope_not_allowed: fault(
    ({ kind, scope, allowed }: { kind: string; scope: string; allowed: readonly string[] }) =>
      `A ${kind} key cannot have the scope "${scope}". It can have: ${allowed.join(', ')}.`,
    { kind: 'publishable', scope: 'orders:read', allowed: ['events:read'] },
  ),
};

const fieldFaults = { ...valueFaults, ...catalogFaults, ...sellingFaults, ...settingFaults };

export type FieldFault = keyof typeof fieldFaults;

/** The codes of all faults, for the documentation. */
export const fieldFaultCodes = Object.keys(fieldFaults) as FieldFault[];

/**
 * Creates the fault of the field at a path.
 *
 * @param params the values in the message; never personal data, a secret or the content of a QR code
 */
export function fieldError<F extends FieldFault>(
  path: string,
  code: F,
  params: ParamsOf<(typeof fieldFaults)[F]>,
): FieldError {
  const { message }: Pick<FaultDefinition<never>, 'message'> = fieldFaults[code];
  return { path, code, params, message: message(params as never) };
}

/** An example of a fault. */
export function exampleFieldError(path: string, code: FieldFault): FieldError {
  const { message, example }: { message: (params: never) => string; example: Params } = fieldFaults[code];
  return { path, code, params: example, message: message(example as never) };
}
