import { expect } from 'vitest';
import { createValidators } from './document-validators.ts';
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

/** Asserts that a response conforms to its operation: a path of the document and a method in lower case. */
export type ExpectConforms = (path: string, method: string, response: TestResponse) => void;

/** The checks by the text of their document. Compiling the schemas of a document takes seconds, and many suites use the same one. */
const checks = new Map<string, ExpectConforms>();

/** Returns a check of responses against a document. The server uses a different validator. */
export function conformanceCheck(document: Document): ExpectConforms {
  const text = JSON.stringify(document);
  const check = checks.get(text) ?? createCheck(document);
  checks.set(text, check);
  return check;
}

function createCheck(document: Document): ExpectConforms {
  const validator = createValidators(document.components.schemas);
  const resolveReference = <T>(group: Record<string, T>, { $ref }: { $ref: string }): T =>
    group[$ref.split('/').at(-1)!]!;

  return (path, method, response) => {
    const documented = document.paths[path]![method]!.responses[response.status];
    expect(documented, `${method} ${path} does not document ${response.status}: ${response.text}`).toBeDefined();
    const definition = documented!.$ref
      ? resolveReference(document.components.responses, { $ref: documented!.$ref })
      : documented!;
    const mediaType = response.headers.get('content-type')!.split(';')[0]!;
    expect(Object.keys(definition.content)).toContain(mediaType);
    const validate = validator(
      `${method} ${path} ${response.status} ${mediaType}`,
      definition.content[mediaType]!.schema,
    );
    for (const body of mediaType === 'application/jsonl' ? rowsOf(response) : [jsonOf(response)]) {
      validate(body);
      expect(validate.errors ?? [], response.text).toEqual([]);
    }
    for (const [name, header] of Object.entries(definition.headers ?? {})) {
      const { schema, required } = resolveReference(document.components.headers, header);
      const text = response.headers.get(name);
      if (text === null && required === false) continue;
      const value = schema['type'] === 'integer' && text !== null ? Number(text) : text;
      expect(validator(`header ${name}`, schema)(value), `${name}: ${text} on ${response.status}`).toBe(true);
    }
  };
}

/** The rows of a stream, without the positions. */
function rowsOf({ text }: TestResponse): object[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line)).map(({ nextCursor: _, ...row }) => row);
}
