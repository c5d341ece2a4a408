import type { FastifyInstance } from 'fastify';
import { timestamp } from '../../platform/clock.ts';
import { markPaymentFailed, type PaymentEvent, type PaymentProvider, type PaymentRow } from '../payments/index.ts';
import { findChargedPayment, type OutsideServices, recordDispute, recordOutsideRefund } from './outside-changes.ts';
import { receivePayment } from './receive-payment.ts';
import { failRefund } from './send-refunds.ts';

/**
 * Webhooks of payment providers: `/payments/<method>/webhook`, for each method whose client has `parseWebhook`. That function
 * verifies the signature. Repeated or reordered events have the same result. If handling an event fails, the response is an
 * error, and the provider sends the event again.
 */
export function paymentWebhookRoutes(
  app: FastifyInstance,
  services: OutsideServices & { readonly paymentProviders: readonly PaymentProvider[] },
): void {
  // Signatures are computed from the bytes of the body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const provider of services.paymentProviders) {
    const { method, client } = provider;
    if (client.parseWebhook === undefined) continue;
    app.post(`/payments/${method.name}/webhook`, { schema: { hide: true } }, async ({ body, headers }) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const event = client.parseWebhook?.(bytes, headers, services.clock.now()) ?? null;
      if (event !== null) await handlePaymentEvent(services, provider, event);
      return { received: true };
    });
  }
}

async function handlePaymentEvent(
  services: OutsideServices,
  provider: PaymentProvider,
  event: PaymentEvent,
): Promise<void> {
  const { db, clock, log } = services;
  const nowOf = (organizerId: string) => timestamp(clock.of(organizerId).now());
  switch (event.kind) {
    case 'paid': {
      const { organizerId, paymentId } = event;
      const result = await receivePayment(services, organizerId, paymentId, event);
      if (result === 'refunded')
        log.warn({ paymentId, organizerId }, 'Payment could not be applied to its order and is refunded');
      // An unknown payment belongs to another installation with the same provider account, or to a deleted database.
      if (result === 'unknown') log.error({ paymentId, organizerId }, 'Money received for an unknown payment');
      return;
    }
    case 'failed':
      // The buyer can still pay the order with another payment.
      return markPaymentFailed(db, event.organizerId, event.paymentId, nowOf(event.organizerId));
    case 'refund_failed': {
      const { organizerId, refundId } = event;
      log.error({ refundId, organizerId }, 'Refund failed at the payment provider');
      return failRefund(services, organizerId, { id: refundId }, anyStatus, notRefunded);
    }
    case 'refunded_outside':
      return ofCharge(services, provider, event, (payment) => recordOutsideRefund(services, payment, event));
    case 'outside_refund_failed':
      return ofCharge(services, provider, event, ({ organizer_id }) =>
        failRefund(services, organizer_id, { reference: event.reference }, anyStatus, notRefunded),
      );
    case 'refunds_changed':
      return ofCharge(services, provider, event, async (payment) => {
        const refunds = (await provider.client.listOutsideRefunds?.(event.chargeReference)) ?? [];
        for (const refund of refunds) await recordOutsideRefund(services, payment, refund);
      });
    case 'disputed':
      return ofCharge(services, provider, event, (payment) => recordDispute(services, payment, event));
    case 'ignored':
      log.info({ method: provider.method.name, type: event.type }, 'Webhook of a type that is not handled');
      return;
  }
}

const notRefunded = 'the provider could not refund it';
/** A provider can report a failure also after a success. */
const anyStatus = ['pending', 'succeeded'] as const;

/** Handles an event about a charge, unless the charge belongs to another program. */
async function ofCharge(
  services: OutsideServices,
  provider: PaymentProvider,
  { kind, chargeReference }: { readonly kind: string; readonly chargeReference: string },
  handle: (payment: PaymentRow) => Promise<void>,
): Promise<void> {
  const payment = await findChargedPayment(services, provider, chargeReference);
  if (payment !== null) return handle(payment);
  services.log.info({ method: provider.method.name, kind }, 'Webhook about a payment of another program');
}
