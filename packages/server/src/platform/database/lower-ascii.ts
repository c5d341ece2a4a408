/** Converts ASCII letters to lower case, as `lower()` of both databases does. */
export function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
