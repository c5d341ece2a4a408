import openapiTypescript, { astToString, type OpenAPI3, type OperationObject } from 'openapi-typescript';

const header = `// Written by "npm run openapi" from the documents in openapi/. Do not edit.
// Times are strings in the format of RFC 3339, amounts are integers in minor units.
`;

/**
 * The source of a module with the TypeScript types of all schemas, operations and webhooks of the API.
 *
 * @param json the document of `clientDocument`
 */
export async function generateTypes(json: string): Promise<string> {
  // The types name the values of today.
  const document: OpenAPI3 = JSON.parse(json.replaceAll('"x-extensible-enum":', '"enum":'));
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
