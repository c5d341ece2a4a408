import compile from 'icu-minify/compile';
import type { CompiledMessages, Messages } from './texts.ts';

/**
 * Parses the ICU messages of an area. The parser is ten times as large as the formatter, so browser programs are built with the
 * result (`vite-plugin.ts`).
 *
 * @throws Error if a message is not valid
 */
export function compileMessages(messages: Messages): CompiledMessages {
  const compiled = Object.entries(messages).map(([name, message]) => [
    name,
    typeof message === 'string' ? compile(message) : compileMessages(message),
  ]);
  return Object.fromEntries(compiled);
}
