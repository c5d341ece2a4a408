import { contentPolicy } from '../platform/http/content-policy.ts';
import { registerOpenRoutes } from '../platform/http/open-routes.ts';
import { serveBuiltApp } from '../platform/web-apps/serve-built-app.ts';
import type { Plane } from './context.ts';

/** The component library sets the values of its styles in `<style>` elements. Scripts are only files of this server. */
const policy = contentPolicy({
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'https:', 'data:', 'blob:'],
  'connect-src': ["'self'"],
  // The API reference.
  'frame-src': ["'self'"],
});

/** `/dashboard/…`: the browser program of the dashboard. It calls `/dashboard/api`. */
export const dashboardPagesPlane: Plane = (root) => {
  registerOpenRoutes(root, (app) =>
    serveBuiltApp(app, {
      name: 'dashboard',
      prefix: '/dashboard',
      basePath: new URL(root.baseUrl).pathname.replace(/\/$/, ''),
      // All paths except those of the API.
      pages: ['/dashboard', '/dashboard/', '/dashboard/:page(^(?!api$).+$)', '/dashboard/:page(^(?!api$).+$)/*'],
      policy,
    }),
  );
};
