import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { webhookPage } from '../src/deployments/documentation.ts';
import { eventTypes } from '../src/deployments/webhook-types.ts';
import { defined } from './harness/defined.ts';
import { expectWebhookBody, WebhookSchemas } from './harness/webhook-schemas.ts';

const root = join(import.meta.dirname, '../../..');
const personalFields = ['email', 'phone', 'buyer', 'holderName', 'firstName', 'lastName', 'bib', 'qrValue'];
const typesOf = {
  baseline: eventTypes.filter((type) => !type.startsWith('addon.')),
  extended: [...eventTypes],
};

describe.each(['baseline', 'extended'] as const)('webhooks in the %s document', (deployment) => {
  const webhooks = new WebhookSchemas(deployment);

  test('include every type that the deployment can send', () => {
    expect([...webhooks.media.keys()]).toEqual(typesOf[deployment]);
  });

  test.each(typesOf[deployment])('%s has an example that matches its schema', (type) => {
    const { example } = defined(webhooks.media.get(type), type);
    expect(webhooks.errors(type, example)).toEqual([]);
    expect(example).toMatchObject({ type, apiVersion: 'v1' });
  });

  test.each(typesOf[deployment])('%s has no field with personal data', (type) => {
    const names = fieldNames(defined(webhooks.media.get(type), type).schema, webhooks.schemas);
    expect([...names]).toEqual(expect.arrayContaining(['id', 'type', 'apiVersion', 'createdAt', 'sequence', 'data']));
    // `holderName` of a ticket type says whether holders are asked for their name.
    const personal = type.startsWith('event.')
      ? personalFields.filter((name) => name !== 'holderName')
      : personalFields;
    expect(personal.filter((name) => names.has(name))).toEqual([]);
  });

  test('have examples of different events; later events have a higher sequence number', () => {
    const examples = [...webhooks.media.values()].map(({ example }) => example as { id: string; sequence: number });
    const sortedExamples = examples.toSorted((a, b) => a.sequence - b.sequence);
    expect(new Set(examples.map(({ id }) => id)).size).toBe(examples.length);
    expect(new Set(examples.map(({ sequence }) => sequence)).size).toBe(examples.length);
    const times = sortedExamples.map((example) => (example as unknown as { createdAt: string }).createdAt);
    expect(times).toEqual([...times].sort());
  });
});

describe('the check of webhook bodies', () => {
  const paidExample = new WebhookSchemas('extended').media.get('order.paid')?.example ?? {};
  const data = paidExample['data'] as Record<string, unknown>;

  test('accepts a body that matches the document', () => {
    expectWebhookBody(paidExample);
  });

  test.each([
    ['an additional field', { ...paidExample, data: { ...data, buyer: { email: 'ada@example.com' } } }],
    ['a missing field', { ...paidExample, data: { ...data, items: undefined } }],
    ['the data of another type', { ...paidExample, type: 'ticket.issued' }],
    ['an unknown type', { ...paidExample, type: 'order.lost' }],
  ])('rejects %s', (_, body) => {
    expect(() => expectWebhookBody(JSON.parse(JSON.stringify(body)))).toThrow();
  });
});

test('the page about event types matches the schemas', async () => {
  const page = readFileSync(join(root, 'docs/webhook-events.md'), 'utf8');
  expect(await webhookPage(), 'run "npm run openapi"').toBe(page);
  for (const type of eventTypes) expect(page).toContain(`\n### ${type}\n`);
});

/** The names of all fields of a schema and of the schemas that it references. */
function fieldNames(schema: object, schemas: Record<string, unknown>): Set<string> {
  const names = new Set<string>();
  const visitedRefs = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { $ref, properties } = part as { $ref?: string; properties?: object };
    for (const name of Object.keys(properties ?? {})) names.add(name);
    if ($ref !== undefined && !visitedRefs.has($ref)) {
      visitedRefs.add($ref);
      visit(schemas[$ref.slice($ref.lastIndexOf('/') + 1)]);
    }
    for (const child of Object.values(part)) visit(child);
  };
  visit(schema);
  return names;
}
