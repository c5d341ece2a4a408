import { Text } from '@mantine/core';
import type { OverviewCurrency, OverviewEvent, OverviewOffer } from '@organizer/shared/dashboard-api';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { moneyColumn } from '#app/parts/money.tsx';
import { Section } from '#app/parts/section.tsx';

type Props = { readonly figures: OverviewCurrency };

/** The events with the highest sales of the period. */
export function EventsSection({ figures: { events, currency } }: Props) {
  const t = useMessages('overview');
  if (events.length === 0) return null;
  const columns: readonly Column<OverviewEvent>[] = [
    { key: 'name', title: t.event, cell: ({ name }) => <bdi>{name}</bdi> },
    { key: 'orders', title: t.orders, align: 'end', cell: ({ orders }) => orders },
    { key: 'tickets', title: t.tickets, align: 'end', cell: ({ tickets }) => tickets },
    moneyColumn('gross', t.gross, currency),
    moneyColumn('previousGross', t.before, currency),
    moneyColumn('refunds', t.refunds, currency),
    moneyColumn('net', t.net, currency),
  ];
  return (
    <Section title={t.byEvent}>
      <Rows
        rows={events}
        label={t.byEvent}
        columns={columns}
        rowKey={({ eventId }) => eventId}
        rowLink={({ eventId }) => ({ to: '/organizers/$organizer/events/$eventId', params: { eventId } })}
      />
    </Section>
  );
}

/** The ticket types and add-ons with the highest sales of the period. */
export function OffersSection({ figures: { offers, currency } }: Props) {
  const t = useMessages('overview');
  if (offers.length === 0) return null;
  const columns: readonly Column<OverviewOffer>[] = [
    {
      key: 'name',
      title: t.offer,
      cell: ({ name, eventName }) => (
        <div>
          <bdi>{name}</bdi>
          <Text size="xs" c="dimmed" component="div">
            <bdi>{eventName}</bdi>
          </Text>
        </div>
      ),
    },
    { key: 'sold', title: t.sold, align: 'end', cell: ({ tickets }) => tickets },
    { key: 'refunded', title: t.refunded, align: 'end', cell: ({ ticketsRefunded }) => ticketsRefunded },
    moneyColumn('gross', t.gross, currency),
    moneyColumn('refunds', t.refunds, currency),
    moneyColumn('net', t.net, currency),
  ];
  return (
    <Section title={t.byOffer}>
      <Rows rows={offers} label={t.byOffer} columns={columns} rowKey={({ offerId }) => offerId} />
    </Section>
  );
}
