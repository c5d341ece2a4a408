import { Button, Center, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { AddIcon } from '#app/parts/icons.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { Section } from '#app/parts/section.tsx';
import { ErrorNote } from '#app/parts/states.tsx';
import type { StoredEvent } from './event-query.ts';
import { OfferDialog } from './offer-dialog.tsx';
import { OfferTable } from './offer-table.tsx';
import type { Offer, OfferKind } from './offers.ts';
import { useOfferSequence } from './use-offer-sequence.ts';

interface OffersProps {
  readonly event: StoredEvent;
  readonly kind: OfferKind;
  readonly isChangeable: boolean;
}

/** A longer list is collapsed at first, so that the rest of the page can be reached. */
const collapsedCount = 25;

/** The ticket types or the add-ons of an event, which can be sorted by dragging or with buttons. */
export function OffersSection({ event, kind, isChangeable }: OffersProps) {
  const t = useMessages('events');
  const { locale } = useLanguage();
  const { offers, move, error } = useOfferSequence(event, kind);
  const [edited, setEdited] = useState<Offer | null>(null);
  const [isOpen, dialog] = useDisclosure(false);
  const [isExpanded, setIsExpanded] = useState(false);
  const open = (offer: Offer | null) => {
    setEdited(offer);
    dialog.open();
  };
  const isTicket = kind === 'ticketTypes';
  if (!isTicket && offers.length === 0 && !isChangeable) return null;
  const add = isChangeable && (
    <Button variant="default" size="xs" leftSection={<AddIcon size={16} />} onClick={() => open(null)}>
      {isTicket ? t.addTicketType : t.addAddon}
    </Button>
  );
  const isCollapsed = !isExpanded && offers.length > collapsedCount;
  return (
    <Section
      title={isTicket ? t.ticketTypes : t.addons}
      text={isTicket ? (isChangeable && offers.length > 1 ? t.ticketTypesText : undefined) : t.addonsText}
      aside={add}
    >
      {offers.length === 0 ? (
        <Text size="sm" c="dimmed">
          {isTicket ? t.noTicketTypes : t.noAddons}
        </Text>
      ) : (
        <OfferTable
          event={event}
          label={isTicket ? t.ticketTypes : t.addons}
          offers={offers}
          shownCount={isCollapsed ? collapsedCount : offers.length}
          onMove={isChangeable ? move : null}
          onEdit={open}
        />
      )}
      {isCollapsed && (
        <Center>
          <Button variant="default" onClick={() => setIsExpanded(true)}>
            {t.showAll({ count: new Intl.NumberFormat(locale).format(offers.length) })}
          </Button>
        </Center>
      )}
      <ErrorNote error={error} />
      <OfferDialog event={event} kind={kind} offer={edited} opened={isOpen} onClose={dialog.close} />
    </Section>
  );
}
