import { timestamp } from '../../platform/clock.ts';
import { formatsOf, pageTexts } from '../../platform/texts.ts';
import type { Visit } from '../waiting-room/index.ts';
import { accentHead } from './accent-stylesheet.ts';
import { escapeHtml, type Html, htmlDocument, htmlOf } from './document.ts';
import type { PageContext } from './page-context.ts';

/** The state of a visitor who has to wait. */
export type Wait = Exclude<Visit, { state: 'admitted' }>;

interface WaitingPageOptions {
  readonly eventId: string;
  /** The time of the organizer's clock, milliseconds since the epoch. */
  readonly nowMs: number;
}

/**
 * The page of a visitor who waits for the page of an event. Its script asks for the place again and again. Without JavaScript, the
 * browser loads the page again.
 */
export function waitingPage(context: PageContext, wait: Wait, options: WaitingPageOptions): string {
  const { app, language, basePath } = context;
  const texts = pageTexts(language).waitingRoom;
  const { sale, pollSeconds } = wait;
  const when = formatsOf(language).dateRange(sale.startsAt, sale.endsAt, sale.timezone);
  const head = [
    `<meta name="robots" content="noindex">`,
    `<meta property="og:title" content="${escapeHtml(sale.name)}">`,
    ...(sale.posterUrl === null ? [] : [`<meta property="og:image" content="${escapeHtml(sale.posterUrl)}">`]),
    ...accentHead(basePath, sale.accentColor),
    `<noscript><meta http-equiv="refresh" content="${pollSeconds}"></noscript>`,
    `<script type="module" src="${app.urlOf('src/waiting-room.ts')}"></script>`,
  ];
  const body = `<header class="event"><div class="event-words">
<p class="organizer"><bdi>${escapeHtml(sale.organizerName)}</bdi></p>
<h1><bdi>${escapeHtml(sale.name)}</bdi></h1>
<p class="when"><bdi>${escapeHtml(when)}</bdi></p>
</div></header>
<main class="step narrow waiting" id="waiting" data-place="${basePath}/e/${options.eventId}/place?lang=${language}" data-poll="${pollSeconds}"
  data-lost="${escapeHtml(texts.connectionLost)}">
${waitingStatus(context, wait, options)}
</main>
<div id="announcer" class="visually-hidden" role="status"></div>`;
  return htmlDocument(context, { title: texts.title({ event: sale.name }), head, body });
}

/** The part of the page that changes while a visitor waits, as HTML. */
export function waitingStatus({ language }: PageContext, wait: Wait, { nowMs }: WaitingPageOptions): string {
  const texts = pageTexts(language).waitingRoom;
  const time = (iso: string, format: 'clock' | 'date') => ({
    time: formatsOf(language).dateTime(iso, wait.sale.timezone),
    clock: (content: readonly (string | Html)[]) => ({
      html: `<time datetime="${iso}" data-format="${format}">${htmlOf(content)}</time>`,
    }),
  });
  const paragraph = (parts: readonly (string | { html: string })[], name = '') =>
    `<p${name === '' ? '' : ` class="${name}"`}>${htmlOf(parts)}</p>`;
  const updated = paragraph(texts.updated(time(timestamp(nowMs), 'clock')), 'hint');
  const lost =
    'lost' in wait && wait.lost !== null ? `<div class="notice info">${paragraph([texts.lost[wait.lost]])}</div>` : '';
  switch (wait.state) {
    case 'gathering':
      return `${lost}<section class="card waiting-card"><h2>${escapeHtml(texts.gatheringHeading)}</h2>
${paragraph(wait.opensAt > timestamp(nowMs) ? texts.opensAt(time(wait.opensAt, 'date')) : [texts.opening], 'waiting-main')}
${paragraph([texts.gatheringOrder])}
</section>
${paragraph([texts.keepOpen])}${updated}`;
    case 'waiting': {
      const minutes = Math.ceil(wait.waitSeconds / 60);
      const waitText = wait.waitSeconds <= 60 ? texts.lessThanMinute : texts.minutes({ minutes });
      return `${lost}<section class="card waiting-card"><h2>${escapeHtml(texts.heading)}</h2>
${paragraph([texts.ahead({ people: wait.ahead })], 'waiting-main')}
${paragraph([waitText], 'waiting-time')}
${paragraph(texts.turnAt(time(timestamp(nowMs + wait.waitSeconds * 1_000), 'clock')))}
</section>
${paragraph([texts.keepOpen])}${paragraph([texts.yourTurn])}${updated}`;
    }
    case 'sold_out':
      return `<section class="card waiting-card"><h2>${escapeHtml(texts.soldOutHeading)}</h2>
${paragraph([texts.soldOut])}
</section>
${updated}`;
    case 'busy':
      return `<section class="card waiting-card"><h2>${escapeHtml(texts.busyHeading)}</h2>
${paragraph([texts.busy])}
</section>
${updated}`;
  }
}
