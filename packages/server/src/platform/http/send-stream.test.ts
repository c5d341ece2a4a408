import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { respondAfterCommits } from './respond-after-commits.ts';
import { sendStream } from './send-stream.ts';

/** Sends an endless file to a client. Returns the error with which its production ended. */
async function outcomeOf(
  limits: { timeoutMs?: number; downloadMs?: number },
  { reads }: { reads: boolean },
): Promise<unknown> {
  const app = fastify();
  respondAfterCommits(app, () => null);
  const outcome = Promise.withResolvers<unknown>();
  app.get('/', (_request, reply) =>
    sendStream(
      reply,
      { mediaType: 'text/plain', filename: 'file.txt' },
      async (write) => {
        try {
          for (;;) await write('x'.repeat(65_536));
        } catch (error) {
          outcome.resolve(error);
          throw error;
        }
      },
      limits,
    ),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  if (reads) client.resume();
  else client.pause();
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const error = await outcome.promise;
  client.destroy();
  await app.close();
  return error;
}

test('a client that reads nothing is disconnected, and the production of the file ends', async () => {
  expect(await outcomeOf({ timeoutMs: 20 }, { reads: false })).toMatchObject({ name: 'AbortError' });
});

test('a client that has not read the whole file in the time for a download is disconnected', async () => {
  expect(await outcomeOf({ downloadMs: 50 }, { reads: true })).toMatchObject({ name: 'AbortError' });
});
