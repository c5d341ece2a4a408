/** How far an event has come. */
export const eventStatuses = ['draft', 'published', 'archived'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** Whether a ticket type or an add-on is sold. */
export const offerStatuses = ['active', 'archived'] as const;
export type OfferStatus = (typeof offerStatuses)[number];

const eventSteps: Record<EventStatus, readonly EventStatus[]> = {
  draft: ['published', 'archived'],
  published: ['archived'],
  archived: [],
};

const offerSteps: Record<OfferStatus, readonly OfferStatus[]> = {
  active: ['archived'],
  archived: ['active'],
};

/** What an event can become from here. */
export function eventStatesAfter(status: EventStatus): readonly EventStatus[] {
  return eventSteps[status];
}

/** What a ticket type or an add-on can become from here, as long as its event is not archived. */
export function offerStatesAfter(status: OfferStatus): readonly OfferStatus[] {
  return offerSteps[status];
}

/** Whether an event, and with it what it offers, may still be changed. */
export function isChangeable(status: EventStatus): boolean {
  return status !== 'archived';
}
