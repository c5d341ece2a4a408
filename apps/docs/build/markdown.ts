import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { Marked, Renderer, type Tokens } from 'marked';
import { highlight } from './highlight.ts';
import { escapeHtml, textOf } from './html.ts';
import { imageSize } from './image-size.ts';

const root = join(import.meta.dirname, '../../..');

/** A heading of a page, for the table of contents. */
interface Heading {
  readonly id: string;
  /** The text, as HTML without links. */
  readonly html: string;
  readonly depth: number;
}

/** A page as HTML, without the parts that all pages have. */
export interface RenderedPage {
  readonly html: string;
  readonly title: string;
  readonly headings: readonly Heading[];
}

/** Returns the URL path for a file of the repository that a page links to or shows; null if the site does not have the file. */
export type ResolveFile = (file: string) => string | null;

/**
 * Renders a Markdown file.
 *
 * @param file relative to the repository
 * @param resolve for links to pages and other documents. A link to a file that the site does not have becomes text
 * @param addImage adds an image to the site and returns its URL path
 * @throws Error if a link names a file that does not exist, or the file has HTML other than anchors and comments
 */
export function renderMarkdown(file: string, resolve: ResolveFile, addImage: (file: string) => string): RenderedPage {
  const headings: Heading[] = [];
  const usedIds = new Map<string, number>();
  let title = '';
  const { listitem, table } = new Renderer();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const id = uniqueId(headingId(textOf(html)), usedIds);
        if (depth === 1) title = textOf(html);
        if (depth === 1) return `<h1 id="${id}">${html}</h1>\n`;
        headings.push({ id, html: html.replaceAll(/<\/?a\b[^>]*>/g, ''), depth });
        const label = `Link to “${textOf(html)}”`;
        return `<h${depth} id="${id}">${html}<a class="anchor" href="#${id}" aria-label="${escapeHtml(label)}"></a></h${depth}>\n`;
      },
      // An entry of a list of pages is left out if the site does not have its page.
      listitem(item) {
        const [first] = item.tokens[0]?.type === 'text' ? ((item.tokens[0] as Tokens.Text).tokens ?? []) : [];
        if (first?.type === 'link' && linkUrl(file, first['href'], resolve) === null) return '';
        return listitem.call(this, item);
      },
      code: ({ text, lang }) => sample(text, lang ?? ''),
      table(token: Tokens.Table) {
        return `<div class="table">${table.call(this, token)}</div>\n`;
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens);
        const url = linkUrl(file, href, resolve);
        return url === null ? html : `<a href="${escapeHtml(url)}">${html}</a>`;
      },
      image({ href, text }) {
        const path = join(dirname(file), href);
        const { width, height } = imageSize(readFileSync(join(root, path)));
        const size = `width="${width}" height="${height}"`;
        return `<img src="${addImage(path)}" alt="${escapeHtml(text)}" ${size} loading="lazy">`;
      },
      html({ text }) {
        if (/^<!--.*-->\s*$/s.test(text)) return '';
        if (/^(<a id="[\w.]+">|<\/a>)$/.test(text)) return text;
        throw new Error(`${file} has HTML that the site does not allow: ${text}`);
      },
    },
  });
  const html = marked.parse(readFileSync(join(root, file), 'utf8'), { async: false });
  return { html, title, headings };
}

/**
 * The Markdown of a page for programs: links to pages have URLs of this site and lead to their Markdown.
 *
 * @param resolve as for `renderMarkdown`
 */
export function linkedMarkdown(file: string, resolve: ResolveFile, addImage: (file: string) => string): string {
  const text = readFileSync(join(root, file), 'utf8');
  const parts = text.split(/(^ *```.*?^ *```$)/ms);
  return parts.map((part) => (/^ *```/.test(part) ? part : linkText(part))).join('');

  function linkText(part: string): string {
    return part.replaceAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, image: string, name: string, href: string) => {
      if (image !== '') return `![${name}](${addImage(join(dirname(file), href))})`;
      if (isExternal(href) || href.startsWith('#')) return whole;
      const url = linkUrl(file, href, resolve);
      return url === null ? name : `[${name}](${url.replace(/^(\/docs\/[^#.]+)/, '$1.md')})`;
    });
  }
}

const languageNames: Readonly<Record<string, string>> = {
  diff: 'Changes',
  js: 'JavaScript',
  json: 'JSON',
  php: 'PHP',
  python: 'Python',
  sh: 'Shell',
  ts: 'TypeScript',
};

/**
 * A code sample with a caption. The words after the language are the file that the sample belongs to, or `not-run:` and the reason
 * why no test runs the sample.
 */
function sample(text: string, info: string): string {
  const [language = '', ...words] = info.split(' ');
  const detail = words.join(' ');
  const fileName = detail.startsWith('not-run:') ? '' : detail;
  const caption = fileName === '' ? (languageNames[language] ?? '') : fileName;
  const captionHtml = caption === '' ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`;
  return `<figure class="sample">${captionHtml}<pre><code>${highlight(text, language)}</code></pre></figure>\n`;
}

const isExternal = (href: string) => /^[a-z]+:/.test(href);

/** The URL of a link in a file; null if the site does not have its target. */
function linkUrl(file: string, href: string, resolve: ResolveFile): string | null {
  if (isExternal(href) || href.startsWith('#') || href.startsWith('/')) return href;
  const [path = '', fragment] = href.split('#');
  const target = normalize(join(dirname(file), path));
  readFileSync(join(root, target)); // Fails if the file does not exist.
  const url = resolve(target);
  return url === null || fragment === undefined ? url : `${url}#${fragment}`;
}

/** The id that GitHub gives to a heading, so that links to it work on both. */
function headingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

function uniqueId(id: string, usedIds: Map<string, number>): string {
  const count = usedIds.get(id) ?? 0;
  usedIds.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}
