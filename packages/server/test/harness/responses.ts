import { expect } from 'vitest';
import { type ErrorCode, errorCodes, exampleError, reasonsOf } from '../../src/errors/index.ts';

/** The `BASE_URL` of the application of `startApp`. */
export const baseUrl = 'https://tickets.example.com';

/** A response whose body was read. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface FieldProblem {
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
  readonly errors?: readonly FieldProblem[];
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

export function jsonOf<T = Record<string, unknown>>(answer: TestResponse): T {
  return JSON.parse(answer.text) as T;
}

/** Checks that an answer is this error, whole and as RFC 9457 has it, and gives its body. */
export function expectProblem(answer: TestResponse, status: number, code: string): ProblemBody {
  const problem = answer.text === '' ? null : jsonOf<ProblemBody>(answer);
  expect({ status: answer.status, code: problem?.code }, problem?.detail).toEqual({ status, code });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/);
  const { errors, ...rest } = problem!;
  expect(rest).toEqual({
    type: `${baseUrl}/docs/errors#${code}`,
    title: errorCodes[code as ErrorCode].title,
    status,
    detail: expect.stringMatching(/^\S.*[.?!]$/s),
    code,
    reason: expect.any(String),
    params: expect.any(Object),
    requestId: answer.headers.get('request-id'),
  });
  expect(Object.keys(errorCodes)).toContain(code);
  const reason = reasonsOf(code as ErrorCode).find((known) => known === rest.reason);
  expect(reason, rest.reason).toBeDefined();
  expect(Object.keys(rest.params)).toEqual(Object.keys(exampleError(reason!).params));
  for (const field of errors ?? []) {
    expect(field).toEqual({
      path: expect.any(String),
      code: expect.stringMatching(/^[a-z_]+$/),
      params: expect.any(Object),
      message: expect.stringMatching(/\S/),
    });
  }
  return problem!;
}

/** Checks that an answer rejects only this field. */
export function expectFieldProblem(answer: TestResponse, path: string): void {
  const problem = expectProblem(answer, 400, 'invalid_request');
  expect(problem.errors?.map((field) => field.path)).toEqual([path]);
}

const limitHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy'];

/** Checks the four headers that state this limit. */
export function expectLimitHeaders(answer: TestResponse, limit: number): void {
  const [stated, remaining, reset, policy] = limitHeaders.map((name) => answer.headers.get(name));
  expect({ stated, policy }, `${answer.status} ${answer.text}`).toEqual({
    stated: String(limit),
    policy: `${limit};w=60`,
  });
  expect(remaining).toMatch(/^\d+$/);
  expect(Number(remaining)).toBeLessThanOrEqual(limit);
  expect(reset).toMatch(/^([1-9]|[1-5]\d|60)$/);
}

export function expectNoLimitHeaders(answer: TestResponse): void {
  expect(limitHeaders.filter((name) => answer.headers.has(name))).toEqual([]);
}
