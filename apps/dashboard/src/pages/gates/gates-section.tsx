import { ActionIcon, Badge, Button, Group, Menu, Stack, Text } from '@mantine/core';
import type { ManagedGate } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { organizerPath, patch } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { AddIcon, GateIcon, MoreIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';
import { EmptyState } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import { GateDialog } from './gate-dialog.tsx';
import { type GateSectionProps, gatesKey } from './gate-queries.ts';

/** The gates of an event. */
export function GatesSection({ event, gates }: GateSectionProps) {
  const t = useMessages('gates');
  const parts = useMessages('parts');
  const canWrite = useCan()('gates:write');
  /** `new` for a gate to add. */
  const [edited, setEdited] = useState<ManagedGate | 'new' | null>(null);
  const add = canWrite && (
    <Button size="xs" leftSection={<AddIcon size={16} />} onClick={() => setEdited('new')}>
      {t.addGate}
    </Button>
  );
  const columns: readonly Column<ManagedGate>[] = [
    {
      key: 'name',
      title: t.gate,
      cell: ({ name, archivedAt }) => (
        <Group gap="xs">
          <bdi>{name}</bdi>
          {archivedAt !== null && (
            <Badge variant="light" color="orange">
              {t.archived}
            </Badge>
          )}
        </Group>
      ),
    },
    {
      key: 'direction',
      title: t.direction,
      cell: ({ direction, reentry }) => (
        <div>
          {t.directions[direction]}
          {reentry && (
            <Text size="xs" c="dimmed">
              {t.reentryAllowed}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'admits',
      title: t.admits,
      cell: ({ ticketTypeIds, categories }) => {
        const types = ticketTypeIds?.map((id) => event.ticketTypes.find((type) => type.id === id)?.name ?? id);
        const limits = [...(types ?? []), ...(categories ?? [])];
        return limits.length === 0 ? t.allTickets : <bdi>{limits.join(', ')}</bdi>;
      },
    },
    {
      key: 'open',
      title: t.open,
      cell: ({ opensAt, closesAt }) => <OpeningTimes opensAt={opensAt} closesAt={closesAt} zone={event.timezone} />,
    },
  ];
  const actions: Column<ManagedGate> = {
    key: 'actions',
    title: parts.actions,
    align: 'end',
    cell: (gate) => <GateMenu gate={gate} onEdit={() => setEdited(gate)} />,
  };
  return (
    <Section title={t.gates} text={t.gatesText} aside={gates.length > 0 && add}>
      {gates.length === 0 ? (
        <EmptyState icon={GateIcon} title={t.noGates} text={t.noGatesText} action={add} />
      ) : (
        <Rows
          rows={gates}
          label={t.gates}
          columns={canWrite ? [...columns, actions] : columns}
          rowKey={({ id }) => id}
        />
      )}
      {edited !== null && (
        <GateDialog event={event} gate={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Section>
  );
}

function OpeningTimes({
  opensAt,
  closesAt,
  zone,
}: Pick<ManagedGate, 'opensAt' | 'closesAt'> & { readonly zone: string }) {
  const t = useMessages('gates');
  if (opensAt === null && closesAt === null) return t.always;
  return (
    <Stack gap={2}>
      {opensAt !== null && (
        <span>
          {t.from} <Time at={opensAt} zone={zone} />
        </span>
      )}
      {closesAt !== null && (
        <span>
          {t.until} <Time at={closesAt} zone={zone} />
        </span>
      )}
    </Stack>
  );
}

function GateMenu({ gate, onEdit }: { readonly gate: ManagedGate; readonly onEdit: () => void }) {
  const t = useMessages('gates');
  const { slug } = useOrganizer();
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const { id, eventId, name, archivedAt } = gate;
  const setArchived = async (isArchived: boolean) => {
    await patch<ManagedGate>(organizerPath(slug, `gates/${id}`), { isArchived });
    await queryClient.invalidateQueries({ queryKey: gatesKey(slug, eventId) });
    notifyDone(isArchived ? t.archivedDone({ name }) : t.reopenedDone({ name }));
  };
  const archive = () =>
    confirm({
      title: t.archiveTitle,
      text: t.archiveText({ name }),
      action: t.archive,
      run: () => setArchived(true),
    });
  const reopen = () =>
    confirm({
      title: t.reopenTitle,
      text: t.reopenText({ name }),
      action: t.reopen,
      kind: 'normal',
      run: () => setArchived(false),
    });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t.actionsOf({ name })}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>{t.edit}</Menu.Item>
        {archivedAt === null ? (
          <Menu.Item color="red" onClick={archive}>
            {t.archive}
          </Menu.Item>
        ) : (
          <Menu.Item onClick={reopen}>{t.reopen}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
