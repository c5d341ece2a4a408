import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { type CalendarEvent, icalendar } from './calendar.ts';

const event: CalendarEvent = {
  id: 'evt_01kamz0g5ve4q8v5x2c4g6t0yd',
  name: 'Harbour Night Run',
  startsAt: '2027-05-01T18:00:00.000Z',
  endsAt: '2027-05-01T21:30:00.000Z',
  updatedAt: '2027-01-02T03:04:05.678Z',
  venue: { name: 'Fischmarkt', address: null, city: 'Hamburg', country: 'DE' },
  url: 'https://tickets.example.com/e/evt_01kamz0g5ve4q8v5x2c4g6t0yd',
};

/** Parses a calendar file with ical.js. */
function parse(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const [component, ...others] = calendar.getAllSubcomponents();
  expect([calendar.name, component!.name, others]).toEqual(['vcalendar', 'vevent', []]);
  return { calendar, component: component!, event: new ICAL.Event(component!) };
}

test('a parser finds the name, the times, the venue and the URL of an event', () => {
  const { calendar, component, event: parsedEvent } = parse(icalendar(event, 'en'));
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
  expect(calendar.getFirstPropertyValue('prodid')).toBeTruthy();
  expect(parsedEvent).toMatchObject({
    uid: `${event.id}@tickets.example.com`,
    summary: 'Harbour Night Run',
    location: 'Fischmarkt, Hamburg, Germany',
  });
  expect(parsedEvent.startDate.toJSDate().toISOString()).toBe(event.startsAt);
  expect(parsedEvent.endDate.toJSDate().toISOString()).toBe(event.endsAt);
  expect(component.getFirstPropertyValue('url')).toBe(event.url);
  expect(String(component.getFirstPropertyValue('dtstamp'))).toBe('2027-01-02T03:04:05Z');
});

test('the file of an event without an end time and without a venue has neither', () => {
  const { component } = parse(icalendar({ ...event, endsAt: null, venue: null }, 'en'));
  expect([component.hasProperty('dtend'), component.hasProperty('location')]).toEqual([false, false]);
});

test.for([
  'Lauf; Käse, "Brot" \\ \\n Wein: 5 %',
  `${'ä'.repeat(100)}${'👩‍👩‍👧'.repeat(30)}`,
  'سباق الليل',
  'x'.repeat(200),
])('a parser reads the name %j unchanged, from lines of at most 75 octets', (name) => {
  const text = icalendar({ ...event, name, venue: { name, address: name, city: null, country: null } }, 'en');
  const { event: parsedEvent } = parse(text);
  expect([parsedEvent.summary, parsedEvent.location]).toEqual([name, `${name}, ${name}`]);
  const lines = text.split('\r\n');
  expect(lines.at(-1)).toBe('');
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/[\r\n\ufffd]/);
    expect(line.isWellFormed()).toBe(true);
  }
});

test('line breaks and control characters in a name do not add lines', () => {
  const name = 'Run\r\nBEGIN:VALARM\r\nACTION:PROCEDURE\nEND:VALARM\u0000\u0085\u2028X:1';
  const { event: parsedEvent, component } = parse(icalendar({ ...event, name }, 'en'));
  expect(parsedEvent.summary).toBe('Run BEGIN:VALARM ACTION:PROCEDURE END:VALARM X:1');
  expect(component.getAllSubcomponents()).toEqual([]);
  expect(component.hasProperty('x')).toBe(false);
});

test('the same event has the same file, and a changed event has the same UID', () => {
  expect(icalendar(event, 'en')).toBe(icalendar({ ...event }, 'en'));
  const changed = icalendar({ ...event, name: 'Day Run', updatedAt: '2027-02-02T00:00:00.000Z' }, 'en');
  expect(parse(changed).event.uid).toBe(parse(icalendar(event, 'en')).event.uid);
});
