import type { DevicePrincipal } from '../features/gate/http.ts';
import type { ApiDescription } from '../platform/http/openapi.ts';
import { type Feature, registerPlane, type StreamServices } from '../platform/http/plane.ts';
import type { Authenticator } from '../platform/http/principal.ts';
import type { Plane } from './context.ts';
import { rejectInReset } from './reject-in-reset.ts';

interface GatePlaneOptions {
  readonly features: readonly Feature<StreamServices<DevicePrincipal>>[];
  readonly authenticator: Authenticator<DevicePrincipal>;
  /** The limit of one device, in requests per minute. */
  readonly perMinute: number;
  /** The limit of one IP address for requests without a valid token, in requests per minute. */
  readonly failedPerMinute: number;
}

/** The parts of the document of the gate's API that are not derived from its routes. */
export const gateApi: ApiDescription = {
  title: 'Gate API',
  summary: 'Scan tickets at an entrance and hand out add-ons at a bar, with the token of a device.',
  description: () =>
    'The endpoints of the devices at an entrance or a bar. A device is added in the dashboard or with the command `devices add`, and ' +
    'works for one event until it is revoked or expires. Its roles `gate` and `bar` decide which endpoints it can use. Errors are ' +
    'problem documents as in the API of the organizer.',
  tags: [
    { name: 'Bar', description: 'Hand out purchased add-ons.' },
    { name: 'Gate', description: 'Scan tickets, with and without a network.' },
  ],
  webhooks: async () => ({ webhooks: {}, parameters: {}, responses: {} }),
};

/** `/api/gate/v1`: scans of tickets and consumptions of add-ons, for the devices of an event. */
export function gatePlane({ features, authenticator, perMinute, failedPerMinute }: GatePlaneOptions): Plane {
  return (root, { services, limiter, metrics }) => {
    registerPlane(root, {
      prefix: '/api/gate/v1',
      plane: 'gate',
      callers: 'authenticated',
      authenticator,
      perMinute,
      failedPerMinute,
      announceLimits: true,
      clock: services.clock,
      limiter,
      metrics,
      document: gateApi,
      routes: (app, scopeOf) => {
        rejectInReset(app);
        const { authenticate } = authenticator;
        for (const feature of features)
          feature(app, {
            ...services,
            scopeOf,
            limiter,
            authenticate,
          });
      },
    });
  };
}
