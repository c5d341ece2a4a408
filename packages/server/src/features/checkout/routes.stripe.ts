import type { FastifyInstance } from 'fastify';
import { timestamp } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { markFailed, markRefundFailed, type StripeEvent } from '../payments/index.ts';
import { type ReceivingServices, receivePayment } from './receive-payment.ts';
import type { ReadStripeEvent } from './services.ts';

/**
 * Where Stripe tells of payments: `/payments/stripe/webhook`. What it tells is verified by its signature; told twice or in
 * another order, it comes to the same. An error that is ours is answered as one, and Stripe tells again for three days.
 */
export function stripeRoutes(
  app: FastifyInstance,
  services: ReceivingServices & { log: Logger },
  readNews: ReadStripeEvent,
): void {
  // The signature is over the bytes as they came.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/payments/stripe/webhook', { schema: { hide: true } }, async (request) => {
    const signature = request.headers['stripe-signature'];
    const header = Array.isArray(signature) ? signature[0] : signature;
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const news = readNews(body, header, services.clock.now());
    if (news !== null) await hear(services, news);
    return { received: true };
  });
}

async function hear(services: ReceivingServices & { log: Logger }, news: StripeEvent): Promise<void> {
  const { db, clock, log } = services;
  const { organizerId } = news;
  switch (news.kind) {
    case 'paid': {
      const { paymentId } = news;
      const received = await receivePayment(services, organizerId, paymentId, news);
      if (received === 'returned') log.warn({ paymentId, organizerId }, 'a payment could not be applied and goes back');
      // Of another installation that shares the account, or of a database that was reset.
      if (received === 'unknown')
        log.error({ paymentId, organizerId }, 'money came for a payment that is not known here');
      return;
    }
    case 'gone':
      // The order may still be paid in another way.
      return markFailed(db, organizerId, news.paymentId, timestamp(clock.now()));
    case 'refund_failed':
      log.error({ refundId: news.refundId, organizerId }, 'a refund failed at its provider');
      return markRefundFailed(
        db,
        organizerId,
        news.refundId,
        'the provider could not pay it back',
        timestamp(clock.now()),
      );
  }
}
