import MiniSearch from 'minisearch';
import { type SearchEntry, searchOptions } from '../src/search-options.ts';
import { textOf } from './html.ts';
import { pagePath } from './layout.ts';
import type { RenderedPage } from './markdown.ts';
import { type PageSource, referenceEntry } from './pages.ts';

/** An OpenAPI document, as far as the search needs it. */
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly [string];
  readonly parameters?: readonly { readonly name: string }[];
}

/** Builds the index of the search as JSON. Each section of a page is an entry, and each operation of the API reference. */
export function searchIndex(pages: ReadonlyMap<PageSource, RenderedPage>, { paths }: ApiDocument): string {
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
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) search.add(operationEntry(method, path, operation));
  }
  return JSON.stringify(search);
}

function operationEntry(method: string, path: string, operation: Operation): SearchEntry {
  const { summary, description, tags, parameters = [] } = operation;
  const request = `${method.toUpperCase()} ${path}`;
  const names = parameters.map(({ name }) => name).join(' ');
  return {
    // The fragment that the API reference gives to the operation.
    id: `${referenceEntry.path}#tag/${tags[0].toLowerCase()}/${request.replace(' ', '')}`,
    page: request,
    title: summary,
    text: `${description.replaceAll(/[*`]/g, '').replaceAll(/\s+/g, ' ')} ${names}`,
  };
}

/** The text of HTML without line breaks, and with a space between the cells of a table. */
function compact(html: string): string {
  return textOf(html.replaceAll(/<\/(td|th|li|p|pre)>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}
