import { compileMessages } from './compile.ts';

/** A plugin of Vite. It replaces each file of messages by its compiled messages, so that the program contains no parser. */
export function messagesPlugin() {
  return {
    name: 'messages',
    transform: {
      filter: { id: { include: /\/packages\/messages\/src\/[^/]+\/[^?]+\.ts$/, exclude: /\/index\.ts$/ } },
      async handler(_code: string, id: string) {
        const { default: messages } = await import(id);
        return `export default ${JSON.stringify(compileMessages(messages))};`;
      },
    },
  };
}
