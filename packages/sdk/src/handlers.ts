import {
  type RequestHeaders,
  type VerificationErrorCode,
  type VerifyOptions,
  verify,
  type WebhookEvent,
  WebhookVerificationError,
} from './webhooks.ts';

/** The settings of a handler. */
export interface HandlerOptions extends VerifyOptions {
  /** The secret of the endpoint, `whsec_…`. While a secret is changed: the old and the new one. */
  readonly secrets: string | readonly string[];
  /**
   * Receives each verified event. Store the event and return. The service receives 204 after that. If the function throws, the
   * service receives an error and sends the event again. An event can arrive twice; its `id` is then the same.
   */
  readonly onEvent: (event: WebhookEvent) => unknown;
}

/** The codes of errors of this program, not of the request: a missing secret, or a body that was already parsed. */
const ownErrors: readonly string[] = ['missing_secret', 'parsed_body'] satisfies VerificationErrorCode[];

/** The longest body that is read, in bytes. An event with an order of 10,000 tickets has less. */
const maxBodyBytes = 8 * 1024 * 1024;

/** The status and the text of a response. */
type Outcome = readonly [status: 204, text: null] | readonly [status: 400 | 413, text: string];

/**
 * Verifies a request and passes its event to `onEvent`.
 *
 * @throws the errors of `onEvent`
 */
async function receive(
  rawBody: ArrayBuffer | Uint8Array | null,
  headers: RequestHeaders,
  options: HandlerOptions,
): Promise<Outcome> {
  if (rawBody === null) return [413, 'The body is too long.'];
  let event: WebhookEvent;
  try {
    event = await verify(rawBody, headers, options.secrets, options);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError) || ownErrors.includes(error.code)) throw error;
    return [400, error.message];
  }
  await options.onEvent(event);
  return [204, null];
}

/**
 * A handler for servers with the standard `Request` and `Response`: Deno, Bun, edge workers, Next.js and others.
 *
 * Errors of `onEvent` reject the promise. These servers then respond with status 500.
 */
export function fetchHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const [status, text] = await receive(await readBody(request.body), request.headers, options);
    return new Response(text, { status });
  };
}

/** A handler for Hono: `app.post('/hooks', honoHandler({ … }))`. */
export function honoHandler(
  options: HandlerOptions,
): (context: { readonly req: { readonly raw: Request } }) => Promise<Response> {
  const handle = fetchHandler(options);
  return ({ req }) => handle(req.raw);
}

/** The parts of a request of Express that the handler uses. */
interface ExpressRequest extends AsyncIterable<Uint8Array> {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
  readonly readableEnded: boolean;
}

/** The parts of a response of Express that the handler uses. */
interface ExpressResponse {
  status(code: number): { send(body?: string): unknown };
}

/**
 * A handler for Express: `app.post('/hooks', expressHandler({ … }))`. Register it before `express.json()`, which does not keep the
 * raw body; or use `express.raw({ type: 'application/json' })` for its path.
 */
export function expressHandler(
  options: HandlerOptions,
): (request: ExpressRequest, response: ExpressResponse, next: (error: unknown) => void) => Promise<void> {
  return async (request, response, next) => {
    try {
      const { body } = request;
      if (!(body instanceof Uint8Array) && request.readableEnded)
        throw new Error('The body of a webhook was parsed before. Register expressHandler before express.json().');
      const rawBody = body instanceof Uint8Array ? body : await readBody(request);
      const [status, text] = await receive(rawBody, request.headers, options);
      response.status(status).send(text ?? undefined);
    } catch (error) {
      next(error);
    }
  };
}

/** The methods of Fastify that the plugin calls, without the types of their parameters: Fastify has overloads of each. */
interface FastifyMethods {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser: (...parameters: never[]) => unknown;
  post: (...parameters: never[]) => unknown;
}

/** The overloads that the plugin calls. */
interface FastifyApp {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    contentType: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parser: (request: unknown, body: Uint8Array, done: (error: null, body: unknown) => void) => void,
  ): unknown;
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown;
}

interface FastifyRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

interface FastifyReply {
  code(status: number): { send(body?: string): unknown };
}

/** A plugin for Fastify: `app.register(fastifyPlugin({ … }), { prefix: '/hooks' })`. Other routes parse their bodies as before. */
export function fastifyPlugin(options: HandlerOptions): (app: FastifyMethods) => Promise<void> {
  return async (methods) => {
    const app = methods as unknown as FastifyApp;
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    );
    app.post('/', async ({ headers, body }, reply) => {
      const rawBody = body instanceof Uint8Array ? body : new Uint8Array();
      const [status, text] = await receive(rawBody, headers, options);
      return reply.code(status).send(text ?? undefined);
    });
  };
}

/** Reads a body; null if it is too long. */
async function readBody(chunks: AsyncIterable<Uint8Array> | null): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of chunks ?? []) {
    length += part.length;
    if (length > maxBodyBytes) return null;
    parts.push(part);
  }
  const body = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    body.set(part, offset);
    offset += part.length;
  }
  return body;
}
