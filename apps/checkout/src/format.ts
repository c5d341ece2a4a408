import { messages } from './messages.ts';

/** An amount in minor units with its currency. */
export function money(amount: number, currency: string): string {
  return messages.formats.money(amount, currency);
}

/** A price; a price of zero is the word for free. */
export function price(amount: number, currency: string): string {
  return amount === 0 ? messages.free : money(amount, currency);
}
