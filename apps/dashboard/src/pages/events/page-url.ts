import type { Event as EventDetails } from '@organizer/shared/dashboard-api';
import { basePath } from '#app/parts/base-path.ts';

/** The URL of the server without the path of the dashboard. */
export const serverUrl = `${location.origin}${basePath.replace(/\/dashboard$/, '')}`;

/** The URL of the page on which an event is sold. */
export function pageUrlOf({ id, publicSlug }: EventDetails): string {
  // Events of a sandbox have no public slug.
  return `${serverUrl}/e/${publicSlug ?? id}`;
}
