import { Badge, Text } from '@mantine/core';
import type { Event as EventDetails, TicketType } from '@organizer/shared/dashboard-api';
import { saleOf } from '@organizer/shared/ticket-types';
import { useOrganizer } from '#app/parts/account.ts';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import type { Column } from '#app/parts/list-table.tsx';
import { Money } from '#app/parts/money.tsx';
import { SequenceTable } from '#app/parts/sequence-table.tsx';
import { Time } from '#app/parts/time.tsx';
import type { Offer, OfferKind } from './offers.ts';

interface OfferTableProps {
  readonly event: EventDetails;
  readonly kind: OfferKind;
  readonly offers: readonly Offer[];
  /** Moves an offer to an index; null if the event cannot be changed. */
  readonly onMove: ((id: string, index: number) => void) | null;
  readonly onEdit: (offer: Offer) => void;
}

/** The ticket types or add-ons of an event. */
export function OfferTable({ event, kind, offers, onMove, onEdit }: OfferTableProps) {
  const t = useMessages('events');
  const periods: readonly Column<Offer>[] = [
    {
      key: 'period',
      title: t.salesPeriod,
      cell: (offer) => 'salesEndAt' in offer && <SalesPeriod event={event} type={offer} />,
    },
  ];
  const columns: readonly Column<Offer>[] = [
    { key: 'name', title: t.name, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      key: 'price',
      title: t.price,
      align: 'end',
      cell: ({ price, currency }) => <Money amount={price} currency={currency} />,
    },
    { key: 'sold', title: t.sold, align: 'end', cell: (offer) => <Sold offer={offer} /> },
    // An add-on has no sales period.
    ...(kind === 'ticketTypes' ? periods : []),
    { key: 'status', title: t.status, cell: (offer) => <OfferState event={event} offer={offer} /> },
  ];
  return (
    <SequenceTable
      label={t[kind]}
      rows={offers}
      nameOf={({ name }) => name}
      columns={columns}
      onMove={onMove}
      onEdit={onEdit}
    />
  );
}

function Sold({ offer: { sold, quantity, reserved } }: { readonly offer: Offer }) {
  const t = useMessages('events');
  const { locale } = useLanguage();
  const number = new Intl.NumberFormat(locale);
  return (
    <div className="no-wrap">
      {quantity === null ? number.format(sold) : t.soldOf({ sold, quantity })}
      {reserved > 0 && (
        <Text size="xs" c="dimmed">
          {t.reserved({ count: number.format(reserved) })}
        </Text>
      )}
    </div>
  );
}

function OfferState({ event, offer }: { readonly event: EventDetails; readonly offer: Offer }) {
  const t = useMessages('events');
  const { clockAheadMs } = useOrganizer();
  const state = offerState(event, offer, Date.now() + clockAheadMs);
  return (
    <Badge variant="light" color={stateColors[state]}>
      {t.offerStates[state]}
    </Badge>
  );
}

/** When a ticket type is sold. Without an end, the sale ends with the event. */
function SalesPeriod({ event, type }: { readonly event: EventDetails; readonly type: TicketType }) {
  const t = useMessages('events');
  const { salesStartAt, salesEndAt } = type;
  return (
    <Text size="sm" component="div" className="sales-period">
      {salesStartAt !== null && (
        <div>
          {t.onSaleFrom} <Time at={salesStartAt} zone={event.timezone} />
        </div>
      )}
      {salesEndAt === null ? (
        <Text span size="sm" c="dimmed">
          {event.endsAt === null ? t.untilStart : t.untilEnd}
        </Text>
      ) : (
        <div>
          {t.onSaleUntil} <Time at={salesEndAt} zone={event.timezone} />
        </div>
      )}
    </Text>
  );
}

const stateColors = {
  archived: 'gray',
  unpublished: 'gray',
  ended: 'gray',
  not_started: 'yellow',
  sold_out: 'red',
  on_sale: 'green',
} as const;

/** Whether buyers can buy an offer at a time in milliseconds since the epoch; if not, the reason. An add-on has no sales period. */
function offerState(event: EventDetails, offer: Offer, nowMs: number): keyof typeof stateColors {
  if (offer.status === 'archived') return 'archived';
  const soldOut = offer.available !== null && offer.available <= 0;
  const period = 'salesStartAt' in offer ? offer : { salesStartAt: null, salesEndAt: null };
  const { state } = saleOf({ ...period, soldOut }, event, nowMs);
  if (event.status === 'archived') return 'ended';
  return event.status === 'draft' && state !== 'ended' ? 'unpublished' : state;
}
