import { NamedSchemas } from '../../platform/http/openapi-schemas.ts';
import type { WebhookTypes } from './webhook-types.ts';

/** The JSON of an example of `data` for each event type, as in the documentation. */
export async function exampleData(types: WebhookTypes): Promise<ReadonlyMap<string, string>> {
  const examples = new Map<string, string>();
  for (const [type, { schema, example }] of Object.entries(types)) {
    const schemas = new NamedSchemas();
    const data = schemas.sample(schemas.collect(await schema(), 'response'), example.data);
    examples.set(type, JSON.stringify(data));
  }
  return examples;
}
