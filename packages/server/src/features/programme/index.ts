/**
 * The programme: how events are read. It has no table: it builds the JSON of events, with their ticket types and add-ons, for
 * their organizers, for other sites and for buyers. The schemas of that JSON are here too; `catalog` returns it after a write.
 */
export {
  type EventView,
  eventReader,
  findEventOnSale,
  findPublishedById,
  findPublishedBySlug,
  type PublishedEvent,
} from './queries.ts';
