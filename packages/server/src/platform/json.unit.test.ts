import { expect, test } from 'vitest';
import { JsonText, jsonObject } from './json.ts';

test('an object of values and JSON text is valid JSON, without the fields that are undefined', () => {
  const text = jsonObject({
    'a "b"': 1,
    none: undefined,
    null: null,
    raw: new JsonText('{"c":2}'),
    list: JsonText.list(['3', '"4"']),
  });
  expect(JSON.parse(text)).toEqual({ 'a "b"': 1, null: null, raw: { c: 2 }, list: [3, '4'] });
  expect(jsonObject({ none: undefined })).toBe('{}');
});
