import { ApiError, type FieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { IfMatch } from '../../platform/http/entity-tags.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { mergeTranslations, type TranslationsPatch } from '../../platform/translations.ts';
import { recordAudit } from '../audit/index.ts';
import { changeSettings } from './change-settings.ts';
import { textErrors } from './set-profile.ts';

/**
 * Changes the texts of an organizer in other languages than the default one. Absent languages and texts do not change; null removes them.
 *
 * @param ifMatch the versions in the `If-Match` header; null if the request has no such header
 * @throws ApiError `invalid_settings` if a text is invalid. It has a field error for each invalid text.
 * @throws ApiError `resource_changed` if the settings were changed after the caller read them
 */
export async function setOrganizerTranslations(
  db: Db,
  scope: RequestScope,
  { translations = {} }: { readonly translations?: TranslationsPatch | null },
  ifMatch: IfMatch | null,
): Promise<void> {
  const { organizerId } = scope;
  const fields: FieldError[] = Object.entries(translations ?? {}).flatMap(([language, texts]) =>
    textErrors(texts ?? {}, `translations.${language}.`),
  );
  if (fields.length > 0) throw new ApiError('invalid_settings', {}, { fields });
  await db.transaction().execute(async (tx) => {
    const at = timestamp(scope.clock.now());
    const stored = await tx
      .selectFrom('organizers')
      .select('translations')
      .where('id', '=', organizerId)
      .modifyEnd(dialectOf(tx).forUpdate)
      .executeTakeFirstOrThrow();
    const merged = mergeTranslations(stored.translations, translations);
    await changeSettings(tx, organizerId, merged === undefined ? {} : { translations: merged }, { now: at, ifMatch });
    const details = { settings: ['translations'] };
    await recordAudit(tx, scope, { action: 'organizer.update', subject: organizerId, details, at });
  });
}
