import { NumberInput, Stack } from '@mantine/core';
import type { ReversalTime } from '@organizer/shared/dashboard-api';
import { gateMessages } from '#app/messages/gates.ts';
import { partMessages } from '#app/messages/parts.ts';
import type { OrganizerAccess } from '#app/parts/access.ts';
import { put } from '#app/parts/api.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';
import { useStoreSettings } from './use-settings.ts';

const minuteSeconds = 60;

/** The time within which a bar can reverse a consumption. */
export function ReversalSection({ access, seconds }: { readonly access: OrganizerAccess; readonly seconds: number }) {
  const t = useMessages(gateMessages);
  const parts = useMessages(partMessages);
  const store = useStoreSettings(access);
  const canWrite = access.can('organizer:write');
  const form = useApiForm<{ reverseWithinSeconds: number | string }, ReversalTime>({
    initialValues: { reverseWithinSeconds: seconds / minuteSeconds },
    submit: ({ reverseWithinSeconds: minutes }) =>
      put<ReversalTime>(access.path('settings/reversal-time'), {
        reverseWithinSeconds: minutes === '' ? null : Math.round(Number(minutes) * minuteSeconds),
      }),
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
