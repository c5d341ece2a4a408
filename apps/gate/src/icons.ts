import { svg, type TemplateResult } from 'lit-html';
import type { Tone } from './signals.ts';

/** The symbols of the answers have different shapes, so that they do not need their colors. */
const shapes: Readonly<Record<Tone | 'neutral', TemplateResult>> = {
  green: svg`<circle cx="32" cy="32" r="30"/><path class="mark" d="M18 33l10 10 19-21"/>`,
  amber: svg`<path d="M32 3 62 58H2z"/><path class="mark" d="M32 22v17M32 47v1"/>`,
  neutral: svg`<circle cx="32" cy="32" r="30"/><path class="mark" d="M20 26h17a9 9 0 0 1 0 18H26M29 17l-9 9 9 9"/>`,
  red: svg`<path d="M20 2h24l18 18v24L44 62H20L2 44V20z"/><path class="mark" d="M21 21l22 22M43 21L21 43"/>`,
};

/** The symbol of an answer. */
export function toneSymbol(tone: keyof typeof shapes): TemplateResult {
  return svg`<svg class="symbol" viewBox="0 0 64 64" aria-hidden="true">${shapes[tone]}</svg>`;
}

const paths = {
  torch: 'M8 2h8l-1 6-2 3v9a1 1 0 0 1-1 1 1 1 0 0 1-1-1v-9L9 8zM8 6h8',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4zM9 13a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  search: 'M10 4a6 6 0 1 0 0 12 6 6 0 1 0 0-12M15 15l6 6',
  recent: 'M12 3a9 9 0 1 0 9 9M12 7v5l4 2M21 3v6h-6',
  more: 'M4 6h16M4 12h16M4 18h16',
  bar: 'M5 3h14l-7 9zM12 12v8M8 21h8',
  entrance: 'M10 4h9v16h-9M3 12h11M10 8l4 4-4 4',
};

/** A symbol on a button that also has a text. */
export function icon(name: keyof typeof paths): TemplateResult {
  return svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${paths[name]}/></svg>`;
}
