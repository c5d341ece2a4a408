import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import {
  type Precompressed,
  precompress,
  sendPrecompressed,
  sendTagged,
  type TaggedText,
  tagged,
} from '../http/precompressed.ts';
import { openAppFolder } from './app-folder.ts';
import { mediaTypeOf } from './media-types.ts';

interface AssetOptions {
  /** The name of the app's folder in `apps/`. */
  readonly name: string;
  /** The URL path of the app, for example `/dashboard`. */
  readonly prefix: string;
  /** The file that is sent in place of one that this build does not have. */
  readonly fileLike?: (file: string) => string | null;
}

interface BuiltAppOptions extends AssetOptions {
  /** The path of the public URL of this server, without a slash at the end. */
  readonly basePath: string;
  /** The routes that return the page. The app shows the content for the path. */
  readonly pages: readonly string[];
  /** The `Content-Security-Policy` of the page. */
  readonly policy: string;
}

interface FileRequest {
  Params: { file: string };
}

const hidden = { schema: { hide: true } };

/** Serves the files of an app that Vite has built. Their names contain a hash of their content. */
export function serveAssets(app: FastifyInstance, { name, prefix, fileLike = () => null }: AssetOptions): void {
  const { readFile } = openAppFolder(name);
  const files = new Map<string, Precompressed>();

  /** A file is read with its first request; null if it does not exist. */
  const readOnce = (file: string) => {
    const found = files.get(file);
    if (found !== undefined) return found;
    const text = readFile(`assets/${file}`);
    if (text === null) return null;
    const content = precompress(text);
    files.set(file, content);
    return content;
  };

  app.get<FileRequest>(`${prefix}/assets/:file`, hidden, async (request, reply) => {
    const { file } = request.params;
    const mediaType = mediaTypeOf(file);
    const isName = /^[\w.-]+$/.test(file) && mediaType !== null;
    const content = isName ? readOnce(file) : null;
    const other = isName && content === null ? fileLike(file) : null;
    const sent = content ?? (other === null ? null : readOnce(other));
    if (sent === null) throw new ApiError('page_file_not_found', { file: file.slice(0, 200) });
    const caching = content === null ? 'no-cache' : 'public, max-age=31536000, immutable';
    reply.type(String(mediaType)).header('cache-control', caching);
    return sendPrecompressed(request, reply, sent);
  });
}

/** Serves an app that Vite has built: one page for all its paths, and its files. */
export function serveBuiltApp(app: FastifyInstance, options: BuiltAppOptions): void {
  const { name, pages, policy } = options;
  const { readFile } = openAppFolder(name);
  let page: TaggedText | undefined;
  serveAssets(app, options);
  for (const url of pages) {
    app.get(url, hidden, async (request, reply) => {
      if (page === undefined) {
        const html = readFile('index.html');
        if (html === null) throw new ApiError('page_not_built', {});
        page = tagged(readPage(String(html), options));
      }
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .header('cross-origin-opener-policy', 'same-origin')
        .header('referrer-policy', 'same-origin');
      return sendTagged(request, reply, page);
    });
  }
}

/** Serves files of a build whose URLs do not change with their content: those at its top, except the page. */
export function serveTopFiles(app: FastifyInstance, { name, prefix }: AssetOptions): void {
  const { readFile } = openAppFolder(name);
  const files = new Map<string, TaggedText>();
  app.get<FileRequest>(`${prefix}/:file`, hidden, async (request, reply) => {
    const { file } = request.params;
    const mediaType = mediaTypeOf(file);
    const content = /^[\w.-]+$/.test(file) && mediaType !== null ? readFile(file) : null;
    if (content === null) throw new ApiError('page_file_not_found', { file: file.slice(0, 200) });
    const sent = files.get(file) ?? tagged(content);
    files.set(file, sent);
    return sendTagged(request, reply.type(String(mediaType)), sent);
  });
}

/** The page of an app, with the paths of this server in place of those of the build. */
function readPage(builtHtml: string, { prefix, basePath }: BuiltAppOptions): string {
  return builtHtml
    .replaceAll('"./assets/', `"${basePath}${prefix}/assets/`)
    .replace(`data-base="${prefix}"`, `data-base="${basePath}${prefix}"`);
}
