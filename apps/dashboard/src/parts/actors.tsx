import type { ApiKey, ApiKeyPage, MemberList } from '@organizer/shared/dashboard-api';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type OrganizerAccess, useMemberAccess } from '#app/parts/access.ts';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { get, organizerPath } from '#app/parts/api.ts';
import { useMessages } from '#app/parts/language.tsx';

const none: readonly never[] = [];

/** The newest keys of the organizer, for filters and for names in lists. Empty while they are loaded. */
export function useKeys(): readonly ApiKey[] {
  const { slug } = useOrganizer();
  const isPermitted = useCan()('keys:read');
  const { data } = useQuery({
    queryKey: ['organizer', slug, 'keys', 'names'],
    queryFn: ({ signal }) => get<ApiKeyPage>(organizerPath(slug, 'keys'), { limit: 100 }, signal),
    enabled: isPermitted,
  });
  return data?.data ?? none;
}

/** The members of an organizer, its open invitations, and the operators of the service. */
export function membersQuery({ path, queryKey }: OrganizerAccess) {
  return queryOptions({
    queryKey: queryKey('members'),
    queryFn: ({ signal }) => get<MemberList>(path('members'), {}, signal),
  });
}

/** The members of the organizer. Empty while they are loaded. */
export function useMembers(): MemberList['members'] {
  return useQuery(membersQuery(useMemberAccess())).data?.members ?? none;
}

/** A name of a key that distinguishes it from others with the same name. */
export function keyLabel({ name, prefix, last4 }: Pick<ApiKey, 'name' | 'prefix' | 'last4'>): string {
  return `${name} (${prefix}…${last4})`;
}

/** Returns a function with the name of an actor: a member, an operator, an API key or the command line. Its id if it has no name. */
export function useActorName(): (actor: string) => string {
  const t = useMessages('audit');
  const { data: list } = useQuery(membersQuery(useMemberAccess()));
  const keys = useKeys();
  return (actor) => {
    if (actor === 'retention') return t.retention;
    if (actor.startsWith('cli:')) return t.commandLine({ name: actor.slice('cli:'.length) });
    const member = list?.members.find(({ id }) => id === actor);
    if (member !== undefined) return member.name || member.email;
    const operator = list?.operators.find(({ id }) => id === actor);
    if (operator !== undefined) return operator.name === '' ? t.namelessOperator : t.operator({ name: operator.name });
    if (list !== undefined && actor.startsWith('usr_')) return t.formerMember({ idEnd: actor.slice(-6) });
    const key = keys.find(({ id }) => id === actor);
    return key === undefined ? actor : keyLabel(key);
  };
}

/** Who did something. */
export function Actor({ id }: { readonly id: string }) {
  return <bdi>{useActorName()(id)}</bdi>;
}
