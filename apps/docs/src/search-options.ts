import type { Options } from 'minisearch';

/** A section of a page, as the search finds it. */
export interface SearchEntry {
  /** The URL path with the fragment of the section. */
  readonly id: string;
  /** The title of the page; empty for the first section of a page, whose title is that of the page. */
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

/** The build creates the index with these options, and the browser reads it with them. */
export const searchOptions: Options<SearchEntry> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'text'],
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
  },
};
