import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import { runsFromSource } from '../program-folder.ts';
import { openAppFolder } from './app-folder.ts';
import { serveAssets } from './serve-built-app.ts';

/** An app whose pages the server renders. */
export interface ServedApp {
  /** The URL path of a file of the build, by the path of its source in the folder of the app. */
  readonly urlOf: (source: string) => string;
  /** The file of this build with the name of a file of another build; null if there is none. */
  readonly fileLike: (file: string) => string | null;
}

interface ServeOptions {
  /** The name of the app's folder in `apps/`. */
  readonly name: string;
  /** The URL path below which its files are. */
  readonly prefix: string;
  /** The path of the public URL of this server, without a trailing slash. */
  readonly basePath: string;
}

/**
 * Serves the files of an app that Vite has built with a manifest. If a page of another version of this server requests a file,
 * the response is the file of this version. So no file may import another one statically.
 *
 * @returns a function that finds the files. It throws an ApiError if the app is not built
 */
export function serveApp(app: FastifyInstance, options: ServeOptions): () => ServedApp {
  let loaded: ServedApp | undefined;
  const load = () => {
    // During development, another process builds the app after each change.
    if (loaded === undefined || runsFromSource) loaded = readManifest(options);
    return loaded;
  };
  serveAssets(app, { ...options, fileLike: (file) => load().fileLike(file) });
  return load;
}

const withoutHash = (file: string) => file.replace(/-[\w-]{8}(?=\.\w+$)/, '');

function readManifest({ name, prefix, basePath }: ServeOptions): ServedApp {
  const manifest = openAppFolder(name).readFile('manifest.json');
  if (manifest === null) throw new ApiError('page_not_built', {});
  const entries = JSON.parse(String(manifest)) as Record<string, { readonly file: string }>;
  const files = Object.values(entries).map(({ file }) => file.slice('assets/'.length));
  return {
    urlOf: (source) => `${basePath}${prefix}/${entries[source]?.file}`,
    fileLike: (other) => files.find((file) => withoutHash(file) === withoutHash(other)) ?? null,
  };
}
