import { reason } from '../reason.ts';

type Quantity = { name: string; sold: number; reserved: number; quantityMin: number };

/** Reasons that concern events, ticket types and add-ons. */
export const catalogReasons = {
  event_not_found: reason('not_found', ({ eventId }: { eventId: string }) => `You have no event "${eventId}".`, {
    eventId: 'evt_01kamz0g5ve4q8v5x2c4g6t0yd',
  }),
  draft_not_found: reason('not_found', ({ eventId }: { eventId: string }) => `You have no draft "${eventId}".`, {
    eventId: 'evt_01kamz0g5ve4q8v5x2c4g6t0yd',
  }),
  published_event_not_found: reason(
    'not_found',
    ({ eventId }: { eventId: string }) => `There is no published event "${eventId}".`,
    { eventId: 'evt_01kamz0g5ve4q8v5x2c4g6t0yd' },
  ),
  offer_not_found: reason(
    'not_found',
    ({ kind, offerId, eventId }: { kind: string; offerId: string; eventId: string }) =>
      `You have no ${kind} "${offerId}" in an event "${eventId}".`,
    { kind: 'ticket type', offerId: 'tty_01kamz0g5ve4q8v5x2c4g6t0yd', eventId: 'evt_01kamz0g5ve4q8v5x2c4g6t0yd' },
  ),
  slug_taken: reason(
    'invalid_state',
    ({ slug }: { slug: string }) => `Another event has the slug "${slug}". Choose another slug.`,
    { slug: 'city-marathon' },
    [['slug', 'slug_taken']],
  ),
  external_id_taken: reason(
    'invalid_state',
    ({ externalId }: { externalId: string }) =>
      `Another of your objects of this kind has the externalId "${externalId}". Change that object, or choose another externalId.`,
    { externalId: 'spring-2027' },
    [['externalId', 'external_id_taken']],
  ),
  bib_taken: reason(
    'invalid_state',
    'Another ticket of the event has this bib, also if that ticket is void. Choose another bib.',
  ),
  event_archived: reason(
    'invalid_state',
    'The event is archived. The event, its ticket types and its add-ons can no longer be changed.',
  ),
  status_not_reachable: reason(
    'invalid_state',
    ({ kind, status, allowed }: { kind: string; status: string; allowed: readonly string[] }) =>
      `The ${kind} is ${status}. Its status can only change to ${allowed.join(' or ')}.`,
    { kind: 'event', status: 'published', allowed: ['archived'] },
    [['status', 'status_not_reachable']],
  ),
  no_active_ticket_type: reason(
    'invalid_state',
    'The event has no active ticket type. Add a ticket type, then publish the event.',
    {},
    [['status', 'no_active_ticket_type']],
  ),
  currency_in_use: reason(
    'invalid_state',
    ({ currency }: { currency: string }) =>
      `The event has orders in ${currency}, so its currency cannot change. Create another event for another currency.`,
    { currency: 'EUR' },
    [['currency', 'currency_in_use']],
  ),
  too_many_offers: reason(
    'invalid_state',
    ({ kind, count, countMax }: { kind: string; count: number; countMax: number }) =>
      `The event has ${count} ${kind}s, including archived ones. It can have at most ${countMax}.`,
    { kind: 'ticket type', count: 200, countMax: 200 },
  ),
  quantity_below_sold: reason(
    'capacity_below_sold',
    ({ name, sold, reserved, quantityMin }: Quantity) =>
      `"${name}" has ${sold} sold and ${reserved} reserved. Its quantity must be at least ${quantityMin}.`,
    { name: 'Half marathon', sold: 1_544, reserved: 6, quantityMin: 1_550 },
    [['quantity', 'below_minimum']],
  ),
  offers_changed: reason(
    'invalid_state',
    ({ kind }: { kind: string }) => `The ${kind}s of the event have changed. Load the event again and sort them again.`,
    { kind: 'ticket type' },
  ),
  offer_in_order: reason(
    'invalid_state',
    ({ name }: { name: string }) =>
      `"${name}" is in an order, so it cannot be deleted. Expired and cancelled orders count too. Archive it instead.`,
    { name: 'Half marathon' },
  ),
  question_needed: reason(
    'invalid_state',
    ({ name }: { name: string }) =>
      `The ages or categories of "${name}" need this question, so it must be asked of each of its holders, and be required for an age. Change the ticket type first.`,
    { name: 'Half marathon' },
  ),
  offer_in_gate: reason(
    'invalid_state',
    ({ gate }: { gate: string }) =>
      `The gate "${gate}" admits this ticket type by its name, so it cannot be deleted. Change the gate first.`,
    { gate: 'Main entrance' },
  ),
  offer_in_question: reason(
    'invalid_state',
    ({ label }: { label: string }) =>
      `The question "${label}" names this ticket type or add-on in its offerIds, so it cannot be deleted. Change the question first.`,
    { label: 'T-shirt size' },
  ),
  event_in_use: reason(
    'invalid_state',
    'The event has orders, a gate, a device or visitors of its waiting room, so it cannot be deleted. Expired and cancelled orders count too. Archive it instead.',
  ),
  event_has_orders: reason(
    'invalid_state',
    'The event has orders, so it cannot become a draft again. Expired and cancelled orders count too. Archive the event instead.',
    {},
    [['status', 'event_has_orders']],
  ),
  question_not_found: reason(
    'not_found',
    ({ questionId, eventId }: { questionId: string; eventId: string }) =>
      `You have no question "${questionId}" in an event "${eventId}".`,
    { questionId: 'que_01kamz0g5ve4q8v5x2c4g6t0yd', eventId: 'evt_01kamz0g5ve4q8v5x2c4g6t0yd' },
  ),
  question_in_use: reason(
    'invalid_state',
    ({ questionId, label }: { questionId: string; label: string }) =>
      `The question "${label}" (${questionId}) is asked only after certain answers to this question, or at certain ages. Change its shownIf or maxAge, or archive it, first.`,
    { questionId: 'que_01kamz0g5ve4q8v5x2c4g6t0yd', label: 'Licence number' },
  ),
  question_key_taken: reason(
    'invalid_state',
    ({ key }: { key: string }) =>
      `The event has a question with the key "${key}" already. Change or archive that question.`,
    { key: 'birthDate' },
    [['key', 'question_key_taken']],
  ),
  start_list_view_not_found: reason(
    'not_found',
    (p: { viewId: string }) => `There is no view "${p.viewId}" of start lists.`,
    { viewId: 'slv_01kamz0g5ve4q8v5x2c4g6t0yd' },
  ),
  too_many_start_list_views: reason(
    'invalid_state',
    (p: { maxStartListViews: number }) =>
      `An organizer can save at most ${p.maxStartListViews} views of start lists. Delete or overwrite one.`,
    { maxStartListViews: 50 },
  ),
  too_many_questions: reason(
    'invalid_state',
    ({ countMax }: { countMax: number }) =>
      `The event has ${countMax} questions, including archived ones. It cannot have more.`,
    { countMax: 100 },
  ),
  answers_closed: reason(
    'invalid_state',
    ({ until }: { until: string }) =>
      `The answers of this order cannot be changed anymore. Answers could be changed until ${until}. Ask the organizer to correct them.`,
    { until: '2027-05-09T07:00:00.000Z' },
  ),
  not_an_image: reason('invalid_request', 'The file is not a PNG, JPEG or WebP image.'),
  poster_not_found: reason('not_found', 'There is no such poster.'),
};
