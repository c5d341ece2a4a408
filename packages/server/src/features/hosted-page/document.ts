import { directionOf, type Language, languages } from '#messages/languages';
import { pageTexts } from '../../platform/texts.ts';
import type { PageContext } from './page-context.ts';

interface Document {
  readonly title: string;
  /** Lines of HTML in the head. */
  readonly head: readonly string[];
  /** The HTML of the body. */
  readonly body: string;
}

/** An HTML document with the stylesheet of the checkout. Its program runs only if `head` contains it. */
export function htmlDocument(context: PageContext, { title, head, body }: Document): string {
  const { app, language } = context;
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
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
${languageSwitch(context)}
${body}
</body>
</html>
`;
}

/** A globe. */
const languageIcon =
  '<svg viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18"/></svg>';

/** The name of a language in itself, as in a list: `Français`. */
function nameOf(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Links to the same page in each language. They work without a script. */
function languageSwitch({ language, query }: PageContext): string {
  const links = languages.map((tag) => {
    const url = `?${new URLSearchParams({ ...query, lang: tag })}`;
    const current = tag === language ? ' aria-current="true"' : '';
    return `<li><a href="${escapeHtml(url)}" lang="${tag}" hreflang="${tag}"${current}>${escapeHtml(nameOf(tag))}</a></li>`;
  });
  return `<details class="languages">
<summary>${languageIcon}<span class="visually-hidden">${escapeHtml(pageTexts(language).language)}: </span>${escapeHtml(nameOf(language))}</summary>
<ul>${links.join('')}</ul>
</details>`;
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
