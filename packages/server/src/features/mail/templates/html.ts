import type { Language } from '#messages/languages';
import type { Block, Entry, Fact, TicketBlock } from './block.ts';
import { type Accent, light } from './colors.ts';
import { isolate, oneLine, sentence } from './format.ts';

export const fonts = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif";
const monospaced = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

/** The displayed size, in CSS pixels. The image (`qr-image.ts`) has more pixels, so it is sharp on high-density screens. */
const qrSize = 180;

const wrapAnywhere = 'overflow-wrap:anywhere;word-break:break-word';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML and for quoted attributes, and puts it on one line. */
export function escapeHtml(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const escapeName = (text: string) => escapeHtml(isolate(text));

/** How the blocks of an e-mail look. */
export interface Look {
  readonly accent: Accent;
  readonly direction: 'ltr' | 'rtl';
}

/** The names of the sides at which a line starts and ends. Mail programs do not support the logical values of CSS. */
export const sidesOf = ({ direction }: Look) =>
  direction === 'ltr' ? ({ start: 'left', end: 'right' } as const) : ({ start: 'right', end: 'left' } as const);

/** A padding in pixels. */
export function paddingOf(
  { direction }: Look,
  [top, end, bottom, start]: readonly [number, number, number, number],
): string {
  const [right, left] = direction === 'ltr' ? [end, start] : [start, end];
  return `padding:${top}px ${right}px ${bottom}px ${left}px`;
}

/** A code, which is written from left to right in every language. */
const codeHtml = (code: string) => `<span dir="ltr">${escapeHtml(code)}</span>`;

/** Renders a table for layout only, because Outlook supports no other layout. */
export function layoutTable(attributes: string, rows: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows}</table>`;
}

/** Renders a block as HTML for mail programs, with tables and style attributes. */
export function renderHtmlBlock(block: Block, look: Look): string {
  switch (block.type) {
    case 'text':
      return paragraph(escapeHtml(sentence(block.text)), block);
    case 'lines':
      return paragraph(block.lines.map(escapeHtml).join('<br>'));
    case 'heading':
      return `<h2${languageOf(block)} style="margin:32px 0 12px;font-size:18px;line-height:25px;font-weight:600">${escapeHtml(block.text)}</h2>`;
    case 'code':
      return (
        `<p class="well" style="margin:0 0 20px;padding:20px 12px;border-radius:12px;background-color:${light.page};` +
        `font-family:${monospaced};font-size:34px;line-height:40px;font-weight:600;letter-spacing:8px;text-indent:8px;` +
        `text-align:center">${codeHtml(block.code)}</p>`
      );
    case 'facts':
      return facts(block.rows, 16, look);
    case 'list':
      return fullTable(
        block.rows.map((row) => entryRow(row, look)).join('') +
          (block.total === undefined ? '' : totalRow(block.total, look)),
        '0 0 24px',
      );
    case 'ticket':
      return ticket(block, look);
    case 'image':
      return (
        `<div align="center" style="margin:0 0 24px;text-align:center">${qrCode(block.cid, block.label)}` +
        `<p class="soft" style="margin:10px 0 0;font-size:14px;line-height:21px;color:${light.soft}">${escapeHtml(block.caption)}</p></div>`
      );
    case 'link':
      return button(block.label, block.url, look);
  }
}

interface ParagraphOptions {
  readonly tone?: 'quiet';
  readonly language?: Language;
}

function paragraph(html: string, { tone, ...options }: ParagraphOptions = {}): string {
  const language = languageOf(options);
  return tone === 'quiet'
    ? `<p${language} class="soft" style="margin:0 0 20px;font-size:14px;line-height:21px;color:${light.soft};${wrapAnywhere}">${html}</p>`
    : `<p${language} style="margin:0 0 20px;font-size:16px;line-height:25px;${wrapAnywhere}">${html}</p>`;
}

/** The attribute for screen readers, which differs from the language of the e-mail. */
function languageOf({ language }: Pick<ParagraphOptions, 'language'>): string {
  return language === undefined ? '' : ` lang="${language}"`;
}

function fullTable(rows: string, margin: string): string {
  return layoutTable(`width="100%" style="width:100%;margin:${margin};border-collapse:collapse"`, rows);
}

function facts(rows: readonly Fact[], size: 15 | 16, look: Look): string {
  const row = ({ label, value, isCode = false }: Fact) =>
    `<tr><td class="soft" valign="top" style="${paddingOf(look, [3, 14, 3, 0])};font-size:14px;line-height:22px;white-space:nowrap;` +
    `color:${light.soft}">${escapeHtml(label)}</td>` +
    `<td width="100%" valign="top" style="padding:3px 0;font-size:${size}px;line-height:22px;${wrapAnywhere}">${isCode ? codeHtml(value) : escapeName(value)}</td></tr>`;
  return fullTable(rows.map(row).join(''), size === 16 ? '0 0 24px' : '0');
}

function entryRow({ label, value, detail }: Entry, look: Look): string {
  const detailHtml =
    detail === undefined
      ? ''
      : `<br><span class="soft" style="font-size:14px;line-height:20px;color:${light.soft}">${escapeHtml(detail)}</span>`;
  return (
    `<tr><td valign="top" style="${paddingOf(look, [5, 12, 5, 0])};font-size:16px;line-height:22px;${wrapAnywhere}">${escapeName(label)}${detailHtml}</td>` +
    `<td valign="top" align="${sidesOf(look).end}" style="padding:5px 0;font-size:16px;line-height:22px;white-space:nowrap">${escapeHtml(value)}</td></tr>`
  );
}

function totalRow({ label, value }: Fact, look: Look): string {
  const cell = `padding:10px 0 0;border-top:1px solid ${light.line};font-size:16px;line-height:22px;font-weight:600`;
  return (
    `<tr><td class="line" style="${cell}">${escapeHtml(label)}</td>` +
    `<td class="line" align="${sidesOf(look).end}" style="${cell};white-space:nowrap">${escapeHtml(value)}</td></tr>`
  );
}

/** The background is white in dark mode too, because scanners need dark squares on a light background. */
function qrCode(cid: string, label: string): string {
  return (
    `<img src="cid:${escapeHtml(cid)}" width="${qrSize}" height="${qrSize}" alt="${escapeHtml(label)}" ` +
    'style="display:block;margin:0 auto;border:0;border-radius:8px;background-color:#ffffff">'
  );
}

/** The QR code is beside the text. On a phone, it is below the text. */
function ticket({ position, event, title, facts: rows, cid, imageLabel, code }: TicketBlock, look: Look): string {
  const { accent } = look;
  const text =
    `<p class="soft" style="margin:0 0 6px;font-size:13px;line-height:18px;color:${light.soft}">${escapeHtml(position)}</p>` +
    `<p style="margin:0;font-size:18px;line-height:24px;font-weight:700;${wrapAnywhere}">${escapeName(event)}</p>` +
    `<p class="accent" style="margin:2px 0 10px;font-size:16px;line-height:23px;font-weight:600;color:${accent.light.text};${wrapAnywhere}">${escapeName(title)}</p>` +
    facts(rows, 15, look);
  const image =
    qrCode(cid, imageLabel) +
    `<p class="soft" style="margin:6px auto 0;width:112px;font-family:${monospaced};font-size:11px;line-height:15px;` +
    `text-align:center;color:${light.soft};word-break:break-all">${codeHtml(code)}</p>`;
  const row =
    `<tr><td class="stack" valign="top" style="${paddingOf(look, [20, 8, 20, 20])}">${text}</td>` +
    `<td class="stack code" valign="top" width="${qrSize}" style="${paddingOf(look, [20, 20, 16, 8])}">${image}</td></tr>`;
  const style =
    `margin:0 0 16px;border:1px solid ${light.line};border-top:4px solid ${accent.light.background};border-radius:12px;` +
    'border-collapse:separate';
  return layoutTable(`class="ticket" width="100%" style="width:100%;${style}"`, row);
}

function button(label: string, url: string, { accent }: Look): string {
  const { background, ink } = accent.light;
  const style =
    'display:inline-block;padding:12px 24px;border-radius:10px;font-size:16px;line-height:24px;font-weight:600';
  return layoutTable(
    'style="margin:4px 0 28px"',
    `<tr><td class="button" bgcolor="${background}" style="border-radius:10px;background-color:${background}">` +
      `<a class="button" href="${escapeHtml(url)}" style="${style};color:${ink};text-decoration:none">${escapeHtml(label)}</a></td></tr>`,
  );
}
