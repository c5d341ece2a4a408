import {
  ApiError,
  ConnectionError,
  errorOf,
  type OrganizerError,
  type RateLimit,
  type ResponseFacts,
  TimeoutError,
} from './errors.ts';
import { version } from './version.ts';

/** The settings of a client. */
export interface ClientOptions {
  /** The URL of the service, for example `https://tickets.example.com`. A path `/api/v1` at its end is ignored. */
  readonly baseUrl: string;
  /**
   * The API key (`sk_…` or `pk_…`), or for `gate` the token of a device (`gd_…`). The operations of `checkout` need none. Do not send a
   * key to browsers.
   */
  readonly apiKey?: string | undefined;
  /** How long to wait for the complete response to each attempt, in milliseconds. By default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** How often a failed request is repeated, by default 4 times. */
  readonly maxRetries?: number | undefined;
  /** The longest time in `Retry-After` that the client waits, in seconds. By default 60, the length of a rate limit window. */
  readonly maxRetryAfterSeconds?: number | undefined;
  /** The function that sends requests. By default the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** The settings of one request. */
export interface RequestOptions {
  /** Aborts the request and its retries. The promise is then rejected with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
}

/** The settings of a request that reads a resource. */
export interface ReadOptions extends RequestOptions {
  /** The `ETag` of an earlier response. If the resource has not changed since then, the result is null. */
  readonly ifNoneMatch?: string | undefined;
}

/** The settings of a request that creates something. */
export interface CreateOptions extends RequestOptions {
  /**
   * Identifies the write: a request with the same key within 24 hours returns the first response again. By default a random key
   * for each call. Set it if you repeat the call yourself, for example after a crash.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The settings of a request that changes a resource. */
export interface UpdateOptions extends RequestOptions {
  /** The `ETag` of the version that you have read. If the resource has changed since then, a `PreconditionFailedError` is thrown. */
  readonly ifMatch?: string | undefined;
}

/** The parsed body of a response, with its facts. */
export interface ApiResponse<T> extends ResponseFacts {
  readonly data: T;
}

/** The result of a request. */
export interface ApiPromise<T> extends Promise<T> {
  /** Returns the result together with the status, the headers, the id of the request and the rate limit. */
  withResponse(): Promise<ApiResponse<T>>;
}

/** Null can be the result only of a request with `ifNoneMatch`. */
export type IfChanged<T, O extends ReadOptions> = O extends { readonly ifNoneMatch: string } ? T | null : T;

/** One request, without the settings of the client. */
export interface ApiRequest extends ReadOptions, CreateOptions, UpdateOptions {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path, which starts with a slash. */
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
  /** The token to send instead of the API key; null for none. */
  readonly token?: string | null | undefined;
  /** The media type of the response; by default `application/json`. */
  readonly accept?: string | undefined;
  /** The position after which a stream continues. */
  readonly lastEventId?: number | undefined;
  /** Whether the server can process the request a second time without another effect. By default true for all but POST. */
  readonly isRepeatable?: boolean | undefined;
}

/** Browsers have a `User-Agent` of their own. Another one would need the permission of the service (CORS). */
const isBrowser = 'document' in globalThis || 'importScripts' in globalThis;

const firstPauseMs = 500;
const maxPauseMs = 8_000;
/** The maximum random time after `Retry-After`. It prevents all clients of a server from retrying at the same moment. */
const retryJitterMs = 1_000;

/** Sends the requests of a client, and repeats those that failed. */
export class Transport {
  /** The rate limit in the last response; null before the first response. */
  rateLimit: RateLimit | null = null;
  readonly #options: ClientOptions;
  readonly #url: string;

  /** @throws TypeError if `baseUrl` or `apiKey` cannot be used */
  constructor(options: ClientOptions) {
    this.#url = checkedUrl(options.baseUrl);
    this.#options = { ...options, apiKey: checkedKey(options.apiKey) };
  }

  /**
   * Sends a request, and repeats it until a response is final.
   *
   * Status 429 and 503 are repeated after the time in `Retry-After`, because then nothing was processed. After a failed connection, a
   * timeout, another status from 500, or the reason `commit_outcome_unknown`, it is unknown whether the request was processed. It is then repeated only if
   * that has no further effect. Each attempt has the same body and the same `Idempotency-Key`.
   *
   * @throws ApiError the last response was an error
   * @throws ConnectionError the last attempt received no complete response
   */
  send<T>(request: ApiRequest): ApiPromise<T> {
    const response = this.#sendUntilFinal<T>(request);
    const data = response.then((result) => result.data);
    const withResponse = () => {
      data.catch(() => {}); // The caller handles the error of `response`.
      return response;
    };
    return Object.assign(data, { withResponse });
  }

  /** Reads a resource. */
  get<T, O extends ReadOptions>(path: string, options?: O): ApiPromise<IfChanged<T, O>> {
    return this.send({ method: 'GET', path, ...options });
  }

  /** Creates something. Without an `idempotencyKey`, the request has a random one. */
  create<T>(path: string, body: object, options: CreateOptions & Pick<ApiRequest, 'token'> = {}): ApiPromise<T> {
    return this.send({ method: 'POST', path, body, ...options, idempotencyKey: options.idempotencyKey ?? randomKey() });
  }

  /** Changes a resource with a JSON merge patch. */
  update<T>(path: string, body: object, options?: UpdateOptions): ApiPromise<T> {
    return this.send({ method: 'PATCH', path, body, ...options });
  }

  /** Creates or changes the resource with an `externalId`, and so has no further effect when it is repeated. */
  upsert<T>(path: string, externalId: string, body: object, options?: RequestOptions): ApiPromise<T> {
    return this.send({
      method: 'PUT',
      path: `${path}/by-external-id/${encodeURIComponent(externalId)}`,
      body,
      ...options,
    });
  }

  async #sendUntilFinal<T>(request: ApiRequest): Promise<ApiResponse<T>> {
    for (let retries = 0; ; retries += 1) {
      try {
        return await this.#attempt<T>(request);
      } catch (error) {
        if (retries >= this.maxRetriesOf(request)) throw error;
        await this.pauseBeforeRetry(request, error, retries);
      }
    }
  }

  /** Sends a request once. */
  async #attempt<T>(request: ApiRequest): Promise<ApiResponse<T>> {
    const attempt = new Attempt(request);
    try {
      const exchange = async () => {
        const response = await this.#fetch(request, attempt.signal);
        return { response, text: await response.text() };
      };
      const { response, text } = await attempt.run(exchange, this.#timeoutMsOf(request));
      return this.#read<T>(response, text, request);
    } finally {
      attempt.end();
    }
  }

  /**
   * Sends a request once and returns the lines of the response while it is received.
   *
   * @param silenceMs the request fails if it receives nothing for this time
   * @throws ApiError the response is an error, or does not have the accepted media type
   * @throws ConnectionError the connection failed
   */
  async *readLines(request: ApiRequest, silenceMs: number): AsyncGenerator<string, void, undefined> {
    const attempt = new Attempt(request);
    try {
      const timeoutMs = this.#timeoutMsOf(request);
      const response = await attempt.run(() => this.#fetch(request, attempt.signal), timeoutMs);
      if (!response.ok) this.#read(response, await attempt.run(() => response.text(), timeoutMs), request);
      const isStream = response.headers.get('content-type')?.startsWith(request.accept ?? '');
      if (!isStream || response.body === null) {
        throw new ApiError(factsOf(response), null, `The response is not ${request.accept}. Check baseUrl.`);
      }
      const reader = response.body.getReader();
      const decoder = new TextDecoder();
      let text = '';
      for (;;) {
        const { done, value } = await attempt.run(() => reader.read(), silenceMs);
        if (done) return;
        const lines = (text + decoder.decode(value, { stream: true })).split('\n');
        text = lines.pop() ?? '';
        yield* lines;
      }
    } finally {
      attempt.end();
    }
  }

  /**
   * Waits before a request is repeated.
   *
   * @param onRetry is called with the error before the pause
   * @throws the error, if the request must not be repeated
   */
  async pauseBeforeRetry(
    request: ApiRequest,
    error: unknown,
    retries: number,
    onRetry?: (error: OrganizerError) => void,
  ): Promise<void> {
    const pauseMs = this.#retryPauseMs(request, error, retries);
    if (pauseMs === null) throw error;
    onRetry?.(error as OrganizerError);
    await pause(pauseMs, request.signal);
  }

  maxRetriesOf({ maxRetries = this.#options.maxRetries ?? 4 }: ApiRequest): number {
    return maxRetries;
  }

  #timeoutMsOf({ timeoutMs = this.#options.timeoutMs ?? 30_000 }: ApiRequest): number {
    return timeoutMs;
  }

  #fetch(request: ApiRequest, signal: AbortSignal): Promise<Response> {
    const { method, path, query, body } = request;
    const { fetch = globalThis.fetch } = this.#options;
    return fetch(`${this.#url}${path}${queryText(query)}`, {
      method,
      headers: this.#headersOf(request),
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  #headersOf(request: ApiRequest): Record<string, string> {
    const { token = this.#options.apiKey, body, idempotencyKey, ifMatch, ifNoneMatch, lastEventId } = request;
    return {
      accept: request.accept ?? 'application/json',
      ...(isBrowser ? {} : { 'user-agent': `organizer-sdk-typescript/${version}` }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    };
  }

  #read<T>(response: Response, text: string, { ifNoneMatch }: ApiRequest): ApiResponse<T> {
    const facts = factsOf(response);
    this.rateLimit = facts.rateLimit ?? this.rateLimit;
    if (response.status === 304 && ifNoneMatch !== undefined) return { ...facts, data: null as T };
    let data: unknown;
    try {
      data = JSON.parse(text);
    } catch {
      if (response.ok) throw new ApiError(facts, null, 'The response is not JSON. Check baseUrl.');
    }
    if (!response.ok) throw errorOf(facts, data);
    return { ...facts, data: data as T };
  }

  /** How long to wait before a request is repeated, in milliseconds; null if it must not be repeated. */
  #retryPauseMs(request: ApiRequest, error: unknown, retries: number): number | null {
    const { method, ifMatch, idempotencyKey } = request;
    // If the first attempt succeeded, the second one of a request with `ifMatch` would fail.
    const isRepeatable =
      request.isRepeatable ?? (idempotencyKey !== undefined || (method !== 'POST' && ifMatch === undefined));
    if (error instanceof ConnectionError) return isRepeatable ? backoffMs(retries) : null;
    if (!(error instanceof ApiError)) return null;
    const { status, code, reason, headers } = error;
    // Another request with the same wrong key would fail again.
    if (code === 'too_many_failed_attempts') return null;
    const isUnprocessed = (status === 429 || status === 503) && reason !== 'commit_outcome_unknown';
    if (!isUnprocessed) return status >= 500 && isRepeatable ? backoffMs(retries) : null;
    const retryAfterSeconds = retryAfter(headers);
    if (retryAfterSeconds === null) return backoffMs(retries);
    if (retryAfterSeconds > (this.#options.maxRetryAfterSeconds ?? 60)) return null;
    return retryAfterSeconds * 1_000 + Math.random() * retryJitterMs;
  }
}

function checkedUrl(text: string): string {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || /[?#]/.test(text)) {
    throw new TypeError(
      'baseUrl must be a URL with https or http and without a query, such as https://tickets.example.com.',
    );
  }
  return text
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/api\/v1$/, '');
}

/** A key from a file often has a line break at its end. */
function checkedKey(key: string | undefined): string | undefined {
  const trimmed = key?.trim();
  if (trimmed === undefined || /^[!-~]+$/.test(trimmed)) return trimmed;
  throw new TypeError('apiKey must be the text of an API key: ASCII characters without spaces.');
}

/** One attempt of a request, which the signal of the caller aborts. */
class Attempt {
  readonly #request: ApiRequest;
  readonly #controller = new AbortController();
  readonly #abort = () => this.#controller.abort(this.#request.signal?.reason);

  constructor(request: ApiRequest) {
    this.#request = request;
    request.signal?.throwIfAborted();
    request.signal?.addEventListener('abort', this.#abort);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Runs a step of the attempt.
   *
   * @throws TimeoutError the step took longer than `timeoutMs`
   * @throws ConnectionError the step failed
   * @throws the reason of the caller's signal, if it is aborted
   */
  async run<T>(step: () => Promise<T>, timeoutMs: number): Promise<T> {
    const timer = setTimeout(() => {
      this.#controller.abort(new TimeoutError(`The response was not complete within ${timeoutMs} ms.`));
    }, timeoutMs);
    try {
      return await step();
    } catch (cause) {
      if (this.signal.aborted) throw this.signal.reason;
      throw new ConnectionError(`The request to ${this.#request.path} failed: ${textOf(cause)}`, { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes the connection if it is still open. */
  end(): void {
    this.#request.signal?.removeEventListener('abort', this.#abort);
    this.#controller.abort();
  }
}

/** The text of an error of `fetch`. In Node, it is only "fetch failed", and its cause has the reason. */
function textOf(error: unknown): string {
  const { cause } = error as { cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || String(error);
}

/** A random pause that doubles with each retry, in milliseconds. */
function backoffMs(retries: number): number {
  return Math.min(maxPauseMs, firstPauseMs * 2 ** retries) * (0.5 + Math.random() / 2);
}

/** The time in `Retry-After` in seconds; null if the header is missing. Proxies can send a date (RFC 9110, section 10.2.3). */
function retryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  if (/^\d+$/.test(value.trim())) return Number(value);
  const ms = Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms / 1_000);
}

function factsOf({ status, headers }: Response): ResponseFacts {
  const [limit, remaining, resetSeconds] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers.get(`ratelimit-${name}`) ?? Number.NaN),
  ) as [number, number, number];
  const rateLimit = Number.isNaN(limit + remaining + resetSeconds) ? null : { limit, remaining, resetSeconds };
  return { status, headers, requestId: headers.get('request-id'), rateLimit };
}

/** 16 random bytes in hex. `crypto.randomUUID` is missing on pages without https. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The query of a URL, with its question mark. The parameter of a list is repeated. */
function queryText(query: object = {}): string {
  const entries = Object.entries(query).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));
  const given = entries.filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** Waits. If the signal is aborted, the promise is rejected with its reason. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
