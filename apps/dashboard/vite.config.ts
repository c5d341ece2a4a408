import { messagesPlugin } from '@organizer/messages/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The server to which `npm run dev` sends requests. */
const server = process.env['SERVER_URL'] ?? 'http://127.0.0.1:3000';

/**
 * Chromium compiles all functions of a script with this comment in the background, while the script is loaded. Otherwise it compiles
 * each function when it is called for the first time, which delays the first page.
 *
 * @see https://v8.dev/blog/explicit-compile-hints
 */
const compileHint = '//# allFunctionsCalledOnLoad\n';

/** Adds the hint to all scripts except those of the charts: they are large, and a page calls few of their functions. */
const addCompileHints: Plugin = {
  name: 'add-compile-hints',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && !file.name.includes('chart')) file.code = compileHint + file.code;
      }
    },
  },
};

export default defineConfig(({ command }) => {
  return {
    plugins: [react(), messagesPlugin(), addCompileHints],
    // Relative, because the path of the public URL of the server is not known when the dashboard is built.
    base: command === 'build' ? './' : '/dashboard/',
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 700, modulePreload: { polyfill: false } },
    // The server accepts requests of its own pages only. Without `BASE_URL`, their origin is the address of the server.
    server: {
      proxy: Object.fromEntries(
        ['/dashboard/api', '/docs', '/openapi.json'].map((path) => [
          path,
          { target: server, headers: { origin: new URL(server).origin } },
        ]),
      ),
    },
  };
});
