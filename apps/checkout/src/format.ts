import { dateTime, formatMoney } from '@organizer/shared/dates-and-money';
import { page } from './state.ts';

/** An amount in minor units as people write it. */
export function money(amount: number, currency: string): string {
  return formatMoney(amount, currency, page.decimals[currency] ?? 2);
}

export function price(amount: number, currency: string): string {
  return amount === 0 ? 'Free' : money(amount, currency);
}

/** Time that is left, `9:41` or `1:02:03`. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** `1 ticket`, `2 tickets`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Words with the times that the server wrote into them as people read them. */
export function readable(words: string, timeZone: string): string {
  return words.replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => dateTime(time, timeZone));
}

/** Words of an error as a sentence of their own. */
export function sentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Whether a text may be an e-mail address: what is certainly none is refused before it is sent. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text);
}

export function isSameEmail(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** An IBAN in groups of four, as it is printed. */
export function groupedIban(iban: string): string {
  return iban.replaceAll(/\s/g, '').replaceAll(/(.{4})(?=.)/g, '$1 ');
}
