import { notFound } from '../../platform/errors.ts';
import { publicIdempotencyHeaders } from '../../platform/http/idempotency.ts';
import type { Feature } from '../../platform/http/plane.ts';
import { sendJson } from '../../platform/http/reply.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { eventOnSale } from '../events/http.ts';
import { findEventOnSale, findPublisher } from '../events/index.ts';
import { readBuyerOrder } from './buyer-order.ts';
import { giveUp, payReservation } from './pay.ts';
import { answerReservation, quoteCart } from './reserve.ts';
import { buyerOrder, cart, givenUp, givingUp, payment, paymentAnswer, quote, reservation, reserved } from './schema.ts';
import type { CheckoutServices } from './services.ts';

const tags = ['Checkout'];

/** What buyers do without a key: look, price, reserve, pay, and read their order (SPEC.md sections 4 and 8). */
export const checkoutRoutes: Feature<CheckoutServices> = (app, services) => {
  const { db } = services;

  app.get(
    '/events/:id',
    {
      schema: {
        operationId: 'getEventOnSale',
        tags,
        summary: 'Read a published event',
        description: 'A published event with what it sells and who sells it, as a buyer may see it: without counts.',
        params: object({ id: pathId('Id of the event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: object({}),
        response: { 200: eventOnSale },
      },
    },
    async ({ params }, reply) => {
      const organizerId = await findPublisher(db, params.id);
      const json = organizerId && (await findEventOnSale(db, organizerId, params.id));
      if (!json) throw notFound(`No event "${params.id.slice(0, 40)}" is published.`);
      return sendJson(reply, json);
    },
  );

  app.post(
    '/quote',
    {
      config: { errors: ['not_found', 'invalid_state'] },
      schema: {
        operationId: 'quote',
        tags,
        summary: 'Price an order',
        description:
          'What an order would cost now, with its fees and tax, and which of its lines fewer are left of. Nothing is held.',
        querystring: object({}),
        body: cart,
        response: { 200: quote },
      },
    },
    ({ body }) => quoteCart(services, body),
  );

  app.post(
    '/reserve',
    {
      config: {
        compress: false,
        errors: ['invalid_key', 'not_found', 'sold_out', 'too_many_holds', 'invalid_state', 'idempotency_conflict'],
      },
      schema: {
        operationId: 'reserve',
        tags,
        summary: 'Reserve',
        description:
          'Makes a pending order that holds all of what was asked for, for 10 minutes, or nothing: `sold_out` names the short ' +
          'lines. Verify the buyer’s e-mail address and pay before `expiresAt`. Where a quote says `requiresVerifiedEmail`, the ' +
          'address is verified first and its `buyerToken` sent; elsewhere it may be sent.',
        headers: publicIdempotencyHeaders,
        querystring: object({}),
        body: reservation,
        response: { 201: reserved },
      },
    },
    (request, reply) => answerReservation(request, reply, services),
  );

  app.post(
    '/pay',
    {
      config: { compress: false, errors: ['invalid_key', 'not_found', 'invalid_state'] },
      schema: {
        operationId: 'pay',
        tags,
        summary: 'Pay a reservation',
        description:
          'Pays a pending order whose e-mail address is verified. The answer says `paid`, where it costs nothing or the method ' +
          'is `test`; or where the buyer goes on (`redirectUrl`, with `stripe`); or that the organizer confirms the payment ' +
          '(`manual`), until when it goes on holding its stock. Paying issues the tickets, which are mailed.',
        querystring: object({}),
        body: payment,
        response: { 200: paymentAnswer },
      },
    },
    ({ body }) => payReservation(services, body),
  );

  app.post(
    '/cancel',
    {
      config: { errors: ['not_found', 'invalid_state'] },
      schema: {
        operationId: 'giveUp',
        tags,
        summary: 'Give a reservation up',
        description: 'Cancels a pending order: what it held can be bought again at once.',
        querystring: object({}),
        body: givingUp,
        response: { 200: givenUp },
      },
    },
    ({ body }) => giveUp(services, body),
  );

  app.get(
    '/orders/:orderNumber',
    {
      config: { compress: false, errors: ['missing_key', 'invalid_key'], token: true },
      schema: {
        operationId: 'getOwnOrder',
        tags,
        summary: 'Read your own order',
        description:
          'The buyer’s own order, with its tickets and their QR contents, and what is left of its add-ons. Send the ' +
          '`reservationToken` of the order, or a `buyerToken` of its e-mail address, as `Authorization: Bearer <token>`.',
        params: object({ orderNumber: pathId('Number of the order', '7K3Q9MX2PA') }),
        querystring: object({}),
        response: { 200: buyerOrder },
      },
    },
    (request, reply) => sendJson(reply, readBuyerOrder(services, request, request.params.orderNumber)),
  );
};
