import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import { matchesTag } from '../http/entity-tags.ts';
import { type Precompressed, precompress, sendPrecompressed } from '../http/precompressed.ts';
import { openAppFolder } from './app-folder.ts';
import { mediaTypeOf } from './media-types.ts';

interface BuiltAppOptions {
  /** The name of the app's folder in `apps/`. */
  readonly name: string;
  /** The URL path of the app, for example `/dashboard`. */
  readonly prefix: string;
  /** The path of the public URL of this server, without a slash at the end. */
  readonly basePath: string;
  /** The routes that return the page. The app shows the content for the path. */
  readonly pages: readonly string[];
  /** The `Content-Security-Policy` of the page. */
  readonly policy: string;
  /** The reason of the error if the app was not built. */
  readonly notBuilt: 'dashboard_not_built';
}

interface FileRequest {
  Params: { file: string };
}

/** Serves an app that Vite has built: one page for all its paths, and files whose names contain a hash of their content. */
export function serveBuiltApp(app: FastifyInstance, options: BuiltAppOptions): void {
  const { name, prefix, pages, policy, notBuilt } = options;
  const { isSource, readFile } = openAppFolder(name);
  const readBuiltFile = (file: string) => readFile(isSource ? `dist/${file}` : file);
  const files = new Map<string, Precompressed>();
  let page: Page | undefined;

  /** A file is read with its first request; null if it does not exist. */
  const readOnce = (file: string) => {
    const found = files.get(file);
    if (found !== undefined) return found;
    const text = readBuiltFile(`assets/${file}`);
    if (text === null) return null;
    const content = precompress(text);
    files.set(file, content);
    return content;
  };

  app.get<FileRequest>(`${prefix}/assets/:file`, { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params;
    const mediaType = mediaTypeOf(file);
    const content = /^[\w.-]+$/.test(file) && mediaType !== null ? readOnce(file) : null;
    if (content === null) throw new ApiError('page_file_not_found', { file: file.slice(0, 200) });
    reply.type(String(mediaType)).header('cache-control', 'public, max-age=31536000, immutable');
    return sendPrecompressed(request, reply, content);
  });

  for (const url of pages) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      if (page === undefined) {
        const html = readBuiltFile('index.html');
        if (html === null) throw new ApiError(notBuilt, {});
        page = readPage(String(html), options);
      }
      const { etag, content } = page;
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('etag', etag)
        .header('content-security-policy', policy)
        .header('cross-origin-opener-policy', 'same-origin')
        .header('referrer-policy', 'same-origin');
      if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return sendPrecompressed(request, reply, content);
    });
  }
}

interface Page {
  readonly etag: string;
  readonly content: Precompressed;
}

/** The page of an app, with the paths of this server in place of those of the build. */
function readPage(builtHtml: string, { prefix, basePath }: BuiltAppOptions): Page {
  const html = builtHtml
    .replaceAll('"./assets/', `"${basePath}${prefix}/assets/`)
    .replace(`data-base="${prefix}"`, `data-base="${basePath}${prefix}"`);
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 16)}"`;
  return { etag, content: precompress(html) };
}
