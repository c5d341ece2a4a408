import { posterRoutes } from '../features/catalog/http.ts';
import { hostedPageRoutes } from '../features/hosted-page/http.ts';
import { registerOpenRoutes } from '../platform/http/open-routes.ts';
import type { Plane } from './context.ts';

/** `/e/…`: the page on which buyers buy tickets. Its scripts call the public plane. `/posters/…`: uploaded posters. */
export function hostedPagePlane(options: { readonly arrivalsPerMinute: number }): Plane {
  return (root, { services, limiter }) => {
    registerOpenRoutes(root, (app) => {
      hostedPageRoutes(app, { ...services, ...options, limiter, baseUrl: app.baseUrl });
      posterRoutes(app, services);
    });
  };
}
