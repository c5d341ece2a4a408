import { dateTime } from '#shared/dates-and-money';
import type { PublishedEvent } from '../programme/index.ts';
import { escapeHtml, htmlDocument, type PageParts } from './html.ts';

/** Lists the events that share an address. */
export function choicePage(parts: PageParts, events: readonly PublishedEvent[]): string {
  const items = events.map(
    (event) => `<li><a href="${parts.root}/e/${event.id}"><strong dir="auto">${escapeHtml(event.name)}</strong></a>
<span>${escapeHtml(whenAndWhere(event))}</span>
<span>By ${escapeHtml(event.organizer)}</span></li>`,
  );
  return plainPage(parts, {
    title: 'Which event?',
    body: `<h1>Which event do you mean?</h1>
<p>Several events share this address.</p>
<ul class="events">
${items.join('\n')}
</ul>`,
  });
}

/** Where there is no such event. */
export function missingPage(parts: PageParts): string {
  return plainPage(parts, {
    title: 'Event not found',
    body: `<h1>There is no event here</h1>
<p>The address may be mistyped, or the event may not be on sale any more. Please check the link, or ask the organizer who
gave it to you.</p>
<p>Do you have tickets already? The link in your confirmation e-mail still leads to them.</p>`,
  });
}

function plainPage(parts: PageParts, { title, body }: { title: string; body: string }): string {
  const head = ['<meta name="robots" content="noindex">'];
  return htmlDocument(parts, { title, head, body: `<main class="plain">\n${body}\n</main>` });
}

function whenAndWhere(event: PublishedEvent): string {
  const place = [event.venueName, event.city].filter((part) => part !== null);
  return [dateTime(event.startsAt, event.timezone), ...place].join(' · ');
}
