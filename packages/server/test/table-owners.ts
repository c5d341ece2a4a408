import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Tables } from '../src/platform/database/tables.ts';

/** The page that shows the owners and the exceptions. */
export const ownersPage = join(import.meta.dirname, '../../../docs/tables.md');

/** The folder of `src` that owns each table. Only SQL in that folder names the table, apart from the exceptions below. */
export const tableOwners = {
  organizers: 'features/organizers',
  organizer_slugs: 'features/organizers',
  users: 'features/accounts',
  user_sessions: 'features/accounts',
  user_credentials: 'features/accounts',
  user_verifications: 'features/accounts',
  user_second_factors: 'features/accounts',
  user_passkeys: 'features/accounts',
  members: 'features/accounts',
  invitations: 'features/accounts',
  events: 'features/catalog',
  public_slugs: 'features/catalog',
  ticket_types: 'features/catalog',
  addons: 'features/catalog',
  posters: 'features/catalog',
  questions: 'features/questions',
  answers: 'features/questions',
  waiting_rooms: 'features/waiting-room',
  waiting_room_visitors: 'features/waiting-room',
  orders: 'features/orders',
  order_items: 'features/orders',
  open_holds: 'features/orders',
  tickets: 'features/tickets',
  replaced_qr_codes: 'features/tickets',
  offline_details: 'features/tickets',
  start_list_views: 'features/tickets',
  search_words: 'features/search',
  gates: 'features/gate',
  gate_devices: 'features/gate',
  gate_scans: 'features/gate',
  gate_minutes: 'features/gate',
  settled_conflicts: 'features/gate',
  entitlements: 'features/entitlements',
  consumptions: 'features/entitlements',
  unit_returns: 'features/entitlements',
  payments: 'features/payments',
  payment_refunds: 'features/payments',
  payment_disputes: 'features/payments',
  settlements: 'features/settlements',
  ledger_entries: 'features/settlements',
  figure_watermarks: 'features/sales-figures',
  figure_days: 'features/sales-figures',
  mails: 'features/mail',
  order_mails: 'features/mail',
  sent_mails: 'features/mail',
  webhook_endpoints: 'features/webhooks',
  webhook_secrets: 'features/webhooks',
  webhook_events: 'features/webhooks',
  deleted_webhook_events: 'features/webhooks',
  webhook_deliveries: 'features/webhooks',
  webhook_attempts: 'features/webhooks',
  webhook_attempt_counts: 'features/webhooks',
  webhook_replays: 'features/webhooks',
  api_keys: 'features/keys',
  key_successors: 'features/keys',
  scope_requests: 'features/keys',
  request_log_entries: 'features/request-log',
  key_usage: 'features/request-log',
  otp_codes: 'features/otp',
  otp_tries: 'features/otp',
  audit_entries: 'features/audit',
  service_audit_entries: 'features/audit',
  imported_lines: 'features/transfer',
  idempotency_records: 'platform/http',
  outgoing_holds: 'platform/queue',
  master_key_check: 'platform/database',
} as const satisfies Record<keyof Tables, string>;

export interface TableException {
  readonly reads?: readonly (keyof Tables)[];
  readonly writes?: readonly (keyof Tables)[];
  /** One sentence: why the exports of the owner are not enough. */
  readonly why: string;
}

/** The files whose SQL names tables of another folder. */
export const tableExceptions: Readonly<Record<string, TableException>> = {
  'features/accounts/members.ts': {
    reads: ['organizers'],
    why: 'The organizers of a user, with the role in each, are one statement.',
  },
  'features/accounts/sessions.ts': {
    reads: ['organizers'],
    why: 'A session, its user and the role of the user in an organizer are one statement.',
  },
  'features/accounts/invitations.ts': {
    reads: ['organizers'],
    why: 'An invitation is read with the name of its organizer.',
  },
  'features/catalog/change-event.ts': {
    reads: ['orders'],
    why: 'One conditional update changes the currency of an event only if it has no order.',
  },
  'features/catalog/delete-event.ts': {
    reads: ['settlements', 'gates', 'gate_devices', 'waiting_rooms'],
    why: 'One conditional delete removes an event that no other table needs. They import the catalog, not the reverse.',
  },
  'features/catalog/delete-offer.ts': {
    reads: ['order_items', 'gates'],
    why: 'One conditional delete removes an offer that no order has. Orders and gates import the catalog, not the reverse.',
  },
  'features/catalog/rename-ticket-type.ts': {
    reads: ['tickets', 'orders'],
    writes: ['tickets', 'orders'],
    why: 'A new name of a ticket type moves `updated_at` of the tickets and orders that show it. They import the catalog, not the reverse.',
  },
  'features/catalog/public-slugs.ts': {
    reads: ['organizers'],
    why: 'One statement finds the oldest event of a live organizer that has a slug without a page.',
  },
  'features/entitlements/return-units.ts': {
    reads: ['orders', 'order_items'],
    why: 'A return of units locks the order, and keeps its refunded units consumed. The orders import the entitlements, not the reverse.',
  },
  'features/sales-figures/count-entries.ts': {
    reads: ['settlements', 'organizers'],
    why: 'One statement finds the events whose ledgers have entries that are not counted yet.',
  },
  'features/sales-figures/queries.ts': {
    reads: ['events', 'ticket_types', 'addons'],
    why: 'The highest sums are read with the names of their events, ticket types and add-ons.',
  },
  'features/inventory/availability.ts': {
    reads: ['events', 'organizers', 'ticket_types', 'addons'],
    why: 'One statement reads which tickets and add-ons of an event can be bought now.',
  },
  'features/inventory/cart-offers.ts': {
    reads: ['events', 'organizers', 'ticket_types', 'addons'],
    why: 'One statement reads all values that the price of a cart depends on.',
  },
  'features/inventory/organizer-of-event.ts': {
    reads: ['events'],
    why: 'Requests of buyers name an event without its organizer. The catalog imports the inventory, not the reverse.',
  },
  'features/inventory/sale-state.ts': {
    reads: ['events', 'organizers', 'ticket_types'],
    why: 'One statement reads whether tickets of an event are on sale, and what the waiting room shows.',
  },
  'features/inventory/stock.ts': {
    reads: ['events'],
    writes: ['ticket_types', 'addons'],
    why: 'Conditional statements on the stock columns decide which sale gets the last ticket.',
  },
  'features/keys/queries.ts': {
    reads: ['organizers'],
    why: 'Each request with a key reads the key, and whether the data of its sandbox is being deleted, in one statement.',
  },
  'features/keys/scope-request-queries.ts': {
    reads: ['organizers', 'users'],
    why: 'The operator reads requests of all organizers, each with its organizer and its member, in one statement.',
  },
  'features/event-views/queries.ts': {
    reads: ['events', 'public_slugs', 'ticket_types', 'addons', 'organizers'],
    why: 'Each list of events, and each event with its organizer, is one statement that builds the JSON.',
  },
  'features/sandboxes/reset-sandbox.ts': {
    writes: [
      'webhook_attempts',
      'webhook_deliveries',
      'webhook_attempt_counts',
      'webhook_replays',
      'webhook_events',
      'mails',
      'order_mails',
      'sent_mails',
      'consumptions',
      'unit_returns',
      'entitlements',
      'gate_minutes',
      'settled_conflicts',
      'gate_scans',
      'gate_devices',
      'gates',
      'replaced_qr_codes',
      'offline_details',
      'search_words',
      'tickets',
      'payment_disputes',
      'payment_refunds',
      'payments',
      'order_items',
      'answers',
      'orders',
      'open_holds',
      'figure_days',
      'figure_watermarks',
      'ledger_entries',
      'settlements',
      'waiting_room_visitors',
      'waiting_rooms',
      'ticket_types',
      'addons',
      'questions',
      'events',
      'posters',
      'idempotency_records',
      'imported_lines',
      'audit_entries',
    ],
    why: 'A reset deletes the rows of a sandbox from all tables, in the order of their foreign keys.',
  },
  'features/search/select-found-orders.ts': {
    reads: ['events', 'orders'],
    why: 'One select finds the orders of each word by the index of the words, by their numbers and by the addresses of their buyers.',
  },
  'features/orders/refund-queries.ts': {
    reads: ['ledger_entries', 'payments', 'payment_refunds'],
    why: 'A list of refunds is one statement: their ledger entries, with the requests to payment providers.',
  },
  'features/questions/old-answers.ts': {
    reads: ['events'],
    why: 'One statement finds the questions of past events whose answers are removed. The catalog imports the questions, not the reverse.',
  },
  'features/orders/anonymize-order.ts': {
    reads: ['events'],
    why: 'One statement finds the events that have ended and have orders with personal data.',
  },
  'features/orders/queries.ts': {
    reads: ['ledger_entries', 'payments', 'events'],
    why: 'An order is read with its payments and refunds, and until when its answers can be changed, in one statement.',
  },
  'features/settlements/assign-receivers.ts': {
    reads: ['orders', 'payments'],
    why: 'Entries of an earlier version do not state who received their money; the order or the payment does.',
  },
  'features/settlements/post-entries.ts': {
    reads: ['events'],
    why: 'The foreign keys of ledger entries lock their event, and it must be locked before the settlement.',
  },
  'features/settlements/queries.ts': {
    reads: ['events', 'organizers'],
    why: 'A settlement shows the name of its event, and a payout to be made the name of its organizer.',
  },
  'features/gate/devices.ts': {
    reads: ['organizers'],
    why: 'One statement authenticates a device, and finds whether its sandbox is being reset.',
  },
  'features/tickets/attendees.ts': {
    reads: ['orders', 'entitlements'],
    why: 'Each page of attendees, with their buyers and add-ons, is one statement that builds the JSON.',
  },
  'features/tickets/admission.ts': {
    reads: ['ticket_types', 'orders'],
    writes: ['orders'],
    why: 'One statement locks a scanned ticket after its order, and reads the name of its type. A change of the ticket moves `updated_at` of the order. The orders import the tickets, not the reverse.',
  },
  'features/tickets/attendee-page.ts': {
    reads: ['ticket_types', 'entitlements'],
    why: 'A page of attendees shows the names of their ticket types and add-ons.',
  },
  'features/tickets/queries.ts': {
    reads: ['ticket_types', 'orders', 'entitlements'],
    why: 'A list of tickets shows the names of their types in one index scan. A ticket is read with the add-ons of its holder. Exports, searches and devices read tickets with their buyers. The orders import the tickets, not the reverse.',
  },
  'features/transfer/export-organizer.ts': {
    reads: [
      'events',
      'posters',
      'ticket_types',
      'addons',
      'orders',
      'order_items',
      'tickets',
      'entitlements',
      'consumptions',
      'unit_returns',
      'answers',
    ],
    why: 'An export reads events with their posters, and pages of orders with their items, tickets and units, in one statement each.',
  },
  'features/webhooks/endpoint-rules.ts': {
    reads: ['events'],
    why: 'The events in the filter of an endpoint must belong to the organizer. The catalog imports the webhooks, not the reverse.',
  },
  'features/webhooks/feed-queries.ts': {
    reads: ['organizers'],
    why: 'One statement finds the newest event of each organizer whose feed is read.',
  },
  'features/webhooks/purge-events.ts': {
    reads: ['organizers'],
    why: 'One statement finds the organizers that have events to delete.',
  },
  'features/webhooks/queue-health.ts': {
    reads: ['organizers'],
    why: 'The operator reads the failing endpoints of all organizers, each with its organizer, in one statement.',
  },
};

/** The folder of a file that can own tables: a feature, or a folder of the platform. */
export function folderOf(file: string): string {
  return dirname(file).split('/').slice(0, 2).join('/');
}

/** The owners and the exceptions, as the Markdown tables of docs/tables.md. */
export function renderOwners(): string {
  const owners = Object.entries(tableOwners).map(
    ([table, owner]) => `| \`${table}\` | ${shortName(owner)} | ${otherUsers(table)} |`,
  );
  const exceptions = Object.entries(tableExceptions).map(
    ([file, { reads, writes, why }]) => `| ${shortName(file)} | ${nameList(reads)} | ${nameList(writes)} | ${why} |`,
  );
  return [
    '| table | owner | other folders |',
    '| --- | --- | --- |',
    ...owners,
    '',
    '| exception | reads | writes | why |',
    '| --- | --- | --- | --- |',
    ...exceptions,
  ].join('\n');
}

function otherUsers(table: string): string {
  const users = new Map<string, 'reads' | 'writes'>();
  for (const [file, exception] of Object.entries(tableExceptions)) {
    const { reads = [], writes = [] }: { reads?: readonly string[]; writes?: readonly string[] } = exception;
    const folder = folderOf(file);
    if (writes.includes(table)) users.set(folder, 'writes');
    else if (reads.includes(table) && !users.has(folder)) users.set(folder, 'reads');
  }
  return [...users].map(([folder, access]) => `${shortName(folder)} ${access}`).join(', ');
}

function nameList(tables: readonly string[] = []): string {
  return tables.map((table) => `\`${table}\``).join(', ');
}

/** The name of a folder or file in docs/tables.md: features without their common folder. */
function shortName(path: string): string {
  return `\`${path.replace('features/', '')}\``;
}

if (import.meta.main) {
  const intro = readFileSync(ownersPage, 'utf8').split('\n| table |', 1)[0];
  writeFileSync(ownersPage, `${intro}\n${renderOwners()}\n`);
}
