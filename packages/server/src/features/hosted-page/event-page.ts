import type { EventOnSale, PublicOrganizer, PublicTicketType } from '#shared/api';
import { dateRange, formatMoney } from '#shared/dates-and-money';
import { closedReason, closedWords, offerGroups, offerRemark, saleState } from '#shared/offers';
import { unusualDigits } from '../../platform/money.ts';
import { venueLine } from '../../platform/venue.ts';
import { addonsPerOrderMax } from '../inventory/index.ts';
import { escapeHtml, filesAddress, htmlDocument, importMap, type PageParts } from './html.ts';

const summaryLengthMax = 200;
/** A longer description is folded, so that the tickets stay in sight. */
const openDescriptionLengthMax = 280;

/** A page of an event, or of an order whose event is not shown. */
interface Shell {
  readonly title: string;
  readonly head: readonly string[];
  readonly eventId: string;
  readonly header: string;
  /** What is there until the program runs, and where it never does. */
  readonly main: string;
  readonly footer: string;
  readonly data: Readonly<Record<string, string>>;
}

/**
 * An event's page as it is readable without its program: what the event is, and what it sells at which price.
 *
 * @param ref the address below `/e/`: the slug, or the id where the slug is not its alone
 * @param isOrder whether the address names an order, which only the program can show
 */
export function eventPage(
  parts: PageParts,
  event: EventOnSale,
  { ref, nowMs, isOrder }: { ref: string; nowMs: number; isOrder: boolean },
): string {
  const { organizer } = event;
  const address = `${parts.baseUrl}/e/${ref}`;
  const when = dateRange(event.startsAt, event.endsAt, event.timezone);
  const where = venueLine(event.venue);
  const summary = summaryOf(event, [when, where].filter(Boolean).join(' · '));
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
    ...(organizer.accentColor === null
      ? []
      : [
          `<link rel="stylesheet" href="${filesAddress(parts)}/accent-${escapeHtml(organizer.accentColor.slice(1))}.css">`,
        ]),
  ];
  return checkoutPage(parts, {
    title: event.name,
    head,
    eventId: event.id,
    header: headerOf(event, when, where),
    main: isOrder ? orderOpening : mainOf(event, nowMs),
    footer: footerOf(organizer),
    data: { when, where },
  });
}

/** The page of an order whose event is not published (any more): the buyer's tickets are there all the same. */
export function orderPage(parts: PageParts, eventId: string): string {
  return checkoutPage(parts, {
    title: 'Your order',
    head: ['<meta name="robots" content="noindex">'],
    eventId,
    header: '<h1>Your order</h1>',
    main: orderOpening,
    footer: '',
    data: {},
  });
}

function checkoutPage(parts: PageParts, shell: Shell): string {
  const files = filesAddress(parts);
  const api = `${parts.root}/api/public/v1`;
  const [main] = parts.assets.modules;
  const head = [
    ...shell.head,
    `<script type="importmap">${importMap(parts)}</script>`,
    ...parts.assets.modules.map((name) => `<link rel="modulepreload" href="${files}/${name}">`),
    // Asked for beside the scripts, so that a slow network is waited for once.
    `<link rel="preload" as="fetch" crossorigin href="${api}/events/${shell.eventId}">`,
    `<script type="module" src="${files}/${main}"></script>`,
  ];
  const data = {
    event: shell.eventId,
    api,
    page: `${parts.root}/e/${shell.eventId}`,
    name: shell.title,
    decimals: JSON.stringify(unusualDigits),
    'addons-max': String(addonsPerOrderMax),
    ...shell.data,
  };
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escapeHtml(value)}"`);
  const body = `<header class="event">
${shell.header}
</header>
<div id="app" ${attributes.join('\n')}>
${shell.main}
<p class="late"><a href="">Nothing happens? Load the page again.</a></p>
</div>
<footer>
${shell.footer}
</footer>
<div id="announcer" class="unseen" role="status"></div>`;
  return htmlDocument(parts, { title: shell.title, head, body });
}

/** The direction of the name is that of all beside it, so that they line up. */
function headerOf(event: EventOnSale, when: string, where: string): string {
  const { organizer, posterUrl, description } = event;
  const logo =
    organizer.logoUrl === null
      ? ''
      : `<img class="logo" src="${escapeHtml(organizer.logoUrl)}" alt="" referrerpolicy="no-referrer">`;
  return `${posterUrl === null ? '' : `<img class="poster" src="${escapeHtml(posterUrl)}" alt="" referrerpolicy="no-referrer">`}
<div class="event-words" dir="auto">
<p class="organizer">${logo}<bdi>${escapeHtml(organizer.name)}</bdi></p>
<h1>${escapeHtml(event.name)}</h1>
<p class="when"><bdi>${escapeHtml(when)}</bdi></p>
${where === '' ? '' : `<p class="where"><bdi>${escapeHtml(where)}</bdi></p>`}
${description === null || description.trim() === '' ? '' : descriptionOf(description)}
</div>`;
}

function descriptionOf(text: string): string {
  const words = `<p class="description" dir="auto">${escapeHtml(text)}</p>`;
  if (text.length <= openDescriptionLengthMax) return words;
  return `<details class="about"><summary><bdi>About this event</bdi></summary>${words}</details>`;
}

function mainOf(event: EventOnSale, nowMs: number): string {
  const closed = closedReason(event, nowMs);
  const groups = offerGroups(event.ticketTypes).map(
    ({ heading, types }) => `<section class="card offers">
${heading === null ? '' : `<h3 dir="auto">${escapeHtml(heading)}</h3>`}
<ul>
${types.map((type) => offerOf(type, event, nowMs)).join('\n')}
</ul>
</section>`,
  );
  return `<main class="step">
<h2>${closed === null ? 'Choose your tickets' : 'Tickets'}</h2>
${closed === null ? '' : `<div class="notice info"><p>${escapeHtml(closed)}</p></div>`}
${
  closed === null
    ? `<noscript><div class="notice info"><p>Buying tickets here needs JavaScript. Please allow it for this page, or open the page in another
browser.</p></div></noscript>`
    : ''
}
${event.ticketTypes.length === 0 ? '' : `<div class="columns"><div class="content">\n${groups.join('\n')}\n</div></div>`}
</main>`;
}

function offerOf(type: PublicTicketType, event: EventOnSale, nowMs: number): string {
  const sale = saleState(type, event, nowMs);
  const cost = type.price === 0 ? 'Free' : formatMoney(type.price, event.currency, unusualDigits[event.currency] ?? 2);
  const remark = offerRemark(type, event, nowMs);
  const more = [
    type.description === null ? '' : `<p dir="auto">${escapeHtml(type.description)}</p>`,
    remark === '' ? '' : `<p class="hint">${escapeHtml(remark)}</p>`,
  ].join('');
  return `<li class="offer${sale === 'on_sale' ? '' : ' closed'}">
<p class="offer-name" dir="auto">${escapeHtml(type.name)}</p>
<p class="cost">${escapeHtml(cost)}</p>
${more === '' ? '' : `<div class="offer-more">${more}</div>`}
${sale === 'on_sale' ? '<span class="stepper"></span>' : `<p class="closed-words">${closedWords[sale]}</p>`}
</li>`;
}

const orderOpening = `<main class="step">
<p class="opening"><span class="spinner" aria-hidden="true"></span>Opening your order…</p>
<noscript><div class="notice info"><p>Opening an order needs JavaScript. Please allow it for this page, or open the page in another browser.
Your tickets are also in the e-mail that this link came with.</p></div></noscript>
</main>`;

function footerOf(organizer: PublicOrganizer): string {
  const { name, contactEmail, contactPhone, websiteUrl, imprintUrl, termsUrl, privacyUrl } = organizer;
  const links = [
    ['Website', websiteUrl],
    ['Contact', contactEmail === null ? null : mailAddress(contactEmail)],
    [contactPhone ?? '', contactPhone === null ? null : `tel:${contactPhone.replaceAll(/[^+\d]/g, '')}`],
    ['Imprint', imprintUrl],
    ['Terms', termsUrl],
    ['Privacy', privacyUrl],
  ].flatMap(([words, href]) =>
    href ? [`<li><a href="${escapeHtml(href)}" rel="noopener">${escapeHtml(words!)}</a></li>`] : [],
  );
  return `<p>Tickets are sold by <bdi>${escapeHtml(name)}</bdi>.</p>
${links.length === 0 ? '' : `<ul class="links">${links.join('')}</ul>`}`;
}

/** RFC 6068: what has a meaning in such an address is encoded. */
function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
}

function openGraph(properties: Readonly<Record<string, string | null>>): string[] {
  return Object.entries(properties).flatMap(([name, value]) =>
    value === null ? [] : [`<meta property="${name}" content="${escapeHtml(value)}">`],
  );
}

function summaryOf(event: EventOnSale, whenAndWhere: string): string {
  const words = (event.description ?? '').replaceAll(/\s+/g, ' ').trim();
  if (words === '') return `Tickets for ${event.name}. ${whenAndWhere}`;
  if (words.length <= summaryLengthMax) return words;
  return `${words.slice(0, summaryLengthMax).replace(/\s+\S*$/u, '')}…`;
}
