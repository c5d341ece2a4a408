import type { Event as EventDetails } from '@organizer/shared/dashboard-api';
import { get, organizerPath } from '#app/parts/api.ts';
import type { Search } from '#app/parts/registry.ts';

interface EventPage {
  readonly data: readonly Pick<EventDetails, 'id' | 'name' | 'slug'>[];
}

const maxEvents = 100;
const maxResults = 8;

/** Finds the newest events by a part of their name or slug for the command palette. */
export const search: Search = async (slug, text, signal) => {
  const { data } = await get<EventPage>(organizerPath(slug, 'events'), { limit: maxEvents }, signal);
  const needle = text.toLowerCase();
  return data
    .filter(({ name, slug: eventSlug }) => name.toLowerCase().includes(needle) || eventSlug.includes(needle))
    .slice(0, maxResults)
    .map(({ id, name, slug: eventSlug }) => ({ id, title: name, description: eventSlug, path: `events/${id}` }));
};
