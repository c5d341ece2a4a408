import { ApiError, fieldError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Static } from '../../platform/http/schema.ts';
import { readEventDefaults } from '../organizers/index.ts';
import { addDays, daysBetween } from './local-day.ts';
import { type DaySums, type Figures, type Period, readBalances, sumDays, sumEvents, sumOffers } from './queries.ts';
import { maxPeriodDays, type overview } from './schema.ts';

type Overview = Static<typeof overview>;
type CurrencyOverview = Overview['currencies'][number];
type Day = CurrencyOverview['days'][number];

/**
 * Reads the figures of a period and of the period of the same length before it.
 *
 * @param eventId only the figures of this event; null for the whole organizer
 * @throws ApiError `invalid_request` if a day does not exist, or the period is empty or too long
 */
export async function readOverview(
  db: Db,
  organizerId: string,
  period: Period,
  eventId: string | null,
): Promise<Overview> {
  assertPeriod(period);
  const { from, to } = period;
  const length = daysBetween(from, to) + 1;
  const previous = { from: addDays(from, -length), to: addDays(from, -1) };
  const [organizer, bothDays, balances, events, offers] = await Promise.all([
    readEventDefaults(db, organizerId),
    sumDays(db, organizerId, eventId, { from: previous.from, to }),
    eventId === null ? readBalances(db, organizerId, previous.from) : null,
    sumEvents(db, organizerId, period, previous, eventId),
    sumOffers(db, organizerId, period, eventId),
  ]);
  const days = bothDays.filter(({ day }) => day >= from);
  const previousDays = bothDays.filter(({ day }) => day < from);
  const used = [...(balances?.keys() ?? []), ...bothDays.map(({ currency }) => currency)].sort();
  const currencies = new Set(eventId === null || used.length === 0 ? [organizer.currency, ...used] : used);
  const inCurrency = <R extends { currency: string }>(rows: readonly R[], currency: string) =>
    rows.filter((row) => row.currency === currency);
  const currencyOverview = (currency: string): CurrencyOverview => {
    const ownDays = inCurrency(days, currency);
    const ownPreviousDays = inCurrency(previousDays, currency);
    const balanceBefore = balances && (balances.get(currency) ?? 0);
    const listedPreviousDays = withBalances(ownPreviousDays, balanceBefore);
    const listedDays = withBalances(ownDays, listedPreviousDays.at(-1)?.balance ?? balanceBefore);
    return {
      currency,
      total: total(ownDays),
      previous: total(ownPreviousDays),
      balance: (listedDays.at(-1) ?? listedPreviousDays.at(-1))?.balance ?? balanceBefore,
      balanceBefore,
      days: listedDays,
      previousDays: listedPreviousDays,
      events: inCurrency(events, currency).map(({ currency: _, ...event }) => event),
      offers: inCurrency(offers, currency).map(({ currency: _, ...offer }) => offer),
    };
  };
  return {
    from,
    to,
    previousFrom: previous.from,
    previousTo: previous.to,
    timezone: organizer.timezone,
    currencies: [...currencies].map(currencyOverview),
  };
}

function assertPeriod({ from, to }: Period): void {
  const length = isDay(from) && isDay(to) ? daysBetween(from, to) + 1 : 0;
  if (length >= 1 && length <= maxPeriodDays) return;
  const path = isDay(from) ? 'to' : 'from';
  throw new ApiError('invalid_period', { daysMax: maxPeriodDays }, { fields: [fieldError(path, 'wrong_format', {})] });
}

function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

const noFigures: Figures = {
  orders: 0,
  tickets: 0,
  ticketsRefunded: 0,
  gross: 0,
  refunds: 0,
  fees: 0,
  taxes: 0,
  net: 0,
};
const figureNames = Object.keys(noFigures) as (keyof Figures)[];

function figuresOf({ orders, tickets, ticketsRefunded, gross, refunds, fees, taxes, net }: Figures): Figures {
  return { orders, tickets, ticketsRefunded, gross, refunds, fees, taxes, net };
}

function total(days: readonly Figures[]): Figures {
  const result: Record<keyof Figures, number> = { ...noFigures };
  for (const day of days) for (const name of figureNames) result[name] += day[name];
  return result;
}

/**
 * Adds the balance at the end of each day.
 *
 * @param balance the balance before the first day; null if it is not known
 */
function withBalances(rows: readonly DaySums[], balance: number | null): Day[] {
  let current = balance;
  return rows.map((row) => {
    if (current !== null) current += row.net - row.notOwed;
    return { day: row.day, ...figuresOf(row), balance: current };
  });
}
