import { type RawBuilder, sql } from 'kysely';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Logger } from '../../platform/log.ts';
import {
  type ClaimedOrganizers,
  type ClaimTimes,
  claimsByClock,
  claimTimes,
  hasLease,
  isOfClaim,
  type Lease,
  type LeasedTable,
  releaseLeases,
} from '../../platform/queue/leases.ts';
import { type RetrySchedule, retryDelayMs } from '../../platform/queue/retry-schedule.ts';
import { inSpan } from '../../platform/telemetry/spans.ts';
import type { PaymentRow } from './payments.ts';
import {
  type PaymentProvider,
  PaymentRejected,
  type ProviderClient,
  type ReceivedMoney,
  type RefundRequest,
} from './provider.ts';

const lease = { leaseMs: 60_000, attemptsBeforeFailure: 1 } as const;
const refundQueue: LeasedTable<'payment_refunds'> = { table: 'payment_refunds', status: 'pending', ...lease };
const closingQueue: LeasedTable<'payments'> = { table: 'payments', status: 'closing', ...lease };

const batchSize = 20;
/** The maximum number of batches in one run. The next run starts a second later. */
const maxBatchesPerRun = 50;

const firstDelayMs = 10_000;
const maxDelayMs = 60 * 60 * 1_000;
/** A hundred attempts in about four days. Each delay is twice the previous delay, up to an hour. */
const providerRetries: RetrySchedule = {
  delaysMs: Array.from({ length: 99 }, (_, index) => Math.min(maxDelayMs, firstDelayMs * 2 ** index)),
  jitter: 0,
};

/** The services that receive and refund money. */
export interface PaymentServices {
  readonly db: Db;
  readonly clock: ServiceClock;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/** The services of the jobs of payments. */
export interface PaymentWork extends PaymentServices {
  readonly paymentProviders: readonly PaymentProvider[];
}

interface RefundRow {
  organizer_id: string;
  id: string;
  amount: number;
  currency: string;
  attempt_count: number;
  method: PaymentRow['method'];
  charge_reference: string | null;
}

/** `methods` is a list of the methods that this process has providers for. Other processes claim the other rows. */
type Search = ClaimTimes & { methods: unknown };
type RefundSearch = Search & ClaimedOrganizers;
/** A claim of at most `limit` rows of one organizer. */
type Claim = Search & { organizerId: string; limit: number };

interface DueOrganizer {
  readonly organizer_id: string;
}

/** The organizers of the refunds that are due first. */
const findDueRefunds = statement<RefundSearch, DueOrganizer>(
  (db, param) => sql<DueOrganizer>`select distinct organizer_id from (select organizer_id from payment_refunds
    where status = 'pending' and next_attempt_at <= ${param('now')} and ${isOfClaim(db, param)}
      and ${hasPaymentMethod(db, sql`payment_refunds.organizer_id`, param('methods'))}
    order by next_attempt_at limit ${sql.lit(batchSize)}) as due`,
);

/** The organizers of the closings that are due first. */
const findDueClosings = statement<Search, DueOrganizer>(
  (db, param) => sql<DueOrganizer>`select distinct organizer_id from (select organizer_id from payments
    where status = 'closing' and next_attempt_at <= ${param('now')}
      and ${dialectOf(db).isInList(sql`method`, param('methods'))}
    order by next_attempt_at limit ${sql.lit(batchSize)}) as due`,
);

const claimDueRefunds = statement<Claim, RefundRow>(
  (db, param) => sql<RefundRow>`update payment_refunds
    set next_attempt_at = ${param('leaseExpiresAt')}, attempt_count = attempt_count + 1
    where organizer_id = ${param('organizerId')} and id in (select id from payment_refunds
        where organizer_id = ${param('organizerId')} and status = 'pending' and next_attempt_at <= ${param('now')}
          and ${hasPaymentMethod(db, param('organizerId'), param('methods'))}
        order by next_attempt_at limit cast(${param('limit')} as integer) ${dialectOf(db).forUpdateSkipLocked})
      and status = 'pending'
    returning organizer_id, id, amount, currency, attempt_count,
      (select p.method from payments as p where p.organizer_id = ${param('organizerId')}
        and p.id = payment_refunds.payment_id) as method,
      (select p.charge_reference from payments as p where p.organizer_id = ${param('organizerId')}
        and p.id = payment_refunds.payment_id) as charge_reference`,
);

type ClosingRow = Pick<PaymentRow, 'organizer_id' | 'id' | 'method' | 'reference' | 'attempt_count'>;

const claimDueClosings = statement<Claim, ClosingRow>(
  (db, param) => sql<ClosingRow>`update payments
    set next_attempt_at = ${param('leaseExpiresAt')}, attempt_count = attempt_count + 1
    where organizer_id = ${param('organizerId')} and id in (select id from payments
        where organizer_id = ${param('organizerId')} and status = 'closing' and next_attempt_at <= ${param('now')}
          and ${dialectOf(db).isInList(sql`method`, param('methods'))}
        order by next_attempt_at limit cast(${param('limit')} as integer) ${dialectOf(db).forUpdateSkipLocked})
      and status = 'closing'
    returning organizer_id, id, method, reference, attempt_count`,
);

function hasPaymentMethod(db: Db, organizerId: RawBuilder<unknown>, methods: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from payments as p where p.organizer_id = ${organizerId}
    and p.id = payment_refunds.payment_id and ${dialectOf(db).isInList(sql`p.method`, methods)})`;
}

/**
 * Releases the leases of refunds and closings that were in progress when the server crashed: they are due again. Call it only
 * while no worker runs.
 *
 * @param now RFC 3339
 */
export async function releasePaymentLeases(db: Db, now: string): Promise<void> {
  await releaseLeases(db, refundQueue, now);
  await releaseLeases(db, closingQueue, now);
}

/** A refund that this process requests from its provider. */
export type ClaimedRefund = RefundRow & Lease;

/** Functions that each claim due refunds: of the organizers with the time of the service, and of each sandbox with another time. */
export function claimRefunds(work: PaymentWork): (() => Promise<ClaimedRefund[]>)[] {
  return claimsByClock(work.db, work.clock).map(
    ({ nowMs, organizers }) =>
      () =>
        claim(work, refundQueue, { nowMs, ...organizers }, findDueRefunds, claimDueRefunds),
  );
}

/** @returns the provider's id of the refund; null if it has none */
export function refundAtProvider(work: PaymentWork, refund: ClaimedRefund): Promise<string | null> {
  const request = {
    id: refund.id,
    organizerId: refund.organizer_id,
    chargeReference: refund.charge_reference,
    amount: refund.amount,
    currency: refund.currency,
  };
  const attributes = { 'refund.id': refund.id, 'payment.method': refund.method };
  return inSpan('refund payment', attributes, () => requestRefund(clientOf(work, refund.method), request));
}

/** Sets the time of the next attempt to refund. Returns false if no attempt is left. */
export async function willRetryRefund(work: PaymentWork, refund: ClaimedRefund, error: unknown): Promise<boolean> {
  if (await postpone(work, refundQueue, refund, error)) return true;
  work.log.error(logDetails(refund, error), 'Refund failed, pay the money back manually');
  return false;
}

/** A payment that this process closes at its provider. */
export type Closing = ClosingRow & Lease;

/** Claims payments to close at their providers. */
export function claimClosings(work: PaymentWork): Promise<Closing[]> {
  // Payments of sandboxes are complete as soon as they have started, so they are never closed at a provider.
  return claim(work, closingQueue, { nowMs: work.clock.now() }, findDueClosings, claimDueClosings);
}

/** @returns the money that the provider has received in the meantime; null if it has received none */
export async function closeAtProvider(
  work: PaymentWork,
  { id, method, reference }: Closing,
): Promise<ReceivedMoney | null> {
  // A payment without a reference was not started at the provider.
  if (reference === null) return null;
  const attributes = { 'payment.id': id, 'payment.method': method };
  return inSpan('close payment', attributes, async () => (await clientOf(work, method).close?.(reference)) ?? null);
}

/** Sets the time of the next attempt to close a payment. If no attempt is left, it is closed here only. */
export async function retryClosing(work: PaymentWork, payment: Closing, error: unknown): Promise<void> {
  if (await postpone(work, closingQueue, payment, error)) return;
  work.log.error(logDetails(payment, error), 'Payment was not closed at its provider');
  await finishClosing(work, payment);
}

/** Processes the rows of each claimed batch at once, until a batch is not full. */
export async function processBatches<R>(
  claimBatch: () => Promise<R[]>,
  process: (row: R) => Promise<void>,
): Promise<void> {
  for (let batches = 0; batches < maxBatchesPerRun; batches += 1) {
    const rows = await claimBatch();
    await Promise.all(rows.map(process));
    if (rows.length < batchSize) return;
  }
}

/** Claims at most `batchSize` rows. Each organizer with due rows is claimed in its own transaction, because no lock spans organizers. */
async function claim<S extends object, R extends object>(
  { db, paymentProviders }: PaymentWork,
  queue: LeasedTable,
  { nowMs, ...selection }: S & { nowMs: number },
  findDue: (db: Db, params: Search & Omit<S, 'nowMs'>) => Promise<DueOrganizer[]>,
  claimRows: (tx: Db, params: Claim) => Promise<R[]>,
): Promise<(R & Lease)[]> {
  const methods = dialectOf(db).listOf(paymentProviders.map(({ method }) => method.name));
  const search = { ...claimTimes(queue, nowMs), methods };
  const rows: (R & Lease)[] = [];
  for (const { organizer_id: organizerId } of await findDue(db, { ...search, ...selection })) {
    const limit = batchSize - rows.length;
    if (limit === 0) break;
    const claimed = await db.transaction().execute((tx) => claimRows(tx, { ...search, organizerId, limit }));
    rows.push(...claimed.map((row) => ({ ...row, leaseExpiresAt: search.leaseExpiresAt })));
  }
  return rows;
}

function clientOf({ paymentProviders }: PaymentWork, methodName: string): ProviderClient {
  const provider = paymentProviders.find(({ method }) => method.name === methodName);
  if (provider === undefined) throw new Error(`This process has no payment provider "${methodName}".`);
  return provider.client;
}

/**
 * Requests a refund, unless an earlier request created it.
 *
 * @returns the provider's id of the refund; null if it has none
 * @throws PaymentRejected if the provider rejects the refund permanently, or does not support refunds; any other error is
 *   temporary
 */
export async function requestRefund(client: ProviderClient, refund: RefundRequest): Promise<string | null> {
  if (client.refund === undefined) throw new PaymentRejected('The provider does not refund payments.');
  return (await client.findRefund?.(refund)) ?? (await client.refund(refund));
}

type ClaimedRow = Pick<PaymentRow, 'organizer_id' | 'id' | 'attempt_count'> & Lease;

function logDetails({ id, organizer_id }: ClaimedRow, error: unknown) {
  return { err: error as Error, id, organizerId: organizer_id };
}

/** Sets the time of the next attempt. Returns false if no attempt is left. */
async function postpone(
  { db, clock, log }: PaymentWork,
  queue: LeasedTable<'payments' | 'payment_refunds'>,
  row: ClaimedRow,
  error: unknown,
): Promise<boolean> {
  const delayMs =
    error instanceof PaymentRejected ? null : retryDelayMs(providerRetries, row.attempt_count, Math.random());
  if (delayMs === null) return false;
  if (row.attempt_count === 1) log.warn(logDetails(row, error), 'Payment provider request failed, retrying');
  await db
    .updateTable(queue.table)
    .set({ next_attempt_at: timestamp(clock.of(row.organizer_id).now() + delayMs) })
    .where('organizer_id', '=', row.organizer_id)
    .where('id', '=', row.id)
    .where(hasLease(queue, row))
    .execute();
  return true;
}

/** Records that a payment is closed, unless its money was received in the meantime. */
export async function finishClosing({ db, clock }: PaymentWork, payment: Closing): Promise<void> {
  await db
    .updateTable('payments')
    .set({ status: 'closed', next_attempt_at: null, updated_at: timestamp(clock.of(payment.organizer_id).now()) })
    .where('organizer_id', '=', payment.organizer_id)
    .where('id', '=', payment.id)
    .where('status', '=', closingQueue.status)
    .execute();
}
