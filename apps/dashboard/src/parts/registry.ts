import type { AccountOrganizer } from '@organizer/shared/dashboard-api';
import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { NavigationTexts } from '#app/messages/navigation.ts';
import type { Icon } from '#app/parts/icons.tsx';

/** Loads a page, which is a separate file of the build. */
export type LoadPage = () => Promise<{ readonly Page: () => ReactNode }>;

/** Starts to read the data of a page of an organizer. The promises never reject: the page reads again what failed. */
export type LoadData = (
  queryClient: QueryClient,
  organizer: AccountOrganizer,
  search: Readonly<Record<string, string>>,
) => readonly Promise<void>[];

/** A page of an organizer or of the operator. */
export interface PageEntry {
  /** The path below that of the organizer, such as `orders` or `orders/$orderNumber`. */
  readonly path: string;
  /** The action that the page needs. The page is hidden from members whose role does not permit it. */
  readonly permission: string;
  /** For example `() => import('./order-list-page.tsx')`. */
  readonly load: LoadPage;
  /** Reads the data while the file of the page is loaded. The page is shown when it has both. */
  readonly loadData?: LoadData;
  /** The entry in the navigation. Pages without one are reached by links. */
  readonly navigation?: { readonly title: keyof NavigationTexts; readonly icon: Icon };
}

/** A result of the command palette. */
export interface SearchResult {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  /** The path of the page below that of the organizer, or below that of the operator. */
  readonly path: string;
}

/** Finds rows for the command palette. `slug` is that of the organizer; searches of the operator do not need it. */
export type Search = (slug: string, text: string, signal: AbortSignal) => Promise<readonly SearchResult[]>;

/** A search of the command palette. */
interface SearchEntry {
  /** The heading of the results. */
  readonly title: keyof NavigationTexts;
  readonly permission: string;
  readonly load: () => Promise<{ readonly search: Search }>;
  /**
   * Whether the search runs while the user types; by default for every text. With another text, the user starts it. For searches that
   * are written to the audit log.
   */
  readonly runsWith?: (text: string) => boolean;
}

/** A group of pages in the navigation. */
export interface Area {
  /** The heading in the navigation, null for areas without one. */
  readonly title: keyof NavigationTexts | null;
  readonly pages: readonly PageEntry[];
  readonly searches?: readonly SearchEntry[];
}
