import { ActionIcon, Badge, Button, Code, Group, Menu, Stack, Text } from '@mantine/core';
import type { ApiKey } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CreateKeyDialog } from '#app/pages/developers/create-key-dialog.tsx';
import { RequestScopeDialog } from '#app/pages/developers/request-scope-dialog.tsx';
import { RequestedScopes } from '#app/pages/developers/requested-scopes.tsx';
import { RollKeyDialog } from '#app/pages/developers/roll-key-dialog.tsx';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { useActorName } from '#app/parts/actors.tsx';
import { organizerPath, post } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { AddIcon, KeyIcon, MoreIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { EmptyState } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

type Dialog = { readonly kind: 'create' } | { readonly kind: 'roll' | 'request'; readonly key: ApiKey };

const statusColors = { active: 'green', expired: 'gray', revoked: 'red' } as const;

/** The API keys of the organizer. */
export function Page() {
  const t = useMessages('keys');
  const { slug } = useOrganizer();
  const canWrite = useCan()('keys:write');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const create = canWrite && (
    <Button leftSection={<AddIcon />} onClick={() => setDialog({ kind: 'create' })}>
      {t.create}
    </Button>
  );
  const columns = useColumns();
  const actions: Column<ApiKey> = {
    key: 'actions',
    title: t.actions,
    align: 'end',
    cell: (key) => key.status === 'active' && <KeyMenu apiKey={key} onOpen={setDialog} />,
  };
  return (
    <PageFrame title={t.title} description={t.description} actions={create}>
      <ListTable<ApiKey>
        label={t.title}
        path={organizerPath(slug, 'keys')}
        queryKey={['organizer', slug, 'keys']}
        columns={canWrite ? [...columns, actions] : columns}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={KeyIcon} title={t.emptyTitle} text={t.emptyText} action={create} />}
      />
      <RequestedScopes />
      {dialog?.kind === 'create' && <CreateKeyDialog onClose={close} />}
      {dialog?.kind === 'roll' && <RollKeyDialog apiKey={dialog.key} onClose={close} />}
      {dialog?.kind === 'request' && <RequestScopeDialog apiKey={dialog.key} onClose={close} />}
    </PageFrame>
  );
}

function useColumns(): readonly Column<ApiKey>[] {
  const t = useMessages('keys');
  const actorName = useActorName();
  return [
    {
      key: 'name',
      title: t.name,
      cell: ({ name, kind }) => (
        <div>
          <Text fw={500} inherit component="span">
            <bdi>{name}</bdi>
          </Text>
          <Text size="xs" c="dimmed">
            {t.kinds[kind]}
          </Text>
        </div>
      ),
    },
    {
      key: 'key',
      title: t.key,
      cell: ({ prefix, last4 }) => (
        <Code>
          {prefix}…{last4}
        </Code>
      ),
    },
    { key: 'scopes', title: t.scopes, cell: ({ scopes }) => <Scopes scopes={scopes} /> },
    {
      key: 'status',
      title: t.status,
      cell: ({ status }) => (
        <Badge variant="light" color={statusColors[status]}>
          {t.statuses[status]}
        </Badge>
      ),
    },
    {
      key: 'created',
      title: t.created,
      cell: ({ createdAt, createdBy }) => (
        <div>
          <Time at={createdAt} as="day" />
          {createdBy !== null && (
            <Text size="xs" c="dimmed">
              {t.createdBy({ name: actorName(createdBy) })}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'used',
      title: t.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t.never : <Time at={lastUsedAt} as="relative" />),
    },
    {
      key: 'expires',
      title: t.expires,
      cell: ({ expiresAt }) => (expiresAt === null ? t.never : <Time at={expiresAt} as="day" />),
    },
  ];
}

function Scopes({ scopes }: { readonly scopes: ApiKey['scopes'] }) {
  return (
    <Stack gap={2}>
      {scopes.map((scope) => (
        <Text key={scope} size="xs" ff="monospace">
          {scope}
        </Text>
      ))}
    </Stack>
  );
}

function KeyMenu({ apiKey, onOpen }: { readonly apiKey: ApiKey; readonly onOpen: (dialog: Dialog) => void }) {
  const t = useMessages('keys');
  const { slug } = useOrganizer();
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const { id, name } = apiKey;
  const revoke = () =>
    confirm({
      title: t.revokeTitle,
      text: t.revokeText({ name }),
      action: t.revoke,
      run: async () => {
        await post(organizerPath(slug, `keys/${id}/revoke`));
        await queryClient.invalidateQueries({ queryKey: ['organizer', slug, 'keys'] });
        notifyDone(t.revoked({ name }));
      },
    });
  return (
    <Group justify="flex-end">
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t.actionsOf({ name })}>
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onOpen({ kind: 'roll', key: apiKey })}>{t.roll}</Menu.Item>
          {apiKey.kind === 'secret' && (
            <Menu.Item onClick={() => onOpen({ kind: 'request', key: apiKey })}>{t.request}</Menu.Item>
          )}
          <Menu.Item color="red" onClick={revoke}>
            {t.revoke}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
