import { Alert, Button, Checkbox, FileButton, Group, Input, Select, Stack, Text } from '@mantine/core';
import type { AssignedBibs } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { questionsQuery } from '#app/pages/events/question-query.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { useQuestionWords } from '#app/parts/answer-text.ts';
import { Failure, organizerPath, post } from '#app/parts/api.ts';
import { useChange } from '#app/parts/change.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { optionsOf, useEvents } from '#app/parts/events.ts';
import { useFailureTexts } from '#app/parts/failure-text.ts';
import { type DashboardTexts, useMessages } from '#app/parts/language.tsx';
import { Rows } from '#app/parts/list-table.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { ErrorNote } from '#app/parts/states.tsx';
import { type EventDialogProps, EventSelect } from './event-select.tsx';

type By = keyof DashboardTexts['attendees']['bibOrders'];

/** Number of changes and of refused rows that are shown. */
const shownMax = 100;

/** The kinds of the questions whose answers have a sequence that an organizer expects. */
const sortableKinds = ['number', 'text', 'date'];

/** The text of a CSV file: in UTF-8, or else in Windows-1252, in which spreadsheet programs save text. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Assigns start numbers to the tickets of an event. */
export function BibsDialog({ eventId, onClose }: EventDialogProps) {
  const t = useMessages('attendees');
  return (
    <Dialog title={t.bibs} onClose={onClose} size="lg">
      <BibsForm firstEventId={eventId} onDone={onClose} />
    </Dialog>
  );
}

function BibsForm({ firstEventId, onDone }: { readonly firstEventId: string | null; readonly onDone: () => void }) {
  const t = useMessages('attendees');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const [eventId, setEventId] = useState(firstEventId);
  const [by, setBy] = useState<By>('payment');
  const [questionId, setQuestionId] = useState<string | null>(null);
  const [ticketTypeId, setTicketTypeId] = useState<string | null>(null);
  const [renumber, setRenumber] = useState(false);
  const [includeFixed, setIncludeFixed] = useState(false);
  const [file, setFile] = useState<{ name: string; csv: string } | null>(null);
  const isFile = by === 'file';
  const { data: questions } = useQuery({ ...questionsQuery(slug, eventId ?? ''), enabled: eventId !== null });
  const { labelIn } = useQuestionWords();
  const sortable = (questions?.data ?? []).filter(
    ({ askedOf, kind }) => askedOf === 'holder' && sortableKinds.includes(kind),
  );
  const { ticketTypes = [] } = useEvents().data?.find(({ id }) => id === eventId) ?? {};
  const isComplete = eventId !== null && (!isFile || file !== null) && (by !== 'answer' || questionId !== null);
  const send = (dryRun: boolean) => {
    const rule = {
      renumber,
      includeFixed: renumber && includeFixed,
      ...(ticketTypeId === null ? {} : { ticketTypeId }),
    };
    const how = isFile ? { csv: file?.csv } : { ...rule, ...(by === 'answer' ? { questionId } : {}) };
    return post<AssignedBibs>(organizerPath(slug, `events/${eventId}/bibs`), { by, ...how, dryRun });
  };
  const preview = useChange(() => send(true));
  const assign = useChange(() => send(false), {
    onDone: async ({ changed, notChanged }) => {
      await queryClient.invalidateQueries({ queryKey: ['organizer', slug] });
      preview.reset();
      notifyDone(t.bibsAssigned({ count: changed }));
      if (notChanged === 0) onDone();
    },
  });
  const change =
    <V,>(set: (value: V) => void) =>
    (value: V) => {
      set(value);
      preview.reset();
    };
  const plan = preview.result;
  const error = preview.error ?? assign.error;
  const { fieldText } = useFailureTexts();
  const fileErrors = error instanceof Failure ? (error.problem?.errors ?? []).filter(({ path }) => path === 'csv') : [];
  return (
    <Stack>
      <EventSelect
        value={eventId}
        onChange={change((id) => {
          setEventId(id);
          setQuestionId(null);
          setTicketTypeId(null);
        })}
      />
      <Select
        label={t.bibsBy}
        data={Object.entries(t.bibOrders).map(([value, label]) => ({ value, label }))}
        value={by}
        onChange={change((value) => setBy(value as By))}
        allowDeselect={false}
      />
      {by === 'answer' && (
        <Select
          label={t.bibsQuestion}
          description={t.bibsQuestionText}
          data={sortable.map((question) => ({ value: question.id, label: labelIn(question) }))}
          value={questionId}
          onChange={change(setQuestionId)}
          allowDeselect={false}
        />
      )}
      {!isFile && ticketTypes.length > 1 && (
        <Select
          label={t.columnNames.ticketType}
          placeholder={t.allTypes}
          data={optionsOf(ticketTypes)}
          value={ticketTypeId}
          onChange={change(setTicketTypeId)}
          clearable
        />
      )}
      {isFile ? (
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            {t.bibsFileText}
          </Text>
          <Group>
            <FileButton
              accept=".csv,text/csv,text/plain"
              onChange={async (chosen) => {
                if (chosen !== null) change(setFile)({ name: chosen.name, csv: decode(await chosen.arrayBuffer()) });
              }}
            >
              {(props) => (
                <Button variant="default" {...props}>
                  {t.chooseFile}
                </Button>
              )}
            </FileButton>
            <Text size="sm">{file?.name}</Text>
          </Group>
          {fileErrors.map((fileError) => (
            <Input.Error key={fileError.code} size="sm" role="alert">
              {fieldText(fileError)}
            </Input.Error>
          ))}
        </Stack>
      ) : (
        <>
          <Checkbox
            label={t.renumber}
            description={t.renumberText}
            checked={renumber}
            onChange={(event) => change(setRenumber)(event.currentTarget.checked)}
          />
          {renumber && (
            <Checkbox
              label={t.includeFixed}
              checked={includeFixed}
              onChange={(event) => change(setIncludeFixed)(event.currentTarget.checked)}
            />
          )}
        </>
      )}
      <ErrorNote error={fileErrors.length > 0 ? null : error} />
      {plan !== undefined && <Plan plan={plan} />}
      <Group justify="flex-end">
        <Button
          variant={plan === undefined ? 'filled' : 'default'}
          loading={preview.isRunning}
          disabled={!isComplete}
          onClick={() => preview.run()}
        >
          {t.previewBibs}
        </Button>
        {plan !== undefined && plan.changed > 0 && (
          <Button loading={assign.isRunning} onClick={() => assign.run()}>
            {t.assignBibs({ count: plan.changed })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** What would change, and which rows of the file do not fit. */
function Plan({ plan }: { readonly plan: AssignedBibs }) {
  const t = useMessages('attendees');
  return (
    <Stack gap="sm">
      <Text role="status">{t.bibsChange({ count: plan.changed })}</Text>
      {plan.withoutBib > 0 && (
        <Alert variant="light" color="yellow">
          {t.withoutBib({ count: plan.withoutBib })}
        </Alert>
      )}
      {plan.refusedRows.length > 0 && (
        <Rows
          label={t.refusedRows}
          rows={plan.refusedRows.slice(0, shownMax)}
          rowKey={({ row }) => String(row)}
          columns={[
            { key: 'row', title: t.row, cell: ({ row }) => row },
            { key: 'problem', title: t.refusedRows, cell: ({ problem }) => t.bibProblems[problem] },
          ]}
        />
      )}
      {plan.changes.length > 0 && (
        <Rows
          label={t.bibs}
          rows={plan.changes.slice(0, shownMax)}
          rowKey={({ ticketId }) => ticketId}
          columns={[
            { key: 'name', title: t.columnNames.holderName, cell: ({ holderName }) => <bdi>{holderName ?? '–'}</bdi> },
            { key: 'order', title: t.columnNames.orderNumber, cell: ({ orderNumber }) => orderNumber },
            { key: 'bib', title: t.bibBefore, cell: ({ bib }) => <bdi>{bib || '–'}</bdi> },
            { key: 'newBib', title: t.bibAfter, cell: ({ newBib }) => <bdi>{newBib || '–'}</bdi> },
          ]}
        />
      )}
    </Stack>
  );
}
