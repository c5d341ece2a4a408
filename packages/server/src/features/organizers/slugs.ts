import { type RawBuilder, sql } from 'kysely';
import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { IfMatch } from '../../platform/http/entity-tags.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { changeSettings } from './change-settings.ts';
import { findSandboxOf, sandboxSlugOf } from './sandboxes.ts';

const claim = statement<{ slug: string; organizerId: string }, { slug: string }>(
  (_, param) => sql<{ slug: string }>`insert into organizer_slugs (slug, organizer_id)
    values (${param('slug')}, ${param('organizerId')})
    on conflict (slug) do update set organizer_id = excluded.organizer_id
      where organizer_slugs.organizer_id = excluded.organizer_id
    returning slug`,
);

/** The id of the organizer that has this slug, or else of the one that had it, or of its sandbox, as SQL. */
export function organizerIdOfSlug(slug: unknown): RawBuilder<string> {
  return sql<string>`coalesce((select id from organizers where slug = ${slug}),
    (select organizer_id from organizer_slugs where slug = ${slug}),
    (select o.id from organizer_slugs as s join organizers as o on o.sandbox_of = s.organizer_id
      where ${slug} like '%.test' and s.slug = replace(${slug}, '.test', '')))`;
}

/** The errors of a slug that an organizer cannot have. */
export function slugErrors(slug: string): FieldError[] {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(slug) ? [] : [fieldError('slug', 'not_a_dns_label', {})];
}

/**
 * Reserves a slug for an organizer, for as long as the organizer exists.
 *
 * @throws ApiError `organizer_slug_taken` if another organizer has or had the slug
 */
export async function claimSlug(tx: Db, organizerId: string, slug: string): Promise<void> {
  if ((await claim(tx, { slug, organizerId })).length === 0) throw new ApiError('organizer_slug_taken', { slug });
}

/** Runs a change of a slug, in which the database can find that a server of the previous version has given it to another organizer. */
export async function withUniqueSlug<T>(db: Db, slug: string, change: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(change);
  } catch (error) {
    if (dialectOf(db).classifyError(error) !== 'unique') throw error;
    throw new ApiError('organizer_slug_taken', { slug });
  }
}

/**
 * Changes the slug of a live organizer and of its sandbox. The old slug still leads to the organizer, and no other organizer can get it.
 * The slugs of its events do not change.
 *
 * @param ifMatch the versions in the `If-Match` header; null if the request has no such header
 * @throws ApiError `invalid_settings` if the slug is not valid
 * @throws ApiError `organizer_slug_taken` if another organizer has or had the slug
 * @throws ApiError `live_only` for a sandbox
 * @throws ApiError `resource_changed` if the settings were changed after the caller read them
 */
export async function changeSlug(
  db: Db,
  scope: RequestScope,
  slug: string,
  ifMatch: IfMatch | null = null,
): Promise<void> {
  const { organizerId } = scope;
  const fields = slugErrors(slug);
  if (fields.length > 0) throw new ApiError('invalid_settings', {}, { fields });
  await withUniqueSlug(db, slug, async (tx) => {
    const { slug: before, sandbox_of } = await tx
      .selectFrom('organizers')
      .select(['slug', 'sandbox_of'])
      .where('id', '=', organizerId)
      .modifyEnd(dialectOf(tx).forUpdate)
      .executeTakeFirstOrThrow();
    if (sandbox_of !== null) throw new ApiError('live_only', {});
    // In one order, so that two organizers that take each other's slug do not wait for each other.
    for (const claimed of [slug, before].sort()) await claimSlug(tx, organizerId, claimed);
    const at = timestamp(scope.clock.now());
    await changeSettings(tx, organizerId, { slug }, { now: at, ifMatch });
    const sandbox = await findSandboxOf(tx, organizerId);
    if (sandbox !== null) {
      await changeSettings(tx, sandbox.id, { slug: sandboxSlugOf(slug) }, { now: at, ifMatch: null });
    }
    const details = { slug, before };
    await recordAudit(tx, scope, { action: 'organizer.update', subject: organizerId, details, at });
  });
}
