import type { ErrorCode } from './codes.ts';
import type { FieldError, FieldErrorCode } from './field-errors.ts';
import type { NoParams, Params } from './params.ts';

/** A reason for an error: its code, its sentence, and values for an example. */
export interface ReasonDefinition<P extends Params = Params> {
  readonly code: ErrorCode;
  /** The problem, and how to solve it. */
  readonly detail: (params: P, fields: readonly FieldError[]) => string;
  readonly example: P;
  /** The invalid fields in the example. */
  readonly exampleFields: readonly ExampleField[];
}

type ExampleField = readonly [path: string, code: FieldErrorCode];

/**
 * Defines a reason for an error.
 *
 * @param detail the sentence: the problem, and how to solve it; a function if the sentence has values
 * @param example values for the example in the documentation
 * @param exampleFields invalid fields in that example
 */
export function reason(
  code: ErrorCode,
  detail: string,
  example?: NoParams,
  exampleFields?: readonly ExampleField[],
): ReasonDefinition<NoParams>;
export function reason<P extends Params>(
  code: ErrorCode,
  detail: (params: P, fields: readonly FieldError[]) => string,
  example: NoInfer<P>,
  exampleFields?: readonly ExampleField[],
): ReasonDefinition<P>;
export function reason<P extends Params>(
  code: ErrorCode,
  detail: string | ReasonDefinition<P>['detail'],
  example: P = {} as P,
  exampleFields: readonly ExampleField[] = [],
): ReasonDefinition<P> {
  return { code, detail: typeof detail === 'string' ? () => detail : detail, example, exampleFields };
}

/** Defines a reason whose `detail` joins the messages of its field errors. Each message must be a complete sentence. */
export function reasonOfFields(code: ErrorCode, exampleFields: readonly ExampleField[]): ReasonDefinition<NoParams> {
  return { code, detail: (_, fields) => fields.map(({ message }) => message).join(' '), example: {}, exampleFields };
}
