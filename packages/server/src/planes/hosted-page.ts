import { hostedPageRoutes } from '../features/hosted-page/http.ts';
import { registerOpenRoutes } from '../platform/http/open-routes.ts';
import type { Plane } from './context.ts';

/** `/e/…`: the page on which buyers buy tickets. Its scripts call the public plane. */
export const hostedPagePlane: Plane = (root, { services, isOverloaded }) => {
  registerOpenRoutes(root, {
    isOverloaded,
    registerRoutes: (app) => hostedPageRoutes(app, { ...services, baseUrl: app.baseUrl }),
  });
};
