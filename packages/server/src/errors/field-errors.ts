import type { NoParams, Params, ParamsOf } from './params.ts';

/** The error of one field: programs read `code` and `params`, people read `message`. */
export interface FieldError {
  /** The path of the field: `limit`, `items.0.quantity`; empty for the whole value. */
  readonly path: string;
  readonly code: FieldErrorCode;
  readonly params: Params;
  readonly message: string;
}

/** A message, which follows the name of a field or is a complete sentence, and the values of an example. */
interface FieldErrorDefinition<P extends Params = Params> {
  readonly message: (params: P) => string;
  readonly example: P;
}

function define(message: string): FieldErrorDefinition<NoParams>;
function define<P extends Params>(message: (params: P) => string, example: NoInfer<P>): FieldErrorDefinition<P>;
function define<P extends Params>(
  message: string | FieldErrorDefinition<P>['message'],
  example: P = {} as P,
): FieldErrorDefinition<P> {
  return { message: typeof message === 'string' ? () => message : message, example };
}

/** Errors of any field. A message follows the field's name, as in `"limit" must be <= 100`. */
const valueErrors = {
  required: define('is required'),
  unknown_field: define('is not a field of this object'),
  unknown_parameter: define('is not a parameter of this call'),
  repeated_parameter: define('is sent more than once'),
  computed: define('cannot be set: it is computed'),
  wrong_type: define(({ type }: { type: string }) => `must be ${type}`, { type: 'integer' }),
  not_allowed: define(({ allowed }: { allowed: readonly string[] }) => `must be one of ${allowed.join(', ')}`, {
    allowed: ['draft', 'published', 'archived'],
  }),
  not_constant: define(({ value }: { value: string }) => `must be ${value}`, { value: '"order"' }),
  below_minimum: define(({ minimum }: { minimum: number }) => `must be >= ${minimum}`, { minimum: 1 }),
  above_maximum: define(({ maximum }: { maximum: number }) => `must be <= ${maximum}`, { maximum: 100 }),
  out_of_range: define(
    ({ minimum, maximum }: { minimum: number; maximum: number }) => `must be from ${minimum} to ${maximum}`,
    { minimum: 1, maximum: 12_024 },
  ),
  too_short: define(({ lengthMin }: { lengthMin: number }) => `must not have fewer than ${lengthMin} characters`, {
    lengthMin: 1,
  }),
  too_long: define(({ lengthMax }: { lengthMax: number }) => `must not have more than ${lengthMax} characters`, {
    lengthMax: 200,
  }),
  too_few_items: define(({ itemsMin }: { itemsMin: number }) => `must not have fewer than ${itemsMin} items`, {
    itemsMin: 1,
  }),
  too_many_items: define(({ itemsMax }: { itemsMax: number }) => `must not have more than ${itemsMax} items`, {
    itemsMax: 200,
  }),
  no_visible_text: define('must have a visible character'),
  wrong_format: define('does not have the right format'),
  not_a_time: define('must be an RFC 3339 time such as 2026-11-20T09:00:00Z'),
  plus_not_escaped: define('has a space in place of "+": in a URL, write "+" as %2B, or send the time in UTC with Z'),
  not_a_slug: define('must have only lower-case letters, digits and hyphens, without a hyphen at its start or end'),
  not_a_time_zone: define('must be the name of an IANA time zone, with its capital letters, such as Europe/Berlin'),
  not_a_currency: define('must be an ISO 4217 code such as EUR'),
  not_https: define('must be a URL that begins with https://'),
  has_credentials: define('must not contain a user name or a password'),
  not_deliverable: define('must be an e-mail address that can receive mail, such as ada@example.com'),
  invalid_character: define('contains a character that is not allowed in text'),
  invalid_escape: define('has percent-escapes that are not UTF-8'),
  invalid_cursor: define('must be a nextCursor of this list, requested with the same sort order'),
  not_with_updated_since: define('cannot be combined with updatedSince, which sorts by change'),
  not_with_paid_since: define('cannot be combined with paidSince, which sorts by payment'),
  not_in_stream: define('cannot be combined with "Accept: application/jsonl": a search has only one page'),
  invalid_value: define('is not valid'),
};

/** Errors of fields of the catalog. */
const catalogErrors = {
  already_set: define('cannot change: it is set already'),
  not_a_metadata_key: define(
    ({ lengthMax }: { lengthMax: number }) =>
      `must have keys of 1 to ${lengthMax} characters, without control characters`,
    { lengthMax: 40 },
  ),
  too_many_keys: define(({ keysMax }: { keysMax: number }) => `must not have more than ${keysMax} keys`, {
    keysMax: 50,
  }),
  external_id_taken: define('is used by another of your objects of this kind'),
  slug_taken: define(({ slug }: { slug: string }) => `"${slug}" is used by another event`, { slug: 'city-marathon' }),
  status_not_reachable: define(({ status }: { status: string }) => `cannot change to ${status}`, { status: 'draft' }),
  event_has_orders: define('cannot change to draft: the event has orders'),
  no_active_ticket_type: define('cannot change to published: there is no active ticket type'),
  currency_in_use: define(({ currency }: { currency: string }) => `cannot change: there are orders in ${currency}`, {
    currency: 'EUR',
  }),
  other_currency: define(
    ({ given, currency }: { given: string; currency: string }) =>
      `is ${given}, but the currency of the event is ${currency}`,
    { given: 'USD', currency: 'EUR' },
  ),
  before_other: define(
    ({ other, time }: { other: string; time: string }) => `must not be before ${other}, which is ${time}`,
    { other: 'startsAt', time: '2026-11-20T09:00:00.000Z' },
  ),
  after_other: define(
    ({ other, time }: { other: string; time: string }) => `must not be after ${other}, which is ${time}`,
    { other: 'endsAt', time: '2026-11-20T18:00:00.000Z' },
  ),
  below_other: define(
    ({ other, value }: { other: string; value: number }) => `must not be below ${other}, which is ${value}`,
    { other: 'minPerOrder', value: 2 },
  ),
  needs_question: define(
    ({ key }: { key: string }) =>
      `needs a question with the key ${key} that each holder is asked; for an age, it must be required. Add it first`,
    { key: 'birthDate' },
  ),
  above_other: define(
    ({ other, value }: { other: string; value: number }) => `must not be above ${other}, which is ${value}`,
    { other: 'maxPerOrder', value: 10 },
  ),
  retention_over: define(
    ({ days }: { days: number }) =>
      `must not be that early: personal data is removed ${days} days after the event, so it would be removed at once. Change the retention first if you want that`,
    { days: 30 },
  ),
};

/** Errors of questions to buyers and ticket holders. */
const questionErrors = {
  not_of_this_kind: define(({ kind }: { kind: string }) => `must not be set: a question of the kind ${kind} has none`, {
    kind: 'number',
  }),
  repeated_code: define(({ code }: { code: string }) => `is "${code}" again: each option needs its own code`, {
    code: 'M',
  }),
  below_least: define(({ other }: { other: string }) => `must not be below ${other}`, { other: 'minimum' }),
  not_a_pattern: define(
    ({ position }: { position: number }) =>
      `is not allowed from character ${position} on: use characters, classes such as [A-Z] and \\d, and repetitions such as {2,4}, without groups`,
    { position: 3 },
  ),
  options_given: define(
    ({ key, codes }: { key: string; codes: readonly string[] }) =>
      `must not be set: a question with the key ${key} always has the options ${codes.join(', ')}`,
    { key: 'sex', codes: ['female', 'male', 'other', 'notStated'] },
  ),
  question_key_taken: define(({ key }: { key: string }) => `"${key}" is the key of another question of the event`, {
    key: 'birthDate',
  }),
  consent_preselected: define('must not be set: a consent is never given in advance'),
  marketing_required: define('must be false: a consent to advertising is always voluntary'),
  no_offer_of_holders: define(
    'must contain a ticket type, or an add-on that is sold for ticket holders: holders have no add-ons of the order. Ask the buyer instead',
  ),
  not_a_parent: define(
    'must be the id of a choice, choices or boolean of the event that the same person is asked. It must not be archived, and neither ' +
      'depend on another question nor be needed by one that depends on this one',
  ),
};

/** Errors of answers. No parameter contains the answer. */
const answerErrors = {
  unknown_question: define('is not the id of a question that this person is asked'),
  unknown_option: define('must be the code of an option of the question, or a list of codes'),
  not_a_date: define('must be a date such as 2027-05-09'),
  date_too_early: define(({ date }: { date: string }) => `must not be before ${date}`, { date: '1900-01-01' }),
  date_too_late: define(({ date }: { date: string }) => `must not be after ${date}`, { date: '2027-05-09' }),
  not_a_country: define('must be an ISO 3166-1 alpha-2 code such as DE'),
};

type Offer = { name: string };

/** Errors of a cart, a buyer or a payment. A message about a line of a cart is a complete sentence. */
const sellingErrors = {
  empty_cart: define('The cart is empty. Add at least one ticket type or add-on.'),
  too_many_tickets: define(
    ({ quantity, quantityMax }: { quantity: number; quantityMax: number }) =>
      `An order can have at most ${quantityMax} tickets, not ${quantity}.`,
    { quantity: 250, quantityMax: 200 },
  ),
  unknown_offer: define(({ kind, id }: { kind: string; id: string }) => `The event has no ${kind} "${id}".`, {
    kind: 'ticket type',
    id: 'tty_01kamz0g5ve4q8v5x2c4g6t0yd',
  }),
  repeated_ticket: define('names the same ticket again: name each ticket once'),
  repeated_line: define(({ name }: Offer) => `"${name}" has two lines. Combine them into one line.`, {
    name: 'Half marathon',
  }),
  below_order_minimum: define(
    ({ name, quantityMin }: { name: string; quantityMin: number }) =>
      `An order must have at least ${quantityMin} of "${name}".`,
    { name: 'Half marathon', quantityMin: 2 },
  ),
  above_order_maximum: define(
    ({ name, quantityMax }: { name: string; quantityMax: number }) =>
      `An order can have at most ${quantityMax} of "${name}".`,
    { name: 'Half marathon', quantityMax: 10 },
  ),
  above_holder_maximum: define(
    ({ name, quantityMax }: { name: string; quantityMax: number }) =>
      `A ticket holder can have at most ${quantityMax} of "${name}".`,
    { name: 'Shirt', quantityMax: 1 },
  ),
  addon_of_holder: define(
    ({ name }: Offer) => `"${name}" belongs to a ticket holder. Order it in "attendees.*.addons".`,
    { name: 'Shirt' },
  ),
  addon_of_order: define(({ name }: Offer) => `"${name}" belongs to the order. Order it in "addons".`, {
    name: 'Drink voucher',
  }),
  no_longer_sold: define(({ name }: Offer) => `"${name}" is no longer sold.`, { name: 'Half marathon' }),
  sale_not_started: define(
    ({ name, salesStartAt }: { name: string; salesStartAt: string }) =>
      `The sale of "${name}" starts at ${salesStartAt}.`,
    { name: 'Half marathon', salesStartAt: '2026-11-20T09:00:00.000Z' },
  ),
  sale_ended: define(
    ({ name, salesEndAt }: { name: string; salesEndAt: string }) => `The sale of "${name}" ended at ${salesEndAt}.`,
    { name: 'Half marathon', salesEndAt: '2026-11-20T09:00:00.000Z' },
  ),
  sold_out: define(({ name }: Offer) => `"${name}" is sold out.`, { name: 'Half marathon' }),
  not_enough_left: define(
    ({ name, available, requested }: { name: string; available: number; requested: number }) =>
      `Only ${available} of "${name}" ${available === 1 ? 'is' : 'are'} left, but ${requested} were requested.`,
    { name: 'Half marathon', available: 1, requested: 2 },
  ),
  too_young: define(
    ({ name, age, onDate }: { name: string; age: number; onDate: string }) =>
      `must be the date of birth of a person who is at least ${age} years old on ${onDate}, as "${name}" requires`,
    { name: 'Marathon', age: 18, onDate: '2027-05-09' },
  ),
  too_old: define(
    ({ name, age, onDate }: { name: string; age: number; onDate: string }) =>
      `must be the date of birth of a person who is at most ${age} years old on ${onDate}, as "${name}" requires`,
    { name: 'Kids run', age: 12, onDate: '2027-05-09' },
  ),
  buyer_not_verified: define('is required: verify the e-mail address first (POST /otp and POST /otp/verify)'),
  token_of_other_email: define('must belong to the e-mail address in "buyer.email"'),
  too_many_holders: define(
    ({ ticketTypeId }: { ticketTypeId: string }) => `has more holders than tickets of ${ticketTypeId}`,
    { ticketTypeId: 'tty_01kamz0g5ve4q8v5x2c4g6t0yd' },
  ),
  holder_names_too_long: define(
    ({ bytes, bytesMax }: { bytes: number; bytesMax: number }) =>
      `must have names of at most ${bytesMax} bytes in total, not ${bytes}`,
    { bytes: 40_000, bytesMax: 32_768 },
  ),
  no_bib_columns: define('must have headings: "bib", and "ticket", "order" or "name"'),
  not_csv: define('is not a CSV file: a quote is not closed'),
  only_pending: define('can only be set in a pending order'),
  return_url_not_allowed: define(
    'must be on a website that the organizer has allowed in the settings of the dashboard',
  ),
  no_payment_method: define('cannot be chosen: the organizer has not set up a way to pay'),
  method_not_offered: define(
    ({ allowed }: { allowed: readonly string[] }) => `must be ${allowed.join(' or ')} for this order`,
    { allowed: ['manual', 'test'] },
  ),
  wrong_code: define('is not the code that was sent, or can no longer be used'),
};

/** Errors of settings that an operator enters. */
const settingErrors = {
  not_basis_points: define('must be a whole number of basis points from 0 to 10000'),
  not_minor_units: define('must be a whole number of minor units'),
  not_a_name: define('must have 1 to 200 characters'),
  not_a_dns_label: define(
    'must be 1 to 63 lower-case letters, digits and hyphens, without a hyphen at its start or end',
  ),
  not_a_public_url: define(
    ({ lengthMax }: { lengthMax: number }) =>
      `must be a URL that begins with https://, without a user name or password, of at most ${lengthMax} characters`,
    { lengthMax: 2_048 },
  ),
  not_an_email: define('must be an e-mail address such as hello@example.com'),
  not_one_line: define(
    ({ lengthMax }: { lengthMax: number }) => `must be one line of at most ${lengthMax} characters`,
    {
      lengthMax: 200,
    },
  ),
  not_a_phone_number: define('must be a telephone number such as +49 40 5550123, of at most 50 characters'),
  not_a_color: define('must be a colour such as #0b6e99'),
  not_an_iban: define('is not an IBAN: check its characters and its check digits, such as DE89 3704 0044 0532 0130 00'),
  not_a_bic: define('is not a BIC: it has 8 or 11 characters, such as COBADEFFXXX'),
  text_too_long: define(({ lengthMax }: { lengthMax: number }) => `must be text of at most ${lengthMax} characters`, {
    lengthMax: 2_000,
  }),
  not_origins: define(
    ({ originsMax }: { originsMax: number }) =>
      `must be at most ${originsMax} addresses such as https://shop.example.com, without a path, separated by spaces`,
    { originsMax: 20 },
  ),
  unusable_url: define(({ problem }: { problem: string }) => problem, {
    problem: 'Begin the URL with https://.',
  }),
  unknown_event_type: define(
    ({ type, allowed }: { type: string; allowed: readonly string[] }) =>
      `"${type}" is not an event type; the event types are: ${allowed.join(', ')}`,
    { type: 'order.made', allowed: ['order.created', 'order.paid'] },
  ),
  not_a_header_name: define(
    ({ lengthMax }: { lengthMax: number }) =>
      `must have 1 to ${lengthMax} characters that are allowed in the name of a header, such as X-Api-Key`,
    { lengthMax: 100 },
  ),
  reserved_header: define(({ name }: { name: string }) => `must not be "${name}": the service sets this header`, {
    name: 'Content-Type',
  }),
  repeated_header: define(({ name }: { name: string }) => `must not be "${name}" again: each header can be set once`, {
    name: 'X-Api-Key',
  }),
  header_value_missing: define(
    ({ name }: { name: string }) =>
      `is required: no value of "${name}" is stored, or it belongs to the previous host of the endpoint`,
    { name: 'X-Api-Key' },
  ),
  not_a_header_value: define(
    ({ lengthMax }: { lengthMax: number }) =>
      `must have 1 to ${lengthMax} ASCII characters in one line, without spaces at its ends`,
    { lengthMax: 2_048 },
  ),
  headers_too_long: define(
    ({ lengthMax }: { lengthMax: number }) => `must not have more than ${lengthMax} characters in total`,
    { lengthMax: 4_096 },
  ),
  not_a_throttle: define(
    ({ deliveriesMax }: { deliveriesMax: number }) => `must be 1 to ${deliveriesMax} deliveries per second or minute`,
    { deliveriesMax: 1_000 },
  ),
  unknown_event: define(({ eventId }: { eventId: string }) => `"${eventId}" is not an event of the organizer`, {
    eventId: 'evt_01kamz0g5ve4q8v5x2c4g6t0yd',
  }),
  not_a_grace_period: define('must be from 0 to 7 days'),
  scope_not_grantable: define(
    ({ allowed }: { allowed: readonly string[] }) => `must be one of: ${allowed.join(', ')}`,
    {
      allowed: ['orders:read:pii', 'events:write', 'orders:write'],
    },
  ),
  no_scope: define('Name at least one scope.'),
  scope_granted_later: define(
    ({ scope }: { scope: string }) =>
      `The scope ${scope} cannot be granted when a key is created. Create the key, then use "keys grant".`,
    { scope: 'orders:read:pii' },
  ),
  scope_not_allowed: define(
    ({ kind, scope, allowed }: { kind: string; scope: string; allowed: readonly string[] }) =>
      `A ${kind} key cannot have the scope "${scope}". It can have: ${allowed.join(', ')}.`,
    { kind: 'publishable', scope: 'orders:read', allowed: ['events:read'] },
  ),
};

const definitions = {
  ...valueErrors,
  ...catalogErrors,
  ...questionErrors,
  ...answerErrors,
  ...sellingErrors,
  ...settingErrors,
};

export type FieldErrorCode = keyof typeof definitions;

/** The codes of all field errors, for the documentation. */
export const fieldErrorCodes = Object.keys(definitions) as FieldErrorCode[];

/**
 * Creates the error of the field at a path.
 *
 * @param params the values in the message; never personal data, a secret or the content of a QR code
 */
export function fieldError<F extends FieldErrorCode>(
  path: string,
  code: F,
  params: ParamsOf<(typeof definitions)[F]>,
): FieldError {
  const { message }: Pick<FieldErrorDefinition<never>, 'message'> = definitions[code];
  return { path, code, params, message: message(params as never) };
}

/** A field error with the example values of its code. */
export function exampleFieldError(path: string, code: FieldErrorCode): FieldError {
  const { message, example }: { message: (params: never) => string; example: Params } = definitions[code];
  return { path, code, params: example, message: message(example as never) };
}
