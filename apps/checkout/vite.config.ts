import { languages } from '@organizer/messages/languages';
import { messagesPlugin } from '@organizer/messages/vite-plugin';
import { defineConfig } from 'vite';

/** The texts in each language are a file of the build. A page loads the one of its language. */
const texts = languages.map((language) => [`texts-${language}`, `../../packages/messages/src/${language}/checkout.ts`]);

/** The server renders the pages. It finds the files by the manifest. */
export default defineConfig({
  plugins: [messagesPlugin()],
  // Relative, because the path of the public URL of the server is not known when the program is built.
  base: './',
  build: {
    manifest: 'manifest.json',
    modulePreload: false,
    rollupOptions: {
      input: {
        main: 'src/main.ts',
        'waiting-room': 'src/waiting-room.ts',
        style: 'src/style.css',
        ...Object.fromEntries(texts),
      },
      preserveEntrySignatures: 'exports-only',
    },
  },
});
