import { emailForm } from '#shared/email-form';
import { ApiError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { requestedLanguage } from '../../platform/http/language.ts';
import type { Feature, Services } from '../../platform/http/plane.ts';
import { countAction } from '../../platform/http/rate-limit.ts';
import { emailAddress, object, Type, time } from '../../platform/http/schema.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { quoteRequest } from '../inventory/http.ts';
import { issueBuyerToken } from './buyer-tokens.ts';
import {
  assertDeliverableEmail,
  codeValiditySeconds,
  hashEmail,
  hashSender,
  maxCodeLifetimeSeconds,
  maxTries,
  maxTriesPerSender,
  sendCode,
  verifyCode,
} from './codes.ts';

/** The limit for one sender, for all e-mail addresses together. */
const maxRequestsPerMinute = 5;
/** The limit for one sender and one e-mail address. Other senders can still request codes for this e-mail address. */
const maxRequestsPerHour = 5;
/** The limit for one e-mail address and all senders together. It limits the number of e-mails in one mailbox. */
const maxCodesPerHour = 30;
const hourSeconds = 3_600;

const email = emailAddress('The e-mail address to verify');

/** Buyers verify their e-mail address. */
export const otpRoutes: Feature<Services & { limiter: Limiter }> = (app, services) => {
  const { limiter, clock, secrets } = services;

  app.post(
    '/otp',
    {
      config: { rateLimit: { name: 'otp', perMinute: maxRequestsPerMinute } },
      schema: {
        operationId: 'requestCode',
        tags: ['Checkout'],
        summary: 'Send a code to an e-mail address',
        description:
          'Sends a code of 6 digits by e-mail, valid for 10 minutes. If an earlier code is still valid, the same code is sent again, and ' +
          `is valid for another 10 minutes, but at most ${maxCodeLifetimeSeconds / 60} minutes in total. ` +
          'The e-mail is in the language that `Accept-Language` prefers. ' +
          `The response is the same whether or not ` +
          `there are orders with the e-mail address. One IP address can send ${maxRequestsPerMinute} of these requests a minute, and ` +
          `${maxRequestsPerHour} an hour for one e-mail address. All IP addresses together can send ${maxCodesPerHour} an hour for one e-mail address.`,
        querystring: object({}),
        body: object(
          { email, cart: Type.Optional(quoteRequest) },
          {
            $id: 'OtpRequest',
            description:
              'The e-mail address that a code is sent to. With a `cart`, the e-mail has a link that opens the page of the event with this ' +
              'cart on any device, so that a buyer who has closed the page can continue.',
          },
        ),
        response: {
          202: object(
            {
              expiresInSeconds: Type.Integer({
                description: 'Seconds for which the code can be used',
                minimum: 0,
                maximum: 86_400,
                format: 'int32',
                examples: [codeValiditySeconds],
              }),
            },
            { $id: 'OtpSent', description: 'A code was sent' },
          ),
        },
      },
    },
    async (request, reply) => {
      const { body } = request;
      assertDeliverableEmail('email', body.email);
      const emailHash = hashEmail(secrets, body.email);
      const hourly = { windowSeconds: hourSeconds, caller: 'address' };
      await countAction(reply, limiter, {
        ...hourly,
        bucket: `otp:${hashSender(secrets, request.ip)}:${emailHash}`,
        max: maxRequestsPerHour,
        reason: 'code_request_limit_reached',
      });
      await countAction(reply, limiter, {
        ...hourly,
        bucket: `otp:${emailHash}`,
        max: maxCodesPerHour,
        reason: 'email_code_limit_reached',
      });
      const language = requestedLanguage(request);
      const expiresAtMs = await sendCode(services, { ...body, language });
      return reply.code(202).send({ expiresInSeconds: Math.ceil((expiresAtMs - clock.now()) / 1_000) });
    },
  );

  app.post(
    '/otp/verify',
    {
      config: { compress: false },
      schema: {
        operationId: 'verifyCode',
        tags: ['Checkout'],
        summary: 'Verify an e-mail address',
        description:
          'Exchanges the code that was sent for a `buyerToken`, valid for 30 minutes, which can be used to pay and read ' +
          `orders of this e-mail address. A code can be tried ${maxTriesPerSender} times from one IP address and ${maxTries} times ` +
          'in total. The response is 400 for a wrong, used or expired code and for an e-mail address without a code.',
        querystring: object({}),
        body: object(
          {
            email,
            code: Type.String({
              pattern: '^[0-9]{6}$',
              maxLength: 6,
              description: 'The 6 digits',
              examples: ['493027'],
            }),
          },
          { $id: 'OtpVerifyRequest', description: 'An e-mail address, and the code that was sent to it' },
        ),
        response: {
          200: object(
            {
              buyerToken: Type.String({
                maxLength: 2_000,
                pattern: '^byt_[A-Za-z0-9_-]+$',
                description: 'The token that proves that the e-mail address is yours',
                examples: ['byt_3qcK9wYbV0fJ2mQ7dXl5'],
              }),
              expiresAt: time('Time at which the token expires'),
            },
            { $id: 'BuyerToken', description: 'A token that proves that an e-mail address was verified' },
          ),
        },
      },
    },
    async ({ body, ip }) => {
      if (!(await verifyCode(services, { ...body, ipAddress: ip }))) {
        throw new ApiError('wrong_code', {}, { fields: [fieldError('code', 'wrong_code', {})] });
      }
      const { token, expiresAtMs } = issueBuyerToken(secrets, emailForm(body.email), clock.now());
      return { buyerToken: token, expiresAt: timestamp(expiresAtMs) };
    },
  );
};
