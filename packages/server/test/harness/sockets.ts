import { connect, type Socket } from 'node:net';
import type { TestResponse } from './responses.ts';

/** Connects to a port of 127.0.0.1. */
export function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

/**
 * Sends bytes on a new connection, and reads the response until the server closes the connection.
 *
 * @param encoding how the response is decoded; `latin1` preserves every byte
 */
export async function exchange(
  port: number,
  bytes: string | Uint8Array,
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<TestResponse> {
  const socket = await open(port);
  let receivedText = '';
  socket.setEncoding(encoding);
  socket.on('data', (chunk) => {
    receivedText += chunk;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(bytes);
  await closed;
  const headEnd = receivedText.indexOf('\r\n\r\n');
  const [head, text] = [receivedText.slice(0, headEnd), receivedText.slice(headEnd + 4)];
  const [statusLine = '', ...fields] = head.split('\r\n');
  const headers = new Headers(
    fields.map((field): [string, string] => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1)]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, text };
}
