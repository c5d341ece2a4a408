import type { MemberTicket } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { TicketStatusBadge } from '#app/pages/tickets/status-badge.tsx';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { organizerPath, post } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { useEventOf } from '#app/parts/events.ts';
import { FilterBar } from '#app/parts/filters.tsx';
import { TicketIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { RowButton } from '#app/parts/row-button.tsx';
import { useSaleFilters } from '#app/parts/sale-filters.ts';
import { EmptyState, NextPage } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** The issued tickets. A ticket can be used by hand, and a use can be undone. */
export function Page() {
  const t = useMessages('tickets');
  const { slug } = useOrganizer();
  const search = useSearch({ from: '/frame/organizers/$organizer/tickets' });
  const { filters, fields, listFilters } = useSaleFilters(search, t, [
    {
      kind: 'select',
      name: 'status',
      label: t.status,
      options: Object.entries(t.statuses).map(([value, label]) => ({ value, label })),
    },
    { kind: 'search', name: 'orderNumber', label: t.orderNumber },
  ]);
  return (
    <PageFrame title={t.title} description={t.description}>
      <FilterBar filters={filters} fields={fields} />
      <ListTable<MemberTicket>
        path={organizerPath(slug, 'tickets')}
        query={{ holders: true }}
        queryKey={['organizer', slug, 'tickets']}
        filters={listFilters}
        label={t.title}
        empty={
          <EmptyState
            icon={TicketIcon}
            title={t.empty}
            text={t.emptyText}
            action={<NextPage to="/organizers/$organizer/orders" />}
          />
        }
        columns={useColumns()}
        rowKey={({ id }) => id}
        rowLink={({ orderNumber }) => ({ to: '/organizers/$organizer/orders/$orderNumber', params: { orderNumber } })}
      />
    </PageFrame>
  );
}

function useColumns(): readonly Column<MemberTicket>[] {
  const t = useMessages('tickets');
  const can = useCan();
  const eventOf = useEventOf();
  const columns: readonly Column<MemberTicket>[] = [
    { key: 'order', title: t.order, cell: ({ orderNumber }) => <span className="money">{orderNumber}</span> },
    { key: 'holder', title: t.holder, cell: ({ holderName }) => <bdi>{holderName}</bdi> },
    { key: 'bib', title: t.bib, cell: ({ bib }) => <bdi>{bib}</bdi> },
    { key: 'event', title: t.event, cell: ({ eventId }) => <bdi>{eventOf(eventId)?.name}</bdi> },
    { key: 'type', title: t.type, cell: ({ ticketTypeName }) => <bdi>{ticketTypeName}</bdi> },
    {
      key: 'status',
      title: t.status,
      cell: ({ status }) => <TicketStatusBadge status={status} />,
    },
    {
      key: 'used',
      title: t.used,
      cell: ({ usedAt, eventId }) => usedAt && <Time at={usedAt} zone={eventOf(eventId)?.timezone} />,
    },
    {
      key: 'issued',
      title: t.issued,
      cell: ({ issuedAt, eventId }) => <Time at={issuedAt} zone={eventOf(eventId)?.timezone} as="day" />,
    },
  ];
  const actions: Column<MemberTicket> = {
    key: 'actions',
    title: t.actions,
    align: 'end',
    cell: (ticket) => <TicketAction ticket={ticket} />,
  };
  return can('tickets:write') ? [...columns, actions] : columns;
}

function TicketAction({
  ticket: { id, status, ticketTypeName, orderNumber, holderName, bib },
}: {
  readonly ticket: MemberTicket;
}) {
  const holder = [holderName, bib].filter(Boolean).join(', ');
  const t = useMessages('tickets');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const run = async (action: 'use' | 'undo-use', done: string) => {
    await post(organizerPath(slug, `tickets/${id}/${action}`));
    await queryClient.invalidateQueries({ queryKey: ['organizer', slug, 'tickets'] });
    notifyDone(done);
  };
  const markUsed = () =>
    confirm({
      title: t.markUsedTitle,
      text: t.markUsedText({ type: ticketTypeName, holder, order: orderNumber }),
      action: t.markUsed,
      kind: 'normal',
      run: () => run('use', t.usedNow),
    });
  const undo = () =>
    confirm({
      title: t.undoTitle,
      text: t.undoText({ type: ticketTypeName, holder, order: orderNumber }),
      action: t.undo,
      kind: 'normal',
      run: () => run('undo-use', t.undone),
    });
  switch (status) {
    case 'valid':
      return (
        <RowButton label={t.markUsedOf({ holder })} onClick={markUsed}>
          {' '}
          {t.markUsed}
        </RowButton>
      );
    case 'used':
      return (
        <RowButton label={t.undoOf({ holder })} onClick={undo}>
          {' '}
          {t.undo}
        </RowButton>
      );
    case 'void':
      return null;
  }
}
