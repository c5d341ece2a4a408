import { Badge, Button, Group, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Invitation, Member, MemberList } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memberMessages } from '#app/messages/members.ts';
import { type Role, roleMessages, roles } from '#app/messages/roles.ts';
import { InviteDialog } from '#app/pages/settings/invite-dialog.tsx';
import { accountQuery, useAccount, useCan, useOrganizer } from '#app/parts/account.ts';
import { get, organizerPath, patch, remove } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { AddIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Section } from '#app/parts/section.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** The members of the organizer and the open invitations. */
export function Page() {
  const t = useMessages(memberMessages);
  const { slug } = useOrganizer();
  const can = useCan();
  const [isInviting, invitation] = useDisclosure(false);
  const members = useQuery({
    queryKey: ['organizer', slug, 'members'],
    queryFn: ({ signal }) => get<MemberList>(organizerPath(slug, 'members'), {}, signal),
  });
  const invite = can('members:write') && (
    <Button leftSection={<AddIcon />} onClick={invitation.open}>
      {t.invite}
    </Button>
  );
  return (
    <PageFrame title={t.title} description={t.description} actions={invite}>
      <Loaded query={members}>
        {(list) => (
          <>
            <Members members={list.members} />
            {list.invitations.length > 0 && <Invitations invitations={list.invitations} />}
          </>
        )}
      </Loaded>
      <InviteDialog opened={isInviting} onClose={invitation.close} />
    </PageFrame>
  );
}

/** Returns a function that loads the members again, and the account: the user may have changed their own membership. */
function useReload(): () => Promise<void> {
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['organizer', slug, 'members'] });
    await queryClient.invalidateQueries(accountQuery);
  };
}

function Members({ members }: { readonly members: readonly Member[] }) {
  const t = useMessages(memberMessages);
  const roleTexts = useMessages(roleMessages);
  const { slug, name: organizerName } = useOrganizer();
  const { id: ownId } = useAccount();
  const can = useCan();
  const confirm = useConfirm();
  const reload = useReload();
  const changeRole = ({ id, name }: Member, role: Role) =>
    confirm({
      title: t.changeTitle,
      text: t.changeText(name, roleTexts[role].name, roleTexts[role].text),
      action: t.change,
      kind: 'normal',
      run: async () => {
        await patch(organizerPath(slug, `members/${id}`), { role });
        await reload();
        notifyDone(t.changed(name, roleTexts[role].name));
      },
    });
  const removeMember = ({ id, name }: Member) =>
    confirm({
      title: t.removeTitle,
      text: t.removeText(name, organizerName),
      action: t.remove,
      run: async () => {
        await remove(organizerPath(slug, `members/${id}`));
        await reload();
        notifyDone(t.removed(name));
      },
    });
  const columns: readonly Column<Member>[] = [
    {
      key: 'name',
      title: t.name,
      cell: ({ id, name }) => (
        <Group gap="xs">
          <bdi>{name}</bdi>
          {id === ownId && (
            <Badge variant="light" size="sm">
              {t.you}
            </Badge>
          )}
        </Group>
      ),
    },
    { key: 'email', title: t.email, cell: ({ email }) => email },
    {
      key: 'role',
      title: t.role,
      cell: (member) =>
        can('members:write') ? (
          <Select
            size="xs"
            w={150}
            aria-label={t.roleOf(member.name)}
            data={roles.map((role) => ({ value: role, label: roleTexts[role].name }))}
            value={member.role}
            allowDeselect={false}
            onChange={(role) => role !== null && role !== member.role && changeRole(member, role as Role)}
          />
        ) : (
          roleTexts[member.role].name
        ),
    },
    {
      key: 'factor',
      title: t.factor,
      cell: ({ hasSecondFactor }) => (
        <Badge variant="light" color={hasSecondFactor ? 'green' : 'gray'}>
          {hasSecondFactor ? t.factorOn : t.factorOff}
        </Badge>
      ),
    },
    { key: 'joined', title: t.joined, cell: ({ joinedAt }) => <Time at={joinedAt} as="day" /> },
  ];
  const actions: Column<Member> = {
    key: 'actions',
    title: t.actions,
    align: 'end',
    cell: (member) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t.removeOf(member.name)}
        onClick={() => removeMember(member)}
      >
        {t.remove}
      </Button>
    ),
  };
  return (
    <Rows
      rows={members}
      label={t.title}
      columns={can('members:write') ? [...columns, actions] : columns}
      rowKey={({ id }) => id}
    />
  );
}

function Invitations({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const t = useMessages(memberMessages);
  const roleTexts = useMessages(roleMessages);
  const { slug } = useOrganizer();
  const can = useCan();
  const confirm = useConfirm();
  const reload = useReload();
  const revoke = ({ id, email }: Invitation) =>
    confirm({
      title: t.revokeTitle,
      text: t.revokeText(email),
      action: t.revoke,
      run: async () => {
        await remove(organizerPath(slug, `invitations/${id}`));
        await reload();
        notifyDone(t.revoked);
      },
    });
  const columns: readonly Column<Invitation>[] = [
    { key: 'email', title: t.email, cell: ({ email }) => email },
    { key: 'role', title: t.role, cell: ({ role }) => roleTexts[role].name },
    {
      key: 'expires',
      title: t.expires,
      cell: ({ expiresAt }) =>
        new Date(expiresAt).getTime() < Date.now() ? (
          <Badge variant="light" color="gray">
            {t.expired}
          </Badge>
        ) : (
          <Time at={expiresAt} as="relative" />
        ),
    },
  ];
  const actions: Column<Invitation> = {
    key: 'actions',
    title: t.actions,
    align: 'end',
    cell: (invitation) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t.revokeOf(invitation.email)}
        onClick={() => revoke(invitation)}
      >
        {t.revoke}
      </Button>
    ),
  };
  return (
    <Section title={t.invitations}>
      <Rows
        rows={invitations}
        label={t.invitations}
        columns={can('members:write') ? [...columns, actions] : columns}
        rowKey={({ id }) => id}
      />
    </Section>
  );
}
