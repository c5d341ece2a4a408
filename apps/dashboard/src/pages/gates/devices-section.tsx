import { ActionIcon, Badge, Button, Group, Menu, Stack, Text } from '@mantine/core';
import type { ManagedDevice } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { organizerPath, post } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { AddIcon, MoreIcon } from '#app/parts/icons.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';
import { EmptyState, Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import { AddDeviceDialog, NewCodeDialog, RenameDeviceDialog } from './device-dialogs.tsx';
import { devicesQuery, type GateSectionProps, gatesKey } from './gate-queries.ts';

type OpenDialog = { readonly kind: 'add' } | { readonly kind: 'rename' | 'newCode'; readonly device: ManagedDevice };

/** The phones that scan tickets or hand out add-ons at an event. */
export function DevicesSection({ event, gates }: GateSectionProps) {
  const t = useMessages('gates');
  const parts = useMessages('parts');
  const { slug } = useOrganizer();
  const canWrite = useCan()('gates:write');
  const query = useQuery(devicesQuery(slug, event.id));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const columns = useColumns({ event, gates });
  const add = canWrite && (
    <Button size="xs" leftSection={<AddIcon size={16} />} onClick={() => setDialog({ kind: 'add' })}>
      {t.addDevice}
    </Button>
  );
  const actions: Column<ManagedDevice> = {
    key: 'actions',
    title: parts.actions,
    align: 'end',
    cell: (device) => device.revokedAt === null && <DeviceMenu device={device} onOpen={setDialog} />,
  };
  return (
    <Section title={t.devices} text={t.devicesText} aside={query.data?.data.length !== 0 && add}>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title={t.noDevices} text={gates.length === 0 ? t.noDevicesYet : t.noDevicesText} action={add} />
          ) : (
            <Rows
              rows={data}
              label={t.devices}
              columns={canWrite ? [...columns, actions] : columns}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
      {dialog?.kind === 'add' && <AddDeviceDialog event={event} gates={gates} onClose={close} />}
      {dialog?.kind === 'newCode' && <NewCodeDialog device={dialog.device} onClose={close} />}
      {dialog?.kind === 'rename' && <RenameDeviceDialog device={dialog.device} onClose={close} />}
    </Section>
  );
}

const stateColors = { waiting: 'yellow', active: 'green', expired: 'gray', revoked: 'red' } as const;

function stateOf({ revokedAt, expiresAt, pairedAt, lastSeenAt }: ManagedDevice, nowMs: number) {
  if (revokedAt !== null) return 'revoked';
  if (Date.parse(expiresAt) <= nowMs) return 'expired';
  return pairedAt === null && lastSeenAt === null ? 'waiting' : 'active';
}

function useColumns({ event, gates }: GateSectionProps): readonly Column<ManagedDevice>[] {
  const t = useMessages('gates');
  const { locale } = useLanguage();
  const { clockAheadMs } = useOrganizer();
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const number = new Intl.NumberFormat(locale);
  const nameOf = (gateId: string) => gates.find(({ id }) => id === gateId)?.name ?? gateId;
  return [
    {
      key: 'name',
      title: t.device,
      cell: ({ name, roles, carriesNames }) => (
        <div>
          <bdi>{name}</bdi>
          <Text size="xs" c="dimmed">
            {[...roles.map((role) => t.roles[role]), ...(carriesNames ? [t.withNames] : [])].join(' · ')}
          </Text>
        </div>
      ),
    },
    {
      key: 'gates',
      title: t.gates,
      cell: ({ gateIds }) => (gateIds === null ? t.allGates : <bdi>{gateIds.map(nameOf).join(', ')}</bdi>),
    },
    {
      key: 'state',
      title: t.status,
      cell: (device) => {
        const state = stateOf(device, Date.now() + clockAheadMs);
        return (
          <Badge variant="light" color={stateColors[state]}>
            {t.deviceStates[state]}
          </Badge>
        );
      },
    },
    {
      key: 'seen',
      title: t.lastSeen,
      cell: ({ lastSeenAt }) =>
        lastSeenAt === null ? t.never : <Time at={lastSeenAt} zone={event.timezone} as="relative" />,
    },
    {
      key: 'battery',
      title: t.battery,
      align: 'end',
      cell: ({ battery }) => (battery === null ? t.none : percent.format(battery)),
    },
    {
      key: 'queue',
      title: t.queue,
      align: 'end',
      cell: ({ queueLength }) => (queueLength === null ? t.none : number.format(queueLength)),
    },
    { key: 'version', title: t.version, cell: ({ appVersion }) => appVersion ?? t.none },
    {
      key: 'expires',
      title: t.expires,
      cell: ({ expiresAt }) => <Time at={expiresAt} zone={event.timezone} as="day" />,
    },
  ];
}

function DeviceMenu({
  device,
  onOpen,
}: {
  readonly device: ManagedDevice;
  readonly onOpen: (dialog: OpenDialog) => void;
}) {
  const t = useMessages('gates');
  const { slug } = useOrganizer();
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const { id, eventId, name, queueLength } = device;
  const revoke = () =>
    confirm({
      title: t.revokeTitle,
      text: (
        <Stack gap="xs">
          <span>{t.revokeText({ name })}</span>
          {queueLength !== null && queueLength > 0 && <strong>{t.revokeQueue({ count: queueLength })}</strong>}
        </Stack>
      ),
      action: t.revoke,
      run: async () => {
        await post<ManagedDevice>(organizerPath(slug, `gate-devices/${id}/revoke`));
        await queryClient.invalidateQueries({ queryKey: gatesKey(slug, eventId) });
        notifyDone(t.revokedDone({ name }));
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
          <Menu.Item onClick={() => onOpen({ kind: 'newCode', device })}>{t.newCode}</Menu.Item>
          <Menu.Item onClick={() => onOpen({ kind: 'rename', device })}>{t.rename}</Menu.Item>
          <Menu.Item color="red" onClick={revoke}>
            {t.revoke}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
