import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { closed } from './closed-schemas.ts';
import { jsonOf, type TestResponse } from './responses.ts';

type Json = Record<string, unknown>;

export interface Document {
  paths: Record<string, Record<string, { responses: Record<string, ResponsePart> }>>;
  components: { schemas: Json; responses: Record<string, ResponsePart>; headers: Record<string, HeaderPart> };
  webhooks: Json;
}

interface HeaderPart {
  schema: Json;
  required?: boolean;
}

interface ResponsePart {
  $ref?: string;
  headers?: Record<string, { $ref: string }>;
  content: Record<string, { schema: Json }>;
}

/** Checks a response of an operation, given its path in the document and its method in lower case. */
export type Conforms = (path: string, method: string, answer: TestResponse) => void;

/** Checks answers against a document, with a validator that is not the one that the server uses. */
export function conformance(document: Document): Conforms {
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  ajv.addVocabulary(['components', 'example']);
  // The document is open to fields that a later version adds; an answer of today has none that it does not name.
  const schemas = closed(document.components.schemas);
  const compiled = new Map<string, ValidateFunction>();
  const validator = (at: string, schema: Json): ValidateFunction => {
    const known = compiled.get(at) ?? ajv.compile({ ...closed(schema), components: { schemas } });
    compiled.set(at, known);
    return known;
  };
  const resolveReference = <T>(group: Record<string, T>, { $ref }: { $ref: string }): T =>
    group[$ref.split('/').at(-1)!]!;

  return (path, method, answer) => {
    const documented = document.paths[path]![method]!.responses[answer.status];
    expect(documented, `${method} ${path} does not document ${answer.status}: ${answer.text}`).toBeDefined();
    const response = documented!.$ref
      ? resolveReference(document.components.responses, { $ref: documented!.$ref })
      : documented!;
    const media = answer.headers.get('content-type')!.split(';')[0]!;
    expect(Object.keys(response.content)).toEqual([media]);
    const validate = validator(`${method} ${path} ${answer.status}`, response.content[media]!.schema);
    validate(jsonOf(answer));
    expect(validate.errors ?? [], answer.text).toEqual([]);
    for (const [name, header] of Object.entries(response.headers ?? {})) {
      const { schema, required } = resolveReference(document.components.headers, header);
      const text = answer.headers.get(name);
      if (text === null && required === false) continue;
      const value = schema['type'] === 'integer' && text !== null ? Number(text) : text;
      expect(validator(`header ${name}`, schema)(value), `${name}: ${text} on ${answer.status}`).toBe(true);
    }
  };
}
