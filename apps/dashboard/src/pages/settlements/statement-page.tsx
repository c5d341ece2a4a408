import { Button, Group, Stack, Table, Text } from '@mantine/core';
import type { LedgerEntry, Settlement } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { settlementMessages } from '#app/messages/settlements.ts';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { apiUrl, get, organizerPath } from '#app/parts/api.ts';
import { useMessages } from '#app/parts/language.tsx';
import { PageLink, pagePath } from '#app/parts/link.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { useLive } from '#app/parts/live.ts';
import { Money } from '#app/parts/money.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Section } from '#app/parts/section.tsx';
import { EmptyState, Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import { SettlementBadge } from './settlement-badge.tsx';
import './statement.css';

/** The statement of an event with its ledger. It can be printed. */
export function Page() {
  const t = useMessages(settlementMessages);
  const { slug } = useOrganizer();
  const { eventId } = useParams({ strict: false }) as { eventId: string };
  const queryClient = useQueryClient();
  const path = organizerPath(slug, `settlements/${eventId}`);
  const queryKey = ['organizer', slug, 'settlement', eventId];
  const settlement = useQuery({ queryKey, queryFn: ({ signal }) => get<Settlement>(path, {}, signal) });
  useLive(['figures', 'ready'], () => {
    queryClient.invalidateQueries({ queryKey });
  });
  const actions = (
    <Group gap="sm" className="statement-actions">
      <Button component="a" href={apiUrl(`${path}/ledger.csv`)} download variant="default">
        {t.csv}
      </Button>
      <Button variant="default" onClick={() => print()}>
        {t.print}
      </Button>
    </Group>
  );
  return (
    <PageFrame
      title={settlement.data?.eventName ?? t.statement}
      back={{ to: pagePath(slug, 'settlements'), title: t.title }}
      actions={actions}
    >
      <Loaded query={settlement}>{(data) => <Statement settlement={data} />}</Loaded>
      <Ledger path={`${path}/ledger`} queryKey={[...queryKey, 'ledger']} />
    </PageFrame>
  );
}

function Statement({ settlement }: { readonly settlement: Settlement }) {
  const t = useMessages(settlementMessages);
  const { name } = useOrganizer();
  const { currency, status, updatedAt, ordersPaid, ticketsSold } = settlement;
  const deducted = ['refunds', 'platformFees', 'paymentFees', 'taxes'] as const;
  const row = (title: string, amount: number, isSum = false) => (
    <Table.Tr key={title} fw={isSum ? 650 : undefined}>
      <Table.Th scope="row" fw={isSum ? 650 : 400}>
        {title}
      </Table.Th>
      <Table.Td ta="end">
        <Money amount={amount} currency={currency} />
      </Table.Td>
    </Table.Tr>
  );
  return (
    <Section title={t.statement} aside={<SettlementBadge status={status} />} text={t.statusTexts[status]}>
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          <bdi>{name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {t.asOf} <Time at={updatedAt} /> · {t.orders}: {ordersPaid} · {t.tickets}: {ticketsSold}
        </Text>
      </Stack>
      <Table maw={520} aria-label={t.statement}>
        <Table.Tbody>
          {row(t.gross, settlement.gross)}
          {deducted.map((name) => row(t[name], negative(settlement[name])))}
          {row(t.net, settlement.net, true)}
          {row(t.paidOut, negative(settlement.paidOut))}
          {row(t.balance, settlement.balance, true)}
        </Table.Tbody>
      </Table>
    </Section>
  );
}

/** Without `-0`. */
function negative(amount: number): number {
  return amount === 0 ? 0 : -amount;
}

function Ledger({ path, queryKey }: { readonly path: string; readonly queryKey: readonly string[] }) {
  const t = useMessages(settlementMessages);
  const { slug } = useOrganizer();
  const can = useCan();
  const columns: readonly Column<LedgerEntry>[] = [
    { key: 'time', title: t.time, cell: ({ at }) => <Time at={at} /> },
    { key: 'kind', title: t.kind, cell: ({ kind }) => t.kinds[kind] },
    {
      key: 'order',
      title: t.order,
      cell: ({ orderNumber }) =>
        orderNumber !== null && can('orders:read') ? (
          <PageLink to={pagePath(slug, `orders/${orderNumber}`)}>{orderNumber}</PageLink>
        ) : (
          orderNumber
        ),
    },
    { key: 'reference', title: t.reference, cell: ({ reference }) => reference },
    {
      key: 'fees',
      title: t.fees,
      align: 'end',
      cell: ({ platformFees, paymentFees, currency }) => (
        <Money amount={negative(platformFees + paymentFees)} currency={currency} />
      ),
    },
    {
      key: 'taxes',
      title: t.taxes,
      align: 'end',
      cell: ({ taxes, currency }) => <Money amount={negative(taxes)} currency={currency} />,
    },
    {
      key: 'change',
      title: t.change,
      align: 'end',
      cell: ({ change, currency }) => <Money amount={change} currency={currency} />,
    },
  ];
  return (
    <Section title={t.ledger} text={t.ledgerText}>
      <ListTable
        path={path}
        queryKey={queryKey}
        label={t.ledger}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t.ledgerEmpty} />}
      />
    </Section>
  );
}
