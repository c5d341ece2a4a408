export {
  type EventView,
  eventReader,
  findEventOnSale,
  findPublishedById,
  findPublishedBySlug,
  type PublishedEvent,
} from './queries.ts';
