import { type RawBuilder, sql } from 'kysely';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { PaymentRow } from './payments.ts';
import { type PaymentProvider, PaymentRejected, type ProviderClient, type RefundRequest } from './provider.ts';
import { type ReceivingServices, receivePayment } from './receive-payment.ts';

/** Whoever asks a provider has so long to tell how it went; after that somebody else asks. */
const leaseMs = 60_000;
const batchMax = 20;
/** Batches of one run; the next run starts a second later. */
const batchesMax = 50;
/** Doubled with each failure, up to an hour: some four days in all. */
const firstPauseMs = 10_000;
const pauseMsMax = 60 * 60 * 1_000;
const attemptsMax = 100;

/** What the jobs of payments need. */
export interface PaymentWork extends ReceivingServices {
  readonly paymentProviders: readonly PaymentProvider[];
}

interface DueRefund {
  organizer_id: string;
  id: string;
  amount: number;
  currency: string;
  attempt_count: number;
  method: PaymentRow['method'];
  charge_reference: string | null;
}

/** `methods`: those of this process's providers, as a list. Others are another process's to ask. */
type Claim = { now: string; leaseEnds: string; methods: unknown };

/** Looking costs nobody anything; only what is due is written. */
const lookForRefunds = statement<Claim, { one: number }>(
  (db, param) => sql<{ one: number }>`select 1 as one from payment_refunds
    where status = 'pending' and next_attempt_at <= ${param('now')} and ${refundedBy(db, param('methods'))} limit 1`,
);

const lookForClosings = statement<Claim, { one: number }>(
  (db, param) => sql<{ one: number }>`select 1 as one from payments
    where status = 'closing' and next_attempt_at <= ${param('now')}
      and ${dialectOf(db).isInList(sql`method`, param('methods'))} limit 1`,
);

const claimRefunds = statement<Claim, DueRefund>(
  (db, param) => sql<DueRefund>`update payment_refunds
    set next_attempt_at = ${param('leaseEnds')}, attempt_count = attempt_count + 1
    where (organizer_id, id) in (select organizer_id, id from payment_refunds
        where status = 'pending' and next_attempt_at <= ${param('now')} and ${refundedBy(db, param('methods'))}
        order by next_attempt_at limit ${sql.lit(batchMax)} ${dialectOf(db).forUpdateSkipLocked})
      and status = 'pending'
    returning organizer_id, id, amount, currency, attempt_count,
      (select p.method from payments as p where p.organizer_id = payment_refunds.organizer_id
        and p.id = payment_refunds.payment_id) as method,
      (select p.charge_reference from payments as p where p.organizer_id = payment_refunds.organizer_id
        and p.id = payment_refunds.payment_id) as charge_reference`,
);

type DueClosing = Pick<PaymentRow, 'organizer_id' | 'id' | 'method' | 'reference' | 'attempt_count'>;

const claimClosings = statement<Claim, DueClosing>(
  (db, param) => sql<DueClosing>`update payments
    set next_attempt_at = ${param('leaseEnds')}, attempt_count = attempt_count + 1
    where (organizer_id, id) in (select organizer_id, id from payments
        where status = 'closing' and next_attempt_at <= ${param('now')}
          and ${dialectOf(db).isInList(sql`method`, param('methods'))}
        order by next_attempt_at limit ${sql.lit(batchMax)} ${dialectOf(db).forUpdateSkipLocked})
      and status = 'closing'
    returning organizer_id, id, method, reference, attempt_count`,
);

function refundedBy(db: Db, methods: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from payments as p where p.organizer_id = payment_refunds.organizer_id
    and p.id = payment_refunds.payment_id and ${dialectOf(db).isInList(sql`p.method`, methods)})`;
}

/**
 * What was being asked for when the last server ended is due at once, and so is what is due within as long as that may take.
 * What nobody has asked for twice is due too, however far ahead: the clock may have been set back since it was claimed. Only
 * where no other process can be asking.
 *
 * @param now RFC 3339
 */
export async function endPaymentLeases(db: Db, now: string): Promise<void> {
  const leaseEnds = timestamp(Date.parse(now) + leaseMs);
  const mayBeLeased = sql<boolean>`(next_attempt_at <= ${leaseEnds} or attempt_count <= 1)`;
  await db
    .updateTable('payment_refunds')
    .set({ next_attempt_at: now })
    .where('status', '=', 'pending')
    .where(mayBeLeased)
    .execute();
  await db
    .updateTable('payments')
    .set({ next_attempt_at: now })
    .where('status', '=', 'closing')
    .where(mayBeLeased)
    .execute();
}

/** Requests due refunds from the providers. Any number of processes can run this at the same time. */
export async function processRefunds(work: PaymentWork): Promise<void> {
  for (let batches = 0; batches < batchesMax; batches += 1) {
    const due = await claim(work, lookForRefunds, claimRefunds);
    await Promise.all(due.map((refund) => processRefund(work, refund)));
    if (due.length < batchMax) return;
  }
}

async function processRefund(work: PaymentWork, refund: DueRefund): Promise<void> {
  try {
    const reference = await requestRefund(clientOf(work, refund.method), {
      id: refund.id,
      organizerId: refund.organizer_id,
      chargeReference: refund.charge_reference,
      amount: refund.amount,
      currency: refund.currency,
    });
    await finish(work.db, 'payment_refunds', refund, { status: 'succeeded', reference, error: null }, work.clock);
  } catch (error) {
    await fail(work, 'payment_refunds', refund, error, 'failed');
  }
}

/** Closes payments at their providers. Any number of processes can run this at the same time. */
export async function processClosings(work: PaymentWork): Promise<void> {
  for (let batches = 0; batches < batchesMax; batches += 1) {
    const due = await claim(work, lookForClosings, claimClosings);
    await Promise.all(due.map((payment) => processClosing(work, payment)));
    if (due.length < batchMax) return;
  }
}

async function processClosing(work: PaymentWork, payment: DueClosing): Promise<void> {
  const { reference } = payment;
  try {
    // Without a reference the provider has not started the payment.
    const money = reference === null ? null : await clientOf(work, payment.method).close?.(reference);
    if (money) await receivePayment(work, payment.organizer_id, payment.id, money);
    await finish(work.db, 'payments', payment, { status: 'closed' }, work.clock);
  } catch (error) {
    await fail(work, 'payments', payment, error, 'closed');
  }
}

async function claim<R>(
  { db, clock, paymentProviders }: PaymentWork,
  look: (db: Db, params: Claim) => Promise<unknown[]>,
  take: (db: Db, params: Claim) => Promise<R[]>,
): Promise<R[]> {
  const nowMs = clock.now();
  const methods = dialectOf(db).listOf(paymentProviders.map(({ method }) => method.name));
  const terms = { now: timestamp(nowMs), leaseEnds: timestamp(nowMs + leaseMs), methods };
  if ((await look(db, terms)).length === 0) return [];
  return db.transaction().execute(async (tx) => take(tx, terms));
}

function clientOf({ paymentProviders }: PaymentWork, methodName: string): ProviderClient {
  const provider = paymentProviders.find(({ method }) => method.name === methodName);
  if (provider === undefined) throw new Error(`This process has no payment provider "${methodName}".`);
  return provider.client;
}

/**
 * Requests a refund, unless an earlier request has made it.
 *
 * @returns the provider's id of the refund; null if it has none
 * @throws PaymentRejected if the provider rejects it permanently or does not refund; any other error is temporary
 */
export async function requestRefund(client: ProviderClient, refund: RefundRequest): Promise<string | null> {
  if (client.refund === undefined) throw new PaymentRejected('The provider does not refund payments.');
  return (await client.findRefund?.(refund)) ?? (await client.refund(refund));
}

type Due = { organizer_id: string; id: string; attempt_count: number };

async function fail(
  { db, clock, log }: PaymentWork,
  table: 'payment_refunds' | 'payments',
  due: Due,
  error: unknown,
  atLast: 'failed' | 'closed',
): Promise<void> {
  const isFinal = error instanceof PaymentRejected || due.attempt_count >= attemptsMax;
  const told = { err: error as Error, id: due.id, organizerId: due.organizer_id };
  if (isFinal) {
    log.error(told, table === 'payments' ? 'a payment could not be closed' : 'a refund failed: pay it back by hand');
    const reason = table === 'payments' ? {} : { error: (error as Error).message };
    await finish(db, table, due, { status: atLast, ...reason }, clock);
    return;
  }
  if (due.attempt_count === 1) log.warn(told, 'the payment provider could not be asked and will be asked again');
  const pauseMs = Math.min(pauseMsMax, firstPauseMs * 2 ** (due.attempt_count - 1));
  await db
    .updateTable(table)
    .set({ next_attempt_at: timestamp(clock.now() + pauseMs) })
    .where('organizer_id', '=', due.organizer_id)
    .where('id', '=', due.id)
    .where('status', '=', table === 'payments' ? 'closing' : 'pending')
    .execute();
}

/** Tells how it went, unless that is known already: its money may have come meanwhile. */
async function finish(
  db: Db,
  table: 'payment_refunds' | 'payments',
  due: Due,
  changes: { status: 'succeeded' | 'failed' | 'closed'; reference?: string | null; error?: string | null },
  clock: Clock,
): Promise<void> {
  await db
    .updateTable(table)
    .set({ ...changes, next_attempt_at: null, updated_at: timestamp(clock.now()) } as never)
    .where('organizer_id', '=', due.organizer_id)
    .where('id', '=', due.id)
    .where('status', '=', table === 'payments' ? 'closing' : 'pending')
    .execute();
}
