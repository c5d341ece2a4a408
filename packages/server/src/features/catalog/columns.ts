import { parseTimestamp } from '../../platform/clock.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { mergeMetadata } from '../../platform/external-fields.ts';
import type { Static, TSchema } from '../../platform/http/schema.ts';
import { mergeTranslations, type TranslationsPatch } from '../../platform/translations.ts';
import type { addonFields, eventFields, position, ticketTypeFields, venueFields } from './fields.ts';
import { type AgeRuleInput, type CategoryRuleInput, mergeAgeRule, mergeCategoryRule } from './holder-rules.ts';

/** Validated fields. Each of them can be absent or null. */
type OptionalFields<F extends Record<string, TSchema>> = { readonly [K in keyof F]?: Static<F[K]> | null };

interface SharedInput {
  readonly externalId?: string;
  readonly translations?: TranslationsPatch | null;
  readonly metadata?: Readonly<Record<string, string | null>> | null;
}

export type EventInput = SharedInput &
  OptionalFields<typeof eventFields> & {
    readonly venue?: OptionalFields<typeof venueFields> | null;
  };
export type TicketTypeInput = SharedInput &
  OptionalFields<typeof ticketTypeFields> & {
    readonly position?: Static<typeof position> | null;
    readonly ageRule?: AgeRuleInput | null;
    readonly categoryRule?: CategoryRuleInput | null;
  };
export type AddonInput = SharedInput &
  OptionalFields<typeof addonFields> & { readonly position?: Static<typeof position> | null };

/** Columns to write. The column of a field that is absent in the input is absent too. */
export type Columns<T extends keyof Tables> = { [K in keyof Tables[T]]?: Tables[T][K] | null };

const noVenue: OptionalFields<typeof venueFields> = { name: null, address: null, city: null, country: null };

/** The columns with JSON, which changes are merged into. */
type StoredJson = Readonly<Record<'metadata' | 'translations', string | null>>;

/** The columns of an object that has no row yet. */
const noRow: StoredJson = { metadata: null, translations: null };
const noTicketType = { ...noRow, age_rule: null, category_rule: null };

/** @param stored the row before the change */
export function eventColumns(input: EventInput, stored: StoredJson = noRow): Columns<'events'> {
  const venue = input.venue === null ? noVenue : (input.venue ?? {});
  return withoutUndefined({
    external_id: input.externalId,
    metadata: mergeMetadata(stored.metadata, input.metadata),
    translations: mergeTranslations(stored.translations, input.translations),
    name: input.name,
    slug: input.slug,
    description: input.description,
    status: input.status,
    starts_at: toUtc(input.startsAt),
    ends_at: toUtc(input.endsAt),
    timezone: input.timezone,
    venue_name: venue.name,
    venue_address: venue.address,
    venue_city: venue.city,
    venue_country: venue.country,
    poster_url: input.posterUrl,
    currency: input.currency,
    answers_until: toUtc(input.answersUntil),
    default_language: input.defaultLanguage,
    name_fields: input.nameFields === 'full' ? null : input.nameFields,
    admit_per_minute: input.waitingRoom === null ? null : input.waitingRoom?.admitPerMinute,
  });
}

/** @param stored the row before the change */
export function ticketTypeColumns(
  input: TicketTypeInput,
  stored: StoredJson & Pick<Tables['ticket_types'], 'age_rule' | 'category_rule'> = noTicketType,
): Columns<'ticket_types'> {
  return withoutUndefined({
    external_id: input.externalId,
    metadata: mergeMetadata(stored.metadata, input.metadata),
    translations: mergeTranslations(stored.translations, input.translations),
    name: input.name,
    description: input.description,
    category: input.category,
    price: input.price,
    quantity: input.quantity,
    min_per_order: input.minPerOrder,
    max_per_order: input.maxPerOrder,
    bib_from: input.bibs === null ? null : input.bibs?.first,
    bib_to: input.bibs === null ? null : input.bibs?.last,
    without_bibs: input.bibs === undefined ? undefined : input.bibs === null ? 1 : 0,
    sales_start_at: toUtc(input.salesStartAt),
    sales_end_at: toUtc(input.salesEndAt),
    starts_at: toUtc(input.startsAt),
    shows_quantity_left: input.showsQuantityLeft ? 1 : input.showsQuantityLeft === false ? 0 : undefined,
    holder_name: input.holderName === 'optional' ? null : input.holderName,
    age_rule: mergeAgeRule(stored.age_rule, input.ageRule),
    category_rule: mergeCategoryRule(stored.category_rule, input.categoryRule),
    status: input.status,
    position: input.position,
  });
}

/** @param stored the row before the change */
export function addonColumns(input: AddonInput, stored: StoredJson = noRow): Columns<'addons'> {
  return withoutUndefined({
    external_id: input.externalId,
    metadata: mergeMetadata(stored.metadata, input.metadata),
    translations: mergeTranslations(stored.translations, input.translations),
    name: input.name,
    type: input.type,
    price: input.price,
    units_per_purchase: input.unitsPerPurchase,
    assigned_to: input.assignedTo === 'order' ? null : input.assignedTo,
    max_per_holder: input.maxPerHolder,
    quantity: input.quantity,
    status: input.status,
    position: input.position,
  });
}

/** The columns whose new values differ from the values in the row. */
export function changedColumns<R extends object, C extends Partial<Record<keyof R, unknown>>>(row: R, columns: C): C {
  const changedEntries = Object.entries(columns).filter(([name, value]) => row[name as keyof R] !== value);
  return Object.fromEntries(changedEntries) as C;
}

function toUtc(text: string | null | undefined): string | null | undefined {
  return text ? parseTimestamp(text) : text;
}

function withoutUndefined<C extends object>(columns: C): { [K in keyof C]?: Exclude<C[K], undefined> } {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as never;
}
