import { unusualDigits } from '../../platform/money.ts';
import { type Assets, libraries } from './assets.ts';
import type { PublishedEvent } from './queries.ts';

const summaryLengthMax = 200;

/** What the pages are made with. */
export interface PageParts {
  /** What absolute addresses begin with. */
  readonly baseUrl: string;
  /** The path of `baseUrl`, empty where it has none. */
  readonly root: string;
  readonly assets: Assets;
}

/** An event's page before its scripts run. Its address is `ref`: the slug, or the id where the slug is not its alone. */
export function eventPage(parts: PageParts, event: PublishedEvent, ref: string): string {
  const address = `${parts.baseUrl}/e/${ref}`;
  const summary = summaryOf(event);
  const head = [
    `<meta name="description" content="${escapeHtml(summary)}">`,
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    ...openGraph({
      'og:type': 'website',
      'og:title': event.name,
      'og:description': summary,
      'og:url': address,
      'og:image': event.posterUrl,
    }),
    `<meta name="twitter:card" content="${event.posterUrl === null ? 'summary' : 'summary_large_image'}">`,
  ];
  const welcome = `<h1 dir="auto">${escapeHtml(event.name)}</h1>
<p>${escapeHtml(whenAndWhere(event))}</p>`;
  return checkoutPage(parts, { title: event.name, head, id: event.id, organizer: event.organizer, welcome });
}

/** The page of an order whose event is not published (any more): the buyer's tickets are there all the same. */
export function orderPage(parts: PageParts, eventId: string): string {
  const head = ['<meta name="robots" content="noindex">'];
  return checkoutPage(parts, { title: 'Your order', head, id: eventId, organizer: '', welcome: '<h1>Your order</h1>' });
}

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
<p>The address may be mistyped, or the event is not on sale any more. Please check the link, or ask the organizer who
gave it to you.</p>
<p>Do you have tickets already? The link in your confirmation e-mail still leads to them.</p>`,
  });
}

interface CheckoutShell {
  readonly title: string;
  readonly head: readonly string[];
  readonly id: string;
  readonly organizer: string;
  readonly welcome: string;
}

function checkoutPage(parts: PageParts, shell: CheckoutShell): string {
  const { root, assets } = parts;
  const files = `${root}/e/assets/${assets.version}`;
  const imports = Object.fromEntries(Object.entries(libraries).map(([name, file]) => [name, `${files}/${file}`]));
  const api = `${root}/api/public/v1`;
  const [main] = assets.modules;
  const head = [
    ...shell.head,
    `<script type="importmap">${JSON.stringify({ imports })}</script>`,
    ...assets.modules.map((name) => `<link rel="modulepreload" href="${files}/${name}">`),
    // Asked for beside the scripts, so that a slow network is waited for once.
    `<link rel="preload" as="fetch" crossorigin href="${api}/events/${shell.id}">`,
    `<script type="module" src="${files}/${main}"></script>`,
  ];
  const body = `<div id="app" data-event="${shell.id}" data-api="${api}" data-name="${escapeHtml(shell.title)}" data-organizer="${escapeHtml(shell.organizer)}"
data-digits="${escapeHtml(JSON.stringify(unusualDigits))}">
<header class="event"><div class="event-words">
${shell.welcome}
</div></header>
<noscript><main class="step"><div class="notice error"><p>Tickets are chosen and paid for with JavaScript, which this browser does not run.
Please allow it for this page, or open the page in another browser.</p></div></main></noscript>
<p class="loading">Loading…</p>
<p class="loading late"><a href="">Nothing happens? Load the page again.</a></p>
</div>
<div id="announcer" class="unseen" role="status"></div>`;
  return document(parts, { title: shell.title, head, body });
}

function plainPage(parts: PageParts, { title, body }: { title: string; body: string }): string {
  const head = ['<meta name="robots" content="noindex">'];
  return document(parts, { title, head, body: `<main class="plain">\n${body}\n</main>` });
}

function document(parts: PageParts, page: { title: string; head: readonly string[]; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${parts.root}/e/assets/${parts.assets.version}/style.css">
${page.head.join('\n')}
</head>
<body>
${page.body}
</body>
</html>
`;
}

function openGraph(properties: Readonly<Record<string, string | null>>): string[] {
  return Object.entries(properties).flatMap(([name, value]) =>
    value === null ? [] : [`<meta property="${name}" content="${escapeHtml(value)}">`],
  );
}

function summaryOf(event: PublishedEvent): string {
  const words = (event.description ?? '').replaceAll(/\s+/g, ' ').trim();
  if (words === '') return `Tickets for ${event.name}. ${whenAndWhere(event)}`;
  if (words.length <= summaryLengthMax) return words;
  return `${words.slice(0, summaryLengthMax).replace(/\s+\S*$/u, '')}…`;
}

function whenAndWhere(event: PublishedEvent): string {
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: event.timezone });
  const place = [event.venueName, event.city].filter((part) => part !== null);
  return [date.format(new Date(event.startsAt)), ...place].join(' · ');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
