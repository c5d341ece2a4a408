import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { respondAfterCommits } from './respond-after-commits.ts';
import { sendStream } from './send-stream.ts';

test('a client that reads nothing is disconnected, and the production of the file ends', async () => {
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
      { timeoutMs: 20 },
    ),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1').pause();
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await outcome.promise).toMatchObject({ name: 'AbortError' });
  client.destroy();
  await app.close();
});
