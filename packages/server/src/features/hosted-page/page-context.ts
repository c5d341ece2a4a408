import type { Language } from '#messages/languages';
import type { ServedApp } from '../../platform/web-apps/serve-app.ts';

/** The values that every page needs. */
export interface PageContext {
  /** The public URL of this server, without a trailing slash. */
  readonly baseUrl: string;
  /** The path of `baseUrl`, empty if it has none. */
  readonly basePath: string;
  readonly app: ServedApp;
  readonly language: Language;
  /** The parameters of the URL of the page. */
  readonly query: Readonly<Record<string, string>>;
  /** Whether the URL of the page names its language, so that links on the page name it, too. */
  readonly isLanguageInUrl: boolean;
}
