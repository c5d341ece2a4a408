import { ActionIcon, Badge, Button, Group, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Event as EventDetails } from '@organizer/shared/dashboard-api';
import { type DragEvent, useState } from 'react';
import { eventMessages } from '#app/messages/events.ts';
import { partMessages } from '#app/messages/parts.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, send } from '#app/parts/api.ts';
import { AddIcon, ChevronIcon } from '#app/parts/icons.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { Money } from '#app/parts/money.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';
import { ErrorNote } from '#app/parts/states.tsx';
import { OfferDialog } from './offer-dialog.tsx';
import { type Offer, type OfferKind, offerPaths } from './offers.ts';
import { useStoreEvent } from './use-store-event.ts';

interface OffersProps {
  readonly event: EventDetails;
  readonly kind: OfferKind;
  readonly isChangeable: boolean;
}

/** The ticket types or the add-ons of an event, which can be sorted by dragging or with buttons. */
export function OffersSection({ event, kind, isChangeable }: OffersProps) {
  const t = useMessages(eventMessages);
  const [edited, setEdited] = useState<Offer | null>(null);
  const [isOpen, dialog] = useDisclosure(false);
  const open = (offer: Offer | null) => {
    setEdited(offer);
    dialog.open();
  };
  const isTicket = kind === 'ticketTypes';
  const offers: readonly Offer[] = event[kind];
  if (!isTicket && offers.length === 0 && !isChangeable) return null;
  const add = isChangeable && (
    <Button variant="default" size="xs" leftSection={<AddIcon size={16} />} onClick={() => open(null)}>
      {isTicket ? t.addTicketType : t.addAddon}
    </Button>
  );
  return (
    <Section
      title={isTicket ? t.ticketTypes : t.addons}
      text={isTicket ? (isChangeable ? t.ticketTypesText : undefined) : t.addonsText}
      aside={add}
    >
      {offers.length === 0 ? (
        <Text size="sm" c="dimmed">
          {isTicket ? t.noTicketTypes : t.noAddons}
        </Text>
      ) : (
        <OfferTable event={event} kind={kind} isChangeable={isChangeable} offers={offers} onEdit={open} />
      )}
      <OfferDialog event={event} kind={kind} offer={edited} opened={isOpen} onClose={dialog.close} />
    </Section>
  );
}

interface OfferTableProps extends OffersProps {
  readonly offers: readonly Offer[];
  readonly onEdit: (offer: Offer) => void;
}

function OfferTable({ event, kind, isChangeable, offers, onEdit }: OfferTableProps) {
  const t = useMessages(eventMessages);
  const parts = useMessages(partMessages);
  const { locale } = useLanguage();
  const { slug } = useOrganizer();
  const store = useStoreEvent();
  const [dragged, setDragged] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isSending, setIsSending] = useState(false);
  const number = new Intl.NumberFormat(locale);
  const move = async (id: string, target: number) => {
    const ids = offers.map((offer) => offer.id).filter((other) => other !== id);
    ids.splice(target, 0, id);
    if (ids.every((other, index) => other === offers[index]?.id)) return;
    setIsSending(true);
    setError(null);
    try {
      const path = organizerPath(slug, `events/${event.id}/${offerPaths[kind]}/sequence`);
      store(await send<EventDetails>('PUT', path, { body: { ids } }));
      notifyDone(t.ordered);
    } catch (failure) {
      setError(failure);
    } finally {
      setIsSending(false);
    }
  };
  const drop = (dragEvent: DragEvent, index: number) => {
    dragEvent.preventDefault();
    if (dragged !== null) move(dragged, index);
    setDragged(null);
  };
  return (
    <>
      <Table
        className="rows"
        role="table"
        aria-label={kind === 'ticketTypes' ? t.ticketTypes : t.addons}
        aria-busy={isSending}
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {[t.name, t.price, t.sold, t.status, ...(isChangeable ? [t.sequence, parts.actions] : [])].map(
              (title, index) => (
                <Table.Th
                  key={title}
                  role="columnheader"
                  scope="col"
                  className={index === 1 || index === 2 ? 'end' : undefined}
                >
                  {title}
                </Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {offers.map((offer, index) => (
            <Table.Tr
              key={offer.id}
              role="row"
              draggable={isChangeable && !isSending}
              onDragStart={() => setDragged(offer.id)}
              onDragOver={(dragEvent) => dragEvent.preventDefault()}
              onDrop={(dragEvent) => drop(dragEvent, index)}
              onDragEnd={() => setDragged(null)}
              opacity={dragged === offer.id ? 0.5 : 1}
            >
              <Table.Td role="cell" data-label={t.name}>
                <bdi>{offer.name}</bdi>
              </Table.Td>
              <Table.Td role="cell" data-label={t.price} className="end">
                <Money amount={offer.price} currency={offer.currency} />
              </Table.Td>
              <Table.Td role="cell" data-label={t.sold} className="end">
                {t.soldOf(number.format(offer.sold), offer.quantity === null ? null : number.format(offer.quantity))}
                {offer.reserved > 0 && (
                  <Text size="xs" c="dimmed">
                    {t.reserved(number.format(offer.reserved))}
                  </Text>
                )}
              </Table.Td>
              <Table.Td role="cell" data-label={t.status}>
                <OfferBadge offer={offer} />
              </Table.Td>
              {isChangeable && (
                <>
                  <Table.Td role="cell" data-label={t.sequence}>
                    <Group gap={4} wrap="nowrap">
                      <ActionIcon
                        variant="default"
                        aria-label={t.moveUp(offer.name)}
                        disabled={index === 0 || isSending}
                        onClick={() => move(offer.id, index - 1)}
                        style={{ rotate: '180deg' }}
                      >
                        <ChevronIcon />
                      </ActionIcon>
                      <ActionIcon
                        variant="default"
                        aria-label={t.moveDown(offer.name)}
                        disabled={index === offers.length - 1 || isSending}
                        onClick={() => move(offer.id, index + 1)}
                      >
                        <ChevronIcon />
                      </ActionIcon>
                    </Group>
                  </Table.Td>
                  <Table.Td role="cell" data-label={parts.actions}>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t.editOf(offer.name)}
                      onClick={() => onEdit(offer)}
                    >
                      {t.edit}
                    </Button>
                  </Table.Td>
                </>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <ErrorNote error={error} />
    </>
  );
}

function OfferBadge({ offer: { status, available } }: { readonly offer: Offer }) {
  const t = useMessages(eventMessages);
  if (status === 'active' && available !== null && available <= 0) {
    return (
      <Badge variant="light" color="red">
        {t.soldOut}
      </Badge>
    );
  }
  return (
    <Badge variant="light" color={status === 'active' ? 'green' : 'gray'}>
      {t.offerStatuses[status]}
    </Badge>
  );
}
