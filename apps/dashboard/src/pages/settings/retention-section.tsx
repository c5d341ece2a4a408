import { Button, NumberInput, Stack, Text } from '@mantine/core';
import type { RetentionPreview } from '@organizer/shared/dashboard-api';
import { type FormEvent, useRef } from 'react';
import type { OrganizerAccess } from '#app/parts/access.ts';
import { get, put } from '#app/parts/api.ts';
import { useChange } from '#app/parts/change.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { FormEnd, isRefused, useApiForm } from '#app/parts/form.tsx';
import { type DashboardTexts, useMessages } from '#app/parts/language.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';
import { ErrorNote } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import { type Settings, useEditedSettings, useStoreSettings } from './use-settings.ts';

type Days = { personalDataDays: number | string };
type EndedEvent = RetentionPreview['events'][number];
type EndedQuestion = RetentionPreview['questions'][number];

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
  const confirm = useConfirm();
  const count = async (days: number) => ({
    days,
    ...(await get<RetentionPreview>(access.path('privacy/retention'), { days })),
  });
  const preview = useChange(count);
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
  const isConfirmed = useRef(false);
  const ask = useChange(async (element: HTMLFormElement) => {
    const send = async () => {
      isConfirmed.current = true;
      element.requestSubmit();
      isConfirmed.current = false;
    };
    const ended = await count(days).catch((failure: unknown) => {
      // The server refuses these days in the form too, and says why at the field.
      if (!isRefused(failure)) throw failure;
      return { events: [] };
    });
    if (ended.events.length === 0) return send();
    confirm({
      title: t.removeTitle,
      text: t.removeText({ what: countText(t, ended.events) }),
      action: t.saveAndRemove,
      run: send,
    });
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const isUnchanged = days === settings.personalDataDays;
    if (isConfirmed.current || isUnchanged || days === 0) return form.onSubmit(event);
    event.preventDefault();
    ask.run(event.currentTarget);
  };
  return (
    <Section title={t.retention} text={t.retentionText}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <NumberInput
            label={t.days}
            description={t.daysHint}
            min={1}
            allowDecimal={false}
            maw={320}
            {...form.input('personalDataDays')}
          />
          <FormEnd
            form={{ ...form, error: form.error ?? ask.error, isSending: form.isSending || ask.isRunning }}
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
      {preview.result?.days === days && <Preview {...preview.result} />}
    </Section>
  );
}

function countText(t: DashboardTexts['privacy'], events: readonly EndedEvent[]): string {
  const sum = (key: 'orders' | 'tickets') => events.reduce((total, event) => total + event[key], 0);
  return t.previewCount({ orders: sum('orders'), tickets: sum('tickets'), events: events.length });
}

function Preview({ events, questions }: RetentionPreview) {
  const t = useMessages('privacy');
  const columns: readonly Column<EndedEvent>[] = [
    { key: 'name', title: t.event, cell: ({ name }) => <bdi>{name}</bdi> },
    { key: 'endedAt', title: t.ended, cell: ({ endedAt }) => <Time at={endedAt} as="day" /> },
    { key: 'orders', title: t.orders, align: 'end', cell: ({ orders }) => orders },
  ];
  const ofQuestions: readonly Column<EndedQuestion>[] = [
    { key: 'event', title: t.event, cell: ({ eventName }) => <bdi>{eventName}</bdi> },
    { key: 'endedAt', title: t.ended, cell: ({ endedAt }) => <Time at={endedAt} as="day" /> },
    { key: 'question', title: t.question, cell: ({ label }) => <bdi>{label}</bdi> },
    { key: 'answers', title: t.answers, align: 'end', cell: ({ answers }) => answers },
  ];
  return (
    <>
      <Text role="status">{events.length === 0 ? t.previewNone : countText(t, events)}</Text>
      {events.length > 0 && <Rows rows={events} label={t.preview} columns={columns} rowKey={({ id }) => id} />}
      {questions.length > 0 && (
        <>
          <Text>{t.previewAnswers}</Text>
          <Rows rows={questions} label={t.previewAnswers} columns={ofQuestions} rowKey={({ id }) => id} />
        </>
      )}
    </>
  );
}
