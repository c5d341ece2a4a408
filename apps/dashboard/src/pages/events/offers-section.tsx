import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, put } from '#app/parts/api.ts';
import { AddIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { Section } from '#app/parts/section.tsx';
import { ErrorNote } from '#app/parts/states.tsx';
import { useSequence } from '#app/parts/use-sequence.ts';
import { eventQuery, type StoredEvent, useStoreEvent } from './event-query.ts';
import { OfferDialog } from './offer-dialog.tsx';
import { OfferTable } from './offer-table.tsx';
import { type Offer, type OfferKind, offerPaths } from './offers.ts';

interface OffersProps {
  readonly event: StoredEvent;
  readonly kind: OfferKind;
  readonly isChangeable: boolean;
}

/** The ticket types or the add-ons of an event, which can be sorted by dragging or with buttons. */
export function OffersSection({ event, kind, isChangeable }: OffersProps) {
  const t = useMessages('events');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const store = useStoreEvent();
  const path = organizerPath(slug, `events/${event.id}/${offerPaths[kind]}/sequence`);
  const { rows, move, error } = useSequence<Offer>(
    event[kind],
    async (ids) => store(await put<StoredEvent>(path, { ids })),
    () => queryClient.invalidateQueries(eventQuery(slug, event.id)),
  );
  const [edited, setEdited] = useState<Offer | null>(null);
  const [isOpen, dialog] = useDisclosure(false);
  const open = (offer: Offer | null) => {
    setEdited(offer);
    dialog.open();
  };
  const isTicket = kind === 'ticketTypes';
  const add = isChangeable && (
    <Button variant="default" size="xs" leftSection={<AddIcon size={16} />} onClick={() => open(null)}>
      {isTicket ? t.addTicketType : t.addAddon}
    </Button>
  );
  return (
    <Section
      title={isTicket ? t.ticketTypes : t.addons}
      text={isTicket ? (isChangeable && rows.length > 1 ? t.ticketTypesText : undefined) : t.addonsText}
      aside={add}
    >
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {isTicket ? t.noTicketTypes : t.noAddons}
        </Text>
      ) : (
        <OfferTable event={event} kind={kind} offers={rows} onMove={isChangeable ? move : null} onEdit={open} />
      )}
      <ErrorNote error={error} />
      <OfferDialog event={event} kind={kind} offer={edited} opened={isOpen} onClose={dialog.close} />
    </Section>
  );
}
