import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { OperatorError } from '../../errors/index.ts';
import type { Running } from '../lifecycle.ts';

/**
 * Maximum number of connections that wait to be accepted; the kernel can have a lower limit. If there are more, clients
 * try again after 1 s or more.
 */
export const maxBacklog = 4_096;

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
}

/** @throws OperatorError `invalid_state` if PORT or HOST cannot be used */
export async function assertPortIsFree(options: ListenOptions): Promise<void> {
  const probe = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  probe.once('error', (error) => reject(toListenError(error, options)));
  probe.listen(options.port, options.host, () => probe.close(() => resolve()));
  await promise;
}

/**
 * Starts to accept requests. Draining finishes the requests in progress.
 *
 * @throws OperatorError `invalid_state` if PORT or HOST cannot be used
 */
export async function listen(app: FastifyInstance, { host, port }: ListenOptions): Promise<Running> {
  await app.listen({ host, port, backlog: maxBacklog }).catch((error: NodeJS.ErrnoException) => {
    throw toListenError(error, { host, port });
  });
  return { drain: () => app.close() };
}

/**
 * Starts the server for the operator.
 *
 * @throws OperatorError `invalid_state` if METRICS_ADDRESS cannot be used
 */
export async function listenForOperator(server: Server, { host, port }: ListenOptions): Promise<Running> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    throw new OperatorError(
      `METRICS_ADDRESS ${address} cannot be used: ${(error as Error).message}. Set it to a free port of this machine.`,
      'invalid_state',
    );
  }
  return {
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function toListenError(error: NodeJS.ErrnoException, { host, port }: ListenOptions): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new OperatorError(
        `PORT ${port} on ${host} is in use. Stop the program that uses it, or set another PORT.`,
        'invalid_state',
      );
    case 'EACCES':
      return new OperatorError(
        `PORT ${port} requires privileges that this user does not have. Set a PORT above 1023.`,
        'invalid_state',
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new OperatorError(`HOST ${host} is not an IP address or a host name of this machine.`, 'invalid_state');
    default:
      return new OperatorError(
        `HOST ${host} and PORT ${port} cannot be used: ${error.message}. Set others.`,
        'invalid_state',
      );
  }
}
