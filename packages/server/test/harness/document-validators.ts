import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Json = Record<string, unknown>;

const documentId = 'document';

/**
 * Creates the function that compiles the schemas of an API document. The document allows unknown fields and values,
 * because a later version can add them. The current version returns none, so the validators reject them.
 *
 * @param schemas the named schemas of the document
 * @returns a function that compiles a schema of the document once for each name
 */
export function createValidators(schemas: Json): (name: string, schema: Json) => ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  ajv.addVocabulary(['components', 'example']);
  ajv.addSchema({ $id: documentId, components: { schemas: rejectUnknown(schemas) } });
  const compiled = new Map<string, ValidateFunction>();
  return (name, schema) => {
    const validate = compiled.get(name) ?? ajv.compile(withDocumentReferences(rejectUnknown(schema)));
    compiled.set(name, validate);
    return validate;
  };
}

/** A schema whose references name the document, so that a component is compiled once for all schemas that refer to it. */
function withDocumentReferences(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${documentId}#/`)) as Json;
}

/** Copies a schema. In the copy, objects have only the known properties, and texts only the known values and patterns. */
function rejectUnknown<T>(part: T): T {
  if (Array.isArray(part)) return part.map(rejectUnknown) as T;
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name.replace('x-extensible-', ''), rejectUnknown(value)]),
  );
  return (copy['type'] === 'object' && 'properties' in copy ? { ...copy, additionalProperties: false } : copy) as T;
}
