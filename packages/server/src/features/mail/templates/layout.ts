import type { Block } from './block.ts';
import { oneLine } from './format.ts';
import { blockAsHtml, colors, escaped, fonts } from './html.ts';
import { blockAsText } from './text.ts';

/** A mail before it has a form. */
export interface Content {
  /** Above the mail: who speaks. */
  readonly sender: string | null;
  readonly title: string;
  /** What an inbox shows beside the subject. */
  readonly preview: string;
  readonly blocks: readonly Block[];
  /** Why the reader gets it. */
  readonly reason: string;
}

/** The same content as plain text and as HTML. */
export function laidOut({ sender, title, preview, blocks, reason }: Content): { text: string; html: string } {
  const shown = blocks.filter((block) => block.type !== 'link' || isWebAddress(block.url));
  const head = sender === null ? [] : [oneLine(sender)];
  const texts = [...head, `${oneLine(title)}\n${'='.repeat(Math.min(oneLine(title).length, 70))}`];
  const text = `${[...texts, ...shown.map(blockAsText), `-- \n${oneLine(reason)}`].join('\n\n')}\n`;
  return { text, html: page({ sender, title, preview, reason }, shown.map(blockAsHtml).join('\n')) };
}

/** Anything else in a link could run in the reader's browser. */
function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol);
}

/** `!important`, since they replace what stands on the elements. */
const darkStyle = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .card { padding: 24px 20px 8px !important; } .foot { padding: 16px 20px !important; } }
@media (prefers-color-scheme: dark) {
  body, .page { background-color: #0e0e10 !important; }
  .card { background-color: #1c1c1f !important; color: #f4f4f5 !important; }
  .card h1, .card h2, .card p, .card td { color: #f4f4f5 !important; }
  .card .quiet, .page .quiet { color: #b4b4bb !important; }
  .card .well { background-color: #2a2a2e !important; }
  .card .line { border-color: #46464d !important; }
  .card .button { background-color: #f4f4f5 !important; color: #18181b !important; }
}`;

function page({ sender, title, preview, reason }: Omit<Content, 'blocks'>, body: string): string {
  const head =
    sender === null
      ? ''
      : `<p class="quiet" style="margin:0 0 6px;font-size:14px;line-height:21px;color:${colors.quiet}">${escaped(sender)}</p>\n`;
  // Padded, so that an inbox does not fill up the line with what comes next.
  const padding = '&#847;&zwnj;&nbsp;'.repeat(60);
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escaped(title)}</title>
<style>${darkStyle}
</style>
</head>
<body style="margin:0;padding:0;background-color:${colors.page};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;opacity:0">${escaped(preview)}${padding}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${colors.page}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td class="card" align="left" style="padding:32px 32px 12px;border-radius:12px;background-color:${colors.card};font-family:${fonts};color:${colors.ink}">
${head}<h1 style="margin:0 0 20px;font-size:24px;line-height:31px;font-weight:700;word-break:break-word">${escaped(title)}</h1>
${body}
</td></tr>
<tr><td class="foot" align="left" style="padding:16px 32px;font-family:${fonts}">
<p class="quiet" style="margin:0;font-size:13px;line-height:19px;color:${colors.quiet}">${escaped(reason)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
