import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex, createTable } from '../src/platform/database/create-table.ts';

/** Versions of the links to orders, QR codes that were replaced, and slugs of event pages, which are unique among all organizers. */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'replaced_qr_codes',
    { organizer_id: 'text', qr_value: 'text', event_id: 'text', ticket_id: 'text', replaced_at: 'text' },
    ['primary key (organizer_id, qr_value)'],
  );
  await createIndex(
    db,
    'replaced_qr_codes_of_event',
    'replaced_qr_codes (organizer_id, event_id, replaced_at, qr_value)',
  );
  await createTable(
    db,
    'public_slugs',
    { slug: 'text', organizer_id: 'text', event_id: 'text', is_current: 'integer' },
    ['primary key (slug)'],
  );
  await createIndex(db, 'public_slugs_of_event', 'public_slugs (organizer_id, event_id)');
  await assignSlugs(db);
  // Last, because orders are then locked until the end of the transaction.
  await addColumns(db, 'orders', { link_version: 'integer' });
}

/**
 * Of several published events with the same slug, the oldest one gets it. The others get a slug with a suffix. Archived events that were
 * sold keep slugs that no published event has, so that no other organizer gets them.
 */
async function assignSlugs(db: Kysely<never>): Promise<void> {
  const { rows: events } =
    await sql<PublicEvent>`select e.organizer_id as "organizerId", e.id, e.slug, o.slug as "organizerSlug", e.status
    from events as e join organizers as o on o.id = e.organizer_id
    where o.sandbox_of is null and (e.status = 'published' or (e.status = 'archived' and exists (
      select 1 from orders as r where r.organizer_id = e.organizer_id and r.event_id = e.id)))
    order by case when e.status = 'published' then 0 else 1 end, e.created_at, e.id`.execute(db);
  const taken = new Set<string>();
  for (const { organizerId, id, slug, organizerSlug, status } of events) {
    const candidates = status === 'published' ? [slug, ...suffixed(slug, organizerSlug)] : [slug];
    const publicSlug = candidates.find((candidate) => !taken.has(candidate));
    if (publicSlug === undefined) continue;
    taken.add(publicSlug);
    await sql`insert into public_slugs (slug, organizer_id, event_id, is_current)
      values (${publicSlug}, ${organizerId}, ${id}, 1)`.execute(db);
  }
}

interface PublicEvent {
  readonly organizerId: string;
  readonly id: string;
  readonly slug: string;
  readonly organizerSlug: string;
  readonly status: 'published' | 'archived';
}

function suffixed(slug: string, organizerSlug: string): string[] {
  const readable = `${slug}-${organizerSlug}`;
  return [readable, ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${readable}-${number}`)];
}
