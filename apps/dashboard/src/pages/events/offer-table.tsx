import { ActionIcon, Badge, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import type { Event as EventDetails } from '@organizer/shared/dashboard-api';
import { saleOf } from '@organizer/shared/ticket-types';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useOrganizer } from '#app/parts/account.ts';
import { ChevronIcon } from '#app/parts/icons.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { Money } from '#app/parts/money.tsx';
import { RowButton } from '#app/parts/row-button.tsx';
import { Time } from '#app/parts/time.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { Offer } from './offers.ts';

interface OfferTableProps {
  readonly event: EventDetails;
  readonly label: string;
  readonly offers: readonly Offer[];
  /** The number of offers that are shown. */
  readonly shownCount: number;
  /** Moves an offer to an index; null if the event cannot be changed. */
  readonly onMove: ((id: string, index: number) => void) | null;
  readonly onEdit: (offer: Offer) => void;
}

/** The row that is dragged, and the row below the pointer. */
interface Drag {
  readonly from: number;
  readonly to: number;
}

/** The table of ticket types or add-ons. Rows are moved by dragging, by one with buttons, or to a position. */
export function OfferTable({ event, label, offers, shownCount, onMove, onEdit }: OfferTableProps) {
  const t = useMessages('events');
  const parts = useMessages('parts');
  const [drag, setDrag] = useState<Drag | null>(null);
  const [positioned, setPositioned] = useState<Offer | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const focusButton = useFocusAfterMove();
  const isChangeable = onMove !== null;
  const move = (offer: Offer, index: number) => {
    onMove?.(offer.id, index);
    setAnnouncement(t.movedTo({ name: offer.name, position: index + 1, count: offers.length }));
  };
  const step = (offer: Offer, index: number, direction: Direction) => {
    const target = direction === 'up' ? index - 1 : index + 1;
    const isAtEnd = target === 0 || target === offers.length - 1;
    const opposite = direction === 'up' ? 'down' : 'up';
    focusButton(offer.id, isAtEnd ? opposite : direction);
    move(offer, target);
  };
  const drop = (dragEvent: DragEvent) => {
    dragEvent.preventDefault();
    const offer = drag === null ? undefined : offers[drag.from];
    if (drag !== null && offer !== undefined) move(offer, drag.to);
    setDrag(null);
  };
  const columns = [t.name, t.price, t.sold, t.status, ...(isChangeable ? [t.sequence, parts.actions] : [])];
  return (
    <div className="rows-scroll">
      <Table className="rows" role="table" aria-label={label}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map((title, index) => (
              <Table.Th key={title} role="columnheader" scope="col" className={index === 1 || index === 2 ? 'end' : ''}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {offers.slice(0, shownCount).map((offer, index) => (
            <Table.Tr
              key={offer.id}
              role="row"
              draggable={isChangeable}
              className={dropClass(drag, index)}
              onDragStart={() => setDrag({ from: index, to: index })}
              onDragOver={(dragEvent) => {
                dragEvent.preventDefault();
                if (drag !== null && drag.to !== index) setDrag({ ...drag, to: index });
              }}
              onDrop={drop}
              onDragEnd={() => setDrag(null)}
            >
              <OfferCells event={event} offer={offer} />
              {isChangeable && (
                <>
                  <Table.Td role="cell" data-label={t.sequence}>
                    <Group gap={4} wrap="nowrap">
                      <MoveButton
                        offer={offer}
                        direction="up"
                        isEnabled={index > 0}
                        onClick={() => step(offer, index, 'up')}
                      />
                      <MoveButton
                        offer={offer}
                        direction="down"
                        isEnabled={index < offers.length - 1}
                        onClick={() => step(offer, index, 'down')}
                      />
                      <Button
                        size="compact-sm"
                        variant="subtle"
                        color="gray"
                        aria-label={t.positionOf({ name: offer.name, position: index + 1 })}
                        onClick={() => setPositioned(offer)}
                      >
                        {index + 1}
                      </Button>
                    </Group>
                  </Table.Td>
                  <Table.Td role="cell" data-label={parts.actions}>
                    <RowButton label={t.editOf({ name: offer.name })} onClick={() => onEdit(offer)}>
                      {t.edit}
                    </RowButton>
                  </Table.Td>
                </>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <MoveDialog offer={positioned} offers={offers} onMove={move} onClose={() => setPositioned(null)} />
    </div>
  );
}

type Direction = 'up' | 'down';

/** Returns a function that moves the focus to a button of an offer after the next render, because its row may move in the page. */
function useFocusAfterMove(): (id: string, direction: Direction) => void {
  const target = useRef<string | null>(null);
  useEffect(() => {
    if (target.current === null) return;
    document.getElementById(target.current)?.focus();
    target.current = null;
  });
  return (id, direction) => {
    target.current = moveButtonId(id, direction);
  };
}

function moveButtonId(offerId: string, direction: Direction): string {
  return `${offerId}-${direction}`;
}

function MoveButton({
  offer,
  direction,
  isEnabled,
  onClick,
}: {
  readonly offer: Offer;
  readonly direction: Direction;
  readonly isEnabled: boolean;
  readonly onClick: () => void;
}) {
  const t = useMessages('events');
  const isUp = direction === 'up';
  return (
    <ActionIcon
      id={moveButtonId(offer.id, direction)}
      variant="default"
      aria-label={isUp ? t.moveUp({ name: offer.name }) : t.moveDown({ name: offer.name })}
      disabled={!isEnabled}
      onClick={onClick}
      style={isUp ? { rotate: '180deg' } : undefined}
    >
      <ChevronIcon />
    </ActionIcon>
  );
}

function OfferCells({ event, offer }: { readonly event: EventDetails; readonly offer: Offer }) {
  const t = useMessages('events');
  const { locale } = useLanguage();
  const number = new Intl.NumberFormat(locale);
  return (
    <>
      <Table.Td role="cell" data-label={t.name}>
        <bdi>{offer.name}</bdi>
      </Table.Td>
      <Table.Td role="cell" data-label={t.price} className="end">
        <Money amount={offer.price} currency={offer.currency} />
      </Table.Td>
      <Table.Td role="cell" data-label={t.sold} className="end no-wrap">
        <div>
          {offer.quantity === null
            ? number.format(offer.sold)
            : t.soldOf({ sold: offer.sold, quantity: offer.quantity })}
          {offer.reserved > 0 && (
            <Text size="xs" c="dimmed">
              {t.reserved({ count: number.format(offer.reserved) })}
            </Text>
          )}
        </div>
      </Table.Td>
      <Table.Td role="cell" data-label={t.status}>
        <OfferState event={event} offer={offer} />
      </Table.Td>
    </>
  );
}

function OfferState({ event, offer }: { readonly event: EventDetails; readonly offer: Offer }) {
  const t = useMessages('events');
  const { clockAheadMs } = useOrganizer();
  const state = offerState(event, offer, Date.now() + clockAheadMs);
  return (
    <div>
      <Badge variant="light" color={stateColors[state]}>
        {t.offerStates[state]}
      </Badge>
      {state === 'not_started' && 'salesStartAt' in offer && offer.salesStartAt !== null && (
        <Text size="xs" c="dimmed">
          {t.onSaleFrom} <Time at={offer.salesStartAt} zone={event.timezone} />
        </Text>
      )}
    </div>
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

/** Marks the dragged row, and the edge of the row at which it will be dropped. */
function dropClass(drag: Drag | null, index: number): string | undefined {
  if (drag === null) return undefined;
  if (drag.from === index) return 'dragged';
  if (drag.to !== index) return undefined;
  return drag.from < index ? 'drop-below' : 'drop-above';
}
