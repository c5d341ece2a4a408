import { compileMessages } from '@organizer/messages/compile';
import en from '@organizer/messages/en/checkout';
import { createTexts } from '@organizer/messages/texts';
import type { FieldError, Problem } from '@organizer/shared/api';
import { createFormats } from '@organizer/shared/formats';
import { Failure } from '@organizer/shared/request';
import { expect, test } from 'vitest';
import { failureText, fieldErrorText } from './failure-text.ts';

const texts = createTexts<typeof en>(compileMessages(en), 'en');
const messages = { ...texts, formats: createFormats(texts.formats) };
const context = { messages, timeZone: 'Europe/Berlin', timeoutSeconds: 15 };
const requestId = 'req_01kamz0g5ve4q8v5x2c4g6t0yd';

/** A failure with a problem document, whose untranslated texts must never be shown. */
function failure(status: number, problem: Pick<Problem, 'code' | 'reason'> & Partial<Problem>): Failure {
  const common = { type: 'https://tickets.example.com/docs/errors', title: 'UNTRANSLATED', detail: 'UNTRANSLATED' };
  return new Failure('response', { status, problem: { ...common, status, requestId, params: {}, ...problem } });
}

function fieldError(code: FieldError['code'], params: FieldError['params'] = {}): FieldError {
  return { path: 'items.0.ticketTypeId', code, params, message: 'UNTRANSLATED' };
}

test('a known reason has a text with its parameters', () => {
  const holds = failure(409, {
    code: 'too_many_holds',
    reason: 'network_holds_too_much',
    params: { unitsHeld: 58, unitsMax: 60 },
  });
  expect(failureText(holds, context)).toMatch(
    /^At most 60 tickets and extras can be reserved without payment at the same time\./,
  );
  const limit = failure(429, {
    code: 'rate_limited',
    reason: 'request_limit_reached',
    params: { limit: 120, retryAfterSeconds: 1 },
  });
  expect(failureText(limit, context)).toBe('Too many requests came from your network. Please try again in 1 second.');
});

test('a reason without a text has the texts of its field errors, each text once', () => {
  const errors = [
    fieldError('sold_out', { name: 'Marathon' }),
    fieldError('not_enough_left', { name: 'Half marathon', available: 1, requested: 3 }),
    fieldError('sold_out', { name: 'Marathon' }),
  ];
  expect(failureText(failure(409, { code: 'sold_out', reason: 'not_enough_left', errors }), context)).toBe(
    'Marathon is sold out. Only 1 of Half marathon is left.',
  );
});

test('texts have times in the time zone of the event', () => {
  const error = fieldError('sale_not_started', { name: 'Marathon', salesStartAt: '2027-05-01T06:00:00.000Z' });
  expect(fieldErrorText(error, context)).toBe('Marathon is on sale from Sat, 1 May 2027, 08:00 CEST.');
  expect(fieldErrorText(error, { ...context, timeZone: 'UTC' })).toContain('06:00 UTC');
});

test('an unknown reason or field error has a general text, never the sentence of the server', () => {
  const unknown = failure(418, { code: 'invalid_request', reason: 'brewing' as Problem['reason'] });
  expect(failureText(unknown, context)).toBe('The server returned an error (418). Please try again.');
  expect(fieldErrorText(fieldError('constructor' as FieldError['code']), context)).toBe('This value is not valid.');
});

test('the text for an error of the server contains the id of the request', () => {
  const busy = failure(503, { code: 'unavailable', reason: 'database_unavailable' });
  expect(failureText(busy, context)).toBe(
    `The server is unavailable right now. Please try again shortly. (${requestId})`,
  );
});

test('a failed request without a problem document has a text that says why', () => {
  expect(failureText(new Failure('timeout'), context)).toContain('did not respond within 15 seconds');
  expect(failureText(new Failure('unreachable'), context)).toContain('could not be reached');
  expect(failureText(new Failure('response', { status: 502 }), context)).toContain('(502)');
  expect(failureText(new TypeError('x is undefined'), context)).toBe(
    'Something went wrong on this page. Please try again.',
  );
});

test('a failure is temporary if the same request can succeed later', () => {
  const statuses = [0, 400, 401, 404, 409, 429, 500, 503];
  const temporary = statuses.filter((status) => new Failure('response', { status }).isTemporary);
  expect(temporary).toEqual([0, 429, 500, 503]);
});
