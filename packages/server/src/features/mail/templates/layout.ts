import { directionOf, type Language } from '#messages/languages';
import { isHttpsUrl } from '../../../platform/net/link-url.ts';
import { mailTexts } from '../../../platform/texts.ts';
import type { Block } from './block.ts';
import { type Accent, accentOf, dark, light } from './colors.ts';
import { isolate, oneLine, sentence } from './format.ts';
import { escapeHtml, fonts, type Look, layoutTable, paddingOf, renderHtmlBlock, sidesOf } from './html.ts';
import { renderTextBlock, underline } from './text.ts';

/** The organizer in the header and footer of an e-mail. Fields that are null are omitted. */
export interface MailOrganizer {
  readonly name: string;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  readonly websiteUrl: string | null;
  readonly imprintUrl: string | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  /** The URL of an image, https. */
  readonly logoUrl: string | null;
  /** `#rrggbb`. */
  readonly accentColor: string | null;
}

/** The content of an e-mail, before it is rendered. */
export interface Content {
  readonly language: Language;
  /** The organizer in whose name the e-mail is sent; null for an e-mail of the platform. */
  readonly organizer: MailOrganizer | null;
  readonly title: string;
  /** The text that an inbox shows next to the subject. */
  readonly preview: string;
  readonly blocks: readonly Block[];
  /** The sentence in the footer that says why the recipient received the e-mail. */
  readonly reason: string;
}

interface Link {
  readonly label: string;
  readonly url: string;
}

/** Renders the same content as plain text and as HTML. */
export function renderContent(content: Content): { text: string; html: string } {
  const blocks = content.blocks.filter((block) => block.type !== 'link' || isWebUrl(block.url));
  return { text: renderText(content, blocks), html: renderHtml(content, blocks) };
}

/** Adds a sentence above a rendered e-mail. */
export function withNotice<M extends { readonly text: string; readonly html: string }>(mail: M, notice: string): M {
  const style = `margin:0;padding:10px 12px;background-color:#fff3bf;color:#3d2e00;font-family:${fonts};font-size:14px;line-height:21px;text-align:center`;
  const paragraph = `<p style="${style}">${escapeHtml(sentence(notice))}</p>`;
  const html = mail.html.replace(contentStart, () => `${contentStart}${paragraph}`);
  return { ...mail, text: `${sentence(notice)}\n\n${mail.text}`, html };
}

/** Whether a link is shown. Links with other schemes, such as `javascript:`, are omitted. */
function isWebUrl(url: string): boolean {
  return URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol);
}

function contactsOf({ contactEmail, contactPhone }: MailOrganizer): string[] {
  return [contactEmail, contactPhone].filter((part) => part !== null).map(oneLine);
}

function linksOf({ websiteUrl, imprintUrl, termsUrl, privacyUrl }: MailOrganizer, language: Language): Link[] {
  const texts = mailTexts(language).links;
  const links = [
    { label: texts.website, url: websiteUrl },
    { label: texts.imprint, url: imprintUrl },
    { label: texts.terms, url: termsUrl },
    { label: texts.privacy, url: privacyUrl },
  ];
  return links.filter((link): link is Link => link.url !== null && isWebUrl(link.url));
}

function renderText({ language, organizer, title, reason }: Content, blocks: readonly Block[]): string {
  const nameLine = organizer === null ? [] : [isolate(organizer.name)];
  const contactLines =
    organizer === null
      ? []
      : [
          [isolate(organizer.name), ...contactsOf(organizer)].join(' · '),
          ...linksOf(organizer, language).map(({ label, url }) => `${label}: ${url}`),
        ];
  const parts = [...nameLine, underline(title, '='), ...blocks.map(renderTextBlock)];
  // "-- " starts a signature (RFC 3676, section 4.3).
  return `${[...parts, ['-- ', ...contactLines, sentence(reason)].join('\n')].join('\n\n')}\n`;
}

/** The rules need `!important` to override the style attributes of elements. */
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
  .card { background-color: ${dark.card} !important; border-color: ${accent.dark.background} !important; }
  .card, .card h1, .card h2, .card p, .card td, .card a { color: ${dark.ink} !important; }
  .page .soft, .page .soft a { color: ${dark.soft} !important; }
  .card .well { background-color: ${dark.page} !important; }
  .card .line { border-color: ${dark.line} !important; }
  .card .ticket { border-color: ${accent.dark.background} ${dark.line} ${dark.line} !important; }
  .card .accent { color: ${accent.dark.text} !important; }
  .card .button { background-color: ${accent.dark.background} !important; color: ${accent.dark.ink} !important; }
}`;

/** What precedes the visible content in the HTML. */
const contentStart = '<!-- content -->';

/** The maximum width. Outlook for Windows does not support `max-width`, so it gets a table with this width. */
const maxWidth = 600;

function renderHtml({ language, organizer, title, preview, reason }: Content, blocks: readonly Block[]): string {
  const accent = accentOf(organizer?.accentColor ?? null);
  const direction = directionOf(language);
  const look: Look = { accent, direction };
  const { start } = sidesOf(look);
  // If the preview is short, an inbox would show the following text too. Invisible padding prevents this.
  const padding = '&#847;&zwnj;&nbsp;'.repeat(60);
  const card = `${organizer === null ? '' : header(organizer, look)}<h1 style="margin:0 0 20px;font-size:26px;line-height:32px;font-weight:700;letter-spacing:-0.3px;overflow-wrap:anywhere;word-break:break-word">${escapeHtml(title)}</h1>
${blocks.map((block) => renderHtmlBlock(block, look)).join('\n')}`;
  const rows = `
<tr><td class="card" align="${start}" style="padding:32px 32px 12px;border-top:4px solid ${accent.light.background};border-radius:12px;background-color:${light.card};font-family:${fonts};color:${light.ink}">
${card}
</td></tr>
<tr><td class="foot" align="${start}" style="padding:18px 32px;font-family:${fonts}">
${footer(language, organizer, reason)}
</td></tr>
`;
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(title)}</title>
<style>${styleOf(accent)}
</style>
</head>
<body style="margin:0;padding:0;background-color:${light.page};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;opacity:0">${escapeHtml(sentence(preview))}${padding}</div>
${contentStart}${layoutTable(
  `class="page" dir="${direction}" width="100%" style="background-color:${light.page}"`,
  `
<tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="${maxWidth}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
${layoutTable(`width="100%" style="max-width:${maxWidth}px"`, rows)}
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
`,
)}
</body>
</html>
`;
}

/** The logo and the name of the organizer. The name is needed because mail programs can block images. */
function header({ name, logoUrl }: MailOrganizer, look: Look): string {
  const nameCell = `<td class="soft" valign="middle" style="font-size:15px;line-height:21px;font-weight:600;color:${light.soft};overflow-wrap:anywhere;word-break:break-word">${escapeHtml(isolate(name))}</td>`;
  const logoCell =
    logoUrl !== null && isHttpsUrl(logoUrl)
      ? `<td valign="middle" style="${paddingOf(look, [0, 12, 0, 0])}"><img src="${escapeHtml(logoUrl)}" height="40" alt="" style="display:block;height:40px;width:auto;max-width:160px;border:0;border-radius:6px"></td>`
      : '';
  return `${layoutTable('style="margin:0 0 18px"', `<tr>${logoCell}${nameCell}</tr>`)}\n`;
}

function footer(language: Language, organizer: MailOrganizer | null, reason: string): string {
  const line = (html: string) =>
    `<p class="soft" style="margin:0 0 6px;font-size:13px;line-height:19px;color:${light.soft};overflow-wrap:anywhere;word-break:break-word">${html}</p>`;
  if (organizer === null) return line(escapeHtml(sentence(reason)));
  const link = ({ label, url }: Link) =>
    `<a href="${escapeHtml(url)}" style="color:${light.soft};text-decoration:underline">${escapeHtml(label)}</a>`;
  const contacts = [isolate(organizer.name), ...contactsOf(organizer)].map(escapeHtml);
  const links = linksOf(organizer, language);
  return [
    line(contacts.join(' · ')),
    ...(links.length === 0 ? [] : [line(links.map(link).join(' · '))]),
    line(escapeHtml(sentence(reason))),
  ].join('\n');
}
