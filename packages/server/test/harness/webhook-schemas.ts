import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DeploymentName } from '../../src/deployments/index.ts';
import { createValidators } from './document-validators.ts';

type Json = Record<string, unknown>;

/** The body schema and the example of a webhook event type. */
export interface WebhookMedia {
  readonly schema: Json;
  readonly example: Json;
}

interface Document {
  readonly webhooks: Record<string, { post: { requestBody: { content: { 'application/json': WebhookMedia } } } }>;
  readonly components: { readonly schemas: Json };
}

/** The webhooks of a committed API document. `openapi.test.ts` asserts that the document matches the code. */
export class WebhookSchemas {
  /** The schema and the example of each event type. */
  readonly media: ReadonlyMap<string, WebhookMedia>;
  /** All named schemas of the document. */
  readonly schemas: Json;
  readonly #validator: ReturnType<typeof createValidators>;

  constructor(deployment: DeploymentName) {
    const file = join(import.meta.dirname, `../../../../openapi/${deployment}.json`);
    const { webhooks, components } = JSON.parse(readFileSync(file, 'utf8')) as Document;
    this.media = new Map(
      Object.entries(webhooks).map(([type, { post }]) => [type, post.requestBody.content['application/json']]),
    );
    this.schemas = components.schemas;
    this.#validator = createValidators(components.schemas);
  }

  /** The validation errors of a body of this type. */
  errors(type: string, body: unknown): unknown[] {
    const media = this.media.get(type);
    if (media === undefined) throw new Error(`The document has no webhook "${type}".`);
    const validate = this.#validator(type, media.schema);
    validate(body);
    return validate.errors ?? [];
  }
}

let extended: WebhookSchemas | undefined;

/** Asserts that a body is valid according to the document of the extended deployment. */
export function expectWebhookBody(body: unknown): void {
  extended ??= new WebhookSchemas('extended');
  const { type } = body as { type: string };
  expect([...extended.media.keys()]).toContain(type);
  expect(extended.errors(type, body), JSON.stringify(body, null, 2)).toEqual([]);
}
