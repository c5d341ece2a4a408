import type { Block, Entry, Fact, TicketBlock } from './block.ts';
import { type Accent, light } from './colors.ts';
import { isolated, oneLine, sentence } from './format.ts';

export const fonts = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif";
const monospaced = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

/** Shown smaller than its pixels, so that it stays sharp on dense screens. */
const qrSize = 180;

const breaks = 'overflow-wrap:anywhere;word-break:break-word';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text from outside, on one line, as part of HTML or of an attribute in quotes. */
export function escaped(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (character) => entities[character]!);
}

const shown = (text: string) => escaped(isolated(text));

/** A table that places things and means nothing by it: what Outlook understands. */
export function layoutTable(attributes: string, rows: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows}</table>`;
}

/** A block in HTML that mail programs understand: tables, and styles on the elements themselves. */
export function blockAsHtml(block: Block, accent: Accent): string {
  switch (block.type) {
    case 'text':
      return paragraph(escaped(sentence(block.text)), block.tone);
    case 'lines':
      return paragraph(block.lines.map(escaped).join('<br>'));
    case 'heading':
      return `<h2 style="margin:32px 0 12px;font-size:18px;line-height:25px;font-weight:600">${escaped(block.text)}</h2>`;
    case 'code':
      return (
        `<p class="well" style="margin:0 0 20px;padding:20px 12px;border-radius:12px;background-color:${light.page};` +
        `font-family:${monospaced};font-size:34px;line-height:40px;font-weight:600;letter-spacing:8px;text-indent:8px;` +
        `text-align:center">${escaped(block.code)}</p>`
      );
    case 'facts':
      return facts(block.rows, 16);
    case 'list':
      return fullTable(
        block.rows.map(entryRow).join('') + (block.total === undefined ? '' : totalRow(block.total)),
        '0 0 24px',
      );
    case 'ticket':
      return ticket(block, accent);
    case 'image':
      return (
        `<div align="center" style="margin:0 0 24px;text-align:center">${qrCode(block.cid, block.label)}` +
        `<p class="soft" style="margin:10px 0 0;font-size:14px;line-height:21px;color:${light.soft}">${escaped(block.caption)}</p></div>`
      );
    case 'link':
      return button(block.label, block.url, accent);
  }
}

function paragraph(html: string, tone?: 'quiet'): string {
  return tone === 'quiet'
    ? `<p class="soft" style="margin:0 0 20px;font-size:14px;line-height:21px;color:${light.soft};${breaks}">${html}</p>`
    : `<p style="margin:0 0 20px;font-size:16px;line-height:25px;${breaks}">${html}</p>`;
}

function fullTable(rows: string, margin: string): string {
  return layoutTable(`width="100%" style="width:100%;margin:${margin};border-collapse:collapse"`, rows);
}

function facts(rows: readonly Fact[], size: 15 | 16): string {
  const row = ({ label, value }: Fact) =>
    `<tr><td class="soft" valign="top" style="padding:3px 14px 3px 0;font-size:14px;line-height:22px;white-space:nowrap;` +
    `color:${light.soft}">${escaped(label)}</td>` +
    `<td width="100%" valign="top" style="padding:3px 0;font-size:${size}px;line-height:22px;${breaks}">${shown(value)}</td></tr>`;
  return fullTable(rows.map(row).join(''), size === 16 ? '0 0 24px' : '0');
}

function entryRow({ label, value, detail }: Entry): string {
  const more =
    detail === undefined
      ? ''
      : `<br><span class="soft" style="font-size:14px;line-height:20px;color:${light.soft}">${escaped(detail)}</span>`;
  return (
    `<tr><td valign="top" style="padding:5px 12px 5px 0;font-size:16px;line-height:22px;${breaks}">${shown(label)}${more}</td>` +
    `<td valign="top" align="right" style="padding:5px 0;font-size:16px;line-height:22px;white-space:nowrap">${escaped(value)}</td></tr>`
  );
}

function totalRow({ label, value }: Fact): string {
  const cell = `padding:10px 0 0;border-top:1px solid ${light.line};font-size:16px;line-height:22px;font-weight:600`;
  return (
    `<tr><td class="line" style="${cell}">${escaped(label)}</td>` +
    `<td class="line" align="right" style="${cell};white-space:nowrap">${escaped(value)}</td></tr>`
  );
}

/** White around the code in the dark form too: scanners need dark squares on a light ground. */
function qrCode(cid: string, label: string): string {
  return (
    `<img src="cid:${escaped(cid)}" width="${qrSize}" height="${qrSize}" alt="${escaped(label)}" ` +
    'style="display:block;margin:0 auto;border:0;border-radius:8px;background-color:#ffffff">'
  );
}

/** Words at the left, the code at the right; on a telephone the code comes below them. */
function ticket({ place, event, title, facts: rows, cid, imageLabel, code }: TicketBlock, accent: Accent): string {
  const words =
    `<p class="soft" style="margin:0 0 6px;font-size:13px;line-height:18px;color:${light.soft}">${escaped(place)}</p>` +
    `<p style="margin:0;font-size:18px;line-height:24px;font-weight:700;${breaks}">${shown(event)}</p>` +
    `<p class="accent" style="margin:2px 0 10px;font-size:16px;line-height:23px;font-weight:600;color:${accent.light.text};${breaks}">${shown(title)}</p>` +
    facts(rows, 15);
  const scanned =
    qrCode(cid, imageLabel) +
    `<p class="soft" style="margin:6px auto 0;width:112px;font-family:${monospaced};font-size:11px;line-height:15px;` +
    `text-align:center;color:${light.soft};word-break:break-all">${escaped(code)}</p>`;
  const row =
    `<tr><td class="stack" valign="top" style="padding:20px 8px 20px 20px">${words}</td>` +
    `<td class="stack code" valign="top" width="${qrSize}" style="padding:20px 20px 16px 8px">${scanned}</td></tr>`;
  const look =
    `margin:0 0 16px;border:1px solid ${light.line};border-top:4px solid ${accent.light.ground};border-radius:12px;` +
    'border-collapse:separate';
  return layoutTable(`class="ticket" width="100%" style="width:100%;${look}"`, row);
}

function button(label: string, url: string, { light: { ground, ink } }: Accent): string {
  const look =
    'display:inline-block;padding:12px 24px;border-radius:10px;font-size:16px;line-height:24px;font-weight:600';
  return layoutTable(
    'style="margin:4px 0 28px"',
    `<tr><td class="button" bgcolor="${ground}" style="border-radius:10px;background-color:${ground}">` +
      `<a class="button" href="${escaped(url)}" style="${look};color:${ink};text-decoration:none">${escaped(label)}</a></td></tr>`,
  );
}
