import { Alert, Checkbox, Group, Input, SegmentedControl, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { questionsQuery } from '#app/pages/events/question-query.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { useQuestionWords } from '#app/parts/answer-text.ts';
import { organizerPath } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { DownloadButton } from '#app/parts/download.tsx';
import { useEvents } from '#app/parts/events.ts';
import { LockIcon } from '#app/parts/icons.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { withoutLinks } from '#app/parts/text-with-links.tsx';
import { type EventDialogProps, EventSelect } from './event-select.tsx';
import { SavedViews, type StartListSettings } from './saved-views.tsx';

type Column = StartListSettings['columns'][number];

const firstSettings: StartListSettings = {
  format: 'xlsx',
  columns: ['bib', 'holderName', 'ticketType', 'category', 'status'],
  questions: [],
  includeVoid: false,
};

/** Exports the attendees of an event. */
export function ExportDialog({ eventId: firstEventId, onClose }: EventDialogProps) {
  const t = useMessages('attendees');
  return (
    <Dialog title={t.download} onClose={onClose} size="lg">
      <ExportForm firstEventId={firstEventId} />
    </Dialog>
  );
}

function ExportForm({ firstEventId }: { readonly firstEventId: string | null }) {
  const t = useMessages('attendees');
  const { slug } = useOrganizer();
  const { fileLanguage: language } = useLanguage();
  const { labelIn } = useQuestionWords();
  const [eventId, setEventId] = useState(firstEventId);
  const [settings, setSettings] = useState(firstSettings);
  const change = (changed: Partial<StartListSettings>) => setSettings({ ...settings, ...changed });
  const { format, includeVoid } = settings;
  const { data: questions } = useQuery({ ...questionsQuery(slug, eventId ?? ''), enabled: eventId !== null });
  const { ticketTypes = [] } = useEvents().data?.find(({ id }) => id === eventId) ?? {};
  const standardColumns = Object.keys(t.columnNames) as readonly Column[];
  const hasColumn = (key: string | null) => standardColumns.some((column) => column === key);
  // The date of birth, the club and others have a column of their own.
  const asked = (questions?.data ?? []).filter(({ askedOf, key }) => askedOf === 'buyer' || !hasColumn(key));
  const names: readonly (readonly [string, string])[] = [
    ...Object.entries(t.columnNames),
    ...asked.map((question) => [question.id, withoutLinks(labelIn(question))] as const),
  ];
  // The file has the columns in the sequence of the list, not in that of the clicks.
  const columns: readonly string[] = [
    ...settings.columns,
    ...asked.flatMap(({ id, label }) => (settings.questions.includes(label) ? [id] : [])),
  ];
  const choose = (chosen: readonly string[]) => {
    const added = asked.filter(({ id }) => chosen.includes(id));
    const removed = asked.filter(({ id }) => columns.includes(id) && !chosen.includes(id));
    // The labels of other events stay.
    const labels = new Set([...settings.questions, ...added.map(({ label }) => label)]);
    for (const { label } of removed) labels.delete(label);
    change({ columns: standardColumns.filter((column) => chosen.includes(column)), questions: [...labels] });
  };
  const choosesColumns = format !== 'raceResult';
  const isComplete = eventId !== null && (columns.length > 0 || !choosesColumns);
  const query = {
    eventId,
    format,
    columns: choosesColumns ? columns.join(',') : null,
    status: includeVoid ? 'valid,used,void' : null,
    language,
  };
  return (
    <Stack>
      <EventSelect value={eventId} onChange={setEventId} />
      <SavedViews settings={settings} onChoose={setSettings} />
      <Stack gap={4}>
        <Input.Label component="div" id="format">
          {t.format}
        </Input.Label>
        <SegmentedControl
          aria-labelledby="format"
          value={format}
          onChange={(value) => change({ format: value as StartListSettings['format'] })}
          data={[
            { value: 'xlsx', label: t.xlsx },
            { value: 'csv', label: t.csv },
            { value: 'raceResult', label: 'RACE RESULT' },
          ]}
        />
      </Stack>
      {choosesColumns ? (
        <Checkbox.Group
          label={t.columns}
          description={t.columnsText}
          error={columns.length === 0 ? t.noColumns : undefined}
          value={[...columns]}
          onChange={choose}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="xs">
            {names.map(([column, label]) => (
              <Checkbox key={column} value={column} label={<bdi>{label}</bdi>} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      ) : (
        <Text size="sm">{t.raceResultText}</Text>
      )}
      <Switch
        label={t.includeVoid}
        checked={includeVoid}
        onChange={(event) => change({ includeVoid: event.currentTarget.checked })}
      />
      <Alert variant="light" color="gray" icon={<LockIcon />}>
        {t.personal}
        {choosesColumns && columns.includes('qrValue') && ` ${t.qr}`}
      </Alert>
      <DownloadButton
        path={organizerPath(slug, 'attendees/file')}
        query={query}
        label={t.download}
        kind="primary"
        disabled={!isComplete}
      />
      {ticketTypes.length > 1 && (
        <Stack gap="xs">
          <Text size="sm">{t.byType}</Text>
          <Group gap="xs">
            {ticketTypes.map(({ id, name }) => (
              <DownloadButton
                key={id}
                path={organizerPath(slug, 'attendees/file')}
                query={{ ...query, ticketTypeId: id }}
                label={name}
                disabled={!isComplete}
              />
            ))}
          </Group>
        </Stack>
      )}
    </Stack>
  );
}
