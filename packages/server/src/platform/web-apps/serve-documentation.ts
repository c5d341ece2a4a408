import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import { contentPolicy } from '../http/content-policy.ts';
import {
  type Precompressed,
  precompress,
  sendPrecompressed,
  sendTagged,
  type TaggedText,
  tagged,
} from '../http/precompressed.ts';
import { openAppFolder } from './app-folder.ts';

/** The media types of the files that the pages load. Only texts are compressed. */
const textTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  // Examples to which pages link.
  '.go': 'text/plain; charset=utf-8',
  '.mjs': 'text/plain; charset=utf-8',
  '.php': 'text/plain; charset=utf-8',
  '.py': 'text/plain; charset=utf-8',
};
const imageTypes: Readonly<Record<string, string>> = { '.webp': 'image/webp' };

const markdownType = 'text/markdown; charset=utf-8';
const hidden = { schema: { hide: true } };

const policy = contentPolicy({
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
});

interface DocumentationOptions {
  /** The folder with the pages of this deployment, in the build of `apps/docs`. */
  readonly folder: string;
  /** The public URL of this server, without a slash at the end. */
  readonly baseUrl: string;
}

/**
 * Serves the documentation site: `/docs` and the pages below it, the same pages as Markdown, their files, and `/llms.txt`. Each file
 * is read at its first request, so the site does not slow down the start of the server.
 */
export function serveDocumentation(app: FastifyInstance, { folder, baseUrl }: DocumentationOptions): void {
  const { readFile } = openAppFolder('docs');
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const pages = new Map<string, TaggedText>();
  const files = new Map<string, Precompressed>();

  /** The text of a page; null if the site has no such page. */
  const readText = (name: string) =>
    /^[\w.-]+$/.test(name) ? (readFile(`${folder}/${name}`)?.toString() ?? null) : null;

  /** @throws ApiError if the site has no such page, or is not built */
  const readPage = (name: string): TaggedText => {
    const found = pages.get(name);
    if (found !== undefined) return found;
    const text = readText(name);
    if (text === null) {
      if (readText('index.html') === null) throw new ApiError('page_not_built', {});
      throw new ApiError('page_file_not_found', { file: name.slice(0, 200) });
    }
    // The build has paths that begin with /docs. Programs that read Markdown need whole URLs.
    const page = name.endsWith('.html')
      ? tagged(text.replaceAll(/="(\/docs\b|\/openapi\.json)/g, `="${basePath}$1`))
      : tagged(text.replaceAll(/\]\((\/docs\b|\/openapi\.json)/g, `](${baseUrl}$1`));
    pages.set(name, page);
    return page;
  };
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, name: string, type: string) => {
    const page = readPage(name);
    reply.type(type).header('referrer-policy', 'no-referrer');
    if (name.endsWith('.html')) reply.header('content-security-policy', policy);
    return sendTagged(request, reply, page);
  };
  const readAsset = (file: string): Precompressed | null => {
    const found = files.get(file);
    if (found !== undefined) return found;
    const text = readFile(`assets/${file}`)?.toString() ?? null;
    if (text === null) return null;
    const content = precompress(text);
    files.set(file, content);
    return content;
  };

  for (const path of ['/docs', '/docs/']) {
    app.get(path, hidden, (request, reply) => sendPage(request, reply, 'index.html', 'text/html; charset=utf-8'));
  }
  app.get<{ Params: { page: string } }>('/docs/:page', hidden, (request, reply) => {
    const { page } = request.params;
    if (page.endsWith('.md')) return sendPage(request, reply, page, markdownType);
    // A person who follows an old link gets a page with the navigation, and a program gets a problem document.
    const isPerson = request.headers.accept?.includes('text/html') ?? false;
    const isMissing = isPerson && readText(`${page}.html`) === null;
    if (isMissing) reply.code(404);
    return sendPage(request, reply, isMissing ? '404.html' : `${page}.html`, 'text/html; charset=utf-8');
  });
  app.get('/llms.txt', hidden, (request, reply) => sendPage(request, reply, 'llms.txt', 'text/plain; charset=utf-8'));
  app.get<{ Params: { file: string } }>('/docs/assets/:file', hidden, async (request, reply) => {
    const { file } = request.params;
    const extension = extname(file);
    const isName = /^[\w.-]+$/.test(file);
    const text = isName && textTypes[extension] !== undefined ? readAsset(file) : null;
    const image = isName && imageTypes[extension] !== undefined ? readFile(`assets/${file}`) : null;
    if (text === null && image === null) throw new ApiError('page_file_not_found', { file: file.slice(0, 200) });
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    reply.type(String(textTypes[extension] ?? imageTypes[extension]));
    return text === null ? reply.send(image) : sendPrecompressed(request, reply, text);
  });
}
