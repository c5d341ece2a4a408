import { Badge, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import type { UserRow, UserStatus } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '#app/parts/account.ts';
import { post } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { FilterBar, type FilterField, useFilters } from '#app/parts/filters.tsx';
import { MembersIcon } from '#app/parts/icons.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { ButtonLink, PageLink } from '#app/parts/link.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { RowButton } from '#app/parts/row-button.tsx';
import { EmptyState } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** The organizers of a user that are shown at first. */
const shownOrganizers = 3;
const queryKey = ['operator', 'users'];

/** The users of the service. */
export function Page() {
  const t = useMessages('users');
  const search = useSearch({ from: '/frame/operator/users' });
  const filters = useFilters(search);
  const optionsOf = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(([value, label]) => ({ value, label }));
  const fields: readonly FilterField<keyof typeof search>[] = [
    { kind: 'search', name: 'text', label: t.search },
    { kind: 'select', name: 'status', label: t.status, options: optionsOf(t.statuses) },
    { kind: 'select', name: 'isOperator', label: t.kind, options: optionsOf(t.kinds) },
  ];
  const toOrganizers = (
    <ButtonLink to="/operator/organizers" variant="default">
      {t.toOrganizers}
    </ButtonLink>
  );
  return (
    <PageFrame title={t.title} description={t.description}>
      <FilterBar filters={filters} fields={fields} />
      <ListTable
        label={t.title}
        path="operator/users"
        queryKey={queryKey}
        filters={filters}
        columns={useColumns()}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={MembersIcon} title={t.empty} text={t.emptyText} action={toOrganizers} />}
      />
    </PageFrame>
  );
}

function useColumns(): readonly Column<UserRow>[] {
  const t = useMessages('users');
  const members = useMessages('members');
  return [
    { key: 'user', title: t.user, cell: (user) => <UserName user={user} /> },
    { key: 'organizers', title: t.organizers, cell: (user) => <Organizers user={user} /> },
    {
      key: 'factor',
      title: members.factor,
      cell: ({ hasSecondFactor }) => (
        <Badge variant="light" color={hasSecondFactor ? 'green' : 'gray'}>
          {hasSecondFactor ? members.factorOn : members.factorOff}
        </Badge>
      ),
    },
    {
      key: 'signedIn',
      title: t.lastSignedIn,
      cell: ({ lastSignedInAt }) => (lastSignedInAt === null ? t.never : <Time at={lastSignedInAt} as="relative" />),
    },
    {
      key: 'status',
      title: t.status,
      cell: ({ disabledAt }) => (
        <Badge variant="light" color={disabledAt === null ? 'green' : 'orange'}>
          {t.statuses[disabledAt === null ? 'active' : 'disabled']}
        </Badge>
      ),
    },
    { key: 'actions', title: members.actions, align: 'end', cell: (user) => <UserAction user={user} /> },
  ];
}

interface UserProps {
  readonly user: UserRow;
}

function UserName({ user: { id, name, email, isOperator } }: UserProps) {
  const t = useMessages('users');
  const account = useAccount();
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" fw={500} component="bdi">
          {name}
        </Text>
        {id === account.id && (
          <Badge variant="light" size="sm">
            {t.you}
          </Badge>
        )}
        {isOperator && (
          <Badge variant="light" size="sm" color="violet">
            {t.operator}
          </Badge>
        )}
      </Group>
      {name !== email && (
        <Text size="sm" fw={400} c="dimmed">
          {email}
        </Text>
      )}
    </div>
  );
}

function Organizers({ user: { name, organizers } }: UserProps) {
  const t = useMessages('users');
  const roles = useMessages('roles');
  const [isOpen, setIsOpen] = useState(false);
  if (organizers.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t.none}
      </Text>
    );
  }
  const shown = isOpen ? organizers : organizers.slice(0, shownOrganizers);
  const hidden = organizers.length - shownOrganizers;
  return (
    <Stack gap={2}>
      {shown.map((organizer) => (
        <Group key={organizer.slug} gap={6} className="any-wrap">
          <PageLink to="/operator/organizers/$slug" params={{ slug: organizer.slug }} size="sm">
            <bdi>{organizer.name}</bdi>
          </PageLink>
          <Text size="sm" c="dimmed">
            {roles[organizer.role].name}
          </Text>
        </Group>
      ))}
      {hidden > 0 && (
        <UnstyledButton
          fz="sm"
          c="dimmed"
          td="underline"
          aria-expanded={isOpen}
          aria-label={isOpen ? t.fewerOf({ name }) : t.moreOf({ name, count: hidden })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t.fewer : t.more({ count: hidden })}
        </UnstyledButton>
      )}
    </Stack>
  );
}

/** The button that disables or enables a user. Nothing for the signed-in user, who could not enable the own account again. */
function UserAction({ user }: UserProps) {
  const t = useMessages('users');
  const { id: ownId } = useAccount();
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const { id, name, disabledAt } = user;
  if (id === ownId) return null;
  const change = async (action: 'disable' | 'enable', notice: string) => {
    await post<UserStatus>(`operator/users/${id}/${action}`);
    await queryClient.invalidateQueries({ queryKey });
    notifyDone(notice);
  };
  if (disabledAt === null) {
    const disable = () =>
      confirm({
        title: t.disableTitle({ name }),
        text: <Consequences user={user} />,
        action: t.disable,
        run: () => change('disable', t.disabled({ name })),
      });
    return (
      <RowButton label={t.disableOf({ name })} onClick={disable}>
        {t.disable}
      </RowButton>
    );
  }
  const enable = () =>
    confirm({
      title: t.enableTitle({ name }),
      text: t.enableText,
      action: t.enable,
      kind: 'normal',
      run: () => change('enable', t.enabled({ name })),
    });
  return (
    <RowButton label={t.enableOf({ name })} onClick={enable}>
      {t.enable}
    </RowButton>
  );
}

function Consequences({ user: { organizers } }: UserProps) {
  const t = useMessages('users');
  const { formats } = useLanguage();
  const owned = organizers.filter(({ role }) => role === 'owner').map(({ name }) => name);
  return (
    <Stack gap="sm">
      <Text size="sm">{t.disableText}</Text>
      {owned.length > 0 && <Text size="sm">{t.ownerText({ names: formats.list(owned) })}</Text>}
    </Stack>
  );
}
