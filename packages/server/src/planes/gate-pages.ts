import { registerOpenRoutes } from '../platform/http/open-routes.ts';
import { serveInstallableApp } from '../platform/web-apps/serve-installable-app.ts';
import type { Plane } from './context.ts';

/** `/gate/…`: the app for entrances and bars. It calls the gate plane. */
export const gatePagesPlane: Plane = (root) => {
  registerOpenRoutes(root, (app) =>
    serveInstallableApp(app, {
      name: 'gate',
      prefix: '/gate',
      basePath: new URL(root.baseUrl).pathname.replace(/\/$/, ''),
      title: 'Gate',
      api: '/api/gate/v1',
      policySources: {
        // The reader of QR codes for browsers without their own is WebAssembly.
        'script-src': ["'wasm-unsafe-eval'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'media-src': ["'self'", 'blob:'],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
      },
    }),
  );
};
