import { Button, Center, Code, Group, Stack, Text } from '@mantine/core';
import type { DeliveryPage, ListedDelivery } from '@organizer/shared/dashboard-api';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { partMessages } from '#app/messages/parts.ts';
import { webhookMessages, webhookStatusMessages } from '#app/messages/webhooks.ts';
import { endpointsQuery, eventTypesQuery, webhooksKey } from '#app/pages/webhooks/queries.ts';
import { DeliveryStatus, TestBadge } from '#app/pages/webhooks/status.tsx';
import { useOrganizer } from '#app/parts/account.ts';
import { get, organizerPath } from '#app/parts/api.ts';
import { FilterBar, type FilterField, type FilterValues, useFilters } from '#app/parts/filters.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { pagePath } from '#app/parts/link.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { EmptyState, ErrorState, LoadingState } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** Converts the days in filters to times: from the start of a day in the zone of the browser. */
export function queryOf({ from, to, ...values }: FilterValues): Record<string, string> {
  return {
    ...values,
    ...(from ? { createdSince: startOfDay(from) } : {}),
    ...(to ? { createdBefore: startOfDay(to) } : {}),
  };
}

function startOfDay(day: string): string {
  const date = new Date(`${day}T00:00`);
  return Number.isNaN(date.getTime()) ? day : date.toISOString();
}

/** The filter fields that deliveries and events share. */
export function useEventFields(): readonly FilterField[] {
  const t = useMessages(webhookMessages);
  const { slug } = useOrganizer();
  const types = useQuery(eventTypesQuery(slug));
  return [
    {
      kind: 'select',
      name: 'type',
      label: t.type,
      options: (types.data?.types ?? []).map(({ type }) => ({ value: type, label: type })),
    },
    { kind: 'search', name: 'objectId', label: t.objectFilter, placeholder: t.objectPlaceholder },
    { kind: 'day', name: 'from', label: t.since },
    { kind: 'day', name: 'to', label: t.before },
  ];
}

/** Deliveries with filters, of one endpoint or of all. */
export function DeliveryList({ endpointId }: { readonly endpointId?: string }) {
  const t = useMessages(webhookMessages);
  const parts = useMessages(partMessages);
  const { statuses } = useMessages(webhookStatusMessages);
  const { slug } = useOrganizer();
  const filters = useFilters(['status', 'endpointId', 'type', 'objectId', 'from', 'to']);
  const endpoints = useQuery(endpointsQuery(slug));
  const eventFields = useEventFields();
  const endpointField: FilterField = {
    kind: 'select',
    name: 'endpointId',
    label: t.endpoint,
    options: (endpoints.data?.endpoints ?? []).map(({ id, url }) => ({ value: id, label: url })),
  };
  const statusField: FilterField = {
    kind: 'select',
    name: 'status',
    label: t.status,
    options: Object.entries(statuses).map(([value, label]) => ({ value, label })),
  };
  const fields = [statusField, ...(endpointId === undefined ? [endpointField] : []), ...eventFields];
  const query = { ...queryOf(filters.values), ...(endpointId === undefined ? {} : { endpointId }) };
  const list = useInfiniteQuery({
    queryKey: [...webhooksKey(slug), 'deliveries', query],
    queryFn: ({ pageParam, signal }) =>
      get<DeliveryPage>(organizerPath(slug, 'webhooks/deliveries'), { ...query, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  if (list.error !== null && list.data === undefined) {
    return <ErrorState error={list.error} onRetry={() => list.refetch()} />;
  }
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const lastPage = list.data?.pages.at(-1);
  const isFiltered = Object.keys(filters.values).length > 0;
  return (
    <Stack gap="md">
      <FilterBar filters={filters} fields={fields} />
      {lastPage === undefined && <LoadingState />}
      {rows.length > 0 && <DeliveryRows rows={rows} withEndpoint={endpointId === undefined} />}
      {rows.length === 0 && lastPage?.hasMore === false && <Nothing onClear={isFiltered ? filters.clear : null} />}
      {lastPage?.hasMore && (
        <Center>
          <Stack gap="xs" align="center">
            {lastPage.searchedBackTo !== null && (
              <Text size="sm" c="dimmed">
                {t.searchedBackTo} <Time at={lastPage.searchedBackTo} />
              </Text>
            )}
            <Button variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
              {lastPage.searchedBackTo === null ? parts.loadMore : t.searchFurther}
            </Button>
          </Stack>
        </Center>
      )}
    </Stack>
  );
}

/** An empty list. With filters, they can be removed. */
function Nothing({ onClear }: { readonly onClear: (() => void) | null }) {
  const t = useMessages(webhookMessages);
  const parts = useMessages(partMessages);
  if (onClear === null) return <EmptyState title={t.noDeliveries} text={t.noDeliveriesText} />;
  const clear = (
    <Button variant="default" onClick={onClear}>
      {parts.clearFilters}
    </Button>
  );
  return <EmptyState title={parts.noMatches} text={parts.noMatchesText} action={clear} />;
}

/** A table of deliveries. */
export function DeliveryRows({
  rows,
  withEndpoint,
}: {
  readonly rows: readonly ListedDelivery[];
  readonly withEndpoint: boolean;
}) {
  const t = useMessages(webhookMessages);
  const { slug } = useOrganizer();
  const endpoints = useQuery(endpointsQuery(slug));
  const urls = new Map(endpoints.data?.endpoints.map(({ id, url }) => [id, url]));
  const columns: readonly Column<ListedDelivery>[] = [
    {
      key: 'type',
      title: t.type,
      cell: ({ eventType, isTest }) => (
        <Group gap="xs" component="span" display="inline-flex">
          {eventType}
          <TestBadge isTest={isTest} />
        </Group>
      ),
    },
    { key: 'object', title: t.object, cell: ({ objectId }) => <ObjectId id={objectId} /> },
    { key: 'status', title: t.status, cell: ({ status }) => <DeliveryStatus status={status} /> },
    ...(withEndpoint
      ? [
          {
            key: 'endpoint',
            title: t.endpoint,
            cell: ({ endpointId }: ListedDelivery) => <bdi>{urls.get(endpointId) ?? endpointId}</bdi>,
          },
        ]
      : []),
    { key: 'attempts', title: t.attempts, align: 'end', cell: ({ attemptCount }) => attemptCount },
    { key: 'time', title: t.time, cell: ({ eventCreatedAt }) => <Time at={eventCreatedAt} /> },
  ];
  return (
    <Rows
      rows={rows}
      label={t.deliveries}
      columns={columns}
      rowKey={({ id }) => id}
      rowPath={({ id }) => pagePath(slug, `webhooks/deliveries/${id}`)}
    />
  );
}

/** The id of the resource of an event. */
export function ObjectId({ id }: { readonly id: string | null }) {
  return id === null ? '–' : <Code>{id}</Code>;
}
