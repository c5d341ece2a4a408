import { Text } from '@mantine/core';
import type { ScanConflict } from '@organizer/shared/dashboard-api';
import { gateMessages } from '#app/messages/gates.ts';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { organizerPath } from '#app/parts/api.ts';
import { useMessages } from '#app/parts/language.tsx';
import { PageLink, pagePath } from '#app/parts/link.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { Section } from '#app/parts/section.tsx';
import { Time } from '#app/parts/time.tsx';
import { gatesKey } from './gate-queries.ts';
import type { GateSectionProps } from './gates-page.tsx';

/** The scans that a device admitted without a network although the server would have refused the ticket. */
export function ConflictsSection({ event }: GateSectionProps) {
  const t = useMessages(gateMessages);
  const { slug } = useOrganizer();
  const columns: readonly Column<ScanConflict>[] = [
    { key: 'when', title: t.scanned, cell: ({ scannedAt }) => <Time at={scannedAt} zone={event.timezone} /> },
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
              <Time at={previous.scannedAt} zone={event.timezone} />
            </Text>
          </div>
        ),
    },
  ];
  return (
    <Section title={t.conflicts} text={t.conflictsText}>
      <ListTable
        path={organizerPath(slug, `events/${event.id}/gate-conflicts`)}
        queryKey={[...gatesKey(slug, event.id), 'conflicts']}
        label={t.conflicts}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Text size="sm">{t.noConflicts}</Text>}
      />
    </Section>
  );
}

function TicketCell({ ticket }: Pick<ScanConflict, 'ticket'>) {
  const t = useMessages(gateMessages);
  const { slug } = useOrganizer();
  const canOpen = useCan()('orders:read');
  if (ticket === null) return t.unknownTicket;
  const { ticketTypeName, bib, orderNumber } = ticket;
  return (
    <div>
      <bdi>{ticketTypeName}</bdi> <bdi>{bib}</bdi>
      <Text size="xs" component="div">
        {canOpen ? (
          <PageLink to={pagePath(slug, `orders/${orderNumber}`)} inherit>
            {t.order(orderNumber)}
          </PageLink>
        ) : (
          t.order(orderNumber)
        )}
      </Text>
    </div>
  );
}

function Place({ scan: { gateName, deviceName } }: { readonly scan: Pick<ScanConflict, 'gateName' | 'deviceName'> }) {
  return (
    <div>
      <bdi>{gateName}</bdi>
      <Text size="xs" c="dimmed">
        <bdi>{deviceName}</bdi>
      </Text>
    </div>
  );
}
