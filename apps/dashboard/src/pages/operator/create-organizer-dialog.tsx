import { Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { OrganizerRow } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';

const maxSlugLength = 63;

/** Creates an organizer, and opens its page. */
export function CreateOrganizerDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages('operator');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // Until it is edited, the slug follows the name.
  const [isSlugEdited, setIsSlugEdited] = useState(false);
  const form = useApiForm({
    initialValues: {
      name: '',
      slug: '',
      currency: 'EUR',
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    submit: (values) => post<OrganizerRow>('operator/organizers', values),
    onDone: ({ slug, name }) => {
      queryClient.invalidateQueries({ queryKey: ['operator', 'organizers'] });
      notifyDone(t.createdNotice({ name }));
      navigate({ to: '/operator/organizers/$slug', params: { slug } });
    },
  });
  return (
    <Dialog onClose={onClose} title={t.create}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <Text size="sm">{t.createText}</Text>
          <TextInput
            label={t.name}
            dir="auto"
            maxLength={200}
            data-autofocus
            {...form.input('name')}
            onChange={(event) => {
              const name = event.currentTarget.value;
              form.fields.setFieldValue('name', name);
              if (!isSlugEdited) form.fields.setFieldValue('slug', slugOf(name));
            }}
          />
          <TextInput
            label={t.slug}
            description={t.slugHint}
            autoComplete="off"
            spellCheck={false}
            {...form.input('slug')}
            onChange={(event) => {
              setIsSlugEdited(true);
              form.fields.setFieldValue('slug', event.currentTarget.value);
            }}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Select
              label={t.currency}
              description={t.currencyHint}
              data={Intl.supportedValuesOf('currency')}
              searchable
              allowDeselect={false}
              {...form.input('currency')}
            />
            <Select
              label={t.timezone}
              description={t.currencyHint}
              data={[...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]}
              searchable
              allowDeselect={false}
              {...form.input('timezone')}
            />
          </SimpleGrid>
          <FormEnd form={form} submit={t.create} />
        </Stack>
      </form>
    </Dialog>
  );
}

/** A slug from a name: `Kranich-Läufe 2027` becomes `kranich-laufe-2027`. The server checks it. */
function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replaceAll(/^-+|-+$/g, '');
}
