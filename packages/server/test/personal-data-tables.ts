import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tables } from '../src/platform/database/tables.ts';

/** The page that shows this list. */
export const privacyPage = join(import.meta.dirname, '../../../docs/privacy.md');

/** What a table can hold about a person, and what removes it. */
interface PersonalData {
  readonly holds: string;
  /** What the erasure of a person, and the retention, do with it. */
  readonly erasure: string;
}

const ofMember = 'stays: the data of a member or of the operator, not of a buyer';
const keyedHash = 'stays until it expires: the address cannot be computed from it without the master key';

/** Each table: the personal data that it can hold, or null if it can hold none. A new table needs a decision here. */
export const personalDataTables = {
  organizers: { holds: 'contact and bank account of the organizer', erasure: 'stays: public data of the organizer' },
  organizer_slugs: null,
  users: { holds: 'name and e-mail address of a user of the dashboard', erasure: ofMember },
  user_sessions: { holds: 'IP address and browser of a user', erasure: ofMember },
  user_credentials: { holds: 'hash of the password of a user', erasure: ofMember },
  user_verifications: { holds: 'e-mail address or id of a user who signs in', erasure: ofMember },
  user_second_factors: { holds: 'encrypted second factors of a user', erasure: ofMember },
  user_passkeys: { holds: 'passkeys of a user', erasure: ofMember },
  members: { holds: 'the role of a user', erasure: ofMember },
  invitations: { holds: 'e-mail address of an invited person', erasure: 'deleted 30 days after its expiry' },
  questions: null,
  answers: {
    holds:
      'the answers of a buyer or a ticket holder, such as a birth date, with the words of each consent and those of the search',
    erasure: 'deleted. Answers to a question with `retentionDays`: removed that many days after the event',
  },
  events: null,
  public_slugs: null,
  ticket_types: null,
  addons: null,
  posters: null,
  waiting_rooms: null,
  waiting_room_visitors: { holds: 'a random number of a visitor', erasure: 'deleted 7 days after its use' },
  orders: {
    holds:
      'e-mail address, name, telephone number and language of the buyer; names of holders before the payment; metadata of other systems',
    erasure: 'replaced by `removed@removed.invalid` or null; number, amounts, times and metadata stay',
  },
  order_items: null,
  open_holds: {
    holds: 'keyed hashes of an IP address and an e-mail address',
    erasure: 'changed when the reservation ends',
  },
  tickets: {
    holds: 'name and answers of the holder; bib, category, QR code; metadata of other systems',
    erasure: 'name and answers become null; bib, category, QR code and metadata stay',
  },
  replaced_qr_codes: null,
  start_list_views: null,
  offline_details: {
    holds: 'the holder, encrypted with the QR code',
    erasure: 'deleted; phones get the ticket again, without a name',
  },
  search_words: { holds: 'words of names and e-mail addresses', erasure: 'deleted, except bibs' },
  gates: null,
  gate_devices: null,
  gate_scans: { holds: 'when a ticket was scanned', erasure: 'stays, without a name' },
  gate_minutes: null,
  settled_conflicts: { holds: 'a note of a member about a scan', erasure: 'the note becomes empty' },
  entitlements: { holds: 'e-mail address of the buyer', erasure: 'replaced by `removed@removed.invalid`' },
  consumptions: { holds: 'a reason, written by a member', erasure: 'the reason becomes null' },
  unit_returns: { holds: 'a reason, written by a member', erasure: 'the reason becomes empty' },
  payments: { holds: 'the reference of a bank transfer or of Stripe', erasure: 'stays: a record of the accounts' },
  payment_refunds: {
    holds: 'the reference and the error of a refund at Stripe',
    erasure: 'stays: a record of the accounts',
  },
  payment_disputes: { holds: 'the reference and the reason of a dispute', erasure: 'stays: a record of the accounts' },
  settlements: null,
  ledger_entries: {
    holds: 'the order number, amounts and the reference of a payout',
    erasure: 'stays: a record of the accounts',
  },
  figure_watermarks: null,
  figure_days: null,
  mails: {
    holds: 'recipient and content, encrypted',
    erasure: 'mails about the orders are deleted; codes expire, and `privacy erase` for all organizers deletes them',
  },
  order_mails: { holds: 'the order, and a sentence of the organizer', erasure: 'deleted' },
  sent_mails: { holds: 'which mail about an order was sent when', erasure: 'stays, without a recipient and a content' },
  webhook_endpoints: null,
  webhook_secrets: null,
  webhook_events: { holds: 'order numbers and metadata of other systems', erasure: 'deleted 30 days after the event' },
  deleted_webhook_events: null,
  webhook_deliveries: null,
  webhook_attempts: {
    holds: 'what a receiver has answered',
    erasure: 'the answers to webhooks about the orders are deleted',
  },
  webhook_attempt_counts: null,
  webhook_replays: null,
  api_keys: null,
  key_successors: null,
  scope_requests: { holds: 'why a member needs a scope', erasure: ofMember },
  request_log_entries: null,
  key_usage: null,
  otp_codes: { holds: 'keyed hash of an e-mail address', erasure: keyedHash },
  otp_tries: { holds: 'keyed hashes of an e-mail address and an IP address', erasure: keyedHash },
  audit_entries: {
    holds: 'who did what, with the IP address of a member',
    erasure: 'stays: it contains no data of buyers',
  },
  service_audit_entries: { holds: 'who did what, with the IP address of an operator', erasure: ofMember },
  imported_lines: {
    holds: 'a digest of an imported line',
    erasure: 'stays: it shows that the line is already imported',
  },
  idempotency_records: {
    holds: 'a digest of the request and the response without personal data',
    erasure: 'deleted after 24 hours',
  },
  outgoing_holds: null,
  master_key_check: null,
} as const satisfies Record<keyof Tables, PersonalData | null>;

/** The list as it is on the page. */
export function renderPersonalData(): string {
  const entries = Object.entries(personalDataTables) as [string, PersonalData | null][];
  const rows = entries.flatMap(([table, data]) =>
    data === null ? [] : [`| \`${table}\` | ${data.holds} | ${data.erasure} |`],
  );
  const others = entries.flatMap(([table, data]) => (data === null ? [`\`${table}\``] : []));
  return [
    '| table | personal data | at the erasure |',
    '| --- | --- | --- |',
    ...rows,
    '',
    `The other tables hold none: ${others.join(', ')}.`,
  ].join('\n');
}

/** The beginning and the end of the list on the page. */
export const listMarks = ['<!-- tables: begin -->\n', '\n<!-- tables: end -->'] as const;

if (import.meta.main) {
  const page = readFileSync(privacyPage, 'utf8');
  const [begin, end] = [page.indexOf(listMarks[0]) + listMarks[0].length, page.indexOf(listMarks[1])];
  writeFileSync(privacyPage, `${page.slice(0, begin)}${renderPersonalData()}${page.slice(end)}`);
}
