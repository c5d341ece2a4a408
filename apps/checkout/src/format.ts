import { messages } from './messages.ts';

/** An amount in minor units with its currency. */
export function money(amount: number, currency: string): string {
  return messages.formats.money(amount, currency);
}

/**
 * A date such as `10 December 1986`.
 *
 * @param date YYYY-MM-DD
 */
export function dateText(date: string): string {
  const { lang } = document.documentElement;
  const format = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** A price; a price of zero is the word for free. */
export function price(amount: number, currency: string): string {
  return amount === 0 ? messages.free : money(amount, currency);
}
