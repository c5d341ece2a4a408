/** The states of an event. */
export const eventStatuses = ['draft', 'published', 'archived'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** The states of a ticket type or an add-on. */
export const offerStatuses = ['active', 'archived'] as const;
export type OfferStatus = (typeof offerStatuses)[number];

const eventTransitions: Record<EventStatus, readonly EventStatus[]> = {
  draft: ['published', 'archived'],
  published: ['archived'],
  archived: [],
};

const offerTransitions: Record<OfferStatus, readonly OfferStatus[]> = {
  active: ['archived'],
  archived: ['active'],
};

/**
 * The states that an event can change to.
 *
 * @param canWithdraw whether a published event can become a draft again
 */
export function eventStatesAfter(status: EventStatus, canWithdraw: boolean): readonly EventStatus[] {
  const states = eventTransitions[status];
  return canWithdraw && status === 'published' ? ['draft', ...states] : states;
}

/** The states that a ticket type or an add-on can change to, unless its event is archived. */
export function offerStatesAfter(status: OfferStatus): readonly OfferStatus[] {
  return offerTransitions[status];
}

/** Whether an event and its offers can be changed. */
export function isChangeable(status: EventStatus): boolean {
  return status !== 'archived';
}
