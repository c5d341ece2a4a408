import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import { matchesTag } from '../http/entity-tags.ts';
import { type Precompressed, precompress, sendPrecompressed } from '../http/precompressed.ts';
import { appPolicy, appScripts, htmlDocument } from './document.ts';
import { mediaTypeOf } from './media-types.ts';
import { type LoadedApp, serveApp } from './serve-app.ts';

interface InstallableAppOptions {
  /** The name of the app's folder in `apps/`. */
  readonly name: string;
  /** The URL path of the app, for example `/gate`. */
  readonly prefix: string;
  /** The path of the public URL of this server, without a trailing slash; empty if the URL has no path. */
  readonly basePath: string;
  readonly title: string;
  /** The path of the endpoints that the app calls. */
  readonly api: string;
  /**
   * Sources of the `Content-Security-Policy` of the page, by directive. Those of `script-src` are added to the default sources of
   * `appPolicy`. Those of another directive replace its default sources.
   */
  readonly policySources: Readonly<Record<string, readonly string[]>>;
}

const hidden = { schema: { hide: true } };

interface FileRequest {
  Params: { file: string };
}

/**
 * Serves an app that can be installed on the home screen and that works without a network: its page, its files, its manifest and icons,
 * and a service worker, which stores the page and the files that the browser needs. The scope of the service worker is the path of
 * the page, `${basePath}${prefix}/`.
 */
export function serveInstallableApp(app: FastifyInstance, options: InstallableAppOptions): void {
  const { name, prefix, basePath, policySources } = options;
  const load = serveApp(app, { name, prefix: `${prefix}/assets`, basePath });
  const pagePath = `${basePath}${prefix}/`;
  let generated: GeneratedPage | undefined;
  const generate = () => {
    generated ??= generatePage(load(), pagePath, options);
    return generated;
  };
  const send = (request: FastifyRequest, reply: FastifyReply, content: Precompressed) => {
    const etag = `W/"${createHash('sha256').update(content.plain).digest('base64url').slice(0, 16)}"`;
    reply.header('cache-control', 'no-cache').header('etag', etag);
    if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return sendPrecompressed(request, reply, content);
  };

  // The page must be inside the scope of the service worker, which ends with a slash. So the path without a slash redirects.
  app.get(prefix, hidden, async (_request, reply) => reply.redirect(pagePath, 308));

  app.get(`${prefix}/`, hidden, async (request, reply) => {
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', appPolicy(load(), policySources))
      .header('cross-origin-opener-policy', 'same-origin')
      .header('referrer-policy', 'same-origin');
    return send(request, reply, generate().page);
  });

  app.get<FileRequest>(`${prefix}/:file`, hidden, async (request, reply) => {
    const { file } = request.params;
    const content = file === 'service-worker.js' ? generate().serviceWorker : load().files.get(`public/${file}`);
    if (content === undefined) throw new ApiError('page_file_not_found', { file: file.slice(0, 200) });
    reply.type(mediaTypeOf(file) ?? 'application/octet-stream');
    return send(request, reply, content);
  });
}

interface GeneratedPage {
  readonly page: Precompressed;
  readonly serviceWorker: Precompressed;
}

function generatePage(
  loaded: LoadedApp,
  pagePath: string,
  { basePath, title, api }: InstallableAppOptions,
): GeneratedPage {
  const head = [
    `<link rel="manifest" href="${pagePath}manifest.webmanifest">`,
    `<link rel="apple-touch-icon" href="${pagePath}icon-180.png">`,
    ...appScripts(loaded),
  ];
  const body = `<div id="app" data-api="${basePath}${api}" data-page="${pagePath}" data-version="${loaded.version}"></div>`;
  const pageFiles = [...loaded.modules, loaded.stylesheet];
  const publicFiles = [...loaded.files.keys()].flatMap((file) =>
    file.startsWith('public/') ? [pagePath + file.slice('public/'.length)] : [],
  );
  const libraryFiles = [...loaded.files.keys()]
    .filter((file) => file.startsWith('packages/'))
    .map((file) => `${loaded.baseUrl}/${file}`);
  // The files of the libraries that are imported on demand. The service worker decides whether the browser needs them.
  const optionalFiles = libraryFiles.filter((url) => !pageFiles.includes(url));
  const appFiles = {
    version: loaded.version,
    page: pagePath,
    files: [pagePath, ...pageFiles, ...publicFiles],
    optionalFiles,
  };
  const worker = String(loaded.files.get('service-worker.js')?.plain);
  return {
    page: precompress(htmlDocument(loaded, { language: 'en', title, icon: `${pagePath}icon.svg`, head, body })),
    serviceWorker: precompress(`const appFiles = ${JSON.stringify(appFiles)};\n${worker}`),
  };
}
