import type { Block, Entry, Fact } from './block.ts';
import { isolate, oneLine, sentence } from './format.ts';

const factLine = ({ label, value }: Fact) => `${isolate(label)}: ${isolate(value)}`;

const entryLine = ({ label, value, detail }: Entry) =>
  `${isolate(label)}${detail === undefined ? '' : ` (${oneLine(detail)})`}: ${oneLine(value)}`;

/** Renders a block as plain text. */
export function renderTextBlock(block: Block): string {
  switch (block.type) {
    case 'text':
      return sentence(block.text);
    case 'lines':
      return block.lines.map(oneLine).join('\n');
    case 'heading':
      return underline(block.text, '-');
    case 'code':
      return `    ${block.code}`;
    case 'facts':
      return block.rows.map(factLine).join('\n');
    case 'list':
      return [...block.rows.map(entryLine), ...(block.total === undefined ? [] : [factLine(block.total)])].join('\n');
    case 'ticket':
      return [
        oneLine(block.position),
        isolate(block.event),
        isolate(block.title),
        ...block.facts.map(factLine),
        oneLine(block.code),
      ].join('\n');
    case 'image':
      return oneLine(block.caption);
    case 'link':
      return `${oneLine(block.label)}:\n${block.url}`;
  }
}

/** Formats a heading in plain text, underlined with a character. */
export function underline(text: string, character: '=' | '-'): string {
  const line = oneLine(text);
  return `${line}\n${character.repeat(Math.min(line.length, 70))}`;
}
