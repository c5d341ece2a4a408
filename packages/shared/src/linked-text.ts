/** A part of a text: plain text, or a link. */
export type TextPart = string | { readonly words: string; readonly url: string };

/** Splits a text with links, such as `I accept the [rules](https://example.com/rules).` Other addresses than those of websites stay text. */
export function linkedText(text: string): TextPart[] {
  const parts = text.matchAll(/\[(?<words>[^[\]]+)\]\((?<url>https?:\/\/[^\s()]+)\)|[^[]+|\[/g);
  return [...parts].map(({ 0: part, groups }) => {
    const { words, url } = groups as { words?: string; url?: string };
    return words === undefined || url === undefined ? part : { words, url };
  });
}
