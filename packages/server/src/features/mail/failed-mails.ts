import { sql } from 'kysely';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { type QueueHealth, readQueueHealth } from '../../platform/queue/health.ts';
import { mailTables } from './leases.ts';

/** The number of failed mails that are read at a time. */
const pageSize = 200;
/** Sorts after every id. */
const afterAllIds = '~';

interface MailOfOrder {
  readonly order_number: string | null;
  readonly kind: string;
  /** When it failed, or when it was sent. */
  readonly at: string;
}

type FindFailedMails = (
  db: Db,
  params: { organizerId: string; before: string },
) => Promise<(MailOfOrder & { id: string })[]>;

/** The statements that find failed mails, one for each table. */
const findFailedMails: readonly FindFailedMails[] = mailTables.map((table) =>
  statement((db, param) =>
    db
      .selectFrom(table)
      .select(['id', 'order_number', 'kind', 'updated_at as at'])
      .where('organizer_id', '=', param('organizerId'))
      .where('id', '<', param('before'))
      .where(sql<boolean>`status = 'failed'`)
      .where('order_number', 'is not', null)
      .orderBy('id', 'desc')
      .limit(sql.lit(pageSize)),
  ),
);

const findSentMails = statement<{ organizerId: string; orderNumbers: unknown }, MailOfOrder>((db, param) =>
  db
    .selectFrom('sent_mails')
    .select(['order_number', 'kind', 'sent_at as at'])
    .where('organizer_id', '=', param('organizerId'))
    .where(dialectOf(db).isInList(sql.ref('order_number'), param('orderNumbers')))
    .orderBy('sent_at'),
);

/**
 * Lists the orders with mails that could not be sent, and that were not sent again since then, newest mail first. Failed mails are
 * stored for 30 days.
 *
 * @returns the numbers of the orders
 */
export async function listOrdersWithFailedMails(db: Db, organizerId: string, limit: number): Promise<string[]> {
  const failed = await Promise.all(findFailedMails.map((find) => listFailedMails(db, organizerId, limit, find)));
  const newestFirst = failed.flat().sort((a, b) => (a.id < b.id ? 1 : -1));
  const orderNumbers = new Set(newestFirst.flatMap(({ order_number }) => order_number ?? []));
  return [...orderNumbers].slice(0, limit);
}

/** The failed mails of one table that were not sent again, newest first, until they are about `limit` orders. */
async function listFailedMails(db: Db, organizerId: string, limit: number, find: FindFailedMails) {
  const notSentAgain: (MailOfOrder & { id: string })[] = [];
  let before = afterAllIds;
  for (;;) {
    const failed = await find(db, { organizerId, before });
    notSentAgain.push(...(await withoutSentAgain(db, organizerId, failed)));
    const orderNumbers = new Set(notSentAgain.map(({ order_number }) => order_number));
    if (failed.length < pageSize || orderNumbers.size >= limit) return notSentAgain;
    before = failed.at(-1)!.id;
  }
}

/** In a second statement, because the two tables can be on different servers. */
async function withoutSentAgain<M extends MailOfOrder>(
  db: Db,
  organizerId: string,
  failed: readonly M[],
): Promise<M[]> {
  if (failed.length === 0) return [];
  const orderNumbers = dialectOf(db).listOf(failed.flatMap(({ order_number }) => order_number ?? []));
  const sent = await findSentMails(db, { organizerId, orderNumbers });
  const nameOf = ({ order_number, kind }: MailOfOrder) => `${order_number} ${kind}`;
  const lastSentAt = new Map(sent.map((mail) => [nameOf(mail), mail.at]));
  return failed.filter((mail) => (lastSentAt.get(nameOf(mail)) ?? '') <= mail.at);
}

/** The mails that wait to be sent, and the number of mails that could not be sent, of all organizers. */
export async function readMailQueue(db: Db, clock: Clock): Promise<{ queue: QueueHealth; failed: number }> {
  const states = await Promise.all(mailTables.map((table) => readQueueOf(db, table, timestamp(clock.now()))));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const queues = states.map(({ queue }) => queue);
  return {
    queue: {
      waiting: sum(queues.map(({ waiting }) => waiting)),
      due: sum(queues.map(({ due }) => due)),
      oldestDueAt: queues.flatMap(({ oldestDueAt }) => oldestDueAt ?? []).sort()[0] ?? null,
    },
    failed: sum(states.map(({ failed }) => failed)),
  };
}

async function readQueueOf(db: Db, table: (typeof mailTables)[number], now: string) {
  const queue = await readQueueHealth(db, { table, now });
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<boolean>`status = 'failed'`) // The index of failed mails requires this text, not a parameter.
    .executeTakeFirstOrThrow();
  return { queue, failed: Number(count) };
}
