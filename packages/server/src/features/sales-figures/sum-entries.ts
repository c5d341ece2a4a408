import type { Tables } from '../../platform/database/tables.ts';
import type { LedgerLine } from '../settlements/index.ts';
import { allocate } from './allocate.ts';
import { localDay } from './local-day.ts';

type Row = Tables['figure_days'];
type Entry = Omit<Tables['ledger_entries'], 'lines' | 'refunded_items'> & { readonly lines: readonly LedgerLine[] };

/** The amounts of a ledger entry that are divided among its lines. */
interface Amounts {
  readonly gross: number;
  readonly refunds: number;
  readonly fees: number;
  readonly taxes: number;
}

/**
 * The sums of ledger entries by day, for their organizer, their event, and each ticket type and add-on. The amounts of an entry are
 * divided among its lines in proportion to their prices.
 *
 * @returns rows sorted by their key: all workers lock rows in the same sequence, which prevents deadlocks
 */
export function sumEntries(entries: readonly Entry[], timezone: string): Row[] {
  const rows = new Map<string, Row>();
  const add = (key: Pick<Row, KeyColumn>, values: Partial<Pick<Row, ValueColumn>>) => {
    const text = keyColumns.map((column) => key[column]).join(' ');
    const row = rows.get(text) ?? { ...key, ...zeroValues };
    for (const [column, value] of Object.entries(values) as [ValueColumn, number][]) row[column] += value;
    rows.set(text, row);
  };
  for (const entry of entries) {
    const { organizer_id, event_id, currency, lines } = entry;
    const base = { organizer_id, day: localDay(entry.created_at, timezone), currency };
    const isRefund = entry.kind === 'refund';
    const amounts: Amounts = {
      gross: entry.gross,
      refunds: entry.refunds,
      fees: entry.platform_fees + entry.payment_fees,
      taxes: entry.taxes,
    };
    const refundedTickets = isRefund
      ? lines.reduce((sum, line) => sum + (line.offerId.startsWith('tty_') ? line.quantity : 0), 0)
      : 0;
    const values = {
      ...amounts,
      orders: entry.orders_paid,
      units: entry.tickets_sold,
      units_refunded: refundedTickets,
      paid_out: entry.paid_out,
      outside: outsideOf(entry),
    };
    add({ ...base, scope: 'organizer', event_id: '', offer_id: '' }, values);
    add({ ...base, scope: 'event', event_id, offer_id: '' }, values);
    for (const [index, part] of divide(amounts, lines).entries()) {
      const { offerId, quantity } = lines[index]!;
      const units = isRefund ? { units_refunded: quantity } : { units: quantity, orders: entry.orders_paid };
      add({ ...base, scope: 'offer', event_id, offer_id: offerId }, { ...part, ...units });
    }
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** The part of the net amount of an entry that is not in the balance: what the platform has not received. */
function outsideOf({ received_by, gross, refunds, platform_fees, payment_fees, taxes }: Entry): number {
  if (received_by === 'organizer') return gross - refunds;
  return received_by === 'nobody' ? gross - refunds - platform_fees - payment_fees - taxes : 0;
}

function divide(amounts: Amounts, lines: readonly LedgerLine[]): Amounts[] {
  const weights = lines.map(({ price }) => price);
  const [gross, refunds, fees, taxes] = [amounts.gross, amounts.refunds, amounts.fees, amounts.taxes].map((amount) =>
    allocate(amount, weights),
  ) as [number[], number[], number[], number[]];
  return lines.map((_, index) => ({
    gross: gross[index]!,
    refunds: refunds[index]!,
    fees: fees[index]!,
    taxes: taxes[index]!,
  }));
}

const keyColumns = ['organizer_id', 'scope', 'day', 'currency', 'event_id', 'offer_id'] as const;
type KeyColumn = (typeof keyColumns)[number];
type ValueColumn = Exclude<keyof Row, KeyColumn>;

const zeroValues: Record<ValueColumn, number> = {
  orders: 0,
  units: 0,
  units_refunded: 0,
  gross: 0,
  refunds: 0,
  fees: 0,
  taxes: 0,
  paid_out: 0,
  outside: 0,
};
