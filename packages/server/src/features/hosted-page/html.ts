import { createHash } from 'node:crypto';
import type { Assets } from './assets.ts';

/** What the pages are made with. */
export interface PageParts {
  /** What absolute addresses begin with. */
  readonly baseUrl: string;
  /** The path of `baseUrl`, empty where it has none. */
  readonly root: string;
  readonly assets: Assets;
}

/** Where the files of the page are, without a slash at the end. */
export function filesAddress({ root, assets }: PageParts): string {
  return `${root}/e/assets/${assets.version}`;
}

/** The names that the program imports its libraries under. It is the only inline script that a page may have. */
export function importMap(parts: PageParts): string {
  const files = filesAddress(parts);
  const imports = Object.fromEntries(
    Object.entries(parts.assets.imports).map(([name, file]) => [name, `${files}/${file}`]),
  );
  return JSON.stringify({ imports });
}

/** What allows the import map in a `Content-Security-Policy`, and no other inline script. */
export function importMapSource(parts: PageParts): string {
  return `'sha256-${createHash('sha256').update(importMap(parts)).digest('base64')}'`;
}

/** An HTML document; `head` and `body` are HTML, `title` is text. */
export function htmlDocument(
  parts: PageParts,
  page: { title: string; head: readonly string[]; body: string; bodyClass?: string },
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${filesAddress(parts)}/style.css">
${page.head.join('\n')}
</head>
<body${page.bodyClass === undefined ? '' : ` class="${page.bodyClass}"`}>
${page.body}
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
