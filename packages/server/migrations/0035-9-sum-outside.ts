import { type Kysely, sql } from 'kysely';

/**
 * Adds what the platform has not received to the sums of the dashboard. Days of the time zone of the organizer are not known here, so
 * earlier entries are added to their days in UTC.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`insert into figure_days (organizer_id, scope, day, currency, event_id, offer_id, orders, units, units_refunded,
      gross, refunds, fees, taxes, paid_out, outside)
    select l.organizer_id, 'organizer', substr(l.created_at, 1, 10), l.currency, '', '', 0, 0, 0, 0, 0, 0, 0, 0,
      sum(case l.received_by when 'organizer' then l.gross - l.refunds
        else l.gross - l.refunds - l.platform_fees - l.payment_fees - l.taxes end)
    from ledger_entries as l
      join figure_watermarks as w on w.organizer_id = l.organizer_id and w.event_id = l.event_id
    where l.received_by in ('organizer', 'nobody') and l.position <= w.position
    group by l.organizer_id, substr(l.created_at, 1, 10), l.currency
    order by l.organizer_id, substr(l.created_at, 1, 10), l.currency
    on conflict (organizer_id, scope, day, currency, event_id, offer_id) do update set outside = excluded.outside`.execute(
    db,
  );
}
