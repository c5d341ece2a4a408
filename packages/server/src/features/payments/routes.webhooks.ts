import type { FastifyInstance } from 'fastify';
import { timestamp } from '../../platform/clock.ts';
import { markPaymentFailed } from './payments.ts';
import type { PaymentEvent, PaymentProvider } from './provider.ts';
import { type ReceivingServices, receivePayment } from './receive-payment.ts';
import { markRefundFailed } from './refunds.ts';

/**
 * Webhooks of payment providers: `/payments/<method>/webhook`, for each method whose client has `parseWebhook`. That function
 * verifies the signature. Repeated or reordered events have the same result. If handling an event fails, the response is an
 * error, and the provider sends the event again.
 */
export function paymentWebhookRoutes(
  app: FastifyInstance,
  services: ReceivingServices & { readonly paymentProviders: readonly PaymentProvider[] },
): void {
  // Signatures are computed from the bytes of the body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const { method, client } of services.paymentProviders) {
    if (client.parseWebhook === undefined) continue;
    app.post(`/payments/${method.name}/webhook`, { schema: { hide: true } }, async ({ body, headers }) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const event = client.parseWebhook?.(bytes, headers, services.clock.now()) ?? null;
      if (event !== null) await handlePaymentEvent(services, event);
      return { received: true };
    });
  }
}

async function handlePaymentEvent(services: ReceivingServices, event: PaymentEvent): Promise<void> {
  const { db, clock, log } = services;
  const { organizerId } = event;
  const now = timestamp(clock.of(organizerId).now());
  switch (event.kind) {
    case 'paid': {
      const { paymentId } = event;
      const result = await receivePayment(services, organizerId, paymentId, event);
      if (result === 'refunded')
        log.warn({ paymentId, organizerId }, 'Payment could not be applied to its order and is refunded');
      // An unknown payment belongs to another installation with the same provider account, or to a deleted database.
      if (result === 'unknown') log.error({ paymentId, organizerId }, 'Money received for an unknown payment');
      return;
    }
    case 'failed':
      // The buyer can still pay the order with another payment.
      return markPaymentFailed(db, organizerId, event.paymentId, now);
    case 'refund_failed': {
      const { refundId } = event;
      log.error({ refundId, organizerId }, 'Refund failed at the payment provider');
      return markRefundFailed(db, organizerId, refundId, 'the provider could not refund it', now);
    }
  }
}
