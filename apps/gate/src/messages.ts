import type en from '@organizer/messages/en/gate';
import { defaultLanguage, type Language, languageOfTag } from '@organizer/messages/languages';
import { type CompiledMessages, createTexts } from '@organizer/messages/texts';

/** The texts of the app by language. Only those of the reader are loaded. */
const files = import.meta.glob<CompiledMessages>('../../../packages/messages/src/*/gate.ts', { import: 'default' });

const fileOf = (language: Language) => `../../../packages/messages/src/${language}/gate.ts`;
const isTranslated = (language: Language | null) => language !== null && fileOf(language) in files;

/** The first language of the browser in which there are texts. */
export const language = navigator.languages.map(languageOfTag).find(isTranslated) ?? defaultLanguage;

const load = files[fileOf(language)];
if (load === undefined) throw new Error(`The app has no texts in the language ${language}.`);

/** The texts in the language of the browser. */
export const messages = createTexts<typeof en>(await load(), language);
