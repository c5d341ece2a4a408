import { sql } from 'kysely';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { findSandbox, readOrganizer } from '../organizers/index.ts';
import { lockEvent, nextVersion } from './event-changes.ts';

/** Further slugs are not tried. The page of the event is then found by its id only. */
const maxNumberedSlugs = 9;

type ClaimedSlug = { slug: string; organizerId: string; eventId: string };

// A slug of another organizer is never taken, and a slug of the same organizer only if its event has another one now.
const claim = statement<ClaimedSlug, { slug: string }>(
  (_, param) => sql<{ slug: string }>`insert into public_slugs (slug, organizer_id, event_id, is_current)
    values (${param('slug')}, ${param('organizerId')}, ${param('eventId')}, 1)
    on conflict (slug) do update set event_id = excluded.event_id, is_current = 1
      where public_slugs.organizer_id = excluded.organizer_id
        and (public_slugs.event_id = excluded.event_id or public_slugs.is_current = 0)
    returning slug`,
);

/**
 * Gives a published event the slug of its page: its own slug if no other organizer had it first, otherwise with the slug of the organizer as
 * a suffix. Earlier slugs of the event still lead to its page, and no other organizer can get them. In a sandbox, events have no such slug.
 */
export async function claimPublicSlug(
  tx: Db,
  organizerId: string,
  { id: eventId, slug }: { readonly id: string; readonly slug: string },
): Promise<void> {
  if ((await findSandbox(tx, organizerId)) !== null) return;
  const organizer = await readOrganizer(tx, organizerId);
  for (const candidate of candidatesFor(slug, organizer.slug)) {
    if ((await claim(tx, { slug: candidate, organizerId, eventId })).length === 0) continue;
    await tx
      .updateTable('public_slugs')
      .set({ is_current: 0 })
      .where('organizer_id', '=', organizerId)
      .where('event_id', '=', eventId)
      .where('slug', '<>', candidate)
      .execute();
    return;
  }
}

function candidatesFor(slug: string, organizerSlug: string): string[] {
  const suffixed = `${slug}-${organizerSlug}`;
  const numbered = Array.from({ length: maxNumberedSlugs - 1 }, (_, index) => `${suffixed}-${index + 2}`);
  return [slug, suffixed, ...numbered];
}

const findUnclaimed = statement<{ slug: string }, { organizerId: string; id: string }>(
  (_, param) => sql<{ organizerId: string; id: string }>`select e.organizer_id as "organizerId", e.id
    from events as e join organizers as o on o.id = e.organizer_id
    where e.slug = ${param('slug')} and e.status = 'published' and o.sandbox_of is null
      and not exists (select 1 from public_slugs as p where p.organizer_id = e.organizer_id and p.event_id = e.id)
    order by e.created_at, e.id limit 1`,
);

/**
 * Gives a slug that no page has to the oldest event that was published with it by the previous version of the program, which does not know
 * `public_slugs`.
 */
export async function claimForUnclaimed(db: Db, slug: string, clock: Clock): Promise<void> {
  const [found] = await findUnclaimed(db, { slug });
  if (found === undefined) return;
  const { organizerId, id } = found;
  await db.transaction().execute(async (tx) => {
    const event = await lockEvent(tx, organizerId, id);
    if (event?.status !== 'published') return;
    await claimPublicSlug(tx, organizerId, event);
    await tx
      .updateTable('events')
      .set(nextVersion(event, timestamp(clock.now())))
      .where('organizer_id', '=', organizerId)
      .where('id', '=', id)
      .execute();
  });
}
