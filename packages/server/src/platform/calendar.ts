import ical from 'ical-generator';
import { type Venue, venueLine } from './venue.ts';

/** The data of an event in a calendar. Times are in RFC 3339. */
export interface CalendarEvent {
  readonly id: string;
  readonly name: string;
  readonly startsAt: string;
  readonly endsAt: string | null;
  /** The time of the last change. Calendars replace a copy with an older time. */
  readonly updatedAt: string;
  readonly venue: Venue | null;
  /** The URL of the event's page, http or https. */
  readonly url: string;
}

/** The media type of a calendar file. */
export const calendarMediaType = 'text/calendar; charset=utf-8';

/**
 * Control characters, which RFC 5545 (section 3.1) forbids in a string, and white space, because some programs treat Unicode
 * separators as line breaks.
 */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/**
 * Formats an event as an iCalendar file (RFC 5545) with one VEVENT. Times are in UTC, so the file needs no time zone rules. The
 * text depends only on the event and the language. The UID does not change if the event changes.
 *
 * @param language the language tag for the name of the country
 * @returns lines of at most 75 octets that end in CRLF
 * @throws TypeError if `url` is not a URL
 */
export function icalendar(event: CalendarEvent, language: string): string {
  const location = clean(venueLine(event.venue, language));
  const url = new URL(event.url);
  const calendar = ical({
    prodId: { company: 'organizer-open-api', product: 'tickets', language: language.toUpperCase() },
  });
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
