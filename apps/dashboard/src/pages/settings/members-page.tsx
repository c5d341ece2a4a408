import { useQuery } from '@tanstack/react-query';
import { useMemberAccess } from '#app/parts/access.ts';
import { membersQuery } from '#app/parts/actors.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { InviteButton } from './invite-dialog.tsx';
import { InvitationSection, MemberTable } from './member-tables.tsx';

/** The members of the organizer and the open invitations. */
export function Page() {
  const t = useMessages('members');
  const access = useMemberAccess();
  const list = useQuery(membersQuery(access));
  return (
    <PageFrame title={t.title} description={t.description} actions={<InviteButton access={access} />}>
      <Loaded query={list}>
        {({ members, invitations }) => (
          <>
            <MemberTable access={access} members={members} />
            {invitations.length > 0 && <InvitationSection access={access} invitations={invitations} />}
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}
