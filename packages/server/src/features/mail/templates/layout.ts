import { isHttpsUrl } from '../../../platform/net/link-url.ts';
import type { Block } from './block.ts';
import { type Accent, accentOf, dark, light } from './colors.ts';
import { isolated, oneLine, sentence } from './format.ts';
import { blockAsHtml, escaped, fonts, layoutTable } from './html.ts';
import { blockAsText, underlined } from './text.ts';

/** Whose mail it is, and how to reach them. What is null is left out. */
export interface MailOrganizer {
  readonly name: string;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  readonly websiteUrl: string | null;
  readonly imprintUrl: string | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  /** An image at an https address. */
  readonly logoUrl: string | null;
  /** `#rrggbb`. */
  readonly accentColor: string | null;
}

/** A mail before it has a form. */
export interface Content {
  /** Above and below the mail; null where it is nobody's in particular. */
  readonly organizer: MailOrganizer | null;
  readonly title: string;
  /** What an inbox shows beside the subject. */
  readonly preview: string;
  readonly blocks: readonly Block[];
  /** Why the reader gets it. */
  readonly reason: string;
}

interface Link {
  readonly label: string;
  readonly url: string;
}

/** The same content as plain text and as HTML. */
export function laidOut(content: Content): { text: string; html: string } {
  const shown = content.blocks.filter((block) => block.type !== 'link' || isWebAddress(block.url));
  return { text: asText(content, shown), html: asHtml(content, shown) };
}

/** Anything else in a link could run in the reader's browser. */
function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol);
}

function contactsOf({ contactEmail, contactPhone }: MailOrganizer): string[] {
  return [contactEmail, contactPhone].filter((part) => part !== null).map(oneLine);
}

function linksOf({ websiteUrl, imprintUrl, termsUrl, privacyUrl }: MailOrganizer): Link[] {
  const links = [
    { label: 'Website', url: websiteUrl },
    { label: 'Imprint', url: imprintUrl },
    { label: 'Terms', url: termsUrl },
    { label: 'Privacy', url: privacyUrl },
  ];
  return links.filter((link): link is Link => link.url !== null && isWebAddress(link.url));
}

function asText({ organizer, title, reason }: Content, blocks: readonly Block[]): string {
  const head = organizer === null ? [] : [isolated(organizer.name)];
  const foot =
    organizer === null
      ? []
      : [
          [isolated(organizer.name), ...contactsOf(organizer)].join(' · '),
          ...linksOf(organizer).map(({ label, url }) => `${label}: ${url}`),
        ];
  const parts = [...head, underlined(title, '='), ...blocks.map(blockAsText)];
  // "-- " begins a signature (RFC 3676, section 4.3).
  return `${[...parts, ['-- ', ...foot, sentence(reason)].join('\n')].join('\n\n')}\n`;
}

/** `!important`, since they replace what stands on the elements. */
const styleOf = (accent: Accent) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 520px) {
  .card { padding: 24px 20px 8px !important; }
  .foot { padding: 16px 20px !important; }
  .stack { display: block !important; width: auto !important; padding: 18px 18px 0 !important; }
  .code { padding-bottom: 18px !important; }
}
@media (prefers-color-scheme: dark) {
  body, .page { background-color: ${dark.page} !important; }
  .card { background-color: ${dark.card} !important; border-color: ${accent.dark.ground} !important; }
  .card, .card h1, .card h2, .card p, .card td, .card a { color: ${dark.ink} !important; }
  .page .soft, .page .soft a { color: ${dark.soft} !important; }
  .card .well { background-color: ${dark.page} !important; }
  .card .line { border-color: ${dark.line} !important; }
  .card .ticket { border-color: ${accent.dark.ground} ${dark.line} ${dark.line} !important; }
  .card .accent { color: ${accent.dark.text} !important; }
  .card .button { background-color: ${accent.dark.ground} !important; color: ${accent.dark.ink} !important; }
}`;

/** Outlook for Windows knows no greatest width: for it alone the mail stands in a table of this one. */
const widthMax = 600;

function asHtml({ organizer, title, preview, reason }: Content, blocks: readonly Block[]): string {
  const accent = accentOf(organizer?.accentColor ?? null);
  // Padded, so that an inbox does not fill up the line with what comes next.
  const padding = '&#847;&zwnj;&nbsp;'.repeat(60);
  const card = `${organizer === null ? '' : head(organizer)}<h1 style="margin:0 0 20px;font-size:26px;line-height:32px;font-weight:700;letter-spacing:-0.3px;overflow-wrap:anywhere;word-break:break-word">${escaped(title)}</h1>
${blocks.map((block) => blockAsHtml(block, accent)).join('\n')}`;
  const rows = `
<tr><td class="card" align="left" style="padding:32px 32px 12px;border-top:4px solid ${accent.light.ground};border-radius:12px;background-color:${light.card};font-family:${fonts};color:${light.ink}">
${card}
</td></tr>
<tr><td class="foot" align="left" style="padding:18px 32px;font-family:${fonts}">
${foot(organizer, reason)}
</td></tr>
`;
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escaped(title)}</title>
<style>${styleOf(accent)}
</style>
</head>
<body style="margin:0;padding:0;background-color:${light.page};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;opacity:0">${escaped(sentence(preview))}${padding}</div>
${layoutTable(
  `class="page" width="100%" style="background-color:${light.page}"`,
  `
<tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="${widthMax}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
${layoutTable(`width="100%" style="max-width:${widthMax}px"`, rows)}
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
`,
)}
</body>
</html>
`;
}

/** The name stands beside the logo: the mail says the same where images are not shown. */
function head({ name, logoUrl }: MailOrganizer): string {
  const words = `<td class="soft" valign="middle" style="font-size:15px;line-height:21px;font-weight:600;color:${light.soft};overflow-wrap:anywhere;word-break:break-word">${escaped(isolated(name))}</td>`;
  const logo =
    logoUrl !== null && isHttpsUrl(logoUrl)
      ? `<td valign="middle" style="padding-right:12px"><img src="${escaped(logoUrl)}" height="40" alt="" style="display:block;height:40px;width:auto;max-width:160px;border:0;border-radius:6px"></td>`
      : '';
  return `${layoutTable('style="margin:0 0 18px"', `<tr>${logo}${words}</tr>`)}\n`;
}

function foot(organizer: MailOrganizer | null, reason: string): string {
  const line = (html: string) =>
    `<p class="soft" style="margin:0 0 6px;font-size:13px;line-height:19px;color:${light.soft};overflow-wrap:anywhere;word-break:break-word">${html}</p>`;
  if (organizer === null) return line(escaped(sentence(reason)));
  const link = ({ label, url }: Link) =>
    `<a href="${escaped(url)}" style="color:${light.soft};text-decoration:underline">${escaped(label)}</a>`;
  const contacts = [isolated(organizer.name), ...contactsOf(organizer)].map(escaped);
  const links = linksOf(organizer);
  return [
    line(contacts.join(' · ')),
    ...(links.length === 0 ? [] : [line(links.map(link).join(' · '))]),
    line(escaped(sentence(reason))),
  ].join('\n');
}
