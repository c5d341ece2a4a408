import type { Problem } from '@organizer/shared/api';

/** A request without a successful response. */
export class Failure extends Error {
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The problem document, if the server sent one. */
  readonly problem: Problem | null;

  constructor(status: number, problem: Problem | null = null) {
    super(`${status} ${problem?.reason ?? ''}`);
    this.status = status;
    this.problem = problem;
  }

  /** Whether the server did not answer: the network or the server failed, or a proxy could not reach the server. */
  get isUnreachable(): boolean {
    return this.status === 0 || (this.status >= 502 && this.status <= 504);
  }

  /** Whether the same request can succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}
