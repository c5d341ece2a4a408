import { defineConfig } from 'vite';

/** The server renders the pages. It finds the files by the manifest. */
export default defineConfig({
  // Relative, because the path of the public URL of the server is not known when the program is built.
  base: './',
  build: {
    manifest: 'manifest.json',
    modulePreload: false,
    rollupOptions: { input: ['src/main.ts', 'src/waiting-room.ts', 'src/style.css'] },
  },
});
