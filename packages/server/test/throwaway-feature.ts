import type { Feature } from '../src/platform/http/plane.ts';
import { object, Type } from '../src/platform/http/schema.ts';

/** What the routes of this feature do. */
export interface ThrowawayOptions {
  /** Returns the value that `GET /boom` throws. */
  readonly thrown?: () => unknown;
  /** `GET /slow` waits until this resolves, then responds. */
  readonly gate?: () => Promise<void>;
  /** Whether the routes are accessible without the permission `events:read`. False by default. */
  readonly isOpen?: boolean;
}

const described = (operationId: string) => ({ operationId, tags: ['Events'], summary: operationId });

/** Routes for cases that the routes of the service do not have: a simple body, an unexpected error, a slow response. */
export function throwawayFeature({ thrown, gate, isOpen = false }: ThrowawayOptions = {}): Feature {
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
    app.get('/boom', { config, schema: { ...described('boom'), response: { 200: object({}) } } }, async () => {
      throw thrown?.();
    });
    app.get('/slow', { config, schema: { ...described('slow'), response: { 200: object({}) } } }, async () => {
      await gate?.();
      return {};
    });
  };
}
