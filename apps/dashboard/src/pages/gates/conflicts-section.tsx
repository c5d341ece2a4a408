import { Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import type { ScanConflict } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { useMembers } from '#app/parts/actors.tsx';
import { organizerPath, post } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { PageLink } from '#app/parts/link.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { timeOfScan } from '#app/parts/scan-time.ts';
import { Section } from '#app/parts/section.tsx';
import { Time } from '#app/parts/time.tsx';
import { type GateSectionProps, gatesKey } from './gate-queries.ts';

/** The scans that a device admitted without a network although the server would have refused the ticket. */
export function ConflictsSection({ event }: GateSectionProps) {
  const t = useMessages('gates');
  const { slug } = useOrganizer();
  const canWrite = useCan()('gates:write');
  const [status, setStatus] = useState<'open' | 'settled'>('open');
  const [chosen, setChosen] = useState<ScanConflict | null>(null);
  const columns: readonly Column<ScanConflict>[] = [
    {
      key: 'when',
      title: t.scanned,
      cell: (scan) => (
        <div>
          <Time at={timeOfScan(scan)} zone={event.timezone} />
          {scan.hasImplausibleTime && (
            <Text size="xs" c="dimmed">
              {t.wrongClock}
            </Text>
          )}
        </div>
      ),
    },
    { key: 'ticket', title: t.ticket, cell: ({ ticket }) => <TicketCell ticket={ticket} /> },
    { key: 'place', title: t.place, cell: (scan) => <Place scan={scan} /> },
    {
      key: 'reason',
      title: t.reason,
      cell: ({ reason }) => (reason === null ? t.none : (t.reasons[reason] ?? reason)),
    },
    {
      key: 'before',
      title: t.before,
      cell: ({ previous }) =>
        previous === null ? (
          t.none
        ) : (
          <div>
            <Place scan={previous} />
            <Text size="xs" c="dimmed" component="div">
              <Time at={timeOfScan(previous)} zone={event.timezone} />
            </Text>
          </div>
        ),
    },
  ];
  const last: Column<ScanConflict> =
    status === 'settled'
      ? { key: 'settled', title: t.settled, cell: ({ settled }) => <Settled settled={settled} zone={event.timezone} /> }
      : {
          key: 'settle',
          title: t.settle,
          align: 'end',
          cell: (conflict) => (
            <Button
              variant="default"
              size="xs"
              aria-label={t.settleOf({ ticket: conflict.ticket?.orderNumber ?? t.unknownTicket })}
              onClick={() => setChosen(conflict)}
            >
              {t.settle}
            </Button>
          ),
        };
  return (
    <Section title={t.conflicts} text={t.conflictsText}>
      <Group>
        <SegmentedControl
          aria-label={t.conflictStatus}
          size="xs"
          value={status}
          onChange={(value) => setStatus(value as typeof status)}
          data={(['open', 'settled'] as const).map((value) => ({ value, label: t.conflictStatuses[value] }))}
        />
      </Group>
      <ListTable
        path={organizerPath(slug, `events/${event.id}/gate-conflicts`)}
        queryKey={[...gatesKey(slug, event.id), 'conflicts']}
        label={t.conflicts}
        query={{ status }}
        columns={status === 'settled' || canWrite ? [...columns, last] : columns}
        rowKey={({ id }) => id}
        empty={<Text size="sm">{t.noConflicts[status]}</Text>}
      />
      {chosen !== null && <SettleDialog conflict={chosen} onClose={() => setChosen(null)} />}
    </Section>
  );
}

/** Asks for a note, and marks a conflict as settled. */
function SettleDialog({ conflict, onClose }: { readonly conflict: ScanConflict; readonly onClose: () => void }) {
  const t = useMessages('gates');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const form = useApiForm({
    initialValues: { note: '' },
    submit: (values) => post<ScanConflict>(organizerPath(slug, `gate-conflicts/${conflict.id}/settle`), values),
    onDone: () => {
      queryClient.invalidateQueries({ queryKey: gatesKey(slug, conflict.eventId) });
      notifyDone(t.settledDone);
      onClose();
    },
  });
  return (
    <Dialog title={t.settleTitle} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <Text size="sm">{t.settleText}</Text>
          <Textarea
            label={t.note}
            description={t.noteHint}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={500}
            dir="auto"
            data-autofocus
            {...form.input('note')}
          />
          <FormEnd form={form} submit={t.settle} />
        </Stack>
      </form>
    </Dialog>
  );
}

function Settled({ settled, zone }: Pick<ScanConflict, 'settled'> & { readonly zone: string }) {
  const members = useMembers();
  if (settled === null) return null;
  const { at, by, note } = settled;
  return (
    <div>
      <bdi>{note}</bdi>
      <Text size="xs" c="dimmed" component="div">
        <bdi>{members.find(({ id }) => id === by)?.name ?? by}</bdi> · <Time at={at} zone={zone} />
      </Text>
    </div>
  );
}

function TicketCell({ ticket }: Pick<ScanConflict, 'ticket'>) {
  const t = useMessages('gates');
  const canOpen = useCan()('orders:read');
  if (ticket === null) return t.unknownTicket;
  const { ticketTypeName, bib, orderNumber } = ticket;
  return (
    <div>
      <bdi>{ticketTypeName}</bdi> <bdi>{bib}</bdi>
      <Text size="xs" component="div">
        {canOpen ? (
          <PageLink to="/organizers/$organizer/orders/$orderNumber" params={{ orderNumber }} inherit>
            {t.order({ number: orderNumber })}
          </PageLink>
        ) : (
          t.order({ number: orderNumber })
        )}
      </Text>
    </div>
  );
}

function Place({
  scan: { gateName, deviceName, source },
}: {
  readonly scan: Pick<ScanConflict, 'gateName' | 'deviceName' | 'source'>;
}) {
  const t = useMessages('gates');
  return (
    <div>
      <bdi>{gateName}</bdi>
      <Text size="xs" c="dimmed">
        <bdi>{source === 'key' ? t.byKey({ name: deviceName }) : deviceName}</bdi>
      </Text>
    </div>
  );
}
