/** An error for the person who runs the program. Its message is one line that says what to do. */
export class OperatorError extends Error {
  /** The code that `--json` prints for programs. */
  readonly code: string;

  constructor(message: string, code = 'failed') {
    super(message);
    this.name = 'OperatorError';
    this.code = code;
  }
}
