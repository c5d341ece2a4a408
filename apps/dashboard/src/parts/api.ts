import type { Problem } from '@organizer/shared/dashboard-api';
import { basePath } from '#app/parts/base-path.ts';

const timeoutMs = 30_000;

/** A request without a usable response. */
export class Failure extends Error {
  /** `problem`: the server rejected the request. `unreachable`: there was no response. */
  readonly kind: 'problem' | 'unreachable';
  /** The status of the response, 0 without a response. */
  readonly status: number;
  readonly problem: Problem | null;

  constructor(kind: Failure['kind'], status: number, problem: Problem | null) {
    super(problem?.detail ?? `${kind} ${status}`);
    this.kind = kind;
    this.status = status;
    this.problem = problem;
  }
}

/** Whether an error is the problem document of one of these reasons. */
export function hasReason(error: unknown, ...reasons: readonly string[]): error is Failure {
  return error instanceof Failure && error.problem !== null && reasons.includes(error.problem.reason);
}

/** Whether an error means that the user must sign in. */
export function isSignedOut(error: unknown): error is Failure {
  return hasReason(error, 'session_missing', 'session_ended');
}

/** Values of the query of a URL. Empty ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The URL of an endpoint, for example of `organizers/harbor-city/members`. */
export function apiUrl(path: string, query: Query = {}): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)])).toString();
  return `${basePath}/api/${path}${search === '' ? '' : `?${search}`}`;
}

/** The path of an endpoint of an organizer, for `get` and the others. */
export function organizerPath(slug: string, path: string): string {
  return `organizers/${encodeURIComponent(slug)}/${path}`;
}

let reportFailure: (failure: Failure) => void = () => {};

/** Sets the function that is called for each failed request, besides the error that its caller gets. */
export function onFailure(listener: (failure: Failure) => void): void {
  reportFailure = listener;
}

/** The body of a response, with the entity tag of the resource. */
export type Tagged<T> = T & { readonly etag: string };

type Headers = Readonly<Record<string, string>>;

interface RequestOptions {
  readonly body?: unknown;
  readonly query?: Query;
  readonly signal?: AbortSignal;
  readonly headers?: Headers;
}

/**
 * Sends a request to the API of the dashboard.
 *
 * @param path the path after `/dashboard/api/`
 * @returns the body of the response, `Tagged` if the response has an entity tag
 * @throws Failure
 */
export function send<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
  const { body, headers } = options;
  if (body === undefined) return sendBody(method, path, { ...options, body: null });
  const jsonHeaders = { 'content-type': 'application/json', ...headers };
  return sendBody(method, path, { ...options, body: JSON.stringify(body), headers: jsonHeaders });
}

/**
 * Sends a file, with the media type that the browser derives from its name.
 *
 * @throws Failure
 */
export function sendFile<T>(method: string, path: string, file: File): Promise<T> {
  return sendBody(method, path, { body: file, headers: { 'content-type': file.type } });
}

/**
 * Reads a file completely, however long it takes.
 *
 * @throws Failure also if the connection is lost before the end of the file
 */
export function readFile(path: string, query: Query): Promise<{ readonly name: string; readonly content: Blob }> {
  return request('GET', path, { query }, [], async (response) => {
    const [, name = ''] = /filename="(.*)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    return { name, content: await response.blob() };
  });
}

type BodyOptions = Omit<RequestOptions, 'body'> & { readonly body?: string | File | null };

function sendBody<T>(method: string, path: string, options: BodyOptions): Promise<T> {
  const { signal } = options;
  const signals = [AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])];
  return request(method, path, options, signals, async (response) => {
    const content = parse(await response.text());
    const etag = response.headers.get('etag');
    return (etag === null ? content : { ...(content as object), etag }) as T;
  });
}

async function request<T>(
  method: string,
  path: string,
  { body = null, query, signal, headers }: BodyOptions,
  signals: AbortSignal[],
  read: (response: Response) => Promise<T>,
): Promise<T> {
  let response: Response;
  let content: unknown;
  try {
    response = await fetch(apiUrl(path, query), {
      method,
      headers: { accept: 'application/json', ...headers },
      body,
      signal: AbortSignal.any(signals),
    });
    if (response.ok) return await read(response);
    content = parse(await response.text());
  } catch (error) {
    if (signal?.aborted) throw error;
    throw failed(new Failure('unreachable', 0, null));
  }
  throw failed(new Failure('problem', response.status, isProblem(content) ? content : null));
}

function failed(failure: Failure): Failure {
  reportFailure(failure);
  return failure;
}

export function get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
  return send('GET', path, { ...(query && { query }), ...(signal && { signal }) });
}

export function put<T>(path: string, body?: unknown, headers: Headers = {}): Promise<T> {
  return send('PUT', path, { body, headers });
}

export function post<T>(path: string, body?: unknown, headers: Headers = {}): Promise<T> {
  return send('POST', path, { body, headers });
}

export function patch<T>(path: string, body: unknown, headers: Headers = {}): Promise<T> {
  return send('PATCH', path, { body, headers });
}

export function remove<T>(path: string): Promise<T> {
  return send('DELETE', path);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isProblem(content: unknown): content is Problem {
  return typeof content === 'object' && content !== null && 'reason' in content && 'code' in content;
}
