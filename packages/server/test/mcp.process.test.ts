import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { listAudit } from '../src/features/audit/index.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import { useApp } from './harness/app.ts';
import { useDatabase } from './harness/databases.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { freePort } from './harness/ports.ts';
import { runCommand, startCommand } from './harness/server-process.ts';

interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
}

function rowsOf<T>({ structuredContent }: ToolResult): T[] {
  return (structuredContent as { data: T[] }).data;
}

describe('organizer mcp', () => {
  const database = useDatabase('sqlite');
  const app = useApp(() => ({ db: database.db }));
  let organizer: Organizer;
  beforeAll(async () => {
    organizer = await makeOrganizer(database.db);
    const items = [
      { kind: 'ticket' as const, ticketTypeId: 'run-10', quantity: 1 },
      { kind: 'addon' as const, addonId: 'beer', quantity: 1 },
    ];
    await importAll(database.db, organizer, [...raceLines(), orderLine('one', { items })]);
  });

  /** Connects a client to a new process of the command. */
  async function connect(...args: string[]) {
    const client = new Client({ name: 'test', version: '1.0.0' });
    onTestFinished(() => client.close());
    const command = [inject('program'), 'mcp', '--url', app.url, ...args];
    await client.connect(new StdioClientTransport({ command: process.execPath, args: command, stderr: 'ignore' }));
    return {
      listTools: async () => (await client.listTools()).tools,
      call: async (name: string, args: Record<string, unknown>) =>
        (await client.callTool({ name, arguments: args })) as ToolResult,
    };
  }

  test('reads, consumes and edits the catalog with the permissions of the key', async () => {
    const { key } = await makeKey(database.db, organizer.id, { granted: ['events:write'] });
    const { listTools, call } = await connect('--key', key);
    const byName = new Map((await listTools()).map((tool) => [tool.name, tool]));
    expect(byName.get('listOrders')).toMatchObject({ annotations: { readOnlyHint: true } });
    expect(byName.get('updateEvent')).toMatchObject({
      annotations: { readOnlyHint: false, idempotentHint: true },
      inputSchema: { required: ['id', 'body'], properties: { body: { type: 'object' } } },
    });
    expect([...byName.keys()]).not.toContain('streamWebhookEvents');

    const misspelled = await call('listOrders', { lmit: 1 });
    expect(misspelled).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('lmit') }] });

    const list = await call('listOrders', { limit: 1, expand: ['items'] });
    const [order] = rowsOf<{ eventId: string }>(list);
    expect(order).toMatchObject({ status: 'paid', items: [{ kind: 'ticket' }, { kind: 'addon' }] });
    expect(JSON.parse(list.content[0]!.text)).toEqual(list.structuredContent);

    const [entitlement] = rowsOf<{ id: string }>(await call('listEntitlements', {}));
    const consumption = { body: { entitlementId: entitlement!.id, units: 1, ref: 'assistant-1' } };
    for (let calls = 0; calls < 2; calls += 1) {
      const { structuredContent } = await call('consumeUnits', consumption);
      expect(structuredContent).toMatchObject({ entitlement: { unitsConsumed: 1 } });
    }

    const changed = await call('updateEvent', { id: order!.eventId, body: { name: 'Night Race' } });
    expect(changed.structuredContent).toMatchObject({ id: order!.eventId, name: 'Night Race' });
    const event = { name: 'Relay', startsAt: '2030-06-01T08:00:00Z', timezone: 'Europe/Berlin' };
    expect((await call('createEvent', { body: event })).structuredContent).toMatchObject({ status: 'draft' });

    const invalid = await call('updateEvent', { id: order!.eventId, body: { name: '' } });
    expect(invalid).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('name') }] });
    const unknown = await call('getOrder', { orderNumber: 'X000000000' });
    expect(unknown.content[0]!.text).toMatch(/You have no order "X000000000"\.\n\(404 not_found, request req_/);
  });

  test('returns personal data only with the scope, and each read is audited', async () => {
    const without = await makeKey(database.db, organizer.id);
    const withScope = await makeKey(database.db, organizer.id, {
      scopes: ['orders:read'],
      granted: ['orders:read:pii'],
    });
    const query = { limit: 1, expand: ['buyer'] };
    const refused = await (await connect('--key', without.key)).call('listOrders', query);
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('orders:read:pii') }] });

    // This key cannot read events, so the command must not need them.
    const { listTools, call } = await connect('--key', withScope.key, '--read-only');
    expect((await listTools()).every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect(rowsOf(await call('listOrders', query))).toMatchObject([{ buyer: { email: expect.any(String) } }]);
    const entries = await listAudit(database.db, organizer.id, { limit: 10 });
    expect(entries.filter(({ action }) => action === 'order.personal_data.read')).toMatchObject([
      { actor: withScope.id },
    ]);
  });

  test('has names and schemas that all assistants accept', async () => {
    const { key } = await makeKey(database.db, organizer.id);
    const { listTools } = await connect('--key', key);
    const accepted = [
      ...['type', 'description', 'enum', 'anyOf', 'properties', 'required', 'items', 'minimum', 'maximum', 'format'],
      ...['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems'],
    ];
    const check = (schema: Record<string, unknown>, path: string): void => {
      expect([path, Object.keys(schema).filter((keyword) => !accepted.includes(keyword))]).toEqual([path, []]);
      const { type, anyOf, format = 'date-time', enum: values = [], properties = {}, items } = schema;
      expect([path, typeof type, format]).toEqual([path, anyOf === undefined ? 'string' : 'undefined', 'date-time']);
      expect((values as unknown[]).every((value) => typeof value === 'string')).toBe(true);
      if (type === 'array') check(items as Record<string, unknown>, `${path}.items`);
      for (const part of (anyOf ?? []) as Record<string, unknown>[]) check(part, `${path}.anyOf`);
      for (const [name, part] of Object.entries(properties as Record<string, Record<string, unknown>>)) {
        check(part, `${path}.${name}`);
      }
    };
    for (const { name, description, inputSchema } of await listTools()) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(description?.length).toBeLessThanOrEqual(1_024);
      expect(inputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) });
      const { $schema: _, ...schema } = inputSchema;
      check(schema, name);
    }
  });

  test('ends when its input ends, and says what to do about a wrong key or URL', async () => {
    const { key } = await makeKey(database.db, organizer.id);
    // The input of these commands is closed.
    expect(await startCommand(['mcp', '--url', app.url, '--key', key], {}).result).toMatchObject({
      code: 0,
      stdout: '',
    });
    const unused = `http://127.0.0.1:${await freePort()}`;
    const wrongKey = await runCommand(['mcp', '--url', app.url, '--key', 'sk_wrong'], {});
    expect(wrongKey).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('organizer keys create') });
    const wrongUrl = await runCommand(['mcp', '--url', unused, '--key', key], {});
    expect(wrongUrl).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('check --url') });
  });
});
