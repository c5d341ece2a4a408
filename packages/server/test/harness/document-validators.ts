import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Json = Record<string, unknown>;

const documentId = 'document';

/**
 * Creates the function that compiles the schemas of an API document. The document allows unknown fields, because a later version
 * can add fields. The current version returns none, so the validators reject them.
 *
 * @param schemas the named schemas of the document
 * @returns a function that compiles a schema of the document once for each name
 */
export function createValidators(schemas: Json): (name: string, schema: Json) => ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  ajv.addVocabulary(['components', 'example']);
  ajv.addSchema({ $id: documentId, components: { schemas: rejectUnknownFields(schemas) } });
  const compiled = new Map<string, ValidateFunction>();
  return (name, schema) => {
    const validate = compiled.get(name) ?? ajv.compile(withDocumentReferences(rejectUnknownFields(schema)));
    compiled.set(name, validate);
    return validate;
  };
}

/** A schema whose references name the document, so that a component is compiled once for all schemas that refer to it. */
function withDocumentReferences(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${documentId}#/`)) as Json;
}

/** Copies a schema. In the copy, objects with properties allow no additional properties. */
function rejectUnknownFields<T>(part: T): T {
  if (Array.isArray(part)) return part.map(rejectUnknownFields) as T;
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, rejectUnknownFields(value)]));
  return (copy['type'] === 'object' && 'properties' in copy ? { ...copy, additionalProperties: false } : copy) as T;
}
