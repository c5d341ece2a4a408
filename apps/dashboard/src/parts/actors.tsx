import type { MemberList } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';
import { get, organizerPath } from '#app/parts/api.ts';

/** Who did something: the name of a member, or the id of a key or of the operator. */
export function Actor({ id }: { readonly id: string }) {
  const { slug } = useOrganizer();
  const { data } = useQuery({
    queryKey: ['organizer', slug, 'members'],
    queryFn: ({ signal }) => get<MemberList>(organizerPath(slug, 'members'), {}, signal),
  });
  const member = data?.members.find((candidate) => candidate.id === id);
  return <bdi>{member?.name || member?.email || id}</bdi>;
}
