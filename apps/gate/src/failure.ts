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

  /** Whether the same request can succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}
