import { Badge, Group, Select } from '@mantine/core';
import type { Invitation, Member } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RemoveMemberDialog } from '#app/pages/settings/remove-member-dialog.tsx';
import type { OrganizerAccess } from '#app/parts/access.ts';
import { accountQuery, useAccount } from '#app/parts/account.ts';
import { membersQuery } from '#app/parts/actors.tsx';
import { patch, remove } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { RowButton } from '#app/parts/row-button.tsx';
import { Section } from '#app/parts/section.tsx';
import { Time } from '#app/parts/time.tsx';

/** Returns a function that loads the members again, and the account: the user may have changed their own membership. */
function useReload(access: OrganizerAccess): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries(membersQuery(access));
    await queryClient.invalidateQueries(accountQuery);
  };
}

/** The members of an organizer. Their roles can be changed. */
export function MemberTable({
  access,
  members,
}: {
  readonly access: OrganizerAccess;
  readonly members: readonly Member[];
}) {
  const t = useMessages('members');
  const roleTexts = useMessages('roles');
  const { id: ownId } = useAccount();
  const confirm = useConfirm();
  const reload = useReload(access);
  const canWrite = access.can('members:write');
  const changeRole = ({ id, name }: Member, role: Member['role']) =>
    confirm({
      title: t.changeTitle,
      text: t.changeText({ name, role: roleTexts[role].name, text: roleTexts[role].text }),
      action: t.change,
      kind: 'normal',
      run: async () => {
        await patch(access.path(`members/${id}`), { role });
        await reload();
        notifyDone(t.changed({ name, role: roleTexts[role].name }));
      },
    });
  const [leaving, setLeaving] = useState<Member | null>(null);
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
        canWrite ? (
          <Select
            size="xs"
            w={150}
            aria-label={t.roleOf({ name: member.name })}
            data={Object.entries(roleTexts).map(([role, { name }]) => ({ value: role, label: name }))}
            value={member.role}
            allowDeselect={false}
            onChange={(role) => role !== null && role !== member.role && changeRole(member, role as Member['role'])}
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
      <RowButton label={t.removeOf({ name: member.name })} onClick={() => setLeaving(member)}>
        {' '}
        {t.remove}
      </RowButton>
    ),
  };
  return (
    <>
      <Rows
        rows={members}
        label={t.title}
        columns={canWrite ? [...columns, actions] : columns}
        rowKey={({ id }) => id}
      />
      {leaving !== null && (
        <RemoveMemberDialog access={access} member={leaving} onClose={() => setLeaving(null)} onRemoved={reload} />
      )}
    </>
  );
}

/** The invitations to an organizer that were not accepted yet. */
export function InvitationSection({
  access,
  invitations,
}: {
  readonly access: OrganizerAccess;
  readonly invitations: readonly Invitation[];
}) {
  const t = useMessages('members');
  const roleTexts = useMessages('roles');
  const confirm = useConfirm();
  const reload = useReload(access);
  const revoke = ({ id, email }: Invitation) =>
    confirm({
      title: t.revokeTitle,
      text: t.revokeText({ email }),
      action: t.revoke,
      run: async () => {
        await remove(access.path(`invitations/${id}`));
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
      <RowButton label={t.revokeOf({ email: invitation.email })} onClick={() => revoke(invitation)}>
        {' '}
        {t.revoke}
      </RowButton>
    ),
  };
  return (
    <Section title={t.invitations}>
      <Rows
        rows={invitations}
        label={t.invitations}
        columns={access.can('members:write') ? [...columns, actions] : columns}
        rowKey={({ id }) => id}
      />
    </Section>
  );
}
