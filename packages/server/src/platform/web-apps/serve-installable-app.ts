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
  /** The path of the public URL of this server, without a slash at the end. */
  readonly root: string;
  readonly title: string;
  /** The path of the endpoints that the app calls. */
  readonly api: string;
  /** Sources that the `Content-Security-Policy` of the page allows in addition to those of every app. */
  readonly policySources: Readonly<Record<string, readonly string[]>>;
}

const hidden = { schema: { hide: true } };

interface FileRequest {
  Params: { file: string };
}

/**
 * Serves an app that can be installed on the home screen and that works without a network: its page, its files, its manifest and icons,
 * and a service worker, which stores all of these in the browser. The scope of the service worker is `${prefix}/`.
 */
export function serveInstallableApp(app: FastifyInstance, options: InstallableAppOptions): void {
  const { name, prefix, root, policySources } = options;
  const load = serveApp(app, { name, prefix: `${prefix}/assets`, root });
  const pageUrl = `${root}${prefix}/`;
  let generated: Promise<GeneratedFiles> | undefined;
  const generate = async () => {
    generated ??= generateFiles(await load(), options);
    return generated;
  };
  const send = (request: FastifyRequest, reply: FastifyReply, content: Precompressed) => {
    const etag = `W/"${createHash('sha256').update(content.plain).digest('base64url').slice(0, 16)}"`;
    reply.header('cache-control', 'no-cache').header('etag', etag);
    if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return sendPrecompressed(request, reply, content);
  };

  // The scope of the service worker ends with a slash, so the page must be there too.
  app.get(prefix, hidden, async (_request, reply) => reply.redirect(pageUrl, 308));

  app.get(`${prefix}/`, hidden, async (request, reply) => {
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', appPolicy(await load(), policySources))
      .header('cross-origin-opener-policy', 'same-origin')
      .header('referrer-policy', 'same-origin');
    return send(request, reply, (await generate()).page);
  });

  app.get<FileRequest>(`${prefix}/:file`, hidden, async (request, reply) => {
    const { file } = request.params;
    const content =
      file === 'service-worker.js' ? (await generate()).serviceWorker : (await load()).files.get(`public/${file}`);
    if (content === undefined) throw new ApiError('page_file_not_found', { file: file.slice(0, 200) });
    reply.type(mediaTypeOf(file) ?? 'application/octet-stream');
    return send(request, reply, content);
  });
}

interface GeneratedFiles {
  readonly page: Precompressed;
  readonly serviceWorker: Precompressed;
}

async function generateFiles(
  app: LoadedApp,
  { prefix, root, title, api }: InstallableAppOptions,
): Promise<GeneratedFiles> {
  const page = `${root}${prefix}/`;
  const head = [
    `<link rel="manifest" href="${page}manifest.webmanifest">`,
    `<link rel="apple-touch-icon" href="${page}icon-180.png">`,
    ...appScripts(app),
  ];
  const body = `<div id="app" data-api="${root}${api}" data-page="${page}" data-version="${app.version}"></div>`;
  const loadedFirst = [...app.modules, app.stylesheet];
  const loadedLater = Object.values(app.imports).filter((url) => !loadedFirst.includes(url));
  const publicFiles = [...app.files.keys()].flatMap((file) =>
    file.startsWith('public/') ? [page + file.slice('public/'.length)] : [],
  );
  const importedLater = [...app.files.keys()]
    .map((file) => `${app.baseUrl}/${file}`)
    .filter((url) => url.includes('/packages/') && !loadedFirst.includes(url) && !loadedLater.includes(url));
  const installation = {
    version: app.version,
    page,
    files: [page, ...loadedFirst, ...publicFiles],
    laterFiles: [...loadedLater, ...importedLater],
  };
  const worker = String(app.files.get('service-worker.js')?.plain);
  return {
    page: await precompress(htmlDocument(app, { language: 'en', title, icon: `${page}icon.svg`, head, body })),
    serviceWorker: await precompress(`const installation = ${JSON.stringify(installation)};\n${worker}`),
  };
}
