import { currencyDecimals } from '#shared/formats';
import { lineError } from '../parse-line.ts';

/** The character before the decimals; `unknown` if no amount of the file shows it. */
export type DecimalMark = '.' | ',' | 'unknown';

const spaces = /[\s'’ʹ]/gu;
/** The text before the figures. A mark after letters belongs to them, as in `Fr. 12` and `Rs.500`, another one is before decimals. */
const textBefore = /^(?:\P{Nd}*\p{L}\P{Nd}*|[^\p{Nd}.,]+)/u;
const textAfter = /\P{Nd}+$/u;

/** The digits and marks of an amount, without its currency and its sign. */
function figuresOf(text: string): string {
  return text.replaceAll(spaces, '').replace(textAfter, '').replace(textBefore, '').replace(/^\./, '0.');
}

/**
 * Converts an amount with a decimal point, as computers write it, to minor units.
 *
 * @param path the field, for the error
 * @throws LineError if the text is not an amount, or has more decimals than the currency
 */
export function parseDecimal(path: string, text: string, currency: string): number {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim());
  if (match === null) throw lineError(path, `"${text}" is not an amount`);
  const [, sign = '', whole = '', fraction = ''] = match;
  return toMinorUnits(path, text, sign, whole, fraction, currency);
}

/**
 * Converts an amount as people write it, for example `€ 1.234,50`, to minor units. It is never rounded.
 *
 * @param mark the character before the decimals in this file. It is needed only for amounts such as `1,234` of a currency with
 *   three decimals
 * @throws LineError if the text is not an amount, has more decimals than the currency, or can be read in two ways
 */
export function parseWrittenAmount(path: string, text: string, currency: string, mark: DecimalMark): number {
  // In `12,-` and `12.–`, the dash stands for the decimals.
  const isNegative = /^\(.*\)$|^\D*[-−]|\d\s*[-−]/u.test(text.trim());
  const figures = figuresOf(text);
  if (!/^\d[\d.,]*$/.test(figures)) throw lineError(path, `"${text}" is not an amount`);
  const found = decimalMarkOf(figures, currency);
  const used = found === 'ambiguous' ? mark : found;
  if (used === 'unknown') {
    throw lineError(path, `"${text}" can be read in two ways in ${currency}: write it without a thousands separator`);
  }
  const index = used === 'none' ? -1 : figures.lastIndexOf(used);
  const hasDecimals = index !== -1 && figures.indexOf(used) === index;
  const whole = (hasDecimals ? figures.slice(0, index) : figures).replaceAll(/[.,]/g, '');
  const fraction = hasDecimals ? figures.slice(index + 1) : '';
  return toMinorUnits(path, text, isNegative ? '-' : '', whole, fraction, currency);
}

/**
 * Returns the decimal mark that an amount shows, so that ambiguous amounts of the same file can be read.
 *
 * @returns `unknown` if the amount does not show it
 */
export function shownDecimalMark(text: string, currency: string): DecimalMark {
  const mark = decimalMarkOf(figuresOf(text), currency);
  return mark === '.' || mark === ',' ? mark : 'unknown';
}

/** `none` if the figures have no decimals, `ambiguous` if their only separator can be before decimals or before thousands. */
function decimalMarkOf(figures: string, currency: string): '.' | ',' | 'none' | 'ambiguous' {
  const separators = figures.match(/[.,]/g) ?? [];
  const last = separators.at(-1) as '.' | ',' | undefined;
  if (last === undefined) return 'none';
  if (new Set(separators).size === 2) return last;
  if (separators.length > 1) return 'none';
  const [whole = '', fraction = ''] = figures.split(last);
  if (fraction.length !== 3) return last;
  if (whole.length > 3 || whole === '0') return last;
  return currencyDecimals(currency) === 3 ? 'ambiguous' : 'none';
}

function toMinorUnits(path: string, text: string, sign: string, whole: string, fraction: string, currency: string) {
  const decimals = currencyDecimals(currency);
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > decimals) {
    throw lineError(path, `"${text}" has ${significant.length} decimals, but ${currency} has ${decimals}`);
  }
  const amount = Number(whole + significant.padEnd(decimals, '0'));
  if (!Number.isSafeInteger(amount)) throw lineError(path, `"${text}" is too large`);
  return sign === '-' && amount !== 0 ? -amount : amount;
}
