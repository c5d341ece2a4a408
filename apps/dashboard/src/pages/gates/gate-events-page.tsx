import type { Event as EventDetails } from '@organizer/shared/dashboard-api';
import { StatusBadge } from '#app/pages/events/status-badge.tsx';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath } from '#app/parts/api.ts';
import { GateIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { EmptyState, NextPage } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** The events whose gates can be opened, newest first. */
export function Page() {
  const t = useMessages('gates');
  const { slug } = useOrganizer();
  const columns: readonly Column<EventDetails>[] = [
    { key: 'name', title: t.event, cell: ({ name }) => <bdi>{name}</bdi> },
    { key: 'status', title: t.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { key: 'starts', title: t.starts, cell: ({ startsAt, timezone }) => <Time at={startsAt} zone={timezone} /> },
  ];
  return (
    <PageFrame title={t.title} description={t.eventsText}>
      <ListTable
        path={organizerPath(slug, 'events')}
        queryKey={['organizer', slug, 'events']}
        label={t.events}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/organizers/$organizer/gates/$eventId', params: { eventId: id } })}
        empty={
          <EmptyState
            icon={GateIcon}
            title={t.noEvents}
            text={t.noEventsText}
            action={<NextPage to="/organizers/$organizer/events" />}
          />
        }
      />
    </PageFrame>
  );
}
