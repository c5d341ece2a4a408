import { messages } from './messages.ts';
import { state } from './state.ts';

/** A time of day in the time zone of the event. With the date, if it is not today. */
export function timeOfDay(iso: string): string {
  const timeZone = state.context?.event.timezone ?? 'UTC';
  const day = (date: Date) => date.toLocaleDateString(messages.locale, { timeZone, dateStyle: 'short' });
  const date = new Date(iso);
  const time = date.toLocaleTimeString(messages.locale, { timeZone, timeStyle: 'short' });
  return day(date) === day(new Date()) ? time : `${day(date)}, ${time}`;
}

export function numberText(number: number): string {
  return number.toLocaleString(messages.locale);
}
