import type { Feature } from '../src/platform/http/plane.ts';
import { object, Type } from '../src/platform/http/schema.ts';

/** Options of the routes. */
export interface TestRouteOptions {
  /** Creates the value that `GET /throw` throws. */
  readonly createError?: () => unknown;
  /** `GET /slow` waits until this resolves, then responds. */
  readonly gate?: () => Promise<void>;
  /** Whether the routes are accessible without the permission `events:read`. False by default. */
  readonly isOpen?: boolean;
}

const described = (operationId: string) => ({ operationId, tags: ['Events'], summary: operationId });

/** Routes for cases that the routes of the service do not have: a simple body, an unexpected error, a slow response. */
export function testRoutes({ createError, gate, isOpen = false }: TestRouteOptions = {}): Feature {
  const config = isOpen ? {} : { permission: 'events:read' };
  return (app) => {
    app.post(
      '/things',
      {
        config,
        schema: {
          ...described('createThing'),
          body: object({ name: Type.String({ maxLength: 2_000_000 }), count: Type.Optional(Type.Integer()) }),
          response: { 200: object({ nameLength: Type.Integer(), count: Type.Union([Type.Integer(), Type.Null()]) }) },
        },
      },
      async ({ body }) => ({ nameLength: body.name.length, count: body.count ?? null }),
    );
    app.get('/throw', { config, schema: { ...described('throwError'), response: { 200: object({}) } } }, async () => {
      throw createError?.();
    });
    app.get('/slow', { config, schema: { ...described('slow'), response: { 200: object({}) } } }, async () => {
      await gate?.();
      return {};
    });
  };
}
