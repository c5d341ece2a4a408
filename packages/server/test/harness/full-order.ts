import { orderStatuses, wasPaid } from '../../src/features/orders/index.ts';
import type { ImportLine } from '../../src/features/transfer/index.ts';

const startMs = Date.parse('2026-03-01T00:00:00Z');

/**
 * An order of the race of `raceLines` with all optional fields. An import of it is exported as the same line. Orders with
 * different indexes differ, and their statuses alternate.
 */
export function fullOrder(index: number): Extract<ImportLine, { type: 'order' }> {
  const status = orderStatuses[index % orderStatuses.length]!;
  const paid = wasPaid(status);
  const at = (minutes: number) => new Date(startMs + (index * 10 + minutes) * 60_000).toISOString();
  const number = String(index).padStart(6, '0');
  const tickets = 1 + (index % 3);
  const attendees = Array.from({ length: tickets }, (_, place) => {
    const holder = { ticketTypeId: 'run-10', holderName: `Läuferin ${number}-${place}`, category: 'W40' };
    if (!paid) return holder;
    const isVoid = status === 'refunded' || (status === 'partially_refunded' && place === 0);
    return {
      ...holder,
      bib: `B${number}-${place}`,
      qrValue: `QR-${number}-${place}`,
      status: isVoid ? ('void' as const) : ('valid' as const),
      issuedAt: at(1),
      updatedAt: at(3),
      ...(isVoid ? { refundedAt: at(3) } : {}),
    };
  });
  const drinks = { kind: 'addon' as const, addonId: 'beer', quantity: 2 };
  return {
    type: 'order',
    externalId: `order-${number}`,
    eventId: 'race',
    orderNumber: `ABCD${number}`,
    status,
    buyer: { email: `buyer-${number}@example.com`, name: `Käufer ${number}`, phone: null },
    items: [
      { kind: 'ticket', ticketTypeId: 'run-10', quantity: tickets },
      paid ? { ...drinks, consumptions: [{ ref: `ref-${number}`, units: 3, createdAt: at(2) }] } : drinks,
    ],
    attendees,
    createdAt: at(0),
    updatedAt: at(3),
    paidAt: paid ? at(1) : null,
    expiresAt: paid ? null : '2027-01-01T00:00:00.000Z',
  };
}
