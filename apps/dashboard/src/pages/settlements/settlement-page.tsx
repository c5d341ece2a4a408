import { Button, SimpleGrid, Table, Text } from '@mantine/core';
import type { Settlement } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath } from '#app/parts/api.ts';
import { useChange } from '#app/parts/change.ts';
import { DownloadButton } from '#app/parts/download.tsx';
import { Facts } from '#app/parts/facts.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { ListTable, Rows } from '#app/parts/list-table.tsx';
import { useLiveReload } from '#app/parts/live.ts';
import { Money } from '#app/parts/money.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Section } from '#app/parts/section.tsx';
import { EmptyState, ErrorNote, Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import { negative, type PrintedLedger, readLedgerToPrint, useLedgerColumns } from './ledger.tsx';
import { SettlementBadge } from './settlement-badge.tsx';
import { settlementQuery } from './settlement-query.ts';
import './settlement.css';

/** The settlement of an event: its statement and its ledger. They can be printed. */
export function Page() {
  const t = useMessages('settlements');
  const { fileLanguage: language } = useLanguage();
  const { slug } = useOrganizer();
  const { eventId } = useParams({ from: '/frame/organizers/$organizer/settlements/$eventId' });
  const queryClient = useQueryClient();
  const path = organizerPath(slug, `settlements/${eventId}`);
  const query = settlementQuery(slug, eventId);
  const settlement = useQuery(query);
  useLiveReload(['figures'], () => {
    queryClient.invalidateQueries(query);
  });
  const ledgerToPrint = useChange(() => readLedgerToPrint(`${path}/ledger`));
  useEffect(() => {
    if (ledgerToPrint.result !== undefined) print();
  }, [ledgerToPrint.result]);
  const actions = (
    <>
      <DownloadButton path={`${path}/ledger.csv`} query={{ language }} label={t.csv} />
      <Button variant="default" loading={ledgerToPrint.isRunning} onClick={() => ledgerToPrint.run()}>
        {t.print}
      </Button>
    </>
  );
  return (
    <PageFrame
      title={settlement.data?.eventName ?? t.statement}
      back={{ to: '/organizers/$organizer/settlements', title: t.title }}
      actions={settlement.data && actions}
    >
      <ErrorNote error={ledgerToPrint.error} />
      <Loaded query={settlement}>
        {(data) => (
          <>
            <Statement settlement={data} />
            <Ledger path={`${path}/ledger`} queryKey={[...query.queryKey, 'ledger']} />
            <LedgerOnPaper ledger={ledgerToPrint.result} />
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}

function Statement({ settlement }: { readonly settlement: Settlement }) {
  const t = useMessages('settlements');
  const { locale } = useLanguage();
  const { name } = useOrganizer();
  const { currency, status, updatedAt, ordersPaid, ticketsSold } = settlement;
  const deducted = ['refunds', 'platformFees', 'paymentFees', 'taxes'] as const;
  const { net, collectedByPlatform, collectedByOrganizer, held, paidOut, balance } = settlement;
  /** The parts of the net amount that are not in the balance. */
  const notOwed = [
    [t.ownMoney, collectedByOrganizer],
    [t.outside, net - collectedByOrganizer - held - paidOut - balance],
    [t.held, held],
  ] as const;
  const count = new Intl.NumberFormat(locale);
  const row = (title: string, amount: number, isSum = false) => (
    <Table.Tr key={title} className={isSum ? 'settlement-sum' : undefined}>
      <Table.Th scope="row" fw={isSum ? 650 : 400}>
        {title}
      </Table.Th>
      <Table.Td ta="end" fw={isSum ? 650 : undefined}>
        <Money amount={amount} currency={currency} />
      </Table.Td>
    </Table.Tr>
  );
  return (
    <Section title={t.statement} aside={<SettlementBadge status={status} />} text={t.statusTexts[status]}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" className="settlement-parts">
        <Table aria-label={t.statement}>
          <Table.Tbody>
            {row(t.gross, settlement.gross)}
            {deducted.map((key) => row(t[key], negative(settlement[key])))}
            {row(t.net, settlement.net, true)}
            {notOwed.map(([title, amount]) => amount !== 0 && row(title, negative(amount)))}
            {row(t.paidOut, negative(settlement.paidOut))}
            {row(t.balance, settlement.balance, true)}
          </Table.Tbody>
        </Table>
        <Facts
          facts={[
            [t.organizer, <bdi key="organizer">{name}</bdi>],
            [t.orders, count.format(ordersPaid)],
            [t.tickets, count.format(ticketsSold)],
            [t.collectedByPlatform, <Money key="platform" amount={collectedByPlatform} currency={currency} />],
            [t.collectedByOrganizer, <Money key="own" amount={collectedByOrganizer} currency={currency} />],
            [t.asOf, <Time key="time" at={updatedAt} />],
          ]}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {t.sums}
      </Text>
    </Section>
  );
}

function Ledger({ path, queryKey }: { readonly path: string; readonly queryKey: readonly string[] }) {
  const t = useMessages('settlements');
  const columns = useLedgerColumns();
  return (
    <div className="screen-only">
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
    </div>
  );
}

/** The ledger of a printed statement. Without the button, only the amounts are printed. */
function LedgerOnPaper({ ledger }: { readonly ledger: PrintedLedger | undefined }) {
  const t = useMessages('settlements');
  const columns = useLedgerColumns();
  if (ledger === undefined || ledger.entries.length === 0) return null;
  return (
    <div className="print-only">
      <Section
        title={t.ledger}
        text={ledger.isComplete ? t.printedLedgerText : t.printedPart({ count: ledger.entries.length })}
      >
        <Rows rows={ledger.entries} label={t.ledger} columns={columns} rowKey={({ id }) => id} />
      </Section>
    </div>
  );
}
