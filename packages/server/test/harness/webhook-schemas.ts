import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { DeploymentName } from '../../src/deployments/index.ts';
import { closed } from './closed-schemas.ts';

type Json = Record<string, unknown>;

/** What a document says of the body of a type of event. */
export interface WebhookMedia {
  readonly schema: Json;
  readonly example: Json;
}

interface Document {
  readonly webhooks: Record<string, { post: { requestBody: { content: { 'application/json': WebhookMedia } } } }>;
  readonly components: { readonly schemas: Json };
}

/** The webhooks of a committed document, which `openapi.test.ts` holds to be what the code says. */
export class WebhookSchemas {
  /** By type. */
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

  /** What is wrong with a body of this type. */
  errors(type: string, body: unknown): unknown[] {
    const validate = this.#validators.get(type) ?? this.#compile(type);
    validate(body);
    return validate.errors ?? [];
  }

  #compile(type: string): ValidateFunction {
    const media = this.media.get(type);
    if (media === undefined) throw new Error(`The document tells of no "${type}".`);
    const validate = this.#ajv.compile({ ...closed(media.schema), components: { schemas: closed(this.schemas) } });
    this.#validators.set(type, validate);
    return validate;
  }
}

let extended: WebhookSchemas | undefined;

/** A body that was really sent is what the extended document says of its type. */
export function expectWebhookBody(body: unknown): void {
  extended ??= new WebhookSchemas('extended');
  const { type } = body as { type: string };
  expect([...extended.media.keys()]).toContain(type);
  expect(extended.errors(type, body), JSON.stringify(body, null, 2)).toEqual([]);
}
