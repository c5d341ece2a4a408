import { ApiError } from '../../errors/index.ts';
import { publicIdempotencyHeaders } from '../../platform/http/idempotency.ts';
import { declareLanguage, langParameter, requestedLanguage } from '../../platform/http/language.ts';
import type { Feature, PlaneApp } from '../../platform/http/plane.ts';
import { id, object, pathId } from '../../platform/http/schema.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { eventOnSale, languageNote } from '../event-views/http.ts';
import { findEventOnSale } from '../event-views/index.ts';
import { quoteRequest } from '../inventory/http.ts';
import { findOrganizerOfEvent } from '../inventory/index.ts';
import { ownOrdersPermission } from './buyer-authenticator.ts';
import { changeOwnAnswers, listBuyerOrders, readBuyerOrder } from './buyer-order.ts';
import { cancelReservation, payReservation } from './pay.ts';
import { handleReserve, quoteCart } from './reserve.ts';
import {
  buyerOrder,
  cancelRequest,
  cancelResponse,
  checkoutSchemas,
  ownOrderPatch,
  payResponse,
  reserveRequest,
} from './schema.ts';
import type { CheckoutServices, PublicServices } from './services.ts';

const tags = ['Checkout'];
/** Enough for the answers of a group. */
const reservationBytesMax = 256 * 1024;

/** The endpoints for buyers, which need no API key: read an event, price a cart, reserve, pay, cancel, and read an order. */
export function checkoutRoutes(
  options: Pick<CheckoutServices, 'paymentMethods' | 'paymentProviders' | 'sandboxProviders' | 'selling'>,
): Feature<PublicServices> {
  return (app, services) => registerRoutes(app, { ...services, ...options });
}

function registerRoutes(app: PlaneApp, services: CheckoutServices & PublicServices): void {
  const { db, scopeOf } = services;
  const { payRequest, quoteResponse, reserveResponse } = checkoutSchemas(
    services.paymentMethods.map(({ name }) => name),
  );

  app.get(
    '/events/:id',
    {
      schema: {
        operationId: 'getEventOnSale',
        tags,
        summary: 'Read a published event',
        description: `Returns a published event with its ticket types, its add-ons and its organizer, without stock numbers, except \`quantityLeft\`.\n\n${languageNote}`,
        params: object({ id: pathId('Id of the event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: object(langParameter),
        response: { 200: eventOnSale },
      },
    },
    async (request, reply) => {
      const { id: eventId } = request.params;
      const organizerId = await findOrganizerOfEvent(db, eventId);
      const language = declareLanguage(request, reply);
      const json = organizerId && (await findEventOnSale(db, { organizerId, eventId }, language));
      if (!json) throw new ApiError('published_event_not_found', { eventId: eventId.slice(0, 40) });
      return sendJson(reply, json);
    },
  );

  app.post(
    '/quote',
    {
      config: { errors: ['not_found', 'price_changed', 'invalid_state'] },
      schema: {
        operationId: 'quote',
        tags,
        summary: 'Price a cart',
        description:
          'Returns the current price of a cart, with fees and tax, and the lines that exceed the stock. Nothing is reserved. Names are ' +
          'in the language that `Accept-Language` prefers.',
        querystring: object({}),
        body: quoteRequest,
        response: { 200: quoteResponse },
      },
    },
    (request) => quoteCart(services, request.body, requestedLanguage(request)),
  );

  app.post(
    '/reserve',
    {
      bodyLimit: reservationBytesMax,
      config: {
        compress: false,
        errors: [
          'invalid_key',
          'not_admitted',
          'not_found',
          'sold_out',
          'price_changed',
          'too_many_holds',
          'invalid_state',
          'idempotency_conflict',
        ],
      },
      schema: {
        operationId: 'reserve',
        tags,
        summary: 'Reserve tickets and add-ons',
        description:
          'Creates a pending order that holds the stock of all its lines for 10 minutes. If a line exceeds the stock, nothing ' +
          'is held, and the error `sold_out` names the line. Verify the buyer’s e-mail address and pay before `expiresAt`. If ' +
          '`requiresVerifiedEmail` of the quote is true, verify the e-mail address before you reserve, and send the `buyerToken` ' +
          'that `POST /otp/verify` returns. Otherwise the token is optional. If the event has a waiting room, only buyers whom the ' +
          'page of the event has admitted can reserve. E-mails about the order are in the language that `Accept-Language` prefers.',
        headers: publicIdempotencyHeaders,
        querystring: object({}),
        body: reserveRequest,
        response: { 201: reserveResponse },
      },
    },
    (request, reply) => handleReserve(request, reply, services),
  );

  app.post(
    '/pay',
    {
      config: { compress: false, errors: ['invalid_key', 'not_found', 'invalid_state', 'too_many_holds'] },
      schema: {
        operationId: 'pay',
        tags,
        summary: 'Pay a reservation',
        description:
          'Pays a pending order whose e-mail address is verified. If the order is free, or the method is `test`, the status in ' +
          'the response is `paid`. If the response has a `redirectUrl`, redirect the buyer to it. If the method is `manual`, show ' +
          '`paymentInstructions` to the buyer: the order holds its stock until `expiresAt`, and the organizer records the payment. ' +
          'When the order is paid, its tickets are issued and sent by e-mail.',
        querystring: object({}),
        body: payRequest,
        response: { 200: payResponse },
      },
    },
    ({ body }) => payReservation(services, body),
  );

  app.post(
    '/cancel',
    {
      config: { errors: ['not_found', 'invalid_state'] },
      schema: {
        operationId: 'cancelReservation',
        tags,
        summary: 'Cancel a reservation',
        description: 'Cancels a pending order. Its stock can be bought again immediately.',
        querystring: object({}),
        body: cancelRequest,
        response: { 200: cancelResponse },
      },
    },
    ({ body }) => cancelReservation(services, body),
  );

  // For the hosted page only.
  app.get(
    '/own-orders',
    {
      config: { compress: false, permission: ownOrdersPermission },
      schema: { hide: true, querystring: object({ eventId: id('evt', 'Id of the event') }) },
    },
    async (request) => ({ data: await listBuyerOrders(services, scopeOf(request).principal, request.query.eventId) }),
  );

  app.get(
    '/orders/:orderNumber',
    {
      config: { compress: false, permission: ownOrdersPermission },
      schema: {
        operationId: 'getOwnOrder',
        tags,
        summary: 'Read your own order',
        description:
          'Returns an order to its buyer, with its tickets, their QR contents, and the remaining units of its add-ons. Send the ' +
          '`reservationToken` of the order, or a `buyerToken` of its e-mail address, as `Authorization: Bearer <token>`. Names are in the ' +
          'language that `lang` or `Accept-Language` asks for, unless the ticket type or add-on was renamed after the sale.',
        params: object({ orderNumber: pathId('Number of the order', '7K3Q9MX2PA') }),
        querystring: object(langParameter),
        response: { 200: buyerOrder },
      },
    },
    async (request, reply) => {
      const { principal } = scopeOf(request);
      const language = declareLanguage(request, reply);
      return sendJson(reply, await readBuyerOrder(services, principal, request.params.orderNumber, language));
    },
  );

  app.patch(
    '/orders/:orderNumber',
    {
      bodyLimit: reservationBytesMax,
      config: { compress: false, permission: ownOrdersPermission, errors: ['invalid_state'] },
      schema: {
        operationId: 'updateOwnOrder',
        tags,
        summary: 'Change your own answers',
        description:
          'Changes answers of the buyer and of ticket holders until `answersUntil` of the order. Absent answers do not change, and `null` ' +
          'removes one that is not required. Authorize the request as `getOwnOrder`. The response is the order.',
        params: object({ orderNumber: pathId('Number of the order', '7K3Q9MX2PA') }),
        querystring: object(langParameter),
        body: ownOrderPatch,
        response: { 200: buyerOrder },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const language = declareLanguage(request, reply);
      const json = await changeOwnAnswers(services, scopeOf(request).principal, params.orderNumber, body, language);
      return sendJson(reply, json);
    },
  );
}
