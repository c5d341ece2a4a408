import { sql } from 'kysely';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { type QueueHealth, readQueueHealth } from '../../platform/queue/health.ts';

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

const findFailedMails = statement<{ organizerId: string; before: string }, MailOfOrder & { id: string }>((db, param) =>
  db
    .selectFrom('mails')
    .select(['id', 'order_number', 'kind', 'updated_at as at'])
    .where('organizer_id', '=', param('organizerId'))
    .where('id', '<', param('before'))
    .where(sql<boolean>`status = 'failed'`)
    .where('order_number', 'is not', null)
    .orderBy('id', 'desc')
    .limit(sql.lit(pageSize)),
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
  const orderNumbers = new Set<string>();
  let before = afterAllIds;
  for (;;) {
    const failed = await findFailedMails(db, { organizerId, before });
    for (const orderNumber of await ordersNotSentAgain(db, organizerId, failed)) orderNumbers.add(orderNumber);
    if (failed.length < pageSize || orderNumbers.size >= limit) return [...orderNumbers].slice(0, limit);
    before = failed.at(-1)!.id;
  }
}

/** In a second statement, because the two tables can be on different servers. */
async function ordersNotSentAgain(db: Db, organizerId: string, failed: readonly MailOfOrder[]): Promise<string[]> {
  if (failed.length === 0) return [];
  const orderNumbers = dialectOf(db).listOf(failed.flatMap(({ order_number }) => order_number ?? []));
  const sent = await findSentMails(db, { organizerId, orderNumbers });
  const nameOf = ({ order_number, kind }: MailOfOrder) => `${order_number} ${kind}`;
  const lastSentAt = new Map(sent.map((mail) => [nameOf(mail), mail.at]));
  return failed
    .filter((mail) => (lastSentAt.get(nameOf(mail)) ?? '') <= mail.at)
    .flatMap(({ order_number }) => order_number ?? []);
}

/** The mails that wait to be sent, and the number of mails that could not be sent, of all organizers. */
export async function readMailQueue(db: Db, clock: Clock): Promise<{ queue: QueueHealth; failed: number }> {
  const queue = await readQueueHealth(db, { table: 'mails', now: timestamp(clock.now()) });
  const { count } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  return { queue, failed: Number(count) };
}
