import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server to which `npm run dev` sends requests. */
const server = process.env['SERVER_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig(({ command }) => {
  // Also in tests, where the variable is set: the build must contain React without its checks for development.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    plugins: [react()],
    // Relative, because the path of the public URL of the server is not known when the dashboard is built.
    base: command === 'build' ? './' : '/dashboard/',
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 700, modulePreload: { polyfill: false } },
    // The header `Host` is kept: the server rejects requests of pages of another origin.
    server: {
      proxy: Object.fromEntries(
        ['/dashboard/api', '/docs', '/openapi.json'].map((path) => [path, { target: server, changeOrigin: false }]),
      ),
    },
  };
});
