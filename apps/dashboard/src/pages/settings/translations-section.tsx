import { languages } from '@organizer/messages/languages';
import type { OrganizerAccess } from '#app/parts/access.ts';
import { patch } from '#app/parts/api.ts';
import { type DashboardTexts, useMessages } from '#app/parts/language.tsx';
import { Section } from '#app/parts/section.tsx';
import { TranslationsForm } from '#app/parts/translations-form.tsx';
import { type Settings, useEditedSettings, useStoreSettings } from './use-settings.ts';

/** The texts of an organizer as what the form edits. */
function translatedOf({ profile, translations }: Settings, t: DashboardTexts['settings']) {
  const fields = (['paymentText', 'mailGreeting'] as const).map((name) => ({
    ...{ name, label: t.settings[name], original: profile[name] ?? '' },
    ...{ isLong: true, maxLength: 1_000 },
  }));
  return [{ id: 'texts', title: t.translated, fields, translations }];
}

/** The texts of an organizer in other languages. */
export function TranslationsSection({
  access,
  settings,
}: {
  readonly access: OrganizerAccess;
  readonly settings: Settings;
}) {
  const t = useMessages('settings');
  const store = useStoreSettings(access);
  const edited = useEditedSettings(access, settings, (current) => translatedOf(current, t));
  return (
    <Section title={t.translations} text={t.translationsText}>
      <TranslationsForm
        languages={languages}
        items={translatedOf(settings, t)}
        edited={edited}
        send={async (_texts, translations) => {
          store(await patch<Settings>(access.path('settings/translations'), { translations }));
        }}
        isChangeable={access.can('organizer:write')}
        submit={t.save}
      />
    </Section>
  );
}
