import type { WebhookDocumentation } from '../../platform/http/openapi.ts';
import { reference } from '../../platform/http/openapi-components.ts';
import { parameterOf } from '../../platform/http/openapi-operations.ts';
import type { NamedSchemas } from '../../platform/http/openapi-schemas.ts';
import { webhookBody, webhookHeaders, webhookResponses } from './schema.ts';
import type { WebhookTypes } from './webhook-types.ts';

/** The tag of the requests that the service sends. Generators create a class for each tag, with the requests that a client sends. */
export const webhookRequestsTag = 'Webhook requests';

/** Creates the part of the OpenAPI document about webhooks. */
export async function describeWebhooks(types: WebhookTypes, schemas: NamedSchemas): Promise<WebhookDocumentation> {
  const parameters = Object.fromEntries(
    Object.entries(webhookHeaders).map(([component, { name, schema }]) => [
      component,
      parameterOf('header', name, schema, true),
    ]),
  );
  const responses = Object.values(webhookResponses).map(({ name, description }) => {
    const headers = { 'Retry-After': reference('headers', 'Retry-After') };
    return [name, { description, ...(name === 'WebhookNotNow' ? { headers } : {}) }];
  });
  const webhooks: Record<string, WebhookDocumentation['webhooks'][string]> = {};
  for (const [type, definition] of Object.entries(types)) {
    const post = {
      operationId: `on${pascalCase(type)}`,
      tags: [webhookRequestsTag],
      summary: definition.summary,
      description: definition.description,
      parameters: Object.keys(parameters).map((parameter) => reference('parameters', parameter)),
      requestBody: {
        required: true,
        description: 'The event',
        content: { 'application/json': await describeBody(type, definition, schemas) },
      },
      responses: Object.fromEntries(
        Object.entries(webhookResponses).map(([status, { name }]) => [status, reference('responses', name)]),
      ),
      security: [],
    };
    webhooks[type] = { post };
  }
  return { webhooks, parameters, responses: Object.fromEntries(responses) };
}

/** The schema of the body of an event, and an example. */
export async function describeBody(
  type: string,
  { schema, example }: WebhookTypes[string],
  schemas: NamedSchemas,
): Promise<{ schema: object; example: unknown }> {
  const body = schemas.collect(webhookBody(type, `${pascalCase(type)}Webhook`, await schema()), 'response');
  const id = `msg_01kamz0g5ve4q8v5x2c4g6${String(example.sequence).padStart(4, '0')}`;
  return { schema: body, example: schemas.sample(body, { id, ...example }) };
}

/** Converts an event type to Pascal case, such as `ticket.check_in_undone` to `TicketCheckInUndone`. */
function pascalCase(type: string): string {
  return type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
