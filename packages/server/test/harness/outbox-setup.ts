import { expect } from 'vitest';
import type { OrderView } from '../../src/features/orders/index.ts';
import type { Organizer } from '../../src/features/organizers/index.ts';
import type { SettlementView } from '../../src/features/settlements/index.ts';
import type { CreatedEndpoint } from '../../src/features/webhooks/index.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import type { TestApp } from './app.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from './fixtures.ts';
import { TestClock } from './test-clock.ts';
import { expectWebhookBody } from './webhook-schemas.ts';
import { makeEndpoint } from './webhooks.ts';

/** The body of a webhook event. */
export interface EventBody {
  readonly id: string;
  readonly type: string;
  readonly apiVersion: string;
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Record<string, unknown>;
}

// The personal data of the order below. The values occur nowhere else.
const buyer = { email: 'Quilla.Buyer@Example.com', name: 'Quilla Zantafio', phone: '+49 151 7353791' };
/** The ticket holders of the order. */
export const attendees = [
  { ticketTypeId: 'run-10', holderName: 'Wendeline Ostrowski', category: 'cat-xq7' },
  { ticketTypeId: 'run-10', holderName: 'Ximena Überall', category: null },
];
const personalValues = [
  ...Object.values(buyer),
  ...attendees.flatMap(({ holderName, category }) => [holderName, category]),
];
const items = [
  { kind: 'ticket' as const, ticketTypeId: 'run-10', quantity: 2 },
  { kind: 'ticket' as const, ticketTypeId: 'run-21', quantity: 1 },
  { kind: 'addon' as const, addonId: 'beer', quantity: 2 },
];

/** An organizer with one order and an endpoint for all event types. The functions read through the API. */
export interface OutboxSetup {
  readonly clock: TestClock;
  readonly organizer: Organizer;
  readonly endpoint: CreatedEndpoint;
  /** The order number. */
  readonly number: string;
  readonly eventId: string;
  events(): Promise<EventBody[]>;
  order(): Promise<OrderView>;
  settlement(): Promise<SettlementView>;
  tickets(): Promise<{ id: string; status: string }[]>;
}

/** Creates an organizer, an endpoint and a pending order of three tickets and two add-ons. Two tickets have a named holder. */
export async function setUpOutbox(
  db: Db,
  app: TestApp,
  order: Partial<Parameters<typeof orderLine>[1]> = {},
): Promise<OutboxSetup> {
  const clock = new TestClock();
  const organizer = await makeOrganizer(db, clock);
  const expiresAt = '2026-11-20T09:10:00.000Z';
  const line = orderLine('one', { status: 'pending', expiresAt, buyer, attendees, items, ...order });
  await importAll(db, organizer, [...raceLines(), line], clock);
  const { order_number: number, event_id: eventId } = await db
    .selectFrom('orders')
    .selectAll()
    .where('organizer_id', '=', organizer.id)
    .executeTakeFirstOrThrow();
  const endpoint = await makeEndpoint(db, organizer.id, 'https://127.0.0.1/', { clock });
  const { key } = await makeKey(db, organizer.id);
  clock.advance(1_000);
  const read = async <T>(path: string): Promise<T> =>
    (await (await app.request(`/api/v1${path}`, { key })).json()) as T;
  return {
    clock,
    organizer,
    endpoint,
    number,
    eventId,
    events: () => eventsOf(db, organizer.id),
    order: () => read<OrderView>(`/orders/${number}`),
    settlement: async () => (await read<{ data: SettlementView[] }>('/settlements')).data[0]!,
    tickets: async () => (await read<{ data: { id: string; status: string }[] }>('/tickets')).data,
  };
}

/** The webhook events of an organizer, sorted by `sequence`. Validates each body against the API document. */
export async function eventsOf(db: Db, organizerId: string): Promise<EventBody[]> {
  const rows = await db
    .selectFrom('webhook_events')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .orderBy('sequence')
    .execute();
  return rows.map((row) => {
    const body = JSON.parse(row.body) as EventBody;
    expectWebhookBody(body);
    expect(Object.keys(body)).toEqual(['id', 'type', 'apiVersion', 'createdAt', 'sequence', 'data']);
    const { id, sequence, type, created_at: createdAt } = row;
    expect(body).toMatchObject({ id, sequence, type, createdAt, apiVersion: 'v1' });
    return body;
  });
}

/** The deliveries of an organizer, sorted by the `sequence` of their events. */
export function deliveriesOf(db: Db, organizerId: string) {
  return db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
    .select([
      'd.endpoint_id as endpoint',
      'e.type',
      'd.status',
      'd.next_attempt_at as due',
      'd.attempt_count as attempts',
    ])
    .where('d.organizer_id', '=', organizerId)
    .where('e.organizer_id', '=', organizerId)
    .orderBy('e.sequence')
    .execute();
}

/** Asserts that no event of the organizer contains personal data. */
export async function expectNoPersonalData(db: Db, organizerId: string): Promise<void> {
  const text = JSON.stringify(await eventsOf(db, organizerId)).toLowerCase();
  const tickets = await db
    .selectFrom('tickets')
    .select(['bib', 'qr_value'])
    .where('organizer_id', '=', organizerId)
    .execute();
  for (const value of [...personalValues, ...tickets.map(({ qr_value }) => qr_value)]) {
    if (value !== null) expect(text).not.toContain(value.toLowerCase());
  }
  for (const { bib } of tickets) expect(text).not.toContain(`"${bib}"`.toLowerCase());
  for (const name of ['buyer', 'email', 'phone', 'holdername', 'bib', 'qrvalue'])
    expect(text).not.toContain(`"${name}":`);
}
