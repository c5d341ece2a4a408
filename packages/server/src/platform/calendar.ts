import ical from 'ical-generator';
import { type Venue, venueLine } from './venue.ts';

/** The data of an event in a calendar. Times are RFC 3339. */
export interface CalendarEvent {
  readonly id: string;
  readonly name: string;
  readonly startsAt: string;
  readonly endsAt: string | null;
  /** The last change of the event: calendars replace an older copy. */
  readonly updatedAt: string;
  readonly venue: Venue | null;
  /** The event's page: http or https. */
  readonly url: string;
}

/** The media type of a calendar file. */
export const calendarMediaType = 'text/calendar; charset=utf-8';

/**
 * Control characters, which RFC 5545 (section 3.1) forbids in a text, and Unicode separators, which some programs treat as
 * line breaks.
 */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/**
 * The event as an iCalendar file (RFC 5545) with one VEVENT. Times are in UTC, so the file needs no time zone rules. The same
 * event has the same text, and its UID does not change with the event.
 *
 * @returns lines of at most 75 octets that end in CRLF
 * @throws TypeError if `url` is not a URL
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
