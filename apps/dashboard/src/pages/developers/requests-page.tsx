import { Alert, Badge, Code, Text } from '@mantine/core';
import type { LoggedRequest, LoggedRequestPage } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { RequestDialog } from '#app/pages/developers/request-dialog.tsx';
import { useOrganizer } from '#app/parts/account.ts';
import { keyLabel, useKeys } from '#app/parts/actors.tsx';
import { get, organizerPath } from '#app/parts/api.ts';
import { FilterBar, type FilterField, useFilters } from '#app/parts/filters.tsx';
import { LogIcon } from '#app/parts/icons.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { RowButton } from '#app/parts/row-button.tsx';
import { EmptyState, NextPage } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const;
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const latencies = [100, 500, 1_000, 5_000];

/** The requests with API keys of the last 14 days. */
export function Page() {
  const t = useMessages('requests');
  const { slug } = useOrganizer();
  const filters = useFilters(useSearch({ from: '/frame/organizers/$organizer/requests' }));
  const fields = useFields();
  const [opened, setOpened] = useState<LoggedRequest | null>(null);
  const columns = useColumns(setOpened);
  return (
    <PageFrame title={t.title} description={t.description}>
      <LogIsOff />
      <FilterBar filters={filters} fields={fields} />
      <ListTable<LoggedRequest>
        label={t.title}
        path={organizerPath(slug, 'requests')}
        queryKey={['organizer', slug, 'requests']}
        filters={filters}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={LogIcon}
            title={t.emptyTitle}
            text={t.emptyText}
            action={<NextPage to="/organizers/$organizer/keys" />}
          />
        }
      />
      {opened !== null && <RequestDialog request={opened} onClose={() => setOpened(null)} />}
    </PageFrame>
  );
}

/** Says that the operator has turned the log off. */
function LogIsOff() {
  const t = useMessages('requests');
  const { slug } = useOrganizer();
  const { data } = useQuery({
    queryKey: ['organizer', slug, 'requests', 'state'],
    queryFn: ({ signal }) => get<LoggedRequestPage>(organizerPath(slug, 'requests'), { limit: 1 }, signal),
  });
  if (data === undefined || data.isLogging) return null;
  return (
    <Alert variant="light" color="yellow">
      {t.off}
    </Alert>
  );
}

function useFields(): readonly FilterField<
  'keyId' | 'status' | 'method' | 'route' | 'code' | 'minLatencyMs' | 'requestId'
>[] {
  const t = useMessages('requests');
  const { locale } = useLanguage();
  const keys = useKeys();
  const option = (value: string) => ({ value, label: value });
  return [
    {
      name: 'keyId',
      label: t.key,
      kind: 'select',
      options: keys.map((key) => ({ value: key.id, label: keyLabel(key) })),
    },
    {
      name: 'status',
      label: t.status,
      kind: 'select',
      options: statusClasses.map((value) => ({ value, label: t.statuses[value] })),
    },
    { name: 'method', label: t.method, kind: 'select', options: methods.map(option) },
    { name: 'route', label: t.route, kind: 'search', placeholder: t.routeHint },
    { name: 'code', label: t.code, kind: 'search', placeholder: t.codeHint },
    {
      name: 'minLatencyMs',
      label: t.latency,
      kind: 'select',
      options: latencies.map((ms) => ({ value: String(ms), label: t.atLeast({ ms: ms.toLocaleString(locale) }) })),
    },
    { name: 'requestId', label: t.requestId, kind: 'search', placeholder: 'req_…' },
  ];
}

function useColumns(onOpen: (request: LoggedRequest) => void): readonly Column<LoggedRequest>[] {
  const t = useMessages('requests');
  const { locale } = useLanguage();
  const keys = useKeys();
  return [
    { key: 'time', title: t.time, cell: ({ startedAt }) => <Time at={startedAt} /> },
    {
      key: 'request',
      title: t.request,
      cell: ({ method, route }) => (
        <Text size="sm" ff="monospace" component="span">
          {method} {route === 'unknown' ? t.unknownRoute : route}
        </Text>
      ),
    },
    {
      key: 'status',
      title: t.status,
      cell: ({ status }) => (
        <Badge variant="light" color={statusColor(status)}>
          {status}
        </Badge>
      ),
    },
    {
      key: 'code',
      title: t.code,
      cell: ({ problem }) => problem !== null && <Code className="no-wrap">{problem.code}</Code>,
    },
    {
      key: 'latency',
      title: t.latency,
      align: 'end',
      cell: ({ latencyMs }) => <span className="money">{t.latencyMs({ ms: latencyMs.toLocaleString(locale) })}</span>,
    },
    {
      key: 'key',
      title: t.key,
      cell: ({ keyId }) => <bdi>{keys.find(({ id }) => id === keyId)?.name ?? keyId}</bdi>,
    },
    {
      key: 'details',
      title: t.details,
      align: 'end',
      cell: (request) => (
        <RowButton label={t.detailsOf({ id: request.id })} onClick={() => onOpen(request)}>
          {' '}
          {t.details}
        </RowButton>
      ),
    },
  ];
}

function statusColor(status: number): string {
  if (status >= 500) return 'red';
  if (status >= 400) return 'orange';
  return 'green';
}
