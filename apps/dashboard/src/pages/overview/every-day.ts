import type { OverviewDay } from '@organizer/shared/dashboard-api';

interface Period {
  /** The first and the last day, as `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** The balance before the first day; null for an overview of one event. */
  readonly balance: number | null;
}

const dayMs = 24 * 60 * 60_000;
const noFigures = { orders: 0, tickets: 0, ticketsRefunded: 0, gross: 0, refunds: 0, fees: 0, taxes: 0, net: 0 };

/** All days of a period: those that the overview lists, and between them those without ledger entries. */
export function everyDay({ from, to, balance }: Period, listed: readonly OverviewDay[]): OverviewDay[] {
  const byDay = new Map(listed.map((day) => [day.day, day]));
  const days: OverviewDay[] = [];
  let current = balance;
  const lastMs = Date.parse(`${to}T00:00:00Z`);
  for (let ms = Date.parse(`${from}T00:00:00Z`); ms <= lastMs; ms += dayMs) {
    const day = new Date(ms).toISOString().slice(0, 10);
    const figures = byDay.get(day) ?? { day, ...noFigures, balance: current };
    current = figures.balance;
    days.push(figures);
  }
  return days;
}
