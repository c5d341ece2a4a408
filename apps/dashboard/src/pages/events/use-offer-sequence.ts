import type { Event as EventDetails } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, put } from '#app/parts/api.ts';
import { useChange } from '#app/parts/change.ts';
import { eventQuery, type StoredEvent, useStoreEvent } from './event-query.ts';
import { type Offer, type OfferKind, offerPaths } from './offers.ts';

interface OfferSequence {
  /** The ticket types or add-ons, in the sequence that the user has chosen last. */
  readonly offers: readonly Offer[];
  /** Moves an offer to an index. */
  readonly move: (id: string, index: number) => void;
  /** Why the sequence could not be stored. */
  readonly error: unknown;
}

/**
 * The sequence of the ticket types or add-ons of an event. A move is shown immediately. One request is sent at a time, with the
 * sequence after all moves until then.
 */
export function useOfferSequence(event: EventDetails, kind: OfferKind): OfferSequence {
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const store = useStoreEvent();
  const [chosenIds, setChosenIds] = useState<readonly string[] | null>(null);
  const unsentIds = useRef<readonly string[] | null>(null);
  const offers = chosenIds === null ? event[kind] : sorted(event[kind], chosenIds);

  const { run: sendUnsent, error } = useChange(
    async () => {
      while (unsentIds.current !== null) {
        const body = { ids: unsentIds.current };
        unsentIds.current = null;
        store(await put<StoredEvent>(organizerPath(slug, `events/${event.id}/${offerPaths[kind]}/sequence`), body));
      }
      setChosenIds(null);
    },
    {
      onFailed: () => {
        unsentIds.current = null;
        setChosenIds(null);
        queryClient.invalidateQueries(eventQuery(slug, event.id));
      },
    },
  );
  const move = (id: string, index: number) => {
    const ids = offers.map((offer) => offer.id).filter((other) => other !== id);
    ids.splice(index, 0, id);
    if (ids.every((other, position) => other === offers[position]?.id)) return;
    setChosenIds(ids);
    unsentIds.current = ids;
    sendUnsent();
  };
  return { offers, move, error };
}

/** The offers in the sequence of the ids. Offers that another user has added come last. */
function sorted(offers: readonly Offer[], ids: readonly string[]): readonly Offer[] {
  const positions = new Map(ids.map((id, position) => [id, position]));
  const positionOf = ({ id }: Offer) => positions.get(id) ?? ids.length;
  return offers.toSorted((a, b) => positionOf(a) - positionOf(b));
}
