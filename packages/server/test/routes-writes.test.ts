import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scopes } from '../src/features/keys/index.ts';
import { databases, describeOnBoth } from './harness/databases.ts';
import { defined } from './harness/defined.ts';
import { expectFieldProblem, expectProblem } from './harness/responses.ts';
import { type Json, type KeyedRoute, keyedOperations, keyedRoute, keyedRoutes, pathOf } from './keyed-routes.ts';
import {
  detailWithoutNames,
  hasParameter,
  json,
  KeyedSuite,
  type RequestOptions,
  successStatusOf,
} from './keyed-suite.ts';

const mebibyte = 1024 * 1024;
const deployment = 'extended'; // The baseline deployment has no writes.
const writes = (await keyedOperations(deployment)).filter(({ name }) => keyedRoutes[name]?.write);

describeOnBoth('every write', (kind) => {
  let suite: KeyedSuite;
  beforeAll(async () => {
    suite = await KeyedSuite.open(deployment, kind);
  });
  afterAll(() => suite.close());

  describe.each(writes)('$name', (operation) => {
    const { name } = operation;
    const { types, schema, example } = defined(operation.body, 'The body');
    const { write, scope } = writeRoute(name);
    const success = successStatusOf(operation);
    const validBody = () => write.body(suite.own);
    const send = (body: unknown, options: RequestOptions & { path?: string } = {}) => {
      const { headers, ...otherOptions } = options;
      return suite.call(operation, {
        headers: { 'content-type': json, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...otherOptions,
      });
    };

    // What is rejected before the database is used is tested on one of them.
    const testsRejections = kind === databases[deployment];
    if (testsRejections) {
      test('rejects unknown fields, and the errors name all of them', async () => {
        expectFieldProblem(await send({ ...validBody(), colour: 'red' }), 'colour');
        const problem = expectProblem(await send({ ...validBody(), colour: 'red', Name: 1 }), 400, 'invalid_request');
        expect(problem.errors?.map(({ path }) => path).sort()).toEqual(['Name', 'colour']);
      });

      test('rejects missing fields, and the errors name all of them', async () => {
        for (const field of schema.required ?? []) {
          const { [field]: _, ...otherFields } = validBody();
          expectFieldProblem(await send(otherFields), field);
        }
        const response = await send({});
        if (schema.required === undefined) {
          // An empty patch changes nothing.
          if (!write.rejectsEmpty) expect(response.status).toBe(success);
          else expectProblem(response, 400, 'invalid_request');
          return;
        }
        const problem = expectProblem(response, 400, 'invalid_request');
        expect(problem.errors?.map(({ path }) => path).sort()).toEqual([...schema.required].sort());
      });

      test('rejects fields with a wrong type, range or enum value, and the errors name all of them', async () => {
        for (const [field, fieldSchema] of Object.entries(schema.properties)) {
          for (const value of wrongValues(fieldSchema))
            expectFieldProblem(await send({ ...validBody(), [field]: value }), field);
        }
        const wrongFields = Object.fromEntries(
          Object.entries(schema.properties).flatMap(([field, fieldSchema]) =>
            wrongTypes(fieldSchema).map((value) => [field, value]),
          ),
        );
        const problem = expectProblem(await send(wrongFields), 400, 'invalid_request');
        expect(problem.errors?.map(({ path }) => path).sort()).toEqual(Object.keys(wrongFields).sort());
      });

      test('accepts only an object', async () => {
        for (const body of ['[]', 'null', '"x"', '5', 'true']) expectProblem(await send(body), 400, 'invalid_request');
      });

      test('returns 400 if the body is not JSON', async () => {
        const text = JSON.stringify(validBody());
        for (const body of ['', '{', text.slice(0, -1), `${text}x`, `${text}${text}`, "{'a': 1}", '\ufeff']) {
          const problem = expectProblem(await send(body), 400, 'invalid_request');
          expect(problem.detail).toContain('JSON');
        }
        expectProblem(await send(`{"__proto__":{},${text.slice(1)}`), 400, 'invalid_request');
      });

      const isText = (fieldSchema: Json) => fieldSchema['type'] === 'string' && !fieldSchema['format'];
      const [textField] = Object.entries(schema.properties).find(([, fieldSchema]) => isText(fieldSchema)) ?? [];
      if (textField !== undefined) {
        test('rejects texts that a database cannot store', async () => {
          for (const character of ['\\u0000', '\\ud800']) {
            const body = JSON.stringify({ ...validBody(), [textField]: 'BROKEN' }).replace('BROKEN', `x${character}`);
            expectFieldProblem(await send(body), textField);
          }
        });
      }
    }

    test('accepts JSON, for PATCH also as a merge patch, and returns 415 for other content types', async () => {
      const patch = 'application/merge-patch+json';
      const isPatch = name.startsWith('PATCH');
      expect(types).toEqual([json]);
      for (const type of isPatch ? [json, patch] : [json]) {
        expect((await send(validBody(), { headers: { 'content-type': `${type}; charset=utf-8` } })).status).toBe(
          success,
        );
      }
      const others = ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense', ''];
      for (const type of [...others, ...(isPatch ? [] : [patch])]) {
        expectProblem(await send(validBody(), { headers: { 'content-type': type } }), 415, 'unsupported_media_type');
      }
    });

    if (testsRejections) {
      test('accepts a body of 1 MiB, and rejects one byte more', async () => {
        const full = JSON.stringify(validBody()).padEnd(mebibyte, ' ');
        expect((await send(full)).status).toBe(success);
        expectProblem(await send(`${full} `), 413, 'payload_too_large');
      });

      test('checks the key and the scope before the body', async () => {
        for (const body of ['{', '{}', ' '.repeat(mebibyte + 1)]) {
          expectProblem(await send(body, { key: 'sk_bad' }), 401, 'invalid_key');
          const key = await suite.keyWith(scopes.filter((candidate) => candidate !== scope));
          expectProblem(await send(body, { key }), 403, 'insufficient_scope');
        }
      });
    }

    test('accepts the example in the OpenAPI document', async () => {
      expect(example).toBeDefined();
      const response = await send(example);
      if (write.hasOwnId) expectProblem(response, 404, 'not_found');
      else expect(response.status, response.text).toBe(success);
    });

    if (write.hasOwnId) {
      test("returns the same 404 for another organizer's resource in the body as for an unknown id", async () => {
        const otherBody = write.body(suite.other);
        const unknownBody = JSON.parse(
          JSON.stringify(otherBody).replaceAll(/_\w{26}"/g, `_7${'z'.repeat(25)}"`),
        ) as object;
        expect(unknownBody).not.toEqual(otherBody);
        expect(detailWithoutNames(await send(otherBody))).toBe(detailWithoutNames(await send(unknownBody)));
      });
    }

    if (!hasParameter(operation, 'idempotency-key')) return;

    test('returns the same bytes for a repeated Idempotency-Key, and rejects it with another body', async () => {
      const headers = { 'idempotency-key': `suite ${name}`.replaceAll(' ', '-') };
      const second = Object.entries(write.second ?? {}).map(([parameter, idOf]) => [parameter, idOf(suite.own)]);
      const path = pathOf(name, suite.own, Object.fromEntries(second));
      const first = await send(validBody(), { headers, path });
      const repeated = await send(validBody(), { headers, path });
      expect([first.status, repeated.status]).toEqual([success, success]);
      expect(repeated.text).toBe(first.text);
      expect(repeated.headers.get('location')).toBe(first.headers.get('location'));
      expect([first, repeated].map((response) => response.headers.get('idempotent-replayed'))).toEqual([null, 'true']);
      const [field, value] = defined(
        Object.entries(validBody()).find((entry) => isChangeable(...entry)),
        'A field to change',
      );
      const changedValue = field === 'metadata' ? { changed: 'x' } : typeof value === 'string' ? `${value}x` : !value;
      const changedResponse = await send({ ...validBody(), [field]: changedValue }, { headers, path });
      expectProblem(changedResponse, 409, 'idempotency_conflict');
    });

    if (testsRejections) {
      test('rejects a malformed Idempotency-Key', async () => {
        for (const value of ['', 'a b', 'x'.repeat(256), '\u00e4']) {
          expectFieldProblem(await send(validBody(), { headers: { 'idempotency-key': value } }), 'idempotency-key');
        }
      });
    }
  });
});

/** The route, which must be a write. */
function writeRoute(name: string): KeyedRoute & Required<Pick<KeyedRoute, 'write'>> {
  const route = keyedRoute(name);
  return { ...route, write: defined(route.write, `The body of ${name}`) };
}

/** Whether a valid value of a field, which is not a time, can be changed. */
function isChangeable(field: string, value: unknown): boolean {
  return field === 'metadata' || (typeof value === 'string' && !field.endsWith('At')) || typeof value === 'boolean';
}

/** A value of a wrong type; none for a field that allows values of all types. */
function wrongTypes({ type, anyOf }: Json): unknown[] {
  if ([type].flat().includes('array')) return ['x'];
  return JSON.stringify(anyOf ?? []).includes('"array"') ? [] : [[true]];
}

/** Values that the schema of a field does not allow. */
function wrongValues(schema: Json): unknown[] {
  const { type, anyOf, maxLength, minLength, minimum, maximum, enum: enumValues } = schema;
  const isNullable = [type].flat().includes('null') || JSON.stringify(anyOf ?? []).includes('{"type":"null"}');
  return [
    ...wrongTypes(schema),
    ...(isNullable ? [] : [null]),
    ...(enumValues === undefined ? [] : ['not an enum value']),
    ...(typeof maxLength === 'number' ? ['x'.repeat(maxLength + 1)] : []),
    ...(minLength === 1 ? [''] : []),
    ...(typeof minimum === 'number' ? [minimum - 1, minimum + 0.5, String(minimum)] : []),
    ...(typeof maximum === 'number' ? [maximum + 1] : []),
  ];
}
