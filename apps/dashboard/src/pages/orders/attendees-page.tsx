import { Button } from '@mantine/core';
import type { ListedAttendee } from '@organizer/shared/dashboard-api';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { BibsDialog } from '#app/pages/orders/bibs-dialog.tsx';
import { ExportDialog } from '#app/pages/orders/export-dialog.tsx';
import { SearchForm } from '#app/pages/orders/search-form.tsx';
import { TicketStatusBadge } from '#app/pages/tickets/status-badge.tsx';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath } from '#app/parts/api.ts';
import { optionsOf, useEventOf, useEvents } from '#app/parts/events.ts';
import { FilterBar, useFilters } from '#app/parts/filters.tsx';
import { AttendeeIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { EmptyState, NextPage } from '#app/parts/states.tsx';

/** The persons who have tickets, and their start numbers and lists. */
export function Page() {
  const t = useMessages('attendees');
  const tickets = useMessages('tickets');
  const { slug } = useOrganizer();
  const [text, setText] = useState('');
  const [dialog, setDialog] = useState<'bibs' | 'export' | null>(null);
  const { data: events } = useEvents();
  const filters = useFilters(useSearch({ from: '/frame/organizers/$organizer/attendees' }));
  const columns = useColumns();
  const { eventId = events?.[0]?.id ?? null } = filters.values;
  const close = () => setDialog(null);
  const actions = (
    <>
      <Button variant="default" onClick={() => setDialog('bibs')}>
        {t.bibs}
      </Button>
      <Button onClick={() => setDialog('export')}>{t.download}</Button>
    </>
  );
  return (
    <PageFrame title={t.title} description={t.description} actions={actions}>
      <SearchForm text={text} onSearch={setText} label={t.find} hint={t.findHint} />
      <FilterBar
        filters={filters}
        fields={[
          { kind: 'select', name: 'eventId', label: t.event, options: optionsOf(events) },
          {
            kind: 'select',
            name: 'status',
            label: tickets.status,
            options: Object.entries(tickets.statuses).map(([value, label]) => ({ value, label })),
          },
        ]}
      />
      <ListTable<ListedAttendee>
        path={organizerPath(slug, 'attendees')}
        query={{ q: text }}
        queryKey={['organizer', slug, 'attendees']}
        filters={filters}
        label={t.title}
        empty={
          text === '' ? (
            <EmptyState
              icon={AttendeeIcon}
              title={t.empty}
              text={t.emptyText}
              action={<NextPage to="/organizers/$organizer/events" />}
            />
          ) : (
            <EmptyState icon={AttendeeIcon} title={t.foundNone} text={t.foundNoneText} />
          )
        }
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ orderNumber }) => ({ to: '/organizers/$organizer/orders/$orderNumber', params: { orderNumber } })}
      />
      {dialog === 'bibs' && <BibsDialog eventId={eventId} onClose={close} />}
      {dialog === 'export' && <ExportDialog eventId={eventId} onClose={close} />}
    </PageFrame>
  );
}

function useColumns(): readonly Column<ListedAttendee>[] {
  const { columnNames, event } = useMessages('attendees');
  const eventOf = useEventOf();
  return [
    { key: 'holder', title: columnNames.holderName, cell: ({ holderName }) => <bdi>{holderName ?? '–'}</bdi> },
    { key: 'bib', title: columnNames.bib, cell: ({ bib }) => <bdi>{bib || '–'}</bdi> },
    { key: 'category', title: columnNames.category, cell: ({ category }) => <bdi>{category}</bdi> },
    { key: 'type', title: columnNames.ticketType, cell: ({ ticketTypeName }) => <bdi>{ticketTypeName}</bdi> },
    {
      key: 'buyer',
      title: columnNames.buyerName,
      cell: ({ buyer }) => <bdi>{buyer.name ?? buyer.email}</bdi>,
    },
    { key: 'event', title: event, cell: ({ eventId }) => <bdi>{eventOf(eventId)?.name}</bdi> },
    { key: 'status', title: columnNames.status, cell: ({ status }) => <TicketStatusBadge status={status} /> },
    {
      key: 'order',
      title: columnNames.orderNumber,
      cell: ({ orderNumber }) => <span className="money">{orderNumber}</span>,
    },
  ];
}
