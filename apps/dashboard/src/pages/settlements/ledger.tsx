import type { LedgerEntry, LedgerPage } from '@organizer/shared/dashboard-api';
import { useCan } from '#app/parts/account.ts';
import { get } from '#app/parts/api.ts';
import { useMessages } from '#app/parts/language.tsx';
import { PageLink } from '#app/parts/link.tsx';
import type { Column } from '#app/parts/list-table.tsx';
import { Money } from '#app/parts/money.tsx';
import { Time } from '#app/parts/time.tsx';

const entriesPerPage = 100;
/** More entries are not printed. */
const maxPrintedEntries = 1_000;

/** The entries of a ledger that are printed, the oldest first. */
export interface PrintedLedger {
  readonly entries: readonly LedgerEntry[];
  /** Whether the ledger has no other entries. */
  readonly isComplete: boolean;
}

/** Reads the newest entries of a ledger. */
export async function readLedgerToPrint(path: string): Promise<PrintedLedger> {
  const entries: LedgerEntry[] = [];
  let cursor: string | null = null;
  do {
    const page: LedgerPage = await get<LedgerPage>(path, { limit: entriesPerPage, cursor });
    entries.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null && entries.length < maxPrintedEntries);
  return { entries: entries.reverse(), isComplete: cursor === null };
}

/**
 * The columns of a ledger. In each row of money that the platform has received, the amount, the fees and the taxes add up to the change
 * of the balance.
 */
export function useLedgerColumns(): readonly Column<LedgerEntry>[] {
  const t = useMessages('settlements');
  const can = useCan();
  const amount = (key: 'amount' | 'fees' | 'taxes' | 'change', read: (entry: LedgerEntry) => number) => ({
    key,
    title: t[key],
    align: 'end' as const,
    cell: (entry: LedgerEntry) => <Money amount={read(entry)} currency={entry.currency} />,
  });
  return [
    { key: 'time', title: t.time, cell: ({ at }) => <Time at={at} /> },
    { key: 'kind', title: t.kind, cell: ({ kind }) => t.kinds[kind] },
    {
      key: 'order',
      title: t.order,
      cell: ({ orderNumber }) =>
        orderNumber !== null && can('orders:read') ? (
          <PageLink to="/organizers/$organizer/orders/$orderNumber" params={{ orderNumber }} inherit>
            {orderNumber}
          </PageLink>
        ) : (
          orderNumber
        ),
    },
    {
      key: 'reference',
      title: t.reference,
      cell: ({ reference }) => reference !== null && <span className="copy-value">{reference}</span>,
    },
    {
      key: 'receivedBy',
      title: t.receivedBy,
      cell: ({ receivedBy }) => receivedBy !== null && t.receivers[receivedBy],
    },
    amount('amount', ({ gross, refunds, paidOut }) => gross - refunds - paidOut),
    amount('fees', ({ platformFees, paymentFees }) => negative(platformFees + paymentFees)),
    amount('taxes', ({ taxes }) => negative(taxes)),
    amount('change', ({ change }) => change),
  ];
}

/** Without `-0`. */
export function negative(amount: number): number {
  return amount === 0 ? 0 : -amount;
}
