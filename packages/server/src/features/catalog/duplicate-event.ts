import type { Language } from '#messages/languages';
import type { AgeRule } from '#shared/questions/age-rule';
import type { CategoryRule } from '#shared/questions/category';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Versioned } from '../../platform/http/entity-tags.ts';
import type { Static } from '../../platform/http/schema.ts';
import { requireNoErrors, type UncheckedBody } from '../../platform/http/unchecked-body.ts';
import type { RequestScope } from '../../platform/scope.ts';
import type { TranslationsPatch } from '../../platform/translations.ts';
import { recordAudit } from '../audit/index.ts';
import { type AddonAssignment, eventReader, type HolderNameMode, type NameFields } from '../event-views/index.ts';
import { slugTakenError } from './create-event.ts';
import { emitEventChange, eventNotFound, readVersionedEvent } from './event-changes.ts';
import { insertAddon, insertEvent, insertTicketType } from './insert-rows.ts';
import { eventFieldErrors } from './rules.ts';
import type { eventCopy } from './schema.dashboard.ts';
import { copyQuestions } from './write-question.ts';

const reader = eventReader('organizer', { addons: true });

/** The fields of an event that its copy gets too. */
interface Source {
  readonly timezone: string;
  readonly currency: string;
  readonly description: string | null;
  readonly translations: TranslationsPatch;
  readonly venue: Record<'name' | 'address' | 'city' | 'country', string | null> | null;
  readonly posterUrl: string | null;
  readonly defaultLanguage: Language;
  readonly nameFields: NameFields;
  readonly waitingRoom: { readonly admitPerMinute: number } | null;
  readonly ticketTypes: readonly (Offer & {
    readonly description: string | null;
    readonly category: string | null;
    readonly minPerOrder: number;
    readonly maxPerOrder: number | null;
    readonly showsQuantityLeft: boolean;
    readonly holderName: HolderNameMode;
    readonly ageRule: AgeRule | null;
    readonly categoryRule: CategoryRule | null;
    readonly bibs: { readonly first: number | null; readonly last: number | null } | null;
  })[];
  readonly addons: readonly (Offer & {
    readonly type: string;
    readonly unitsPerPurchase: number;
    readonly assignedTo: AddonAssignment;
    readonly maxPerHolder: number | null;
  })[];
}

interface Offer {
  readonly id: string;
  readonly name: string;
  readonly translations: TranslationsPatch;
  readonly price: number;
  readonly quantity: number | null;
  readonly status: 'active' | 'archived';
}

/**
 * Creates a draft with the fields of an event and its active ticket types and add-ons, and its questions. Nothing of it is sold. The times of the
 * ticket types are not copied, because they belong to the dates of the event. Emits `event.created`.
 *
 * @throws ApiError `invalid_request` with the error of each invalid field, `not_found`, `invalid_state` if another event has the slug
 */
export async function duplicateEvent(
  tx: Db,
  scope: RequestScope,
  eventId: string,
  body: UncheckedBody<Static<typeof eventCopy>>,
): Promise<Versioned> {
  const { organizerId } = scope;
  const now = timestamp(scope.clock.now());
  const fields = requireNoErrors(body, eventFieldErrors(body.input));
  const json = await reader.get(tx, organizerId, eventId);
  if (json === null) throw eventNotFound(eventId);
  const source = JSON.parse(json) as Source;
  const { timezone, currency, description, translations, venue, posterUrl, defaultLanguage, nameFields, waitingRoom } =
    source;
  const event = await insertEvent(
    tx,
    { id: organizerId, timezone, currency },
    { description, translations, venue, posterUrl, defaultLanguage, nameFields, waitingRoom, ...fields },
    now,
  );
  if (event === null) throw slugTakenError(fields.slug ?? '');
  const offerIds = new Map<string, string>();
  const isActive = ({ status }: Offer) => status === 'active';
  for (const [position, type] of source.ticketTypes.filter(isActive).entries()) {
    const {
      name,
      description,
      translations: texts,
      price,
      quantity,
      category,
      minPerOrder,
      maxPerOrder,
      showsQuantityLeft,
      holderName,
      ageRule,
      categoryRule,
      bibs,
    } = type;
    const limits = { quantity, minPerOrder, maxPerOrder, showsQuantityLeft };
    const ofHolders = { holderName, ageRule, categoryRule, bibs };
    const copied = { name, description, translations: texts, price, category, ...limits, ...ofHolders };
    offerIds.set(type.id, await insertTicketType(tx, organizerId, event, { ...copied, position }, now));
  }
  for (const [position, addon] of source.addons.filter(isActive).entries()) {
    const { name, translations: texts, price, quantity, type, unitsPerPurchase, assignedTo, maxPerHolder } = addon;
    const ofHolders = { assignedTo, maxPerHolder };
    const copied = { name, translations: texts, price, quantity, type, unitsPerPurchase, ...ofHolders, position };
    offerIds.set(addon.id, await insertAddon(tx, organizerId, event, copied, now));
  }
  await copyQuestions(tx, organizerId, { from: eventId, to: event.id, offerIds }, now);
  await recordAudit(tx, scope, { action: 'event.duplicate', subject: event.id, details: { source: eventId }, at: now });
  await emitEventChange(tx, organizerId, event.id, ['event.created'], now);
  return readVersionedEvent(tx, organizerId, event.id);
}
