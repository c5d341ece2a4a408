import type { Block, Entry, Fact } from './block.ts';
import { isolated, oneLine, sentence } from './format.ts';

const factLine = ({ label, value }: Fact) => `${isolated(label)}: ${isolated(value)}`;

const entryLine = ({ label, value, detail }: Entry) =>
  `${isolated(label)}${detail === undefined ? '' : ` (${oneLine(detail)})`}: ${oneLine(value)}`;

/** A block in plain text. */
export function blockAsText(block: Block): string {
  switch (block.type) {
    case 'text':
      return sentence(block.text);
    case 'lines':
      return block.lines.map(oneLine).join('\n');
    case 'heading':
      return underlined(block.text, '-');
    case 'code':
      return `    ${block.code}`;
    case 'facts':
      return block.rows.map(factLine).join('\n');
    case 'list':
      return [...block.rows.map(entryLine), ...(block.total === undefined ? [] : [factLine(block.total)])].join('\n');
    case 'ticket':
      return [
        oneLine(block.place),
        isolated(block.event),
        isolated(block.title),
        ...block.facts.map(factLine),
        oneLine(block.code),
      ].join('\n');
    case 'image':
      return oneLine(block.caption);
    case 'link':
      return `${oneLine(block.label)}:\n${block.url}`;
  }
}

/** A line and one of the same length below it. */
export function underlined(text: string, line: string): string {
  const shown = oneLine(text);
  return `${shown}\n${line.repeat(Math.min(shown.length, 70))}`;
}
