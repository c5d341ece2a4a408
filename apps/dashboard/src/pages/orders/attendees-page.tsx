import { Alert, Checkbox, Input, SegmentedControl, Select, SimpleGrid, Stack, Switch } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath } from '#app/parts/api.ts';
import { DownloadButton } from '#app/parts/download.tsx';
import { optionsOf, useEvents } from '#app/parts/events.ts';
import { EventIcon, LockIcon } from '#app/parts/icons.tsx';
import { type DashboardTexts, useLanguage, useMessages } from '#app/parts/language.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Section } from '#app/parts/section.tsx';
import { EmptyState, Loaded, NextPage } from '#app/parts/states.tsx';

type Column = keyof DashboardTexts['attendees']['columnNames'];

/** The columns of a start list. */
const firstColumns: readonly Column[] = ['bib', 'holderName', 'ticketType', 'category', 'status'];

/** Exports the attendees of an event. */
export function Page() {
  const t = useMessages('attendees');
  const events = useEvents();
  return (
    <PageFrame title={t.title} description={t.description} width="narrow">
      <Loaded query={events}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={EventIcon}
              title={t.noEvents}
              text={t.noEventsText}
              action={<NextPage to="/organizers/$organizer/events" />}
            />
          ) : (
            <ExportForm options={optionsOf(list)} />
          )
        }
      </Loaded>
    </PageFrame>
  );
}

function ExportForm({ options }: { readonly options: { value: string; label: string }[] }) {
  const t = useMessages('attendees');
  const { slug } = useOrganizer();
  const { fileLanguage: language } = useLanguage();
  const search = useSearch({ from: '/frame/organizers/$organizer/attendees' });
  const [eventId, setEventId] = useState<string | null>(search.eventId ?? options[0]?.value ?? null);
  const [format, setFormat] = useState('xlsx');
  const [chosen, setChosen] = useState<readonly string[]>(firstColumns);
  const [includeVoid, setIncludeVoid] = useState(false);
  // The file has the columns in the sequence of the list, not in that of the clicks.
  const columns = (Object.keys(t.columnNames) as Column[]).filter((column) => chosen.includes(column));
  const query = { eventId, format, columns: columns.join(','), includeVoid: includeVoid || null, language };
  return (
    <Section title={t.download}>
      <Stack>
        <Select
          label={t.event}
          placeholder={t.chooseEvent}
          data={options}
          value={eventId}
          onChange={setEventId}
          allowDeselect={false}
          searchable={options.length > 8}
        />
        <Stack gap={4}>
          <Input.Label component="div" id="format">
            {t.format}
          </Input.Label>
          <SegmentedControl
            aria-labelledby="format"
            value={format}
            onChange={setFormat}
            data={[
              { value: 'xlsx', label: t.xlsx },
              { value: 'csv', label: t.csv },
            ]}
          />
        </Stack>
        <Checkbox.Group
          label={t.columns}
          description={t.columnsText}
          error={columns.length === 0 ? t.noColumns : undefined}
          value={[...chosen]}
          onChange={setChosen}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="xs">
            {Object.entries(t.columnNames).map(([column, label]) => (
              <Checkbox key={column} value={column} label={label} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <Switch
          label={t.includeVoid}
          checked={includeVoid}
          onChange={(event) => setIncludeVoid(event.currentTarget.checked)}
        />
        <Alert variant="light" color="gray" icon={<LockIcon />}>
          {t.personal}
          {columns.includes('qrValue') && ` ${t.qr}`}
        </Alert>
        <DownloadButton
          path={organizerPath(slug, 'attendees')}
          query={query}
          label={t.download}
          kind="primary"
          disabled={eventId === null || columns.length === 0}
        />
      </Stack>
    </Section>
  );
}
