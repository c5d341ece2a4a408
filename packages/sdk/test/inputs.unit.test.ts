import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Organizer, OrganizerError, type UnknownWebhook, type WebhookEvent } from '../src/index.ts';

const baseUrl = 'https://tickets.example.com';

/** A client whose requests have this response. `sent` has the requests. */
function clientWith(text: string, options: { apiKey?: string; type?: string } = {}) {
  const sent: Request[] = [];
  const { type = 'text/event-stream', ...settings } = options;
  const client = new Organizer({
    ...settings,
    baseUrl,
    maxRetries: 0,
    fetch: async (url, init) => {
      sent.push(new Request(url as string, init));
      return new Response(text, { headers: { 'content-type': type } });
    },
  });
  return { client, sent };
}

async function firstEvent(text: string): Promise<unknown> {
  for await (const event of clientWith(text).client.webhookEvents.stream()) return event;
  throw new Error('The stream has ended.');
}

describe('a client is not created', () => {
  test.each([
    ...['', '/', 'tickets.example.com', 'ftp://tickets.example.com', 'https://', `${baseUrl}?a=b`, `${baseUrl}#a`],
    undefined,
    null,
  ])('with the baseUrl %j', (wrongUrl) => {
    expect(() => new Organizer({ baseUrl: wrongUrl as string })).toThrow(/^baseUrl must be a URL with https or http/);
  });

  test.each(['', ' ', 'sk_ü', 'sk_1 2', 'sk_1\nx'])('with the API key %j', (apiKey) => {
    expect(() => new Organizer({ baseUrl, apiKey })).toThrow(/^apiKey must be/);
  });
});

test('a request has the name and the version of the package, and the key without a line break at its end', async () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    version: string;
  };
  const { client, sent } = clientWith('{"data":[]}', { apiKey: 'sk_1\n', type: 'application/json' });
  await client.orders.list().page();
  expect(sent[0]?.headers.get('user-agent')).toBe(`organizer-sdk-typescript/${manifest.version}`);
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer sk_1');
});

describe('a message of a stream', () => {
  test('can have several lines of data, which are joined by line feeds', async () => {
    expect(await firstEvent('id: 1\ndata: {"type":\ndata: "ping",\r\ndata\ndata:"id": "a"}\n\n')).toEqual({
      type: 'ping',
      id: 'a',
    });
    await expect(firstEvent('data: {"type":"pi\ndata: ng"}\n\n')).rejects.toThrow(OrganizerError);
  });

  test('that is not JSON ends the stream with an error of the client', async () => {
    await expect(firstEvent('data: {\n\n')).rejects.toThrow('The data of a message is not JSON.');
  });
});

test('an event of an unknown type has a type of its own', () => {
  const kindOf = (event: WebhookEvent): string => {
    switch (event.type) {
      case 'order.paid':
        return event.data.orderNumber;
      case 'ping':
        return 'ping';
      case 'ticket.used':
        return event.data.gate?.name ?? '';
      default:
        return `other ${event.type}`;
    }
  };
  const unknown: WebhookEvent = { type: 'seat.moved', data: 1 } as unknown as UnknownWebhook;
  expect(kindOf(unknown)).toBe('other seat.moved');
});
