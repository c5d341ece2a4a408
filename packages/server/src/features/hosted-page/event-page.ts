import type { EventOnSale, PublicAddon, PublicOrganizer, PublicTicketType } from '#shared/api';
import { offerNote, saleClosedText } from '#shared/sale-texts';
import { reasonNotOnSale, saleOf, ticketTypeGroups } from '#shared/ticket-types';
import { markdownHtml, markdownText } from '../../platform/markdown.ts';
import { checkoutTexts, dateLocaleOf, formatsOf, pageTexts } from '../../platform/texts.ts';
import { venueLine } from '../../platform/venue.ts';
import { maxAddonsPerOrder } from '../inventory/index.ts';
import { accentHead } from './accent-stylesheet.ts';
import { escapeHtml, htmlDocument, htmlOf } from './document.ts';
import type { PageContext } from './page-context.ts';

const maxSummaryLength = 200;
/** A longer description is collapsed at first, so that the tickets are visible without scrolling. */
const maxOpenDescriptionLength = 280;

/** The parts of a page with the checkout program. */
interface CheckoutPage {
  readonly title: string;
  readonly head: readonly string[];
  readonly eventId: string;
  /** HTML above the header. */
  readonly above?: string;
  readonly header: string;
  /** HTML that is shown until the program starts, and in browsers without JavaScript. */
  readonly main: string;
  /** HTML that the program shows. */
  readonly templates: string;
  readonly footer: string;
  readonly data: Readonly<Record<string, string>>;
}

interface EventPageOptions {
  /** The time of the organizer's clock, milliseconds since the epoch. */
  readonly nowMs: number;
  /** By how much this clock is ahead of the server's. */
  readonly aheadMs: number;
  /** The order that the URL names, which only the checkout program can show; empty if the page finds the orders of a buyer. */
  readonly order: unknown;
  readonly isSandbox: boolean;
}

/**
 * The page of an event. Without JavaScript it shows the event and its ticket types with their prices.
 */
export function eventPage(
  context: PageContext,
  event: EventOnSale,
  { nowMs, aheadMs, order, isSandbox }: EventPageOptions,
): string {
  const { organizer } = event;
  const { language, baseUrl, basePath } = context;
  const url = `${baseUrl}/e/${event.publicSlug ?? event.id}`;
  const when = formatsOf(language).dateRange(event.startsAt, event.endsAt, event.timezone);
  const where = venueLine(event.venue, dateLocaleOf(language));
  const summary =
    summaryOf(event) ??
    pageTexts(language).summary({ event: event.name, whenAndWhere: [when, where].filter(Boolean).join(' · ') });
  const head = [
    `<meta name="description" content="${escapeHtml(summary)}">`,
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...openGraph({
      'og:type': 'website',
      'og:title': event.name,
      'og:description': summary,
      'og:url': url,
      'og:image': event.posterUrl,
    }),
    `<meta name="twitter:card" content="${event.posterUrl === null ? 'summary' : 'summary_large_image'}">`,
    ...accentHead(basePath, organizer.accentColor),
    ...(isSandbox ? [noIndex] : []),
  ];
  return checkoutPage(context, {
    title: event.name,
    head,
    eventId: event.id,
    above: sandboxNotice(context, isSandbox),
    header: headerHtml(context, event, when, where),
    main: order === undefined ? offersHtml(context, event, nowMs) : openingOrderHtml(context),
    templates: templatesHtml(event),
    footer: `${order === '' ? '' : findTicketsHtml(context, event.id)}\n${footerHtml(context, organizer)}`,
    data: { when, where, ...(aheadMs > 0 ? { 'ahead-ms': String(aheadMs) } : {}) },
  });
}

/**
 * The preview of a draft: the page of the event with a notice, with which nothing can be bought. It contains the event, because the
 * public endpoints return only published events.
 *
 * @param expiresAt RFC 3339
 */
export function previewPage(
  context: PageContext,
  event: EventOnSale,
  { nowMs, expiresAt, isSandbox }: { nowMs: number; expiresAt: string; isSandbox: boolean },
): string {
  const { language, basePath } = context;
  const { preview } = pageTexts(language);
  const formats = formatsOf(language);
  const when = formats.dateRange(event.startsAt, event.endsAt, event.timezone);
  const where = venueLine(event.venue, dateLocaleOf(language));
  const notice = preview.notice({ until: formats.dateTime(expiresAt, event.timezone) });
  return checkoutPage(context, {
    title: preview.title({ event: event.name }),
    head: [noIndex, ...accentHead(basePath, event.organizer.accentColor)],
    eventId: event.id,
    above: sandboxNotice(context, isSandbox) + noticeHtml(preview.label, notice),
    header: headerHtml(context, event, when, where),
    main: offersHtml(context, event, nowMs),
    templates: templatesHtml(event),
    footer: footerHtml(context, event.organizer),
    data: { when, where, preview: JSON.stringify(event) },
  });
}

/** The page of an order whose event is no longer published. It has no data of the event. */
export function orderPage(context: PageContext, eventId: string, { isSandbox }: { isSandbox: boolean }): string {
  const title = checkoutTexts(context.language).yourOrder;
  return checkoutPage(context, {
    title,
    head: [noIndex],
    eventId,
    above: sandboxNotice(context, isSandbox),
    header: `<h1>${escapeHtml(title)}</h1>`,
    main: openingOrderHtml(context),
    templates: '',
    footer: '',
    data: {},
  });
}

const noIndex = '<meta name="robots" content="noindex">';

/** The notice on each page of a sandbox; empty for a live organizer. */
function sandboxNotice({ language }: PageContext, isSandbox: boolean): string {
  const { label, notice } = pageTexts(language).testMode;
  return isSandbox ? noticeHtml(label, notice) : '';
}

function noticeHtml(label: string, notice: string): string {
  return `<p class="preview" role="note"><strong>${escapeHtml(label)}</strong> ${escapeHtml(notice)}</p>\n`;
}

function checkoutPage(context: PageContext, page: CheckoutPage): string {
  const { app, language, basePath } = context;
  const api = `${basePath}/api/public/v1`;
  const isPreview = 'preview' in page.data;
  const texts = app.urlOf(`../../packages/messages/src/${language}/checkout.ts`);
  const head = [
    ...page.head,
    `<script type="module" src="${app.urlOf('src/main.ts')}"></script>`,
    `<link rel="modulepreload" href="${texts}">`,
    // The browser sends this request at the same time as the requests for the scripts, which saves a round trip.
    ...(isPreview
      ? []
      : [`<link rel="preload" as="fetch" crossorigin href="${api}/events/${page.eventId}?lang=${language}">`]),
  ];
  const data = {
    event: page.eventId,
    api,
    page: `${basePath}/e/${page.eventId}`,
    texts,
    name: page.title,
    'addons-max': String(maxAddonsPerOrder),
    ...page.data,
  };
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escapeHtml(value)}"`);
  const body = `${page.above ?? ''}<header class="event">
${page.header}
</header>
<div id="app" ${attributes.join('\n')}>
${page.main}
<p class="reload-hint"><a href="">${escapeHtml(pageTexts(language).reload)}</a></p>
</div>
${page.templates}
<footer>
${page.footer}
</footer>
<div id="announcer" class="visually-hidden" role="status"></div>`;
  return htmlDocument(context, { title: page.title, head, body });
}

/** All lines are aligned to the side of the page's language. A name from right to left is written in its own direction. */
function headerHtml({ language }: PageContext, event: EventOnSale, when: string, where: string): string {
  const { organizer, posterUrl, description } = event;
  const logo =
    organizer.logoUrl === null
      ? ''
      : `<img class="logo" src="${escapeHtml(organizer.logoUrl)}" alt="" referrerpolicy="no-referrer">`;
  return `${posterUrl === null ? '' : `<img class="poster" src="${escapeHtml(posterUrl)}" alt="" referrerpolicy="no-referrer">`}
<div class="event-words">
<p class="organizer">${logo}<bdi>${escapeHtml(organizer.name)}</bdi></p>
<h1><bdi>${escapeHtml(event.name)}</bdi></h1>
<p class="when"><bdi>${escapeHtml(when)}</bdi></p>
${where === '' ? '' : `<p class="where"><bdi>${escapeHtml(where)}</bdi></p>`}
${description === null || description.trim() === '' ? '' : descriptionHtml(description, pageTexts(language).about)}
</div>`;
}

function descriptionHtml(text: string, heading: string): string {
  const html = formattedHtml(text, { headingLevel: 2 });
  if (text.length <= maxOpenDescriptionLength) return html;
  return `<details class="about"><summary><bdi>${escapeHtml(heading)}</bdi></summary>${html}</details>`;
}

/** A description of the organizer. */
function formattedHtml(markdown: string, options: { headingLevel: number }): string {
  return `<div class="description" dir="auto">${markdownHtml(markdown, options)}</div>`;
}

/** Ticket types are below headings of level 3. */
const offerDescriptionHtml = (description: string) => formattedHtml(description, { headingLevel: 4 });

/** The descriptions of ticket types, for the program. */
function templatesHtml({ ticketTypes }: EventOnSale): string {
  return ticketTypes
    .map(({ id, description }) =>
      description === null ? '' : `<template id="about-${id}">${offerDescriptionHtml(description)}</template>`,
    )
    .join('');
}

function saleTexts({ language }: PageContext) {
  return { ...checkoutTexts(language), formats: formatsOf(language) };
}

function offersHtml(context: PageContext, event: EventOnSale, nowMs: number): string {
  const texts = saleTexts(context);
  const { offers } = texts;
  const notOnSale = reasonNotOnSale(event, nowMs);
  const groups = ticketTypeGroups(event.ticketTypes, offers.otherTickets).map(
    ({ heading, types }) => `<section class="card offers">
${heading === null ? '' : `<h3 dir="auto">${escapeHtml(heading)}</h3>`}
<ul>
${types.map((type) => ticketTypeHtml(texts, type, event, nowMs)).join('\n')}
</ul>
</section>`,
  );
  const notice = (text: string) => `<div class="notice info"><p>${escapeHtml(text)}</p></div>`;
  return `<main class="step">
<h2>${escapeHtml(notOnSale === null ? offers.heading : offers.closedHeading)}</h2>
${
  notOnSale === null
    ? `<noscript>${notice(pageTexts(context.language).needsScript)}</noscript>`
    : notice(saleClosedText(texts, notOnSale, event.timezone))
}
${event.ticketTypes.length === 0 ? '' : `<div class="columns"><div class="content">\n${groups.join('\n')}\n${notOnSale === null ? addonsHtml(texts, event) : ''}</div></div>`}
</main>`;
}

type SaleTexts = ReturnType<typeof saleTexts>;

function ticketTypeHtml(texts: SaleTexts, type: PublicTicketType, event: EventOnSale, nowMs: number): string {
  const sale = saleOf(type, event, nowMs);
  return offerHtml(texts, type, {
    description: type.description,
    note: offerNote(texts, sale, type, event),
    closed: texts.offers.closed[sale.state],
  });
}

function costOf({ free, formats }: SaleTexts, { price, currency }: Pick<PublicAddon, 'price' | 'currency'>): string {
  return price === 0 ? free : formats.money(price, currency);
}

/** The add-ons of the order, and the names and prices of those that are chosen for each person. */
function addonsHtml(texts: SaleTexts, { addons }: EventOnSale): string {
  if (addons.length === 0) return '';
  const { offers, formats } = texts;
  const ofHolders = addons.filter(({ assignedTo }) => assignedTo === 'holder');
  const ofOrder = addons.filter(({ assignedTo }) => assignedTo === 'order');
  const rows = ofOrder.map((addon) =>
    offerHtml(texts, addon, {
      description: null,
      note: addon.unitsPerPurchase > 1 ? offers.usesEach({ uses: addon.unitsPerPurchase }) : '',
      closed: addon.soldOut ? offers.closed.sold_out : '',
    }),
  );
  const names = formats.list(ofHolders.map((addon) => `${addon.name} (${costOf(texts, addon)})`));
  return `<section class="card offers">
<h3>${escapeHtml(offers.extras)}</h3>
${rows.length === 0 ? '' : `<ul>${rows.join('\n')}</ul>`}
${ofHolders.length === 0 ? '' : `<p class="hint">${escapeHtml(offers.forPersons({ names }))}</p>`}
</section>
`;
}

/** @param closed the reason why the offer cannot be chosen; empty if it can be chosen */
function offerHtml(
  texts: SaleTexts,
  offer: Pick<PublicAddon, 'name' | 'price' | 'currency'>,
  { description, note, closed }: { description: string | null; note: string; closed: string },
): string {
  const details = [
    description === null ? '' : offerDescriptionHtml(description),
    note === '' ? '' : `<p class="hint">${escapeHtml(note)}</p>`,
  ].join('');
  return `<li class="offer${closed === '' ? '' : ' closed'}">
<p class="offer-name" dir="auto">${escapeHtml(offer.name)}</p>
<p class="cost">${escapeHtml(costOf(texts, offer))}</p>
${details === '' ? '' : `<div class="offer-more">${details}</div>`}
${closed === '' ? '<span class="stepper"></span>' : `<p class="closed-words">${escapeHtml(closed)}</p>`}
</li>`;
}

function openingOrderHtml({ language }: PageContext): string {
  const page = pageTexts(language);
  return `<main class="step">
<p class="loading"><span class="spinner" aria-hidden="true"></span>${escapeHtml(page.openingOrder)}</p>
<noscript><div class="notice info"><p>${escapeHtml(page.orderNeedsScript)}</p></div></noscript>
</main>`;
}

function footerHtml({ language }: PageContext, organizer: PublicOrganizer): string {
  const page = pageTexts(language);
  const { name, contactEmail, contactPhone, websiteUrl, imprintUrl, termsUrl, privacyUrl } = organizer;
  const links = [
    linkHtml(page.links.website, websiteUrl),
    contactEmail === null ? '' : linkHtml(page.links.contact, mailtoUrl(contactEmail)),
    contactPhone === null ? '' : linkHtml(contactPhone, `tel:${contactPhone.replaceAll(/[^+\d]/g, '')}`),
    linkHtml(page.links.imprint, imprintUrl),
    linkHtml(page.links.terms, termsUrl),
    linkHtml(page.links.privacy, privacyUrl),
  ].join('');
  return `<p>${htmlOf(page.soldBy({ organizer: name, name: (content) => ({ html: `<bdi>${htmlOf(content)}</bdi>` }) }))}</p>
${links === '' ? '' : `<ul class="links">${links}</ul>`}`;
}

/** The link to the form with which buyers find their orders for an event. */
function findTicketsHtml({ language, isLanguageInUrl, basePath }: PageContext, eventId: string): string {
  const query = isLanguageInUrl ? `lang=${language}&amp;order` : 'order';
  return `<p><a href="${basePath}/e/${eventId}?${query}">${escapeHtml(pageTexts(language).findTickets)}</a></p>`;
}

function linkHtml(text: string, url: string | null): string {
  return url ? `<li><a href="${escapeHtml(url)}" rel="noopener"><bdi>${escapeHtml(text)}</bdi></a></li>` : '';
}

/** A `mailto` URL. Characters with a special meaning in such URLs are percent-encoded (RFC 6068). */
function mailtoUrl(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
}

function openGraph(properties: Readonly<Record<string, string | null>>): string[] {
  return Object.entries(properties).flatMap(([name, value]) =>
    value === null ? [] : [`<meta property="${name}" content="${escapeHtml(value)}">`],
  );
}

/** The first words of the description, or null if there is none. */
function summaryOf({ description }: EventOnSale): string | null {
  const text = markdownText(description ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (text === '') return null;
  if (text.length <= maxSummaryLength) return text;
  return `${text.slice(0, maxSummaryLength).replace(/\s+\S*$/u, '')}…`;
}
