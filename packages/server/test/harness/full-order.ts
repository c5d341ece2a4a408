import { orderStatuses, wasPaid } from '../../src/features/orders/index.ts';
import type { ImportLine } from '../../src/features/transfer/index.ts';

const startMs = Date.parse('2026-03-01T00:00:00Z');

/**
 * An import line with an order for the event in `raceLines`, with all optional fields. If it is imported, an export writes the same
 * line. Orders with different indexes have different values; their statuses alternate.
 */
export function fullOrder(index: number): Extract<ImportLine, { type: 'order' }> {
  const status = orderStatuses[index % orderStatuses.length]!;
  const isPaid = wasPaid(status);
  const timeAfter = (minutes: number) => new Date(startMs + (index * 10 + minutes) * 60_000).toISOString();
  const number = String(index).padStart(6, '0');
  const tickets = 1 + (index % 3);
  const attendees = Array.from({ length: tickets }, (_, ticketIndex) => {
    const holder = { ticketTypeId: 'run-10', holderName: `Läuferin ${number}-${ticketIndex}`, category: 'W40' };
    if (!isPaid) return holder;
    const isVoid = status === 'refunded' || (status === 'partially_refunded' && ticketIndex === 0);
    return {
      ...holder,
      bib: `B${number}-${ticketIndex}`,
      qrValue: `QR-${number}-${ticketIndex}`,
      status: isVoid ? ('void' as const) : ('valid' as const),
      issuedAt: timeAfter(1),
      updatedAt: timeAfter(3),
      ...(isVoid ? { refundedAt: timeAfter(3) } : {}),
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
      isPaid ? { ...drinks, consumptions: [{ ref: `ref-${number}`, units: 3, createdAt: timeAfter(2) }] } : drinks,
    ],
    attendees,
    createdAt: timeAfter(0),
    updatedAt: timeAfter(3),
    paidAt: isPaid ? timeAfter(1) : null,
    expiresAt: isPaid ? null : '2083-01-01T00:00:00.000Z',
  };
}
