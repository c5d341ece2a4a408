import { Badge, Code, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import type { OperatorScopeRequest } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { useFilters } from '#app/parts/filters.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { KeyIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { RowButton } from '#app/parts/row-button.tsx';
import { EmptyState } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

const queryKey = ['operator', 'scope-requests'];
const statuses = ['pending', 'granted', 'declined', 'withdrawn'] as const;
const statusColors = { pending: 'blue', granted: 'green', declined: 'red', withdrawn: 'gray' } as const;

interface Choice {
  readonly request: OperatorScopeRequest;
  readonly status: 'granted' | 'declined';
}

/** The requests of all organizers for scopes. */
export function Page() {
  const t = useMessages('scopeRequests');
  const filters = useFilters(useSearch({ from: '/frame/operator/scope-requests' }));
  const status = statuses.find((one) => one === filters.values.status) ?? 'pending';
  const [choice, setChoice] = useState<Choice | null>(null);
  const columns = useColumns();
  const actions: Column<OperatorScopeRequest> = {
    key: 'actions',
    title: t.actions,
    align: 'end',
    cell: (request) =>
      request.status === 'pending' && (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <RowButton onClick={() => setChoice({ request, status: 'declined' })}> {t.decline}</RowButton>
          <RowButton onClick={() => setChoice({ request, status: 'granted' })} kind="primary">
            {' '}
            {t.grant}
          </RowButton>
        </Group>
      ),
  };
  return (
    <PageFrame title={t.title} description={t.description}>
      <Select
        label={t.status}
        w={240}
        allowDeselect={false}
        data={statuses.map((value) => ({ value, label: t.statuses[value] }))}
        value={status}
        onChange={(value) => filters.set('status', value)}
      />
      <ListTable<OperatorScopeRequest>
        label={t.title}
        path="operator/scope-requests"
        queryKey={queryKey}
        query={{ status }}
        columns={[...columns, actions]}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={KeyIcon}
            title={status === 'pending' ? t.emptyTitle : t.noneTitle}
            text={status === 'pending' ? t.emptyText : undefined}
          />
        }
      />
      {choice !== null && <DecisionDialog choice={choice} onClose={() => setChoice(null)} />}
    </PageFrame>
  );
}

function useColumns(): readonly Column<OperatorScopeRequest>[] {
  const t = useMessages('scopeRequests');
  return [
    { key: 'organizer', title: t.organizer, cell: ({ organizerName }) => <bdi>{organizerName}</bdi> },
    {
      key: 'key',
      title: t.key,
      cell: ({ keyName, keyLast4 }) => (
        <bdi>
          {keyName} (…{keyLast4})
        </bdi>
      ),
    },
    { key: 'scope', title: t.scope, cell: ({ scope }) => <Code className="no-wrap">{scope}</Code> },
    {
      key: 'reason',
      title: t.reason,
      cell: ({ reason, requestedByEmail }) => (
        <div>
          <Text size="sm" dir="auto" className="copy-value">
            {reason}
          </Text>
          <Text size="xs" c="dimmed">
            {requestedByEmail}
          </Text>
        </div>
      ),
    },
    { key: 'requested', title: t.requested, cell: ({ createdAt }) => <Time at={createdAt} as="relative" /> },
    {
      key: 'status',
      title: t.status,
      cell: ({ status, note }) => (
        <div>
          <Badge variant="light" color={statusColors[status]}>
            {t.statuses[status]}
          </Badge>
          {note !== null && (
            <Text size="xs" c="dimmed" dir="auto">
              {note}
            </Text>
          )}
        </div>
      ),
    },
  ];
}

function DecisionDialog({ choice, onClose }: { readonly choice: Choice; readonly onClose: () => void }) {
  const t = useMessages('scopeRequests');
  const parts = useMessages('parts');
  const queryClient = useQueryClient();
  const { request, status } = choice;
  const isGranted = status === 'granted';
  const text = isGranted ? t.grantText : t.declineText;
  const form = useApiForm({
    initialValues: { note: '' },
    submit: ({ note }) =>
      post<OperatorScopeRequest>(`operator/scope-requests/${request.id}/decision`, {
        status,
        note: note.trim() === '' ? null : note.trim(),
      }),
    onDone: () => {
      queryClient.invalidateQueries({ queryKey });
      notifyDone(isGranted ? t.granted : t.declined);
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={isGranted ? t.grantTitle : t.declineTitle}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <Text size="sm">
            {text({ scope: request.scope, key: request.keyName, organizer: request.organizerName })}
          </Text>
          <Textarea
            label={`${t.note} (${parts.optional})`}
            description={t.noteHint}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={1_000}
            data-autofocus
            {...form.input('note')}
          />
          <FormEnd form={form} submit={isGranted ? t.grant : t.decline} />
        </Stack>
      </form>
    </Dialog>
  );
}
