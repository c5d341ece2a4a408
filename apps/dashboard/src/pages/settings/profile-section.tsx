import { ColorInput, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { OrganizerProfile } from '@organizer/shared/dashboard-api';
import type { HTMLInputTypeAttribute } from 'react';
import type { OrganizerAccess } from '#app/parts/access.ts';
import { patch } from '#app/parts/api.ts';
import { type ApiForm, FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { changedFields } from '#app/parts/merge-values.ts';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';
import { type Settings, useEditedSettings, useStoreSettings } from './use-settings.ts';

type Setting = keyof OrganizerProfile;

export const contactSettings: readonly Setting[] = [
  'contactEmail',
  'contactPhone',
  'replyTo',
  'websiteUrl',
  'imprintUrl',
  'termsUrl',
  'privacyUrl',
  'logoUrl',
  'accentColor',
];
export const transferSettings: readonly Setting[] = ['accountHolder', 'iban', 'bic', 'paymentText'];
export const mailSettings: readonly Setting[] = ['mailGreeting'];
export const ownShopSettings: readonly Setting[] = ['returnOrigins'];

/** Texts with line breaks. */
const longSettings = ['paymentText', 'mailGreeting'] as const;

/** The kinds of inputs, so that phones show the right keys. Other settings are texts. */
const inputTypes: Partial<Record<Setting, HTMLInputTypeAttribute>> = {
  contactEmail: 'email',
  contactPhone: 'tel',
  replyTo: 'email',
  websiteUrl: 'url',
  imprintUrl: 'url',
  termsUrl: 'url',
  privacyUrl: 'url',
  logoUrl: 'url',
};

interface ProfileSectionProps {
  readonly access: OrganizerAccess;
  readonly settings: Settings;
  readonly title: string;
  readonly text: string;
  readonly names: readonly Setting[];
}

/** A part of what buyers see of an organizer. */
export function ProfileSection({ access, settings, title, text, names }: ProfileSectionProps) {
  const t = useMessages('settings');
  const parts = useMessages('parts');
  const store = useStoreSettings(access);
  const canWrite = access.can('organizer:write');
  const valuesOf = ({ profile }: Settings) =>
    Object.fromEntries(names.map((name) => [name, shown(name, profile[name])])) as Record<Setting, string>;
  const form = useApiForm({
    initialValues: valuesOf(settings),
    edited: useEditedSettings(access, settings, valuesOf),
    submit: (values, { before, headers }) =>
      patch<Settings>(access.path('settings/profile'), changedFields(before, values), headers),
    onDone: (changed) => {
      store(changed);
      notifyDone(parts.saved);
    },
  });
  return (
    <Section title={title} text={text}>
      <form onSubmit={form.onSubmit} noValidate>
        <fieldset disabled={!canWrite} className="plain-fieldset">
          <Stack>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {names
                .filter((name) => !longSettings.includes(name as never))
                .map((name) => (
                  <SettingInput key={name} name={name} form={form} />
                ))}
            </SimpleGrid>
            {longSettings
              .filter((name) => names.includes(name))
              .map((name) => (
                <Textarea
                  key={name}
                  label={t.settings[name]}
                  description={t.hints[name]}
                  autosize
                  minRows={2}
                  dir="auto"
                  {...form.input(name)}
                />
              ))}
            {canWrite && <FormEnd form={form} submit={t.save} />}
          </Stack>
        </fieldset>
      </form>
    </Section>
  );
}

function SettingInput({ name, form }: { readonly name: Setting; readonly form: ApiForm<Record<Setting, string>> }) {
  const t = useMessages('settings');
  const { hints }: { hints: Partial<Record<Setting, string>> } = t;
  const common = { label: t.settings[name], description: hints[name], inputWrapperOrder, ...form.input(name) };
  if (name === 'accentColor') return <ColorInput format="hex" withEyeDropper={false} {...common} />;
  return <TextInput type={inputTypes[name]} dir="auto" {...common} />;
}

/** The hint is below the input, so that the inputs of a row are at the same height. */
const inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** An IBAN is read in groups of four characters. */
function shown(name: Setting, value: string | null): string {
  if (value === null) return '';
  return name === 'iban' ? value.replace(/(.{4})(?=.)/g, '$1 ') : value;
}
