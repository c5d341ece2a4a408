import type { Block, Fact } from './block.ts';
import { oneLine } from './format.ts';

const factLine = ({ label, value }: Fact) => `${oneLine(label)}: ${oneLine(value)}`;

/** A block in plain text. */
export function blockAsText(block: Block): string {
  switch (block.type) {
    case 'text':
      return oneLine(block.text);
    case 'heading': {
      const text = oneLine(block.text);
      return `${text}\n${'-'.repeat(Math.min(text.length, 70))}`;
    }
    case 'code':
      return `    ${block.code}`;
    case 'facts':
      return block.rows.map(factLine).join('\n');
    case 'list':
      return [...block.rows, ...(block.total === undefined ? [] : [block.total])].map(factLine).join('\n');
    case 'ticket':
      return [oneLine(block.title), ...block.facts.map(factLine), oneLine(block.code)].join('\n');
    case 'link':
      return `${oneLine(block.label)}:\n${block.url}`;
  }
}
