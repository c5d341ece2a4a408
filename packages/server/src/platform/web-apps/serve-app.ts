import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import { matchesTag } from '../http/entity-tags.ts';
import { type Precompressed, precompress, sendPrecompressed } from '../http/precompressed.ts';
import { readApp } from './app-files.ts';
import { mediaTypeOf } from './media-types.ts';

/** The URLs from which browsers load an app. They are paths on this server. */
export interface ServedApp {
  /**
   * The URL path of the app's files, without a trailing slash. It contains a hash of all files, so caches can store them
   * forever.
   */
  readonly baseUrl: string;
  readonly stylesheet: string;
  /** The modules that are loaded before the entry module runs. The entry module is the first. */
  readonly modules: readonly string[];
  /** The import map: for the specifier of each imported package, the URL path of its file. */
  readonly imports: Readonly<Record<string, string>>;
}

/** Files that are generated on request. */
export interface GeneratedFiles {
  /** Returns the text of a file, or null if the file does not exist. */
  readonly find: (name: string) => string | null;
  /** A string that changes whenever a generated file changes. */
  readonly version: string;
}

interface ServeOptions {
  /** The name of the app's folder in `apps/`. */
  readonly name: string;
  /** The URL path of its files, for example `/e/assets`. */
  readonly prefix: string;
  /** The path of the public URL of this server, without a trailing slash. */
  readonly basePath: string;
  readonly generated?: GeneratedFiles;
}

interface FileRequest {
  Params: { version: string; '*': string };
}

/** An app whose files were read. */
export interface LoadedApp extends ServedApp {
  /** A hash of all files. */
  readonly version: string;
  readonly files: ReadonlyMap<string, Precompressed>;
}

/**
 * Serves the files of a browser app. The first request reads them.
 *
 * @returns a function that loads the app
 */
export function serveApp(app: FastifyInstance, options: ServeOptions): () => LoadedApp {
  const { prefix, generated } = options;
  let loaded: LoadedApp | undefined;
  const load = () => {
    loaded ??= loadApp(options);
    return loaded;
  };
  app.get<FileRequest>(`${prefix}/:version/*`, { schema: { hide: true } }, async (request, reply) => {
    const { version, files } = load();
    const { version: requestedVersion, '*': name } = request.params;
    const text = generated?.find(name) ?? null;
    const file = files.get(name);
    if (text === null && file === undefined) throw new ApiError('page_file_not_found', { file: name.slice(0, 200) });
    const etag = `W/"${version}"`;
    // If a page of another version of this server requests a file, the response is the file of this version.
    const caching = requestedVersion === version ? 'public, max-age=31536000, immutable' : 'no-cache';
    reply.header('cache-control', caching).header('etag', etag);
    if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    reply.type(mediaTypeOf(name) ?? 'application/octet-stream');
    return file === undefined ? reply.send(text) : sendPrecompressed(request, reply, file);
  });
  return load;
}

/** Reads the files of an app. */
export function loadApp({ name, prefix, basePath, generated }: ServeOptions): LoadedApp {
  const { files, imports, preload } = readApp(name);
  const hash = createHash('sha256').update(generated?.version ?? '');
  for (const [file, content] of files) hash.update(`${file}\0`).update(content).update('\0');
  const version = hash.digest('base64url').slice(0, 16);
  const baseUrl = `${basePath}${prefix}/${version}`;
  return {
    version,
    baseUrl,
    files: new Map([...files].map(([file, content]) => [file, precompress(content)])),
    stylesheet: `${baseUrl}/style.css`,
    modules: preload.map((file) => `${baseUrl}/${file}`),
    imports: Object.fromEntries(Object.entries(imports).map(([specifier, file]) => [specifier, `${baseUrl}/${file}`])),
  };
}
