import { NamedSchemas } from '../../platform/http/openapi-schemas.ts';
import { describeBody } from './openapi.ts';
import type { WebhookTypes } from './webhook-types.ts';

/**
 * The page about event types, in Markdown.
 *
 * @param types all event types
 * @param baselineTypes the event types of the deployment `baseline`
 */
export async function eventTypesPage(types: WebhookTypes, baselineTypes: WebhookTypes): Promise<string> {
  const rows: string[] = [];
  const examples: string[] = [];
  const schemas = new NamedSchemas();
  for (const [type, definition] of Object.entries(types)) {
    const { $id, description } = (await definition.schema()) as { $id?: string; description?: string };
    const { example } = await describeBody(type, definition, schemas);
    const note = type in baselineTypes ? '' : ' (extended only)';
    rows.push(
      `| [\`${type}\`](#${type.replace('.', '')})${note} | ${definition.description} | \`${$id}\`: ${description} |`,
    );
    examples.push(`### ${type}\n\n${definition.summary}.\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``);
  }
  return `<!-- Written by "npm run openapi" from the schemas of the API. Do not edit. -->

# Event types

All event types that an endpoint can receive. The OpenAPI documents contain the same schemas under \`webhooks\`.

| type | when | \`data\` |
| --- | --- | --- |
${rows.join('\n')}

## Examples

${examples.join('\n\n')}
`;
}
