import type { Block, Fact, TicketBlock } from './block.ts';
import { oneLine } from './format.ts';

export const fonts = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif";
const monospaced = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

/** Of the light form; classes change them where the reader prefers the dark one. */
export const colors = { page: '#f4f4f5', card: '#ffffff', ink: '#18181b', quiet: '#52525b', line: '#d4d4d8' };

/** Shown at two thirds of its pixels, so that it stays sharp on dense screens. */
const qrSize = 200;

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

/** A block in HTML that mail programs understand: tables, and styles on the elements themselves. */
export function blockAsHtml(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.tone === 'quiet'
        ? `<p class="quiet" style="margin:0 0 20px;font-size:14px;line-height:21px;color:${colors.quiet}">${escaped(block.text)}</p>`
        : `<p style="margin:0 0 20px;font-size:16px;line-height:25px">${escaped(block.text)}</p>`;
    case 'heading':
      return `<h2 style="margin:32px 0 12px;font-size:18px;line-height:25px;font-weight:600">${escaped(block.text)}</h2>`;
    case 'code':
      return (
        `<p class="well" style="margin:0 0 20px;padding:20px 12px;border-radius:8px;background-color:${colors.page};` +
        `font-family:${monospaced};font-size:34px;line-height:40px;font-weight:600;letter-spacing:8px;text-indent:8px;` +
        `text-align:center">${escaped(block.code)}</p>`
      );
    case 'facts':
      return table(block.rows.map(factRow).join(''), '0 0 24px');
    case 'list':
      return table(
        block.rows.map(listRow).join('') + (block.total === undefined ? '' : totalRow(block.total)),
        '0 0 24px',
      );
    case 'ticket':
      return ticket(block);
    case 'link':
      return button(block.label, block.url);
  }
}

function table(rows: string, margin: string): string {
  return (
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:${margin};` +
    `border-collapse:collapse">${rows}</table>`
  );
}

function factRow({ label, value }: Fact): string {
  return (
    '<tr>' +
    `<td class="quiet" valign="top" width="76" style="padding:4px 12px 4px 0;font-size:14px;line-height:22px;` +
    `color:${colors.quiet}">${escaped(label)}</td>` +
    `<td valign="top" style="padding:4px 0;font-size:16px;line-height:22px;word-break:break-word">${escaped(value)}</td>` +
    '</tr>'
  );
}

function listRow({ label, value }: Fact): string {
  return (
    '<tr>' +
    `<td valign="top" style="padding:4px 12px 4px 0;font-size:16px;line-height:22px;word-break:break-word">${escaped(label)}</td>` +
    `<td valign="top" align="right" style="padding:4px 0;font-size:16px;line-height:22px;white-space:nowrap">${escaped(value)}</td>` +
    '</tr>'
  );
}

function totalRow({ label, value }: Fact): string {
  const cell = `padding:10px 0 0;border-top:1px solid ${colors.line};font-size:16px;line-height:22px;font-weight:600`;
  return (
    `<tr><td class="line" style="${cell}">${escaped(label)}</td>` +
    `<td class="line" align="right" style="${cell};white-space:nowrap">${escaped(value)}</td></tr>`
  );
}

function ticket({ title, facts, cid, imageLabel, code }: TicketBlock): string {
  // White around the image in the dark form too: scanners need dark squares on a light ground.
  const image =
    `<img src="cid:${escaped(cid)}" width="${qrSize}" height="${qrSize}" alt="${escaped(imageLabel)}" ` +
    'style="display:block;margin:0 auto;border:0;border-radius:4px;background-color:#ffffff">';
  return (
    `<table role="presentation" class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;` +
    `border:1px solid ${colors.line};border-radius:8px;border-collapse:separate"><tr><td style="padding:20px 20px 16px">` +
    `<p style="margin:0 0 8px;font-size:17px;line-height:24px;font-weight:600">${escaped(title)}</p>` +
    (facts.length === 0 ? '' : table(facts.map(factRow).join(''), '0 0 12px')) +
    image +
    `<p style="margin:12px 0 0;font-family:${monospaced};font-size:13px;line-height:20px;text-align:center;` +
    `word-break:break-all">${escaped(code)}</p></td></tr></table>`
  );
}

function button(label: string, url: string): string {
  const look = `display:inline-block;padding:12px 22px;border-radius:8px;font-size:16px;line-height:24px;font-weight:600`;
  return (
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 24px"><tr>` +
    `<td class="button" style="border-radius:8px;background-color:${colors.ink}">` +
    `<a class="button" href="${escaped(url)}" style="${look};color:#ffffff;text-decoration:none">${escaped(label)}</a>` +
    '</td></tr></table>'
  );
}
