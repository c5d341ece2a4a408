import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileMessages } from '#messages/compile';
import type * as en from '#messages/en/dashboard/index';
import { defaultLanguage, type Language, languages } from '#messages/languages';
import { createTexts, type Texts } from '#messages/texts';
import { exampleError } from '../src/errors/api-error.ts';
import { exampleFieldError, fieldErrorCodes } from '../src/errors/field-errors.ts';
import { type Reason, reasons } from '../src/errors/reasons.ts';
import { auditDetailNames } from '../src/features/audit/details.ts';
import { changeDetails } from '../src/features/catalog/audit-changes.ts';
import {
  type AddonInput,
  addonColumns,
  type EventInput,
  eventColumns,
  type TicketTypeInput,
  ticketTypeColumns,
} from '../src/features/catalog/columns.ts';
import type { GateChange } from '../src/features/gate/gates.ts';
import { buyerCorrection, holderCorrection } from '../src/features/orders/schema.dashboard.ts';
import { settingColumns } from '../src/features/organizers/profile.ts';
import { questionPatch } from '../src/features/questions/http.ts';
import { attendeeColumns } from '../src/features/tickets/export-columns.ts';
import { endpointUpdate } from '../src/features/webhooks/schema.dashboard.ts';
import { formatsOf } from '../src/platform/texts.ts';

const folder = join(import.meta.dirname, '../../../apps/dashboard/src');
/** These files are read by another configuration of TypeScript than this one. */
const { createProblemTexts } = await import(join(folder, 'parts/problem-text.ts'));
const { auditDetailTexts } = await import(join(folder, 'pages/developers/audit-detail-texts.ts'));

const fileOf = (language: Language) => join(import.meta.dirname, '../../messages/src', language, 'dashboard/index.ts');

async function textsIn(language: Language): Promise<Texts<typeof en>> {
  return createTexts<typeof en>(compileMessages(await import(fileOf(language))), language);
}

/** Commands, amounts in minor units, times in UTC and headers: the sentences of the server may name them. */
const onlyForPrograms = /"[a-z]+ [a-z]+(?: --| [A-Z_]+)|"webhooks add"|minor units|\dT\d|Idempotency-Key/;

/** Errors that no request of the dashboard can cause. */
const otherCallers: readonly string[] = [
  // Requests that are no requests of a browser program, and their files.
  ...['body_not_json', 'body_not_utf8', 'head_too_large'],
  ...['invalid_host', 'malformed_http', 'malformed_json', 'merge_patch_without_patch', 'method_not_allowed'],
  ...[
    'missing_host',
    'mixed_list_orders',
    'multiple_authorizations',
    'multiple_hosts',
    'page_file_not_found',
    'page_not_built',
  ],
  ...['trailing_slash', 'tunnel_not_supported', 'unsupported_charset', 'unsupported_content_encoding'],
  ...['unsupported_expectation', 'unsupported_http_version', 'unsupported_transfer_encoding', 'url_too_long'],
  'wrong_content_length',
  // The dialog for a poster offers only files of the accepted types.
  'unsupported_body_type',
  // Requests of buyers.
  'answers_closed',
  // Requests with an API key, of payment providers, and of devices at gates.
  ...['invalid_api_key', 'missing_api_key', 'missing_scope', 'missing_scope_for_parameter', 'no_readable_events'],
  ...['secret_key_required', 'too_many_streams', 'webhook_events_deleted', 'invalid_webhook_signature'],
  ...['consumption_not_found', 'device_lacks_role', 'invalid_device_token', 'missing_device_token'],
  ...[
    'pairing_code_not_found',
    'reversal_too_late',
    'scan_at_other_gate',
    'scan_needs_one_ticket',
    'bib_taken',
    'gate_needed',
    'nonce_reused',
    'scan_not_admitted',
  ],
  ...['scan_not_found', 'ticket_changed_since_scan'],
  // Requests of buyers.
  ...['code_request_limit_reached', 'email_code_limit_reached', 'email_holds_too_much', 'expired_buyer_token'],
  'invalid_buyer_token',
  ...['missing_buyer_token', 'network_holds_too_much', 'no_payment_method', 'order_not_payable', 'payment_rejected'],
  ...['reservation_not_found', 'sale_closed', 'token_of_other_email', 'too_many_holders'],
  ...['ipv6_network_holds_too_much', 'manual_orders_hold_too_much', 'order_holds_too_much'],
  ...['unverified_email_holds_too_much', 'waiting_room', 'wrong_code'],
];
/** Errors whose sentence is that of their fields. */
const reasonsOfFields: readonly string[] = ['invalid_cart', 'not_enough_left', 'not_on_sale'];

/** Errors of fields that no form of the dashboard sends. */
const otherFields: readonly string[] = [
  ...['computed', 'invalid_cursor', 'invalid_escape', 'not_constant', 'options_given', 'other_currency'],
  ...['not_in_stream', 'not_with_paid_since', 'not_with_updated_since'],
  ...[
    'plus_not_escaped',
    'repeated_line',
    'repeated_parameter',
    'repeated_ticket',
    'unknown_field',
    'unknown_parameter',
  ],
  // Errors of the checkout.
  ...['buyer_not_verified', 'holder_names_too_long', 'method_not_offered', 'no_payment_method', 'token_of_other_email'],
  ...['only_pending', 'return_url_not_allowed', 'sale_ended', 'sale_not_started', 'too_many_holders', 'wrong_code'],
  ...['addon_of_holder', 'addon_of_order'],
];

const shownReasons = Object.keys(reasons).filter((reason) => ![...otherCallers, ...reasonsOfFields].includes(reason));

const shownFields = fieldErrorCodes.filter((code) => !otherFields.includes(code));

function expectComplete(text: string): void {
  expect(text).toMatch(/\S\.$/);
  expect(text).not.toMatch(/undefined|null|NaN|Invalid|\[object/);
}

describe.each(languages.filter((language) => existsSync(fileOf(language))))('in the language %s', async (language) => {
  const { problemText, fieldText } = createProblemTexts(
    (await textsIn(language)).failures,
    formatsOf(language),
    language,
  );

  test.each(shownReasons)('the dashboard explains the reason %s, without commands and raw values', (reason) => {
    const { detail, message, params } = exampleError(reason as Reason);
    const text = problemText({ reason, detail, params });
    expectComplete(text);
    if (language !== defaultLanguage || onlyForPrograms.test(message)) expect(text).not.toBe(detail);
  });

  test.each(shownFields)('the dashboard has a sentence for the error of a field %s', (code) => {
    const error = exampleFieldError('name', code);
    const text = fieldText(error);
    // The English sentences of the server are shown as they are.
    if (text === error.message) expect(language).toBe(defaultLanguage);
    else expectComplete(text);
  });
});

const {
  labels,
  fields,
}: Record<'labels' | 'fields', Readonly<Record<string, string>>> = auditDetailTexts(await textsIn(defaultLanguage));

test('the dashboard has a label for each detail of the audit log', () => {
  // The values before and after a change are shown with the labels of their fields.
  const valuesOfFields = ['after', 'before'];
  expect(auditDetailNames.filter((name) => !(name in labels))).toEqual(valuesOfFields);
});

test('the dashboard has a label for each field that the audit log names', () => {
  const external = { externalId: 'x', metadata: null, translations: null };
  const event: Required<EventInput> = {
    ...external,
    ...{ name: null, slug: null, description: null, status: 'draft', startsAt: null, endsAt: null, timezone: null },
    ...{ venue: null, posterUrl: null, currency: null, defaultLanguage: null, waitingRoom: null, answersUntil: null },
    nameFields: null,
  };
  const ticketType: Required<TicketTypeInput> = {
    ...external,
    ...{ name: null, description: null, category: null, price: null, quantity: null, minPerOrder: null },
    ...{ maxPerOrder: null, salesStartAt: null, salesEndAt: null, status: null, position: null, currency: null },
    ...{ holderName: null, ageRule: null, categoryRule: null, startsAt: null, showsQuantityLeft: true },
    bibs: null,
  };
  const addon: Required<AddonInput> = {
    ...external,
    ...{ name: null, type: null, price: null, unitsPerPurchase: null, quantity: null, status: null, position: null },
    ...{ currency: null, assignedTo: null, maxPerHolder: null },
  };
  const changed = [eventColumns(event), ticketTypeColumns(ticketType), addonColumns(addon)].flatMap(
    (columns) => changeDetails({}, columns).changed,
  );
  const gate: Required<GateChange> = {
    ...{ name: '', direction: 'entry', reentry: true, ticketTypes: null, categories: null, opensAt: null },
    ...{ closesAt: null, isArchived: true },
  };
  const forms = [buyerCorrection, holderCorrection, endpointUpdate];
  const names = [
    ...changed,
    ...Object.keys(gate),
    // The number of new QR codes is in the audit log, not this option.
    ...forms.flatMap(({ properties }) => Object.keys(properties)).filter((name) => name !== 'replaceQrCodes'),
    ...Object.keys(settingColumns),
    ...attendeeColumns,
    // Fields of orders whose reads are recorded.
    ...['buyer', 'email', 'holderName', 'bib', 'category', 'qrValue', 'fields', 'answers'],
    ...Object.keys(questionPatch.properties),
  ];
  expect([...new Set(names)].filter((name) => !(name in fields))).toEqual([]);
});
