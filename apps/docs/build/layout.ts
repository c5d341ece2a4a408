import { escapeHtml } from './html.ts';
import type { RenderedPage } from './markdown.ts';
import { type PageSource, referenceEntry, type sections } from './pages.ts';

/** The parts of a page that depend on the site. */
export interface Site {
  readonly sections: typeof sections;
  /** URL paths of the files that all pages load. */
  readonly stylesheet: string;
  readonly script: string;
  readonly searchIndex: string;
}

/** The URL path of a page. The server replaces `/docs` if its public URL has a path. */
export const pagePath = ({ slug }: PageSource): string => (slug === '' ? '/docs' : `/docs/${slug}`);

/** A page of the site as an HTML document. It has no inline scripts and styles. */
export function pageDocument(page: PageSource, { html, title, headings }: RenderedPage, site: Site): string {
  const contents = headings.filter(({ depth }) => depth <= 3);
  const isStart = page.slug === '';
  const hasMarkdown = page.file !== '';
  return `<!doctype html>
<html lang="en" data-docs="/docs">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(page.summary)}">
<title>${escapeHtml(isStart ? 'Documentation' : title)} · Organizer Open API</title>
<link rel="icon" href="data:,">
${
  hasMarkdown
    ? `<link rel="alternate" type="text/markdown" href="${markdownPath(page)}">
`
    : ''
}<link rel="stylesheet" href="${site.stylesheet}">
<script type="module" src="${site.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<button class="menu" popovertarget="pages" type="button">Menu</button>
<a class="brand" href="/docs">Organizer Open API <span>Docs</span></a>
<button class="search-open" type="button" hidden><span>Search</span><kbd>/</kbd></button>
</header>
<div class="columns">
<nav id="pages" class="pages" popover aria-label="Pages">
${site.sections.map((section) => navigationSection(section, page)).join('\n')}
</nav>
<main id="content" class="${isStart ? 'start' : 'text'}">
${html}${hasMarkdown ? pageEnd(page, site) : ''}</main>
<aside class="contents">
${contents.length < 2 || isStart ? '' : tableOfContents(contents)}
</aside>
</div>
<dialog class="search" aria-label="Search the documentation" data-index="${site.searchIndex}">
<input type="search" placeholder="Search the documentation" aria-label="Search" role="combobox" aria-expanded="false"
 aria-controls="results" aria-autocomplete="list" autocomplete="off" spellcheck="false">
<p class="state" role="status"></p>
<ul id="results" role="listbox" aria-label="Results"></ul>
</dialog>
</body>
</html>
`;
}

/** The URL path of a page as Markdown. */
export const markdownPath = (page: PageSource): string =>
  page.slug === '' ? '/docs/index.md' : `${pagePath(page)}.md`;

function navigationSection({ name, pages }: Site['sections'][number], current: PageSource): string {
  const listed = pages.filter(({ isUnlisted = false }) => !isUnlisted);
  if (listed.length === 0) return '';
  const items = listed.map((page) => {
    const isCurrent = page.slug === current.slug ? ' aria-current="page"' : '';
    return `<li><a href="${pagePath(page)}"${isCurrent}>${escapeHtml(page.name)}</a></li>`;
  });
  if (name === referenceEntry.section) {
    items.unshift(`<li><a href="${referenceEntry.path}">${referenceEntry.name}</a></li>`);
  }
  return `<h2>${name}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}

function tableOfContents(headings: RenderedPage['headings']): string {
  const items = headings.map(({ id, html, depth }) => `<li class="level-${depth}"><a href="#${id}">${html}</a></li>`);
  return `<nav aria-label="On this page">\n<h2>On this page</h2>\n<ul>\n${items.join('\n')}\n</ul>\n</nav>`;
}

/** The end of a page: links to its neighbours and to its Markdown. */
function pageEnd(page: PageSource, site: Site): string {
  return `<footer>
${neighbours(page, site)}
<p class="source"><a href="${markdownPath(page)}">This page as Markdown</a></p>
</footer>
`;
}

/** Links to the pages before and after this page in the navigation. */
function neighbours(page: PageSource, { sections }: Site): string {
  const pages = sections.flatMap((section) => section.pages).filter(({ isUnlisted = false }) => !isUnlisted);
  const index = pages.findIndex(({ slug }) => slug === page.slug);
  if (index === -1) return '';
  const link = (neighbour: PageSource | undefined, rel: string, label: string) =>
    neighbour === undefined
      ? ''
      : `<a rel="${rel}" href="${pagePath(neighbour)}"><span>${label}</span>${escapeHtml(neighbour.name)}</a>`;
  return `<nav class="neighbours" aria-label="Neighbouring pages">
${link(pages[index - 1], 'prev', 'Previous')}${link(pages[index + 1], 'next', 'Next')}
</nav>`;
}
