import { Stack, TextInput } from '@mantine/core';
import type { OrganizerAccess } from '#app/parts/access.ts';
import { put } from '#app/parts/api.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { useHref } from '#app/parts/link.tsx';
import { Section } from '#app/parts/section.tsx';
import { type Settings, useEditedSettings } from './use-settings.ts';

const valuesOf = ({ slug }: Settings) => ({ slug });

/** Changes the slug of the organizer. */
export function SlugSection({ access, settings }: { readonly access: OrganizerAccess; readonly settings: Settings }) {
  const t = useMessages('settings');
  const parts = useMessages('parts');
  const href = useHref();
  const form = useApiForm<{ slug: string }, Settings>({
    initialValues: valuesOf(settings),
    edited: useEditedSettings(access, settings, valuesOf),
    submit: (values, { headers }) => put<Settings>(access.path('settings/slug'), values, headers),
    // All paths of the dashboard contain the slug.
    onDone: ({ slug }) => location.assign(href({ to: '/organizers/$organizer/settings', params: { organizer: slug } })),
  });
  return (
    <Section title={t.slug} text={t.slugText}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <TextInput label={t.slug} description={t.slugHint} maxLength={63} {...form.input('slug')} />
          <FormEnd form={form} submit={parts.save} />
        </Stack>
      </form>
    </Section>
  );
}
