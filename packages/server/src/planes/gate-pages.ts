import { contentPolicy } from '../platform/http/content-policy.ts';
import { registerOpenRoutes } from '../platform/http/open-routes.ts';
import { serveBuiltApp, serveTopFiles } from '../platform/web-apps/serve-built-app.ts';
import type { Plane } from './context.ts';

const policy = contentPolicy({
  // The reader of QR codes for browsers without their own is WebAssembly.
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'connect-src': ["'self'"],
  'media-src': ["'self'", 'blob:'],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
});

/**
 * `/gate/…`: the app for entrances and bars. It calls the gate plane. It can be installed on the home screen and works without a
 * network: its service worker stores its files.
 */
export const gatePagesPlane: Plane = (root) => {
  const basePath = new URL(root.baseUrl).pathname.replace(/\/$/, '');
  const app = { name: 'gate', prefix: '/gate' };
  registerOpenRoutes(root, (routes) => {
    // The page must be inside the scope of the service worker, which ends with a slash. So the path without a slash redirects.
    routes.get('/gate', { schema: { hide: true } }, async (_request, reply) =>
      reply.redirect(`${basePath}/gate/`, 308),
    );
    serveBuiltApp(routes, { ...app, basePath, pages: ['/gate/'], policy });
    serveTopFiles(routes, app);
  });
};
