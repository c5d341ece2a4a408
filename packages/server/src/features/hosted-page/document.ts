import type { ServedApp } from '../../platform/web-apps/serve-app.ts';

interface Document {
  /** A language tag of BCP 47. */
  readonly language: string;
  readonly title: string;
  /** Lines of HTML in the head. */
  readonly head: readonly string[];
  /** The HTML of the body. */
  readonly body: string;
}

/** An HTML document with the stylesheet of the checkout. Its program runs only if `head` contains it. */
export function htmlDocument(app: ServedApp, { language, title, head, body }: Document): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${app.urlOf('src/style.css')}">
${head.join('\n')}
</head>
<body>
${body}
</body>
</html>
`;
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
