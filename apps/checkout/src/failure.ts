import type { FieldError, Problem } from '@organizer/shared/api';

/** A request without a successful response. */
export class Failure extends Error {
  readonly kind: 'timeout' | 'unreachable' | 'response';
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The problem document, if the server sent one. */
  readonly problem: Problem | null;
  readonly retryAfterSeconds: number;

  constructor(
    kind: Failure['kind'],
    response: { status?: number; problem?: Problem | null; retryAfterSeconds?: number } = {},
  ) {
    const { status = 0, problem = null, retryAfterSeconds = 0 } = response;
    super(`${kind} ${status} ${problem?.reason ?? ''}`);
    this.kind = kind;
    this.status = status;
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get code(): Problem['code'] | null {
    return this.problem?.code ?? null;
  }

  get fieldErrors(): readonly FieldError[] {
    return this.problem?.errors ?? [];
  }

  /** Whether the same request can succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}
