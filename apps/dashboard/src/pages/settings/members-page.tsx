import { memberMessages } from '#app/messages/members.ts';
import { useMemberAccess } from '#app/parts/access.ts';
import { useMessages } from '#app/parts/language.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { InviteButton } from './invite-dialog.tsx';
import { InvitationSection, MemberTable, useMemberList } from './member-tables.tsx';

/** The members of the organizer and the open invitations. */
export function Page() {
  const t = useMessages(memberMessages);
  const access = useMemberAccess();
  const list = useMemberList(access);
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
