import { Button, NumberInput, Stack, Text } from '@mantine/core';
import type { RetentionPreview } from '@organizer/shared/dashboard-api';
import type { OrganizerAccess } from '#app/parts/access.ts';
import { get, put } from '#app/parts/api.ts';
import { useChange } from '#app/parts/change.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';
import { ErrorNote } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import { type Settings, useEditedSettings, useStoreSettings } from './use-settings.ts';

type Days = { personalDataDays: number | string };
type EndedEvent = RetentionPreview['events'][number];

const valuesOf = ({ personalDataDays }: Settings): Days => ({ personalDataDays: personalDataDays ?? '' });

/** How many days after each event personal data is removed, and what would be removed now. */
export function RetentionSection({
  access,
  settings,
}: {
  readonly access: OrganizerAccess;
  readonly settings: Settings;
}) {
  const t = useMessages('privacy');
  const parts = useMessages('parts');
  const store = useStoreSettings(access);
  const preview = useChange((days: number) => get<RetentionPreview>(access.path('privacy/retention'), { days }));
  const form = useApiForm<Days, Settings>({
    initialValues: valuesOf(settings),
    edited: useEditedSettings(access, settings, valuesOf),
    submit: ({ personalDataDays: days }, { headers }) => {
      const personalDataDays = days === '' ? null : Number(days);
      return put<Settings>(access.path('settings/personal-data-days'), { personalDataDays }, headers);
    },
    onDone: (changed) => {
      store(changed);
      notifyDone(parts.saved);
    },
  });
  const days = Number(form.fields.getValues().personalDataDays);
  return (
    <Section title={t.retention} text={t.retentionText}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <NumberInput
            label={t.days}
            description={t.daysHint}
            min={1}
            allowDecimal={false}
            maw={220}
            {...form.input('personalDataDays')}
          />
          <FormEnd
            form={form}
            submit={parts.save}
            others={
              <Button
                variant="default"
                disabled={days < 1}
                loading={preview.isRunning}
                onClick={() => preview.run(days)}
              >
                {t.preview}
              </Button>
            }
          />
        </Stack>
      </form>
      <ErrorNote error={preview.error} />
      {preview.result !== undefined && <Preview events={preview.result.events} />}
    </Section>
  );
}

function Preview({ events }: { readonly events: readonly EndedEvent[] }) {
  const t = useMessages('privacy');
  const columns: readonly Column<EndedEvent>[] = [
    { key: 'name', title: t.event, cell: ({ name }) => <bdi>{name}</bdi> },
    { key: 'endedAt', title: t.ended, cell: ({ endedAt }) => <Time at={endedAt} as="day" /> },
    { key: 'orders', title: t.orders, align: 'end', cell: ({ orders }) => orders },
  ];
  const sum = (key: 'orders' | 'tickets') => events.reduce((total, event) => total + event[key], 0);
  if (events.length === 0) return <Text role="status">{t.previewNone}</Text>;
  return (
    <>
      <Text role="status">
        {t.previewCount({ orders: sum('orders'), tickets: sum('tickets'), events: events.length })}
      </Text>
      <Rows rows={events} label={t.preview} columns={columns} rowKey={({ id }) => id} />
    </>
  );
}
