import { compileMessages } from './compile.ts';
import type { Messages } from './texts.ts';

/** A plugin of Vite. It replaces each file of messages by its compiled messages, so that the program contains no parser. */
export function messagesPlugin() {
  return {
    name: 'messages',
    transform: {
      filter: { id: { include: /\/packages\/messages\/src\/[^/]+\/[^?]+\.ts$/, exclude: /\/index\.ts$/ } },
      async handler(_code: string, id: string) {
        const { default: messages } = await import(id);
        return `export default ${JSON.stringify(compileMessages(isOfDashboard(id) ? withoutEmpty(messages) : messages))};`;
      },
    },
  };
}

const isOfDashboard = (id: string) => id.includes('/dashboard/');

/** The dashboard shows the sentence of the server in place of an empty text, and of one that is missing. */
function withoutEmpty(messages: Messages): Messages {
  const texts = Object.entries(messages).filter(([, text]) => text !== '');
  return Object.fromEntries(texts.map(([name, text]) => [name, typeof text === 'string' ? text : withoutEmpty(text)]));
}
