import { compileMessages } from './compile.ts';
import { defaultLanguage } from './languages.ts';
import { type Messages, withEnglish } from './texts.ts';

/**
 * A plugin of Vite. It replaces each file of messages by its compiled messages, so that the program contains no parser. Texts that are
 * missing in a file are in English.
 */
export function messagesPlugin() {
  return {
    name: 'messages',
    transform: {
      filter: { id: { include: /\/packages\/messages\/src\/[^/]+\/[^?]+\.ts$/, exclude: /\/index\.ts$/ } },
      async handler(_code: string, id: string) {
        const { default: translated } = await import(id);
        const { default: english } = await import(id.replace(languageFolder, `$1${defaultLanguage}`));
        const messages = withEnglish(translated, english);
        return `export default ${JSON.stringify(compileMessages(isOfDashboard(id) ? withoutEmpty(messages) : messages))};`;
      },
    },
  };
}

const languageFolder = /(\/packages\/messages\/src\/)[^/]+/;
const isOfDashboard = (id: string) => id.includes('/dashboard/');

/** The dashboard shows the sentence of the server in place of an empty text, and of one that is missing. */
function withoutEmpty(messages: Messages): Messages {
  const texts = Object.entries(messages).filter(([, text]) => text !== '');
  return Object.fromEntries(texts.map(([name, text]) => [name, typeof text === 'string' ? text : withoutEmpty(text)]));
}
