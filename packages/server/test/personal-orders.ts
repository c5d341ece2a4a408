import { randomInt } from 'node:crypto';
import type { Organizer } from '../src/features/organizers/index.ts';
import type { ImportLine } from '../src/features/transfer/index.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { importAll, orderLine, raceLines } from './harness/fixtures.ts';

type OrderLine = Extract<ImportLine, { type: 'order' }>;

/** An order and every personal value that was given with it, none of which occurs anywhere else. */
export interface PersonalOrder {
  readonly orderNumber: string;
  readonly email: string;
  /** Of the buyer. */
  readonly buyer: readonly string[];
  /** Of the holders of its tickets, issued or to be issued. */
  readonly holders: readonly string[];
}

const letters = 'bcdfghjklmnpqrstvwxz';

/** A word that is nowhere else, and looks the same in JSON, in a query and in capitals but for the case. */
function word(alphabet = letters, length = 16): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** What becomes of an order in a test. */
export type Fate = 'kept' | 'used' | 'toBePaid' | 'toBeCancelled' | 'toExpire' | 'waiting';

/** Makes an order of two tickets and drinks for each of these fates, with personal values wherever there can be any. */
export async function makePersonalOrders(db: Db, organizer: Organizer): Promise<Record<Fate, PersonalOrder>> {
  const fates: readonly Fate[] = ['kept', 'used', 'toBePaid', 'toBeCancelled', 'toExpire', 'waiting'];
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const made = fates.map((fate, index) => {
    const isPaid = fate === 'kept' || fate === 'used';
    const [local, domain, name, phone] = [word(), word(), word(), word('123456789', 14)];
    const email = `${local}@${domain}.example`;
    const holders: string[] = [];
    const value = () => {
      holders.push(word());
      return holders.at(-1)!;
    };
    const attendees = [0, 1].map(() => ({
      ticketTypeId: 'run-10',
      holderName: value(),
      category: value(),
      ...(isPaid ? { bib: value(), qrValue: value() } : {}),
      ...(fate === 'used' ? { status: 'used' as const, usedAt: '2026-11-20T09:00:00Z' } : {}),
    }));
    const line: Partial<OrderLine> = {
      orderNumber: `PERS0NA1${String(index).padStart(2, '0')}`,
      buyer: { email, name, phone: `+${phone}` },
      attendees,
      items: [
        { kind: 'ticket', ticketTypeId: 'run-10', quantity: 2 },
        { kind: 'addon', addonId: 'beer', quantity: 1 },
      ],
      ...(isPaid ? {} : { status: 'pending', expiresAt: inAnHour }),
    };
    const order: PersonalOrder = {
      orderNumber: line.orderNumber!,
      email,
      buyer: [local, domain, name, phone],
      holders,
    };
    return { fate, line: orderLine(`order-${index}`, line), order };
  });
  await importAll(db, organizer, [...raceLines(), ...made.map(({ line }) => line)]);
  return Object.fromEntries(made.map(({ fate, order }) => [fate, order])) as Record<Fate, PersonalOrder>;
}
