import type { MemberOrderPage, OrganizerPage } from '@organizer/shared/dashboard-api';
import type { QueryFunctionContext } from '@tanstack/react-query';
import { get, organizerPath, send } from '#app/parts/api.ts';
import { eventsQuery } from '#app/parts/events.ts';
import type { DashboardTexts } from '#app/parts/language.tsx';
import type { Target } from '#app/parts/link.tsx';

/** A result of the command palette. */
export interface SearchResult {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly target: Target;
}

/** Finds rows for the command palette. `slug` is that of the organizer; searches of the operator do not need it. */
type Search = (
  slug: string,
  text: string,
  context: Pick<QueryFunctionContext, 'client' | 'signal'>,
) => Promise<readonly SearchResult[]>;

/** A search of the command palette. */
interface SearchEntry {
  /** The heading of the results. */
  readonly title: keyof DashboardTexts['navigation'];
  /** The action that the search needs, null for those of the operator. */
  readonly permission: string | null;
  readonly search: Search;
  /**
   * Whether the search runs while the user types; by default for every text. With another text, the user starts it. For searches that
   * are written to the audit log.
   */
  readonly runsWith?: (text: string) => boolean;
}

/** A complete order number, or an e-mail address. Each search is written to the audit log, so it does not run for the parts of a name. */
const complete = /^([0-9a-z]{10}|\S+@\S+\.\S{2,})$/i;

const maxResults = 8;

/** Finds events by a part of their name or slug. */
const searchEvents: Search = async (organizer, text, { client }) => {
  const needle = text.toLowerCase();
  return (await client.fetchQuery({ ...eventsQuery(organizer), staleTime: 0 }))
    .filter(({ name, slug }) => name.toLowerCase().includes(needle) || slug.includes(needle))
    .slice(0, maxResults)
    .map(({ id, name, slug }) => {
      const target = { to: '/organizers/$organizer/events/$eventId', params: { organizer, eventId: id } } as const;
      return { id, title: name, description: slug, target };
    });
};

/** Finds orders by number, buyer, ticket holder, bib or e-mail address. Each search is written to the audit log. */
const searchOrders: Search = async (slug, text, { signal }) => {
  const { data } = await send<MemberOrderPage>('POST', organizerPath(slug, 'orders/search'), {
    body: { text },
    signal,
  });
  return data.map(({ orderNumber, buyer }) => ({
    id: orderNumber,
    title: orderNumber,
    description: buyer?.name || buyer?.email || undefined,
    target: { to: '/organizers/$organizer/orders/$orderNumber', params: { organizer: slug, orderNumber } },
  }));
};

/** Finds organizers by a part of their name or slug. */
const searchOrganizers: Search = async (_, text, { signal }) => {
  const { data } = await get<OrganizerPage>('operator/organizers', { text, limit: maxResults }, signal);
  return data.map(({ slug, name }) => ({
    id: slug,
    title: name,
    description: slug,
    target: { to: '/operator/organizers/$slug', params: { slug } },
  }));
};

/** The searches of the command palette. */
export const searches: readonly SearchEntry[] = [
  { title: 'events', permission: 'events:read', search: searchEvents },
  { title: 'orders', permission: 'orders:read', search: searchOrders, runsWith: (text) => complete.test(text) },
  { title: 'organizers', permission: null, search: searchOrganizers },
];
