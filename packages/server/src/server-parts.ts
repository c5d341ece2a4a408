import type { Config } from './config.ts';
import type { KeyPolicy } from './features/keys/index.ts';
import type { Plane } from './planes/context.ts';
import type { Clock } from './platform/clock.ts';
import type { Secrets } from './platform/crypto.ts';
import type { Db } from './platform/database/dialect.ts';
import type { DeploymentDescription } from './platform/http/openapi.ts';
import type { Services } from './platform/http/plane.ts';
import type { RequestObserver } from './platform/http/track-requests.ts';
import type { Job, JobContext } from './platform/job.ts';
import type { Component } from './platform/lifecycle.ts';
import type { QueueReaders } from './platform/queue/state-reader.ts';
import type { Environment } from './platform/settings.ts';

/** Planes, and the components that must be started for them, such as a cache that writes to the database. */
interface ComposedPlanes {
  readonly planes: readonly Plane[];
  readonly components: readonly Component[];
  /** Called after each request; null if nothing observes the requests. */
  readonly observeRequest: RequestObserver | null;
}

/** Checks settings or stored data when a server starts, and logs warnings. */
export type StartCheck = (context: Pick<JobContext, 'db' | 'log'>) => Promise<void> | void;

interface LinkServices {
  readonly baseUrl: string;
  readonly clock: Clock;
}

/** The links with which the first users of the dashboard sign in. */
export interface FirstLinks {
  /** A link with which the first user becomes the operator, and when it expires; null if there is a user. */
  readonly forOperator: (
    db: Db,
    services: LinkServices & { readonly secrets: Secrets },
  ) => Promise<{ readonly url: string; readonly expiresAt: string } | null>;
  /** A sign-in link of a new user, who is the operator and the owner of these organizers. */
  readonly forDemo: (db: Db, organizerIds: readonly string[], services: LinkServices) => Promise<string>;
}

/** The parts of a server process that a deployment defines. */
export interface ServerParts {
  /** The parts of the API reference that are not derived from the routes. */
  readonly description: DeploymentDescription;
  /** Called in processes that serve HTTP requests. */
  readonly createPlanes: (services: Services) => ComposedPlanes;
  /** Started in processes that do background work. */
  readonly jobs: readonly Job[];
  /** The queues whose state is in the metrics. */
  readonly queues: QueueReaders;
  readonly startChecks: readonly StartCheck[];
  /** Creates the links with which the first users sign in; null if this server has no dashboard. */
  readonly firstLinks: FirstLinks | null;
  /** The path of an event's page; null if this server has no such pages. */
  readonly eventPagePath: ((slug: string) => string) | null;
}

/** The properties of a deployment that `serve` uses. */
export interface ServedDeployment {
  readonly name: string;
  readonly keyPolicy: KeyPolicy;
  readonly settingNames: readonly string[];
  /**
   * Reads the settings and composes the server.
   *
   * @throws ConfigError if a setting is invalid
   */
  load(env: Environment): Promise<{ config: Config; parts: ServerParts }>;
}
