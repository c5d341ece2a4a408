import type { Db } from '../../platform/database/dialect.ts';

/** Converts a name for use in a URL: lower-case ASCII letters, digits and hyphens, at most 80 characters. */
function slugify(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '');
  return slug === '' ? 'event' : slug;
}

/** Derives a slug from a name. If another event of the organizer has the same slug, a number is appended. */
export async function uniqueSlug(db: Db, organizerId: string, name: string): Promise<string> {
  const base = slugify(name);
  const rows = await db
    .selectFrom('events')
    .select('slug')
    .where('organizer_id', '=', organizerId)
    .where((eb) => eb.or([eb('slug', '=', base), eb('slug', 'like', `${base}-%`)]))
    .execute();
  const taken = new Set(rows.map((row) => row.slug));
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}
