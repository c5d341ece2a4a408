import { de } from './messages/de.ts';
import { en } from './messages/en.ts';

/** All texts of the app in one language. */
export type Messages = typeof en;

const languages: readonly [Messages, ...Messages[]] = [en, de];

/** The texts in the language of the browser; in English if there are none. */
export const messages =
  navigator.languages
    .map((tag) => languages.find(({ language }) => tag.split('-')[0] === language))
    .find((found) => found !== undefined) ?? languages[0];
