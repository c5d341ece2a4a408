import { Code, Group, Stack } from '@mantine/core';
import type { ListedDelivery } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { endpointsQuery, eventTypesQuery, webhooksKey } from '#app/pages/webhooks/queries.ts';
import { DeliveryStatus, TestBadge } from '#app/pages/webhooks/status.tsx';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath } from '#app/parts/api.ts';
import { withTimes } from '#app/parts/days.ts';
import { FilterBar, type FilterField, useFilters } from '#app/parts/filters.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, ListTable, Rows, type RowsProps } from '#app/parts/list-table.tsx';
import { EmptyState } from '#app/parts/states.tsx';
import type { TextSearch } from '#app/parts/text-search.ts';
import { Time } from '#app/parts/time.tsx';

type EventField = 'type' | 'objectId' | 'since' | 'until';

/** The filter fields that deliveries and events share. */
export function useEventFields(): readonly FilterField<EventField>[] {
  const t = useMessages('webhooks');
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
    { kind: 'day', name: 'since', label: t.since },
    { kind: 'day', name: 'until', label: t.until },
  ];
}

/** Deliveries with filters, of one endpoint or of all. */
export function DeliveryList({
  search,
  endpointId,
}: {
  /** The filters in the URL of the page. */
  readonly search: TextSearch<EventField | 'status' | 'endpointId'>;
  readonly endpointId?: string;
}) {
  const t = useMessages('webhooks');
  const { statuses } = useMessages('webhookStatus');
  const { slug, timezone } = useOrganizer();
  const filters = useFilters(search);
  const endpoints = useQuery(endpointsQuery(slug));
  const eventFields = useEventFields();
  const endpointField: FilterField<'endpointId'> = {
    kind: 'select',
    name: 'endpointId',
    label: t.endpoint,
    options: (endpoints.data?.data ?? []).map(({ id, url }) => ({ value: id, label: url })),
  };
  const statusField: FilterField<'status'> = {
    kind: 'select',
    name: 'status',
    label: t.status,
    options: Object.entries(statuses).map(([value, label]) => ({ value, label })),
  };
  const fields = [statusField, ...(endpointId === undefined ? [endpointField] : []), ...eventFields];
  return (
    <Stack gap="md">
      <FilterBar filters={filters} fields={fields} />
      <ListTable
        path={organizerPath(slug, 'webhook-deliveries')}
        queryKey={[...webhooksKey(slug), 'deliveries']}
        query={{ endpointId }}
        filters={{ ...filters, values: withTimes(filters.values, timezone) }}
        empty={<EmptyState title={t.noDeliveries} text={t.noDeliveriesText} />}
        {...useDeliveryTable({ withEndpoint: endpointId === undefined })}
      />
    </Stack>
  );
}

/** A table of deliveries. */
export function DeliveryRows({
  rows,
  withEndpoint,
}: {
  readonly rows: readonly ListedDelivery[];
  readonly withEndpoint: boolean;
}) {
  return <Rows rows={rows} {...useDeliveryTable({ withEndpoint })} />;
}

function useDeliveryTable({ withEndpoint }: { readonly withEndpoint: boolean }): RowsProps<ListedDelivery> {
  const t = useMessages('webhooks');
  const { slug } = useOrganizer();
  const endpoints = useQuery(endpointsQuery(slug));
  const urls = new Map(endpoints.data?.data.map(({ id, url }) => [id, url]));
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
    { key: 'resource', title: t.resource, cell: ({ objectId }) => <ResourceId id={objectId} /> },
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
  return {
    label: t.deliveries,
    columns,
    rowKey: ({ id }) => id,
    rowLink: ({ id }) => ({ to: '/organizers/$organizer/webhooks/deliveries/$deliveryId', params: { deliveryId: id } }),
  };
}

/** The id of the resource of an event. */
export function ResourceId({ id }: { readonly id: string | null }) {
  return id === null ? '–' : <Code>{id}</Code>;
}
