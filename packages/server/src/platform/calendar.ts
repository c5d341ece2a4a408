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

/** A part of an event, such as a wave of a race. */
export interface CalendarPart {
  readonly id: string;
  readonly name: string;
  /** RFC 3339; null if it starts with the event. */
  readonly startsAt: string | null;
}

/** The media type of a calendar file. */
export const calendarMediaType = 'text/calendar; charset=utf-8';

/**
 * Control characters, which RFC 5545 (section 3.1) forbids in a string, and white space, because some programs treat Unicode
 * separators as line breaks.
 */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/**
 * Formats an event as an iCalendar file (RFC 5545). Times are in UTC, so the file needs no time zone rules. The text depends only on the
 * parameters. The UID of an entry does not change if the event changes.
 *
 * @param language the language tag for the name of the country
 * @param parts what its reader takes part in: an entry for each part that has its own start, without an end, and an entry for the event if
 *   another part starts with the event; without parts, the event
 * @returns lines of at most 75 octets that end in CRLF
 * @throws TypeError if `url` is not a URL
 */
export function icalendar(event: CalendarEvent, language: string, parts: readonly CalendarPart[] = []): string {
  const location = clean(venueLine(event.venue, language));
  const url = new URL(event.url);
  const calendar = ical({
    prodId: { company: 'organizer-open-api', product: 'tickets', language: language.toUpperCase() },
  });
  for (const { id, name, startsAt, endsAt } of entriesOf(event, parts)) {
    calendar.createEvent({
      id: `${id}@${url.hostname}`,
      stamp: new Date(event.updatedAt),
      lastModified: new Date(event.updatedAt),
      start: new Date(startsAt),
      ...(endsAt === null ? {} : { end: new Date(endsAt) }),
      summary: clean(name),
      ...(location === '' ? {} : { location }),
      url: url.href,
    });
  }
  return `${calendar.toString()}\r\n`;
}

function entriesOf(event: CalendarEvent, parts: readonly CalendarPart[]) {
  const started = new Map(
    parts.flatMap(({ id, name, startsAt }) =>
      startsAt === null ? [] : [[id, { id, name: `${event.name}: ${name}`, startsAt, endsAt: null }] as const],
    ),
  );
  const isWhole = parts.length === 0 || parts.some(({ startsAt }) => startsAt === null);
  return [...(isWhole ? [event] : []), ...started.values()];
}

function clean(text: string): string {
  return text.replace(unprintable, ' ').trim();
}
