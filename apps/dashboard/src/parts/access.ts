import type { QueryKey } from '@tanstack/react-query';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { organizerPath } from '#app/parts/api.ts';

/** How a part of a page reads and changes an organizer: as a member, or as the operator of the service. */
export interface OrganizerAccess {
  /** The name of the organizer. */
  readonly name: string;
  /** The path of an endpoint for this organizer in the API. */
  readonly path: (endpoint: string) => string;
  readonly queryKey: (...parts: readonly string[]) => QueryKey;
  /** Whether an action such as `members:write` is permitted. */
  readonly can: (action: string) => boolean;
}

/** The access of a member to the organizer of the page. */
export function useMemberAccess(): OrganizerAccess {
  const { slug, name } = useOrganizer();
  const can = useCan();
  return {
    name,
    path: (endpoint) => organizerPath(slug, endpoint),
    queryKey: (...parts) => ['organizer', slug, ...parts],
    can,
  };
}

/** The access of the operator to an organizer. */
export function operatorAccess({ slug, name }: { readonly slug: string; readonly name: string }): OrganizerAccess {
  return {
    name,
    path: (endpoint) => `operator/${organizerPath(slug, endpoint)}`,
    queryKey: (...parts) => ['operator', 'organizer', slug, ...parts],
    can: () => true,
  };
}
