import type { Settlement } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath } from '#app/parts/api.ts';
import { SettlementIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { useLiveReload } from '#app/parts/live.ts';
import { moneyColumn } from '#app/parts/money.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { EmptyState, NextPage } from '#app/parts/states.tsx';
import { SettlementBadge } from './settlement-badge.tsx';

/** The settlements of all events, newest first. */
export function Page() {
  const t = useMessages('settlements');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  useLiveReload(['figures'], () => {
    queryClient.invalidateQueries({ queryKey: ['organizer', slug, 'settlements'] });
  });
  const columns: readonly Column<Settlement>[] = [
    { key: 'event', title: t.event, cell: ({ eventName }) => <bdi>{eventName}</bdi> },
    { key: 'status', title: t.status, cell: ({ status }) => <SettlementBadge status={status} /> },
    ...(['gross', 'refunds', 'net', 'paidOut', 'balance'] as const).map((key) =>
      moneyColumn<Settlement>(key, t[key], ({ currency }) => currency),
    ),
  ];
  return (
    <PageFrame title={t.title} description={t.description}>
      <ListTable
        path={organizerPath(slug, 'settlements')}
        queryKey={['organizer', slug, 'settlements']}
        label={t.title}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ eventId }) => ({ to: '/organizers/$organizer/settlements/$eventId', params: { eventId } })}
        empty={
          <EmptyState
            icon={SettlementIcon}
            title={t.empty}
            text={t.emptyText}
            action={<NextPage to="/organizers/$organizer/events" />}
          />
        }
      />
    </PageFrame>
  );
}
