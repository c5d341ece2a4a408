import { createHash } from 'node:crypto';
import { contentPolicy } from '../http/content-policy.ts';
import type { ServedApp } from './serve-app.ts';

interface Document {
  /** A language tag of BCP 47. */
  readonly language: string;
  readonly title: string;
  /** The URL of the icon; by default there is none. */
  readonly icon?: string;
  /** Lines of HTML in the head. */
  readonly head: readonly string[];
  /** The HTML of the body. */
  readonly body: string;
}

/** An HTML document with the stylesheet of an app. It runs the app only if `head` contains the lines of `appScripts`. */
export function htmlDocument(app: ServedApp, { language, title, icon = 'data:,', head, body }: Document): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${app.stylesheet}">
${head.join('\n')}
</head>
<body>
${body}
</body>
</html>
`;
}

/** Lines of HTML that load and run an app. The import map is the only inline script that `appPolicy` allows. */
export function appScripts(app: ServedApp): string[] {
  return [
    `<script type="importmap">${importMap(app)}</script>`,
    ...app.modules.map((module) => `<link rel="modulepreload" href="${module}">`),
    `<script type="module" src="${app.baseUrl}/main.js"></script>`,
  ];
}

/**
 * The `Content-Security-Policy` of an app's page. It allows scripts, styles and connections only from this server, and
 * images from any `https` URL. The only inline script that it allows is the import map. Its hash is computed from the
 * import map and not from the page, so that an injected script is never allowed.
 */
export function appPolicy(app: ServedApp, otherSources: Readonly<Record<string, readonly string[]>> = {}): string {
  const importMapHash = createHash('sha256').update(importMap(app)).digest('base64');
  const { 'script-src': scriptSources = [], ...sources } = otherSources;
  return contentPolicy({
    'script-src': ["'self'", `'sha256-${importMapHash}'`, ...scriptSources],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'https:', 'data:'],
    'connect-src': ["'self'"],
    ...sources,
  });
}

function importMap({ imports }: ServedApp): string {
  return JSON.stringify({ imports });
}

/** Text that is already HTML, so that it is not escaped. */
export interface Html {
  readonly html: string;
}

/** Joins text and HTML to one HTML text. The text is escaped, the HTML is not. */
export function htmlOf(parts: readonly (string | Html)[]): string {
  return parts.map((part) => (typeof part === 'string' ? escapeHtml(part) : part.html)).join('');
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
