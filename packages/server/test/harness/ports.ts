import { connect, createServer } from 'node:net';

// The system never assigns these ports to a connection or to a server without a port of its own. So a port stays free until
// its program starts, and while it restarts. Each process of the tests has a hundred.
const portsPerProcess = 100;
const firstPort = 11_000 + (process.pid % 200) * portsPerProcess;
let portCount = 0;

/** A port of 127.0.0.1 that is currently free. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < portsPerProcess; attempt += 1) {
    const port = firstPort + (portCount % portsPerProcess);
    portCount += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${firstPort} is free`);
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}

/** Whether a program accepts connections on a port of 127.0.0.1. A failing request would take much longer to report that. */
export function isListening(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => {
    socket.destroy();
    resolve(true);
  });
  socket.once('error', () => resolve(false));
  return promise;
}
