/**
 * Reads of events. It owns no table: it builds the JSON of events, with their ticket types and add-ons, for
 * organizers, for their sites and for buyers. The schemas of this JSON are here too. `catalog` returns the same JSON after writes.
 */

export type { AddonAssignment, HolderNameMode, NameFields } from './holder-schema.ts';
export {
  type EventView,
  eventReader,
  findDraft,
  findEventOnSale,
  findPublishedById,
  findPublishedBySlug,
  isSandboxEvent,
  type PublishedEvent,
} from './queries.ts';
