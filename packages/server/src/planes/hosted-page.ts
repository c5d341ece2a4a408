import { posterRoutes } from '../features/catalog/http.ts';
import { hostedPageRoutes } from '../features/hosted-page/http.ts';
import { registerOpenRoutes } from '../platform/http/open-routes.ts';
import type { Plane } from './context.ts';

/** `/e/…`: the page on which buyers buy tickets. Its scripts call the public plane. `/posters/…`: uploaded posters. */
export const hostedPagePlane: Plane = (root, { services }) => {
  registerOpenRoutes(root, (app) => {
    hostedPageRoutes(app, { ...services, baseUrl: app.baseUrl });
    posterRoutes(app, services);
  });
};
