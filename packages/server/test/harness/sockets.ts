import { connect, type Socket } from 'node:net';
import type { Answer } from './answers.ts';

/** Opens a connection to a port of 127.0.0.1. */
export function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends these bytes on a connection of their own, and reads until the server closes it. */
export async function exchange(port: number, bytes: string | Uint8Array): Promise<Answer> {
  const socket = await open(port);
  let received = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => {
    received += chunk;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(bytes);
  await closed;
  const [head = '', text = ''] = received.split('\r\n\r\n', 2);
  const [statusLine = '', ...fields] = head.split('\r\n');
  const headers = new Headers(
    fields.map((field): [string, string] => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1)]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, text };
}
