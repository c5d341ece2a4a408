import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Secrets } from '../crypto.ts';
import type { Db } from '../database/dialect.ts';
import type { Limiter } from '../limits/limiter.ts';

/** Who sent a request: the key that was found good. */
export interface Caller {
  readonly id: string;
  readonly organizerId: string;
  readonly kind: 'publishable' | 'secret';
  readonly scopes: ReadonlySet<string>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route of a keyed plane before its handler runs. */
    key: Caller;
    /** The matched route's own settings, looked up once a request. */
    route: FastifyContextConfig & { url?: string };
  }
  interface FastifyInstance {
    /** What links are made with, without a slash at the end. */
    baseUrl: string;
  }
  interface FastifyContextConfig {
    /** The scope that the key must have. */
    scope?: string;
    /** A limit of its own for each address, on a plane without keys. */
    ownLimit?: { readonly name: string; readonly perMinute: number };
  }
}

/** What features work with. */
export interface Services {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** What features of planes with keys work with. */
export interface KeyedServices extends Services {
  readonly limiter: Limiter;
  /** Searches by e-mail address a minute, for a key without the scope for personal data. */
  readonly searchesPerMinute: number;
}

/** A plane's part of the application. */
export type PlaneApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Adds a feature's routes to a plane that has these services. */
export type Feature<S extends Services = Services> = (app: PlaneApp, services: S) => void;
