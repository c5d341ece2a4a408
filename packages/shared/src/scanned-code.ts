/** Spaces, line ends and other control characters around a text. */
const margins = /^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu;

/**
 * What a scanned or typed text can mean, in the order of preference. Scanners add spaces and line ends, and write letters in the wrong case
 * if caps lock is on. Contents of imported tickets can differ only in their case, so a text first means exactly itself.
 */
function readingsOf(text: string): readonly (readonly string[])[] {
  const trimmed = text.replaceAll(margins, '');
  const upper = trimmed.toUpperCase();
  const lower = trimmed.toLowerCase();
  const inverted = Array.from(trimmed, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  ).join('');
  const others = [...new Set([upper, lower, inverted])].filter((reading) => reading !== trimmed);
  if (trimmed === '') return [[text]];
  return trimmed === text ? [[text], others] : [[text], [trimmed], others];
}

/**
 * Finds what has a scanned code: by the exact text, then without spaces and line ends around it, then also in another case. Nothing is found
 * if several things have one of the equally good readings.
 *
 * @param find returns everything that has one of the contents
 */
export async function findScanned<T>(
  text: string,
  find: (contents: readonly string[]) => Promise<readonly T[]>,
): Promise<T | null> {
  for (const contents of readingsOf(text)) {
    const [found, other] = contents.length === 0 ? [] : await find(contents);
    if (found !== undefined) return other === undefined ? found : null;
  }
  return null;
}
