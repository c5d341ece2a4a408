import { NumberInput, SimpleGrid, Stack } from '@mantine/core';
import type { OrganizerAccess } from '#app/parts/access.ts';
import { patch } from '#app/parts/api.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { changedFields } from '#app/parts/merge-values.ts';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';
import { type Settings, useEditedSettings, useStoreSettings } from './use-settings.ts';

type Limits = Record<'perAddress' | 'perEmail', number | string>;

const valuesOf = ({ holdLimits: { perAddress, perEmail } }: Settings): Limits => ({
  perAddress: perAddress ?? '',
  perEmail: perEmail ?? '',
});

/** The limits of unpaid reservations. */
export function LimitsSection({ access, settings }: { readonly access: OrganizerAccess; readonly settings: Settings }) {
  const t = useMessages('settings');
  const parts = useMessages('parts');
  const store = useStoreSettings(access);
  const canWrite = access.can('organizer:write');
  const form = useApiForm<Limits, Settings>({
    initialValues: valuesOf(settings),
    edited: useEditedSettings(access, settings, valuesOf),
    submit: (values, { before, headers }) => {
      const changes = Object.entries(changedFields(before, values));
      const body = Object.fromEntries(changes.map(([name, value]) => [name, value === '' ? null : value]));
      return patch<Settings>(access.path('settings/hold-limits'), body, headers);
    },
    onDone: (changed) => {
      store(changed);
      notifyDone(parts.saved);
    },
  });
  return (
    <Section title={t.limits} text={t.limitsText}>
      <form onSubmit={form.onSubmit} noValidate>
        <fieldset disabled={!canWrite} className="plain-fieldset">
          <Stack>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {(['perAddress', 'perEmail'] as const).map((name) => (
                <NumberInput
                  key={name}
                  label={t[name]}
                  placeholder={t.serviceDefault}
                  min={0}
                  allowDecimal={false}
                  {...form.input(name)}
                />
              ))}
            </SimpleGrid>
            {canWrite && <FormEnd form={form} submit={t.save} />}
          </Stack>
        </fieldset>
      </form>
    </Section>
  );
}
