import { type ErrorCode, errorCodes, exampleError, reasonsOf } from '../../errors/index.ts';
import { toProblem } from './problem.ts';
import { exampleRequestId, responseHeaders } from './response-headers.ts';

/** A part of the OpenAPI document. */
export type Json = { [name: string]: unknown };

/** A reference to a component of the OpenAPI document. */
export function reference(group: string, name: string): Json {
  return { $ref: `#/components/${group}/${name}` };
}

/** The components for the headers of responses. */
export const headerComponents: Readonly<Record<string, Json>> = Object.fromEntries(
  Object.entries(responseHeaders.properties).map(([name, header]) => {
    const { description, examples, ...schema } = header as { description?: string; examples?: unknown[] };
    const required = (responseHeaders.required as readonly string[]).includes(name);
    return [name, { description, required, schema, example: examples?.[0] }];
  }),
);

const limitHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'];

const headersOfStatus: Readonly<Record<number, readonly string[]>> = {
  201: ['Location'],
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** The names of the headers that all responses with a status have. */
export function headerNamesOf(status: number): readonly string[] {
  return ['Request-Id', ...(headersOfStatus[status] ?? [])];
}

/**
 * References to the headers of a response.
 *
 * @param announce whether responses have `RateLimit-*` headers
 */
export function headersOf(status: number, { announce }: { announce: boolean }): Json {
  const names = ['Request-Id', ...(announce ? limitHeaders : []), ...(headersOfStatus[status] ?? [])];
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}

/** An example of an error body. */
export function exampleProblem(code: ErrorCode, baseUrl: string): Json {
  return { ...toProblem(exampleError(reasonsOf(code)[0]), exampleRequestId, baseUrl) };
}

/**
 * Describes the response for errors that have the same status.
 *
 * @returns the name of the component, and the component
 */
export function errorResponse(
  codes: readonly [ErrorCode, ...ErrorCode[]],
  options: { baseUrl: string; announce: boolean },
): { name: string; response: Json } {
  const { status } = errorCodes[codes[0]];
  const pascal = (code: string) => code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const link = (code: ErrorCode) => `[\`${code}\`](${options.baseUrl}/docs/errors#${code})`;
  return {
    name: codes.map(pascal).join('Or'),
    response: {
      description: codes.map((code) => `${errorCodes[code].title}: ${link(code)}`).join('; '),
      headers: headersOf(status, options),
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: Object.fromEntries(
            codes.map((code) => [
              code,
              { summary: errorCodes[code].title, value: exampleProblem(code, options.baseUrl) },
            ]),
          ),
        },
      },
    },
  };
}
