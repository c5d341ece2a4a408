import { Badge, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Event as EventDetails } from '@organizer/shared/dashboard-api';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { organizerPath } from '#app/parts/api.ts';
import { AddIcon, EventIcon } from '#app/parts/icons.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { EmptyState } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import { NewEventDialog } from './new-event-dialog.tsx';
import { StatusBadge } from './status-badge.tsx';

/** The events of the organizer, newest first. */
export function Page() {
  const t = useMessages('events');
  const { locale } = useLanguage();
  const { slug } = useOrganizer();
  const can = useCan();
  const [isCreating, creation] = useDisclosure(false);
  const number = new Intl.NumberFormat(locale);
  const create = can('events:write') && (
    <Button leftSection={<AddIcon />} onClick={creation.open}>
      {t.create}
    </Button>
  );
  const columns: readonly Column<EventDetails>[] = [
    { key: 'name', title: t.name, cell: ({ name }) => <bdi>{name}</bdi> },
    { key: 'status', title: t.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { key: 'starts', title: t.starts, cell: ({ startsAt, timezone }) => <Time at={startsAt} zone={timezone} /> },
    {
      key: 'sold',
      title: t.sold,
      align: 'end',
      cell: ({ ticketTypes }) => {
        const { sold, quantity } = stockOf(ticketTypes);
        const text = quantity === null ? number.format(sold) : t.soldOf({ sold, quantity });
        return <span className="no-wrap">{text}</span>;
      },
    },
    {
      key: 'types',
      title: t.ticketTypes,
      align: 'end',
      cell: ({ ticketTypes }) => (
        <Badge variant="light" color="gray">
          {number.format(ticketTypes.length)}
        </Badge>
      ),
    },
  ];
  return (
    <PageFrame title={t.title} description={t.description} actions={create}>
      <ListTable
        path={organizerPath(slug, 'events')}
        queryKey={['organizer', slug, 'events']}
        label={t.title}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/organizers/$organizer/events/$eventId', params: { eventId: id } })}
        empty={<EmptyState icon={EventIcon} title={t.empty} text={t.emptyText} action={create} />}
      />
      <NewEventDialog opened={isCreating} onClose={creation.close} />
    </PageFrame>
  );
}

/** The sold tickets of active ticket types, and their quantity; null if one of them is unlimited. */
function stockOf(types: EventDetails['ticketTypes']): { sold: number; quantity: number | null } {
  const active = types.filter(({ status }) => status === 'active');
  const isLimited = active.length > 0 && active.every(({ quantity }) => quantity !== null);
  return {
    sold: types.reduce((sum, { sold }) => sum + sold, 0),
    quantity: isLimited ? active.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0) : null,
  };
}
