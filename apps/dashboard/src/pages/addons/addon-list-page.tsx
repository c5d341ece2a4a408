import type { Entitlement } from '@organizer/shared/dashboard-api';
import { useSearch } from '@tanstack/react-router';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath } from '#app/parts/api.ts';
import { useEventOf } from '#app/parts/events.ts';
import { FilterBar } from '#app/parts/filters.tsx';
import { AddonIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { useSaleFilters } from '#app/parts/sale-filters.ts';
import { EmptyState, NextPage } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** The purchased add-ons. */
export function Page() {
  const t = useMessages('addons');
  const { slug } = useOrganizer();
  const eventOf = useEventOf();
  const search = useSearch({ from: '/frame/organizers/$organizer/addons' });
  const { filters, fields, listFilters } = useSaleFilters(search, t, [
    {
      kind: 'select',
      name: 'consumed',
      label: t.state,
      options: [
        { value: 'false', label: t.withUnits },
        { value: 'true', label: t.withoutUnits },
      ],
    },
    { kind: 'search', name: 'type', label: t.type },
    { kind: 'search', name: 'orderNumber', label: t.orderNumber },
  ]);
  const columns: readonly Column<Entitlement>[] = [
    { key: 'name', title: t.name, cell: ({ name }) => <bdi>{name}</bdi> },
    { key: 'type', title: t.type, cell: ({ type }) => <bdi>{type}</bdi> },
    { key: 'event', title: t.event, cell: ({ eventId }) => <bdi>{eventOf(eventId)?.name}</bdi> },
    { key: 'order', title: t.order, cell: ({ orderNumber }) => <span className="money">{orderNumber}</span> },
    {
      key: 'left',
      title: t.left,
      align: 'end',
      cell: ({ unitsRemaining, unitsTotal }) => t.leftOf({ left: unitsRemaining, total: unitsTotal }),
    },
    {
      key: 'bought',
      title: t.bought,
      cell: ({ createdAt, eventId }) => <Time at={createdAt} zone={eventOf(eventId)?.timezone} as="day" />,
    },
  ];
  return (
    <PageFrame title={t.title} description={t.description}>
      <FilterBar filters={filters} fields={fields} />
      <ListTable<Entitlement>
        path={organizerPath(slug, 'addons')}
        queryKey={['organizer', slug, 'addons']}
        filters={listFilters}
        label={t.title}
        empty={
          <EmptyState
            icon={AddonIcon}
            title={t.empty}
            text={t.emptyText}
            action={<NextPage to="/organizers/$organizer/events" />}
          />
        }
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/organizers/$organizer/addons/$id', params: { id } })}
      />
    </PageFrame>
  );
}
