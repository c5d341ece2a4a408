import { pageTexts } from '../../platform/texts.ts';
import { escapeHtml, htmlDocument } from './document.ts';
import type { PageContext } from './page-context.ts';

/** The page for a URL that names no published event. */
export function notFoundPage(context: PageContext): string {
  const page = pageTexts(context.language);
  return plainPage(context, {
    title: page.notFound,
    body: `<h1>${escapeHtml(page.notFoundHeading)}</h1>
<p>${escapeHtml(page.notFoundText)}</p>
<p>${escapeHtml(page.notFoundTickets)}</p>`,
  });
}

/** The page for the link to a preview that has expired, or whose event is archived. */
export function previewEndedPage(context: PageContext): string {
  const { ended, endedText } = pageTexts(context.language).preview;
  return plainPage(context, {
    title: ended,
    body: `<h1>${escapeHtml(ended)}</h1>\n<p>${escapeHtml(endedText)}</p>`,
  });
}

function plainPage(context: PageContext, { title, body }: { title: string; body: string }): string {
  return htmlDocument(context, {
    title,
    head: ['<meta name="robots" content="noindex">'],
    body: `<main class="plain">\n${body}\n</main>`,
  });
}
