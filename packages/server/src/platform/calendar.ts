import ical from 'ical-generator';
import { type Venue, venueLine } from './venue.ts';

/** What a calendar shows of an event. Times are RFC 3339. */
export interface CalendarEvent {
  readonly id: string;
  readonly name: string;
  readonly startsAt: string;
  readonly endsAt: string | null;
  /** When the event was changed last: a calendar that has an older copy takes the newer one. */
  readonly updatedAt: string;
  readonly venue: Venue | null;
  /** The event's page: http or https. */
  readonly url: string;
}

/** The media type of a calendar file. */
export const calendarMediaType = 'text/calendar; charset=utf-8';

/** Control characters, which RFC 5545 (section 3.1) forbids in a text, and line separators, which split lines elsewhere. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/**
 * The event as an iCalendar file (RFC 5545) with one VEVENT. Times are in UTC, so that no calendar needs the rules of a time
 * zone. The same event gives the same text, and its UID stays when the event changes.
 *
 * @returns lines that end in CRLF, of at most 75 octets
 * @throws TypeError where `url` is not a URL
 */
export function icalendar(event: CalendarEvent): string {
  const location = clean(venueLine(event.venue));
  const url = new URL(event.url);
  const calendar = ical({ prodId: { company: 'organizer-open-api', product: 'tickets', language: 'EN' } });
  calendar.createEvent({
    id: `${event.id}@${url.hostname}`,
    stamp: new Date(event.updatedAt),
    lastModified: new Date(event.updatedAt),
    start: new Date(event.startsAt),
    ...(event.endsAt === null ? {} : { end: new Date(event.endsAt) }),
    summary: clean(event.name),
    ...(location === '' ? {} : { location }),
    url: url.href,
  });
  return `${calendar.toString()}\r\n`;
}

function clean(text: string): string {
  return text.replace(unprintable, ' ').trim();
}
