import { randomInt } from 'node:crypto';
import type { Organizer } from '../src/features/organizers/index.ts';
import type { ImportLine } from '../src/features/transfer/index.ts';
import { systemClock, timestamp } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { importAll, orderLine, raceLines } from './harness/fixtures.ts';

type OrderLine = Extract<ImportLine, { type: 'order' }>;

/** An order and all its personal values. Each value is unique. */
export interface PersonalOrder {
  readonly orderNumber: string;
  readonly email: string;
  /** The personal values of the buyer. */
  readonly buyer: readonly string[];
  /** The personal values of the ticket holders, even if the tickets are not issued yet. */
  readonly holders: readonly string[];
  /** Those of them that are answers to questions. */
  readonly answers: readonly string[];
}

const letters = 'bcdfghjklmnpqrstvwxz';

/** A unique word that needs no escaping in JSON or in a query. */
function word(alphabet = letters, length = 16): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** The role of an order in a test. */
export type Role = 'paid' | 'used' | 'toBePaid' | 'toBeCancelled' | 'toExpire' | 'waiting';

/** Creates an order of two tickets and drinks for each role, with personal values in each field that can have one, also in answers. */
export async function createPersonalOrders(db: Db, organizer: Organizer): Promise<Record<Role, PersonalOrder>> {
  const roles: readonly Role[] = ['paid', 'used', 'toBePaid', 'toBeCancelled', 'toExpire', 'waiting'];
  const inAnHour = timestamp(systemClock.now() + 3_600_000);
  const entries = roles.map((role, index) => {
    const isPaid = role === 'paid' || role === 'used';
    const [local, domain, name, phone, club] = [word(), word(), word(), word('123456789', 14), word()];
    const email = `${local}@${domain}.example`;
    const holders: string[] = [];
    const holderValue = () => {
      const value = word();
      holders.push(value);
      return value;
    };
    const answers: string[] = [];
    const answerValue = () => {
      const value = holderValue();
      answers.push(value);
      return value;
    };
    const attendees = [0, 1].map(() => ({
      ticketTypeId: 'run-10',
      firstName: holderValue(),
      lastName: holderValue(),
      category: holderValue(),
      ...(isPaid ? { bib: holderValue(), qrValue: holderValue() } : {}),
      ...(role === 'used' ? { status: 'used' as const, usedAt: '2026-11-20T09:00:00Z' } : {}),
      answers: [{ questionId: 'allergies', value: answerValue() }],
    }));
    const orderNumber = `PERS0NA1${String(index).padStart(2, '0')}`;
    const line: Partial<OrderLine> = {
      orderNumber,
      buyer: { email, name, phone: `+${phone}`, answers: [{ questionId: 'club', value: club }] },
      attendees,
      items: [
        { kind: 'ticket', ticketTypeId: 'run-10', quantity: 2 },
        { kind: 'addon', addonId: 'beer', quantity: 1 },
      ],
      ...(isPaid ? {} : { status: 'pending', expiresAt: inAnHour }),
    };
    const order: PersonalOrder = {
      orderNumber,
      email,
      buyer: [local, domain, name, phone, club],
      holders,
      answers,
    };
    return { role, line: orderLine(`order-${index}`, line), order };
  });
  const question = { type: 'question', eventId: 'race', kind: 'text' } as const;
  const questions: ImportLine[] = [
    { ...question, externalId: 'allergies', askedOf: 'holder', label: 'Allergies' },
    { ...question, externalId: 'club', askedOf: 'buyer', label: 'Club' },
  ];
  await importAll(db, organizer, [...raceLines(), ...questions, ...entries.map(({ line }) => line)]);
  return Object.fromEntries(entries.map(({ role, order }) => [role, order])) as Record<Role, PersonalOrder>;
}
