import { hostedPageRoutes } from '../features/hosted-page/http.ts';
import { admitAnybody } from '../platform/http/admission.ts';
import type { Plane } from './context.ts';

/** The page on which buyers buy, `/e/…`: all that it does goes through the public plane. */
export const hostedPagePlane: Plane = (root, { services, isOverloaded }) => {
  admitAnybody(root, {
    isOverloaded,
    add: (app) => hostedPageRoutes(app, { ...services, baseUrl: app.baseUrl }),
  });
};
