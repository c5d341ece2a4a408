import { NumberInput, SimpleGrid, Stack } from '@mantine/core';
import type { HoldLimits } from '@organizer/shared/dashboard-api';
import { partMessages } from '#app/messages/parts.ts';
import { settingsMessages } from '#app/messages/settings.ts';
import type { OrganizerAccess } from '#app/parts/access.ts';
import { patch } from '#app/parts/api.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';
import { useStoreSettings } from './use-settings.ts';

/** The limits of unpaid reservations. */
export function LimitsSection({ access, limits }: { readonly access: OrganizerAccess; readonly limits: HoldLimits }) {
  const t = useMessages(settingsMessages);
  const parts = useMessages(partMessages);
  const store = useStoreSettings(access);
  const canWrite = access.can('organizer:write');
  const form = useApiForm<{ perAddress: number | string; perEmail: number | string }, HoldLimits>({
    initialValues: { perAddress: limits.perAddress ?? '', perEmail: limits.perEmail ?? '' },
    submit: ({ perAddress, perEmail }) =>
      patch<HoldLimits>(access.path('settings/hold-limits'), {
        perAddress: perAddress === '' ? null : perAddress,
        perEmail: perEmail === '' ? null : perEmail,
      }),
    onDone: (holdLimits) => {
      store({ holdLimits });
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
