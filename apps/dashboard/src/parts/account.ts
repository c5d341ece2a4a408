import type { Account, AccountOrganizer } from '@organizer/shared/dashboard-api';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { get } from '#app/parts/api.ts';

/** The signed-in user, with the organizers and what the user's role in each permits. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => get<Account>('account/me', {}, signal),
  staleTime: 60_000,
});

/** The signed-in user. Only on pages that need a session. */
export function useAccount(): Account {
  return useSuspenseQuery(accountQuery).data;
}

/** The organizer in the path. Only on pages of an organizer. */
export function useOrganizer(): AccountOrganizer {
  const organizer = useOrganizerOrNull();
  if (organizer === null) throw new Error('The path has no organizer of this user.');
  return organizer;
}

/** The organizer in the path, null if the path has none, or one of which the user is not a member. */
export function useOrganizerOrNull(): AccountOrganizer | null {
  const slug = useParams({ from: '/frame/organizers/$organizer', shouldThrow: false })?.organizer;
  return useAccount().organizers.find((organizer) => organizer.slug === slug) ?? null;
}

/** The organizer of the navigation: that of the page, otherwise the one that was open last. */
export function useNavigationOrganizer(): AccountOrganizer | null {
  const organizer = useOrganizerOrNull();
  const account = useAccount();
  return organizer ?? preferredOrganizer(account);
}

/** Whether the page is one of the operator, for the whole service. */
export function useIsOperatorPage(): boolean {
  return useLocation().pathname.startsWith('/operator/');
}

/** Whether the user's role in the organizer of the page permits an action, such as `orders:write`. */
export function useCan(): (action: string) => boolean {
  const { permissions } = useOrganizer();
  return (action) => permissions.includes(action);
}

const lastOrganizerKey = 'organizer-last';

/** Remembers the organizer that the dashboard opens first. */
export function rememberOrganizer(slug: string): void {
  localStorage.setItem(lastOrganizerKey, slug);
}

/** The organizer that was open last, or the first one. Null without organizers. */
export function preferredOrganizer({ organizers }: Account): AccountOrganizer | null {
  const last = localStorage.getItem(lastOrganizerKey);
  return organizers.find(({ slug }) => slug === last) ?? organizers[0] ?? null;
}
