/** Sends requests to the gate endpoints, each with a timeout. */
import type { Problem } from '@organizer/shared/api';
import { Failure } from './failure.ts';
import { page } from './page.ts';

const defaultTimeoutMs = 10_000;

interface RequestOptions {
  readonly body?: object;
  readonly token?: string;
  readonly timeoutMs?: number;
}

/**
 * Sends a request and returns the JSON of the response.
 *
 * @param path the path below the gate endpoints
 * @throws Failure
 */
export async function requestJson<T>(method: 'GET' | 'POST', path: string, options: RequestOptions = {}): Promise<T> {
  return (await request(method, path, options, (response) => response.json())) as T;
}

/**
 * Reads bytes.
 *
 * @throws Failure
 */
export async function requestBytes(path: string, options: RequestOptions): Promise<Uint8Array> {
  const buffer = await request('GET', path, options, (response) => response.arrayBuffer());
  return new Uint8Array(buffer);
}

async function request<T>(
  method: 'GET' | 'POST',
  path: string,
  { body, token, timeoutMs = defaultTimeoutMs }: RequestOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const headers: Record<string, string> = {};
  if (body) headers['content-type'] = 'application/json';
  if (token) headers['authorization'] = `Bearer ${token}`;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const response = await fetch(`${page.api}/${path}`, {
      method,
      headers,
      cache: 'no-store',
      signal: controller.signal,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (response.ok) return await read(response);
    const json: unknown = await response.json().catch(() => null);
    const isProblem = typeof json === 'object' && json !== null && 'code' in json;
    throw new Failure(response.status, isProblem ? (json as Problem) : null);
  } catch (error) {
    // A connection that breaks in the middle of a response is a request without a response.
    throw error instanceof Failure ? error : new Failure(0);
  } finally {
    clearTimeout(timer);
  }
}
