import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { messagesPlugin } from '@organizer/messages/vite-plugin';
import { rolldown } from 'rolldown';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

/** The server to which `npm run dev` sends requests. */
const server = process.env['SERVER_URL'] ?? 'http://127.0.0.1:3000';

const publicFolder = join(import.meta.dirname, 'public');

type Output = Rolldown.OutputAsset | Rolldown.OutputChunk;

/** Whether only browsers without their own reader of QR codes need a file. */
const isOptional = (file: Output) => /zxing/.test(file.type === 'chunk' ? String(file.facadeModuleId) : file.fileName);

/** Adds `service-worker.js`, which contains the names of the files of this build. It is one file, because its URL never changes. */
const addServiceWorker: Plugin = {
  name: 'add-service-worker',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const built = Object.values(bundle).filter(({ fileName }) => fileName.startsWith('assets/'));
      const namesOf = (files: readonly Output[]) => files.map(({ fileName }) => fileName);
      const script = built.find((file) => file.type === 'chunk' && file.isEntry)?.fileName;
      const page = './';
      const appFiles = {
        version: script?.replace(/^.*-([\w-]{8})\.js$/, '$1'),
        page,
        files: [page, ...readdirSync(publicFolder), ...namesOf(built.filter((file) => !isOptional(file)))],
        optionalFiles: namesOf(built.filter(isOptional)),
      };
      const build = await rolldown({ input: join(import.meta.dirname, 'src/service-worker.ts') });
      const { output } = await build.generate({ format: 'iife', minify: true });
      const source = `const appFiles=${JSON.stringify(appFiles)};${output[0].code}`;
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  },
};

export default defineConfig(({ command }) => ({
  plugins: [messagesPlugin(), addServiceWorker],
  // Relative, because the path of the public URL of the server is not known when the app is built.
  base: command === 'build' ? './' : '/gate/',
  build: { assetsInlineLimit: 0, modulePreload: false },
  server: { proxy: { '/api/gate': server } },
}));
