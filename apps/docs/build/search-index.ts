import MiniSearch from 'minisearch';
import { type SearchEntry, searchOptions } from '../src/search-options.ts';
import { textOf } from './html.ts';
import { pagePath } from './layout.ts';
import type { RenderedPage } from './markdown.ts';
import type { PageSource } from './pages.ts';

/** Builds the index of the search as JSON. Each section of a page is an entry. */
export function searchIndex(pages: ReadonlyMap<PageSource, RenderedPage>): string {
  const search = new MiniSearch<SearchEntry>(searchOptions);
  for (const [page, { html, title }] of pages) {
    // Decision records are for readers of the code. In the results, they would hide the guides.
    if (page.isUnlisted) continue;
    const [start = '', ...parts] = html.split(/(?=<h[23] id=")/);
    search.add({ id: pagePath(page), page: '', title, text: compact(start.replace(/<h1.*?<\/h1>/s, '')) });
    for (const part of parts) {
      const [heading = '', id] = /^<h[23] id="([^"]+)">.*?<\/h[23]>/s.exec(part) ?? [];
      const text = compact(part.slice(heading.length));
      search.add({ id: `${pagePath(page)}#${id}`, page: title, title: textOf(heading), text });
    }
  }
  return JSON.stringify(search);
}

/** The text of HTML without line breaks, and with a space between the cells of a table. */
function compact(html: string): string {
  return textOf(html.replaceAll(/<\/(td|th|li|p|pre)>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}
