/** A whole number, with or without separators of thousands. */
const wholePattern = /^-?(?:\d*|\d{1,3}([.,])\d{3}(?:\1\d{3})*)$/;

/**
 * Parses a number as people write it, such as "1,234.50" in English and "1.234,50" in German. A point and a comma are both accepted as
 * the decimal separator.
 *
 * @param locale the language, as a BCP 47 tag
 * @returns null if the text is not a number
 */
export function parseDecimal(text: string, locale: string): number | null {
  const compact = text.replace(/[\s'’]/gu, '');
  const decimalIndex = findDecimalSeparator(compact, locale);
  const [whole, fraction] = [compact.slice(0, decimalIndex), compact.slice(decimalIndex + 1)];
  if (!wholePattern.test(whole) || !/^\d*$/.test(fraction) || whole + fraction === '' || whole + fraction === '-')
    return null;
  return Number(`${whole.replace(/[.,]/g, '')}.${fraction}`);
}

/**
 * The index of the decimal separator, which is the last separator, or the length of the text if it has none. The last separator is one of
 * thousands if there is an equal one before it, or if it is the language's separator of thousands and exactly three digits follow.
 */
function findDecimalSeparator(text: string, locale: string): number {
  const lastIndex = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (lastIndex === -1) return text.length;
  const separator = text.charAt(lastIndex);
  const isRepeated = text.indexOf(separator) < lastIndex;
  const isThousands = separator === thousandsSeparator(locale) && /^-?[1-9]\d{0,2}.\d{3}$/.test(text);
  return isRepeated || isThousands ? text.length : lastIndex;
}

function thousandsSeparator(locale: string): string | undefined {
  return new Intl.NumberFormat(locale).formatToParts(1_000_000).find(({ type }) => type === 'group')?.value;
}
