import type { OrganizerPage } from '@organizer/shared/dashboard-api';
import { get } from '#app/parts/api.ts';
import type { Search } from '#app/parts/registry.ts';

const maxResults = 8;

/** Finds organizers by a part of their name or slug for the command palette. */
export const search: Search = async (_, text, signal) => {
  const { data } = await get<OrganizerPage>('operator/organizers', { text, limit: maxResults }, signal);
  return data.map(({ slug, name }) => ({ id: slug, title: name, description: slug, path: `organizers/${slug}` }));
};
