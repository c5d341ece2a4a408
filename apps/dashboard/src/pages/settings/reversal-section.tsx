import { NumberInput, Stack } from '@mantine/core';
import type { OrganizerAccess } from '#app/parts/access.ts';
import { put } from '#app/parts/api.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';
import { type Settings, useEditedSettings, useStoreSettings } from './use-settings.ts';

const minuteSeconds = 60;

/** The field has the name of the setting, so that its errors are shown at it. */
type Minutes = { reverseWithinSeconds: number | string };

const valuesOf = (settings: Settings): Minutes => ({
  reverseWithinSeconds: settings.reverseWithinSeconds / minuteSeconds,
});

/** The time within which a bar can reverse a consumption. */
export function ReversalSection({
  access,
  settings,
}: {
  readonly access: OrganizerAccess;
  readonly settings: Settings;
}) {
  const t = useMessages('gates');
  const parts = useMessages('parts');
  const store = useStoreSettings(access);
  const canWrite = access.can('organizer:write');
  const form = useApiForm<Minutes, Settings>({
    initialValues: valuesOf(settings),
    edited: useEditedSettings(access, settings, valuesOf),
    submit: ({ reverseWithinSeconds: minutes }, { headers }) => {
      const reverseWithinSeconds = minutes === '' ? null : Math.round(Number(minutes) * minuteSeconds);
      return put<Settings>(access.path('settings/reversal-time'), { reverseWithinSeconds }, headers);
    },
    onDone: (changed) => {
      store(changed);
      notifyDone(parts.saved);
    },
  });
  return (
    <Section title={t.reversal} text={t.reversalText}>
      <form onSubmit={form.onSubmit} noValidate>
        <fieldset disabled={!canWrite} className="plain-fieldset">
          <Stack>
            <NumberInput
              label={t.reversalMinutes}
              description={t.reversalHint}
              min={0}
              decimalScale={2}
              maw={220}
              {...form.input('reverseWithinSeconds')}
            />
            {canWrite && <FormEnd form={form} submit={parts.save} />}
          </Stack>
        </fieldset>
      </form>
    </Section>
  );
}
