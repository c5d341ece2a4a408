/** Sends requests to the gate endpoints, each with a timeout. */
import { type RequestOptions, send } from '@organizer/shared/request';
import { page } from './page.ts';

const defaultTimeoutMs = 10_000;

interface GateRequestOptions extends RequestOptions {
  readonly timeoutMs?: number;
}

/**
 * Sends a request and returns the JSON of the response.
 *
 * @param path the path below the gate endpoints
 * @throws Failure
 */
export async function requestJson<T>(
  method: 'GET' | 'POST',
  path: string,
  options: GateRequestOptions = {},
): Promise<T> {
  return (await request(method, path, options, (response) => response.json())) as T;
}

/**
 * Reads bytes.
 *
 * @throws Failure
 */
export async function requestBytes(path: string, options: GateRequestOptions): Promise<Uint8Array> {
  const buffer = await request('GET', path, options, (response) => response.arrayBuffer());
  return new Uint8Array(buffer);
}

function request<T>(
  method: 'GET' | 'POST',
  path: string,
  options: GateRequestOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  return send(method, `${page.api}/${path}`, { timeoutMs: defaultTimeoutMs, ...options, cache: 'no-store' }, read);
}
