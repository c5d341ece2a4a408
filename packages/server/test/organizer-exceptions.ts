/** A statement that compares the organizer of one of its tables with no parameter. A sharded database runs it on all shards. */
export interface OrganizerException {
  /** A part of the statement that no other statement has. All spaces are single. */
  readonly text: string;
  readonly why: string;
}

const jobs =
  'A job finds the organizers that have work. It then changes the rows of each organizer in a separate statement.';
const purge = 'A job deletes the oldest rows of all organizers in batches.';
const operator = 'The operator sees the rows of all organizers.';
const commands = 'A command of the operator names only the id.';
const drop = 'The operator drops what a server with the data of another one holds, of all organizers.';
const deliveries = 'The delivery worker sends and records the deliveries of several organizers together.';

export const organizerExceptions: readonly OrganizerException[] = [
  { text: 'where q.retention_days is not null', why: jobs },
  {
    text: 'select "organizer_id" from "events" where "id" = $1',
    why: 'Buyers name an event without its organizer. Each process remembers the result.',
  },
  {
    text: "where e.slug = $1 and e.status = 'published' and o.sandbox_of is null",
    why: 'A page names an event by its slug. The previous version published events without a row in `public_slugs`.',
  },
  {
    text: 'order by "e"."starts_at" desc',
    why: 'The front page links to an event of any organizer.',
  },
  {
    text: 'select "organizer_id", "buyer_email" from "orders" where "order_number" = $1',
    why: 'Buyers name an order without its organizer, and several organizers can have orders with the same number.',
  },
  { text: 'select "organizer_id" from "webhook_endpoints" where "id" = $1', why: commands },
  { text: 'select "organizer_id" from "webhook_deliveries" where "id" = $1', why: commands },
  {
    text: 'select "organizer_id" as "organizerId", "endpoint_id" as "endpointId", "id", "ciphertext" from "webhook_secrets"',
    why: 'The start of a server checks that any stored secret can be decrypted.',
  },
  {
    text: `select "organizer_id", "order_number" from "orders" where status = 'pending' and "expires_at" <= $1`,
    why: jobs,
  },
  { text: 'select organizer_id, order_number from orders where', why: jobs },
  {
    text: 'from "payments" where "charge_reference" = $1',
    why: 'A webhook about a refund or a dispute names only the charge at the provider.',
  },
  { text: 'select "organizer_id", "order_number" from "orders" where searched_as is distinct', why: jobs },
  { text: 'select "organizer_id", "order_number" from "tickets" where searched_as is distinct', why: jobs },
  { text: 'select distinct organizer_id from (select organizer_id from payment', why: jobs },
  { text: `from "payments" where status = 'closing'`, why: operator },
  { text: `from "order_mails" where status = 'failed' order by "id" desc`, why: operator },
  {
    text: 'from "settlements" as "s" inner join "organizers" as "o" on "o"."id" = "s"."organizer_id" left join "figure_watermarks"',
    why: jobs,
  },
  { text: `select "organizer_id", "id" from "webhook_replays" where status = 'running'`, why: jobs },
  { text: 'select "organizer_id" as "organizerId", "id" as "endpointId" from "webhook_endpoints"', why: jobs },
  {
    text: 'from "organizers" as "o" where exists (select 1 from webhook_events as e where e.organizer_id = o.id',
    why: jobs,
  },
  { text: 'select "organizer_id" from "request_log_entries" where "organizer_id" > $1', why: jobs },
  { text: 'select "organizer_id" from "key_usage" where "organizer_id" > $1', why: jobs },
  {
    text: 'select coalesce(max(e.sequence), 0) from webhook_events as e where e.organizer_id = o.id',
    why: 'A process reads the heads of the feeds of all its readers in one statement.',
  },
  { text: 'select "organizer_id", "event_id", "round", "changed_at" from "waiting_rooms"', why: jobs },
  { text: 'select organizer_id from order_mails where', why: jobs },
  { text: 'delete from "order_mails" where ("organizer_id"', why: purge },
  { text: 'delete from "webhook_attempts" where ("organizer_id"', why: purge },
  { text: 'delete from "webhook_attempt_counts" where ("organizer_id"', why: purge },
  { text: 'delete from "idempotency_records" where ("organizer_id"', why: purge },
  { text: 'delete from webhook_secrets where expires_at <', why: purge },
  {
    text: 'from settlements as t join events as e on e.organizer_id = t.organizer_id and e.id = t.event_id join organizers as o',
    why: operator,
  },
  { text: 'select distinct e.organizer_id from events as e join ticket_types as c', why: operator },
  { text: 'from "payment_refunds" as "r" where "r"."status" = \'failed\' and not exists', why: operator },
  { text: 'from ( select next_attempt_at from "', why: operator },
  { text: 'select count(*) as "count" from "order_mails"', why: operator },
  { text: 'from "webhook_endpoints" as "w" inner join "organizers" as "o"', why: operator },
  { text: 'count(*) filter(where "failing_since" is not null)', why: operator },
  {
    text: 'and (next_attempt_at <= $3 or attempt_count <=',
    why: 'After a crash, the only process releases the leases of all organizers.',
  },
  {
    text: `update "webhook_deliveries" set "lease_id" = $1, "next_attempt_at" = $2 where status = 'pending' and "lease_id" is not null`,
    why: 'After a crash, the only process releases the leases of all organizers.',
  },
  { text: 'select organizer_id, endpoint_id, next_attempt_at from (select e.organizer_id', why: deliveries },
  {
    text: 'select "id" from "webhook_endpoints" where "id" = any($1) and "failing_since" is not null',
    why: deliveries,
  },
  { text: 'select "id" from "webhook_deliveries" where "id" = any($1)', why: deliveries },
  { text: 'update "webhook_deliveries" as t set', why: deliveries },
  { text: `update "webhook_replays" set "status" = $1, "updated_at" = $2 where status = 'running'`, why: drop },
  {
    text: `update "webhook_deliveries" set "status" = $1, "next_attempt_at" = $2, "lease_id" = $3, "updated_at" = $4 where status = 'pending'`,
    why: drop,
  },
  {
    text: 'update "payment_refunds" set "status" = $1, "next_attempt_at" = $2, "error" = $3, "updated_at" = $4 where "status" = $5',
    why: drop,
  },
  {
    text: 'update "payments" set "status" = $1, "next_attempt_at" = $2, "updated_at" = $3 where "status" = $4',
    why: drop,
  },
];
