import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { DeploymentName } from '../../src/deployments/index.ts';
import { rejectUnknownFields } from './closed-schemas.ts';

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
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });

  constructor(deployment: DeploymentName) {
    const file = join(import.meta.dirname, `../../../../openapi/${deployment}.json`);
    const { webhooks, components } = JSON.parse(readFileSync(file, 'utf8')) as Document;
    this.media = new Map(
      Object.entries(webhooks).map(([type, { post }]) => [type, post.requestBody.content['application/json']]),
    );
    this.schemas = components.schemas;
    addFormats.default(this.#ajv);
    this.#ajv.addVocabulary(['components', 'example']);
  }

  /** The validation errors of a body of this type. */
  errors(type: string, body: unknown): unknown[] {
    const validate = this.#validators.get(type) ?? this.#compile(type);
    validate(body);
    return validate.errors ?? [];
  }

  #compile(type: string): ValidateFunction {
    const media = this.media.get(type);
    if (media === undefined) throw new Error(`The document has no webhook "${type}".`);
    const validate = this.#ajv.compile({
      ...rejectUnknownFields(media.schema),
      components: { schemas: rejectUnknownFields(this.schemas) },
    });
    this.#validators.set(type, validate);
    return validate;
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
