import { Group, Text } from '@mantine/core';
import type { ListedEvent } from '@organizer/shared/dashboard-api';
import { useSearch } from '@tanstack/react-router';
import { ResourceId, useEventFields } from '#app/pages/webhooks/delivery-list.tsx';
import { useLiveWebhooks, webhooksKey } from '#app/pages/webhooks/queries.ts';
import { DeliveryStatus, TestBadge } from '#app/pages/webhooks/status.tsx';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath } from '#app/parts/api.ts';
import { withTimes } from '#app/parts/days.ts';
import { FilterBar, useFilters } from '#app/parts/filters.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { EmptyState, NextPage } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** All webhook events of the organizer. */
export function Page() {
  const t = useMessages('webhooks');
  const { slug, timezone } = useOrganizer();
  useLiveWebhooks();
  const filters = useFilters(useSearch({ from: '/frame/organizers/$organizer/webhook-events' }));
  const fields = useEventFields();
  const columns: readonly Column<ListedEvent>[] = [
    {
      key: 'type',
      title: t.type,
      cell: ({ type, isTest }) => (
        <Group gap="xs" component="span" display="inline-flex">
          {type}
          <TestBadge isTest={isTest} />
        </Group>
      ),
    },
    { key: 'resource', title: t.resource, cell: ({ objectId }) => <ResourceId id={objectId} /> },
    {
      key: 'deliveries',
      title: t.sentTo,
      cell: ({ deliveries }) =>
        deliveries.length === 0 ? (
          <Text c="dimmed" size="sm" component="span">
            {t.sentToNone}
          </Text>
        ) : (
          <Group gap={6} component="span" display="inline-flex">
            {deliveries.map(({ id, status }) => (
              <DeliveryStatus key={id} status={status} />
            ))}
          </Group>
        ),
    },
    { key: 'time', title: t.time, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  return (
    <PageFrame title={t.eventsTitle} description={t.eventsText}>
      <FilterBar filters={filters} fields={fields} />
      <ListTable<ListedEvent>
        path={organizerPath(slug, 'webhooks/events')}
        queryKey={[...webhooksKey(slug), 'events']}
        filters={{ ...filters, values: withTimes(filters.values, timezone) }}
        label={t.eventsTitle}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({
          to: '/organizers/$organizer/webhook-events/$webhookEventId',
          params: { webhookEventId: id },
        })}
        empty={
          <EmptyState
            title={t.noEvents}
            text={t.noEventsText}
            action={<NextPage to="/organizers/$organizer/events" />}
          />
        }
      />
    </PageFrame>
  );
}
