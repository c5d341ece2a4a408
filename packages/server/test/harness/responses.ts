import { expect } from 'vitest';
import { type ErrorCode, errorCodes, exampleError, reasonsOf } from '../../src/errors/index.ts';

/** The `BASE_URL` of the application that `startApp` starts. */
export const baseUrl = 'https://tickets.example.com';

/** A response whose body was read. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface FieldErrorBody {
  readonly path: string;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly reason: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly errors?: readonly FieldErrorBody[];
}

/** A page of a list. */
export interface PageBody<T = Record<string, unknown>> {
  readonly data: T[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export async function read(response: Response): Promise<TestResponse> {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

export function jsonOf<T = Record<string, unknown>>(response: TestResponse): T {
  return JSON.parse(response.text) as T;
}

/** Asserts that a response is this error: a complete problem document (RFC 9457). Returns the document. */
export function expectProblem(response: TestResponse, status: number, code: string): ProblemBody {
  const problem = response.text === '' ? null : jsonOf<ProblemBody>(response);
  expect({ status: response.status, code: problem?.code }, problem?.detail).toEqual({ status, code });
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/);
  const { errors, ...fields } = problem!;
  expect(fields).toEqual({
    type: `${baseUrl}/docs/errors#${code}`,
    title: errorCodes[code as ErrorCode].title,
    status,
    detail: expect.stringMatching(/^\S.*[.?!]$/s),
    code,
    reason: expect.any(String),
    params: expect.any(Object),
    requestId: response.headers.get('request-id'),
  });
  expect(Object.keys(errorCodes)).toContain(code);
  const reason = reasonsOf(code as ErrorCode).find((name) => name === fields.reason);
  expect(reason, fields.reason).toBeDefined();
  expect(Object.keys(fields.params)).toEqual(Object.keys(exampleError(reason!).params));
  for (const fieldError of errors ?? []) {
    expect(fieldError).toEqual({
      path: expect.any(String),
      code: expect.stringMatching(/^[a-z_]+$/),
      params: expect.any(Object),
      message: expect.stringMatching(/\S/),
    });
  }
  return problem!;
}

/** Asserts that a response is a 400 whose only field error is about this path. */
export function expectFieldProblem(response: TestResponse, path: string): void {
  const problem = expectProblem(response, 400, 'invalid_request');
  expect(problem.errors?.map((fieldError) => fieldError.path)).toEqual([path]);
}

const limitHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy'];

/** Asserts that the four headers of a response state this rate limit. */
export function expectLimitHeaders(response: TestResponse, limit: number): void {
  const [stated, remaining, reset, policy] = limitHeaders.map((name) => response.headers.get(name));
  expect({ stated, policy }, `${response.status} ${response.text}`).toEqual({
    stated: String(limit),
    policy: `${limit};w=60`,
  });
  expect(remaining).toMatch(/^\d+$/);
  expect(Number(remaining)).toBeLessThanOrEqual(limit);
  expect(reset).toMatch(/^([1-9]|[1-5]\d|60)$/);
}

export function expectNoLimitHeaders(response: TestResponse): void {
  expect(limitHeaders.filter((name) => response.headers.has(name))).toEqual([]);
}
