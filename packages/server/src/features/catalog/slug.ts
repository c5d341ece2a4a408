import type { Db } from '../../platform/database/dialect.ts';

/** Letters that are written with others where they are missing, and letters that no accent can be removed from. */
const transliterations: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  å: 'a',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Converts a name for use in a URL: lower-case ASCII letters, digits and hyphens, at most 80 characters. */
function slugify(name: string): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßæøåœłđðþı]/g, (letter) => transliterations[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
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
