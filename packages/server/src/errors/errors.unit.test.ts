import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ApiError, exampleError, reasonsOf } from './api-error.ts';
import { type ErrorCode, errorCodes } from './codes.ts';
import { exampleFieldError, fieldError, fieldErrorCodes } from './field-errors.ts';
import { type Reason, reasons } from './reasons.ts';

const reasonNames = Object.keys(reasons) as Reason[];
const codes = Object.keys(errorCodes) as ErrorCode[];

/** The source outside this folder and outside tests, as one text. */
const source = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('errors'))
  .map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
  .join('\n');

describe('the catalogue of errors', () => {
  test('has no reason that is never thrown', () => {
    expect(reasonNames.filter((reason) => !source.includes(`'${reason}'`))).toEqual([]);
  });

  test('has no field error that is never reported', () => {
    // The values of requests are validated by these modules.
    const questions = fileURLToPath(import.meta.resolve('#shared/questions/parse-answer'));
    const validators = [
      join(import.meta.dirname, '../platform/validation.ts'),
      questions,
      join(questions, '../age-rule.ts'),
    ];
    const validatorSource = validators.map((file) => readFileSync(file, 'utf8')).join('');
    expect(fieldErrorCodes.filter((code) => !`${source}${validatorSource}`.includes(`'${code}'`))).toEqual([]);
  });

  test('has at least one reason for each code, and lists the example of the code first', () => {
    for (const code of codes) {
      const reasonsOfCode = reasonNames.filter((reason) => reasons[reason].code === code);
      expect([...reasonsOf(code)].sort(), code).toEqual(reasonsOfCode.sort());
      expect(reasonsOfCode, code).toContain(reasonsOf(code)[0]);
    }
  });

  test.each(reasonNames)(
    '%s has a complete sentence, and no value in it or in its field errors is missing',
    (reason) => {
      const { code, detail, fields, params } = exampleError(reason);
      expect(code).toBe(reasons[reason].code);
      expect(reason).toMatch(/^[a-z][a-z0-9_]*[a-z0-9]$/);
      expect(detail).toMatch(/^(?:["A-Z]|url: ).*\.$/s);
      expect(detail).not.toMatch(/undefined|null|NaN|\[object/);
      expect(Object.keys(params).length).toBeLessThanOrEqual(20);
      for (const { message } of fields) expect(message).not.toMatch(/undefined|null|NaN|\[object/);
    },
  );

  test.each(fieldErrorCodes)('the field error %s has a message for its example', (code) => {
    const { message, path } = exampleFieldError('field', code);
    expect(path).toBe('field');
    expect(message).toMatch(/^\S/);
    expect(message).not.toMatch(/undefined|null|NaN|\[object/);
  });
});

test('an error has the sentence of its reason, the status of its code, and the arguments of its constructor', () => {
  const fields = [fieldError('limit', 'above_maximum', { maximum: 100 }), fieldError('cursor', 'required', {})];
  const error = new ApiError('invalid_fields', { part: 'query' }, { fields, headers: { 'x-one': '1' } });
  expect(error).toMatchObject({
    code: 'invalid_request',
    reason: 'invalid_fields',
    params: { part: 'query' },
    status: 400,
    detail: '"limit" must be <= 100 (and 1 more).',
    message: '"limit" must be <= 100 (and 1 more).',
    fields: [
      { path: 'limit', code: 'above_maximum', params: { maximum: 100 }, message: 'must be <= 100' },
      { path: 'cursor', code: 'required', params: {}, message: 'is required' },
    ],
    headers: { 'x-one': '1' },
  });
});

test('an error of the code unavailable says when to try again', () => {
  expect(new ApiError('server_overloaded', {}).headers).toEqual({ 'retry-after': '1' });
});
