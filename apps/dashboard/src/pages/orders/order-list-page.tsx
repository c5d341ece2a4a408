import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import type { MemberOrder, MemberOrderPage } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { SearchForm } from '#app/pages/orders/search-form.tsx';
import { MethodName, OrderStatusBadge, orderStatuses } from '#app/pages/orders/status-badge.tsx';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { organizerPath, post } from '#app/parts/api.ts';
import { useEventOf } from '#app/parts/events.ts';
import { FilterBar, type FilterValues } from '#app/parts/filters.tsx';
import { AddIcon, OrderIcon, SearchIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { ButtonLink } from '#app/parts/link.tsx';
import { type Column, ListTable, Rows } from '#app/parts/list-table.tsx';
import { Money } from '#app/parts/money.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { useSaleFilters } from '#app/parts/sale-filters.ts';
import { EmptyState, Loaded, NextPage } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** The orders of the organizer, and a search for one. */
export function Page() {
  const t = useMessages('orders');
  const { slug } = useOrganizer();
  const can = useCan();
  const [text, setText] = useState('');
  const [withBuyers, setWithBuyers] = useState(false);
  const columns = useColumns(withBuyers);
  const search = useSearch({ from: '/frame/organizers/$organizer/orders' });
  const { filters, fields, listFilters } = useSaleFilters(search, t, [
    {
      kind: 'select',
      name: 'status',
      label: t.status,
      options: orderStatuses.map((status) => ({ value: status, label: t.statuses[status] })),
    },
    {
      kind: 'select',
      name: 'method',
      label: t.method,
      options: Object.entries(t.methods).map(([value, label]) => ({ value, label })),
    },
  ]);
  const create = can('orders:write') && (
    <ButtonLink to="/organizers/$organizer/orders/new" leftSection={<AddIcon />}>
      {t.newOrder}
    </ButtonLink>
  );
  return (
    <PageFrame title={t.title} description={t.description} actions={create}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <SearchForm text={text} onSearch={setText} label={t.find} hint={t.findHint} />
        {text === '' && (
          <Switch
            label={t.showBuyers}
            description={t.showBuyersNote}
            checked={withBuyers}
            onChange={(event) => setWithBuyers(event.currentTarget.checked)}
          />
        )}
      </Group>
      <FilterBar filters={filters} fields={fields} />
      {text === '' ? (
        <ListTable<MemberOrder>
          path={organizerPath(slug, 'orders')}
          queryKey={['organizer', slug, 'orders']}
          query={{ buyers: withBuyers || null }}
          filters={listFilters}
          label={t.title}
          empty={
            <EmptyState
              icon={OrderIcon}
              title={t.empty}
              text={t.emptyText}
              action={<NextPage to="/organizers/$organizer/events" />}
            />
          }
          columns={columns}
          rowKey={({ orderNumber }) => orderNumber}
          rowLink={({ orderNumber }) => ({ to: '/organizers/$organizer/orders/$orderNumber', params: { orderNumber } })}
        />
      ) : (
        <SearchResults text={text} filters={listFilters.values} onClose={() => setText('')} />
      )}
    </PageFrame>
  );
}

function SearchResults({
  text,
  filters,
  onClose,
}: {
  readonly text: string;
  readonly filters: FilterValues;
  readonly onClose: () => void;
}) {
  const t = useMessages('orders');
  const { slug } = useOrganizer();
  const columns = useColumns(true);
  const query = useQuery({
    queryKey: ['organizer', slug, 'orders', 'search', text, filters],
    queryFn: () => post<MemberOrderPage>(organizerPath(slug, 'orders/search'), { text, ...filters }),
    retry: false,
    // Each search is written to the audit log, so it is not repeated by itself.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const close = (
    <Button variant="default" onClick={onClose}>
      {t.closeSearch}
    </Button>
  );
  return (
    <Loaded query={query}>
      {({ data, hasMore }) =>
        data.length === 0 ? (
          <EmptyState icon={SearchIcon} title={t.foundNone} text={t.foundNoneText} action={close} />
        ) : (
          <Stack gap="sm">
            <Group justify="space-between">
              <Text size="sm" c="dimmed" role="status">
                {hasMore ? t.foundMore({ count: data.length }) : t.findNote}
              </Text>
              {close}
            </Group>
            <Rows
              rows={data}
              label={t.found}
              columns={columns}
              rowKey={({ orderNumber }) => orderNumber}
              rowLink={({ orderNumber }) => ({
                to: '/organizers/$organizer/orders/$orderNumber',
                params: { orderNumber },
              })}
            />
          </Stack>
        )
      }
    </Loaded>
  );
}

function useColumns(withBuyers: boolean): readonly Column<MemberOrder>[] {
  const t = useMessages('orders');
  const eventOf = useEventOf();
  const buyer: Column<MemberOrder> = {
    key: 'buyer',
    title: t.buyer,
    cell: ({ buyer: person }) => <bdi>{person?.name || person?.email}</bdi>,
  };
  return [
    { key: 'number', title: t.number, cell: ({ orderNumber }) => <span className="money">{orderNumber}</span> },
    ...(withBuyers ? [buyer] : []),
    { key: 'event', title: t.event, cell: ({ eventId }) => <bdi>{eventOf(eventId)?.name}</bdi> },
    { key: 'status', title: t.status, cell: ({ status }) => <OrderStatusBadge status={status} /> },
    { key: 'method', title: t.method, cell: ({ paymentMethod }) => <MethodName method={paymentMethod} /> },
    { key: 'tickets', title: t.tickets, align: 'end', cell: ({ ticketCount }) => ticketCount },
    {
      key: 'total',
      title: t.total,
      align: 'end',
      cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    },
    {
      key: 'created',
      title: t.created,
      cell: ({ createdAt, eventId }) => <Time at={createdAt} zone={eventOf(eventId)?.timezone} />,
    },
  ];
}
