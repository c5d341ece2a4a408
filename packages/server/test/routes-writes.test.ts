import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scopes } from '../src/features/keys/index.ts';
import { describeOnBoth } from './harness/databases.ts';
import { expectFieldProblem, expectProblem } from './harness/responses.ts';
import { type Json, keyedOperations, keyedRoute, keyedRoutes } from './keyed-routes.ts';
import {
  detailWithoutNames,
  hasParameter,
  json,
  KeyedSuite,
  type RequestOptions,
  successStatusOf,
} from './keyed-suite.ts';

const mebibyte = 1024 * 1024;
const deployment = 'extended'; // The baseline takes no body.
const writes = (await keyedOperations(deployment)).filter(({ name }) => keyedRoutes[name]?.write);

describeOnBoth('every write', (kind) => {
  let suite: KeyedSuite;
  beforeAll(async () => {
    suite = await KeyedSuite.open(deployment, kind);
  });
  afterAll(() => suite.close());

  describe.each(writes)('$name', (operation) => {
    const { name } = operation;
    const { types, schema, example } = operation.body!;
    const { write, scope } = keyedRoute(name);
    const success = successStatusOf(operation);
    const valid = () => write!.body(suite.own);
    const put = (body: unknown, given: RequestOptions = {}) => {
      const { headers, ...rest } = given;
      const sent = { 'content-type': json, ...headers };
      return suite.call(operation, {
        headers: sent,
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...rest,
      });
    };

    test('names all unknown fields', async () => {
      expectFieldProblem(await put({ ...valid(), colour: 'red' }), 'colour');
      const problem = expectProblem(await put({ ...valid(), colour: 'red', Name: 1 }), 400, 'invalid_request');
      expect(problem.errors!.map(({ path }) => path).sort()).toEqual(['Name', 'colour']);
    });

    test('names all missing fields', async () => {
      for (const field of schema.required ?? []) {
        const { [field]: _, ...rest } = valid();
        expectFieldProblem(await put(rest), field);
      }
      const response = await put({});
      if (schema.required === undefined) {
        expect(response.status).toBe(success); // A patch that changes nothing.
        return;
      }
      const problem = expectProblem(response, 400, 'invalid_request');
      expect(problem.errors!.map(({ path }) => path).sort()).toEqual([...schema.required].sort());
    });

    test('names all fields with a wrong type, range or enum value', async () => {
      for (const [field, described] of Object.entries(schema.properties)) {
        for (const value of wrongValues(described))
          expectFieldProblem(await put({ ...valid(), [field]: value }), field);
      }
      const all = Object.fromEntries(Object.keys(schema.properties).map((field) => [field, [true]]));
      const problem = expectProblem(await put(all), 400, 'invalid_request');
      expect(problem.errors!.map(({ path }) => path).sort()).toEqual(Object.keys(all).sort());
    });

    test('accepts only an object', async () => {
      for (const body of ['[]', 'null', '"x"', '5', 'true']) expectProblem(await put(body), 400, 'invalid_request');
    });

    test('is 400 if the body is not JSON', async () => {
      const text = JSON.stringify(valid());
      for (const body of ['', '{', text.slice(0, -1), `${text}x`, `${text}${text}`, "{'a': 1}", '\ufeff']) {
        const problem = expectProblem(await put(body), 400, 'invalid_request');
        expect(problem.detail).toContain('JSON');
      }
      expectProblem(await put(`{"__proto__":{},${text.slice(1)}`), 400, 'invalid_request');
    });

    test('rejects text that a database cannot store', async () => {
      const [field] = Object.entries(schema.properties).find(([, one]) => one['type'] === 'string' && !one['format'])!;
      for (const broken of ['\\u0000', '\\ud800']) {
        const body = JSON.stringify({ ...valid(), [field]: 'BROKEN' }).replace('BROKEN', `x${broken}`);
        expectFieldProblem(await put(body), field);
      }
    });

    test('accepts JSON, for PATCH also as a merge patch, and returns 415 to other content types', async () => {
      const patch = 'application/merge-patch+json';
      const isPatch = name.startsWith('PATCH');
      expect(types).toEqual([json]);
      for (const type of isPatch ? [json, patch] : [json]) {
        expect((await put(valid(), { headers: { 'content-type': `${type}; charset=utf-8` } })).status).toBe(success);
      }
      const others = ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense', ''];
      for (const type of [...others, ...(isPatch ? [] : [patch])]) {
        expectProblem(await put(valid(), { headers: { 'content-type': type } }), 415, 'unsupported_media_type');
      }
    });

    test('accepts 1 MiB and not one more byte', async () => {
      const full = JSON.stringify(valid()).padEnd(mebibyte, ' ');
      expect((await put(full)).status).toBe(success);
      expectProblem(await put(`${full} `), 413, 'payload_too_large');
    });

    test('checks key, method and scope before the body', async () => {
      for (const body of ['{', '{}', ' '.repeat(mebibyte + 1)]) {
        expectProblem(await put(body, { key: 'sk_bad' }), 401, 'invalid_key');
        const key = await suite.keyWith(scopes.filter((one) => one !== scope));
        expectProblem(await put(body, { key }), 403, 'insufficient_scope');
      }
    });

    test('accepts the example of the OpenAPI document', async () => {
      expect(example).toBeDefined();
      const response = await put(example);
      if (write!.hasOwnId) expectProblem(response, 404, 'not_found');
      else expect(response.status, response.text).toBe(success);
    });

    if (write!.hasOwnId) {
      test("responses for another organizer's resource in the body as if it did not exist", async () => {
        const theirs = write!.body(suite.other);
        const nobodys = JSON.parse(JSON.stringify(theirs).replaceAll(/(_\w{23})\w{3}"/g, '$1zzz"')) as object;
        expect(nobodys).not.toEqual(theirs);
        expect(detailWithoutNames(await put(theirs))).toBe(detailWithoutNames(await put(nobodys)));
      });
    }

    if (!hasParameter(operation, 'idempotency-key')) return;

    test('returns the same bytes for a repeated Idempotency-Key, and rejects it with another body', async () => {
      const headers = { 'idempotency-key': `suite ${name}`.replaceAll(' ', '-') };
      const first = await put(valid(), { headers });
      const again = await put(valid(), { headers });
      expect([first.status, again.status]).toEqual([success, success]);
      expect(again.text).toBe(first.text);
      expect(again.headers.get('location')).toBe(first.headers.get('location'));
      expect([first, again].map((response) => response.headers.get('idempotent-replayed'))).toEqual([null, 'true']);
      const [field, value] = Object.entries(valid()).find(([, one]) => typeof one === 'string')!;
      const changed = await put({ ...valid(), [field]: `${value}x` }, { headers });
      expectProblem(changed, 409, 'idempotency_conflict');
    });

    test('rejects a malformed Idempotency-Key', async () => {
      for (const value of ['', 'a b', 'x'.repeat(256), '\u00e4']) {
        expectFieldProblem(await put(valid(), { headers: { 'idempotency-key': value } }), 'idempotency-key');
      }
    });
  });
});

/** Values that the schema of a field does not allow. */
function wrongValues({ type, anyOf, maxLength, minLength, minimum, maximum, enum: words }: Json): unknown[] {
  const isNullable = [type].flat().includes('null') || JSON.stringify(anyOf ?? []).includes('{"type":"null"}');
  return [
    [true],
    ...(isNullable ? [] : [null]),
    ...(words === undefined ? [] : ['none of them']),
    ...(typeof maxLength === 'number' ? ['x'.repeat(maxLength + 1)] : []),
    ...(minLength === 1 ? [''] : []),
    ...(typeof minimum === 'number' ? [minimum - 1, minimum + 0.5, String(minimum)] : []),
    ...(typeof maximum === 'number' ? [maximum + 1] : []),
  ];
}
