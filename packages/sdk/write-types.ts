import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import openapiTypescript, { astToString, type OpenAPI3, type OperationObject } from 'openapi-typescript';

const documentFile = new URL('../../openapi/extended.json', import.meta.url);
const typesFile = new URL('src/api.ts', import.meta.url);

const header = `// Written by "npm run openapi" from openapi/extended.json. Do not edit.
// Times are strings in the format of RFC 3339, amounts are integers in minor units.
`;

/** The source of a module with the TypeScript types of all schemas, operations and webhooks of the API. */
export async function generateTypes(): Promise<string> {
  const document: OpenAPI3 = JSON.parse(readFileSync(documentFile, 'utf8'));
  for (const item of [...Object.values(document.paths ?? {}), ...Object.values(document.webhooks ?? {})])
    for (const operation of Object.values(item)) keepTypes(operation as OperationObject);
  for (const part of ['responses', 'parameters', 'headers'] as const) delete document.components?.[part];
  const types = await openapiTypescript(document, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    defaultNonNullable: false,
  });
  return `${header}${astToString(types)}`;
}

/** Removes the parts of an operation for which the client has no types: errors, headers and examples of whole bodies. */
function keepTypes(operation: OperationObject): void {
  operation.parameters =
    operation.parameters?.filter((parameter) => 'in' in parameter && parameter.in !== 'header') ?? [];
  const { requestBody, responses = {} } = operation;
  const contents = [requestBody, ...Object.values(responses)];
  for (const content of contents)
    if (content !== undefined && 'content' in content)
      for (const media of Object.values(content.content ?? {})) {
        if ('$ref' in media) continue;
        delete media.example;
        delete media.examples;
      }
  operation.responses = Object.fromEntries(
    Object.entries(responses)
      .filter(([status, response]) => status < '300' && !('$ref' in response))
      .map(([status, response]) => [status, { ...response, headers: {} }]),
  );
}

/** Writes the types. With `--check`, it reports whether the file differs. */
async function writeTypes(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const types = await generateTypes();
  if (!values.check) writeFileSync(typesFile, types);
  else if (readFileSync(typesFile, 'utf8') !== types) {
    console.error('packages/sdk/src/api.ts does not match openapi/extended.json. Run "npm run openapi" and commit it.');
    process.exitCode = 1;
  }
}

if (import.meta.main) await writeTypes();
