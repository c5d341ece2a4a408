import { readFileSync } from 'node:fs';

/** A command on a page, and the output that the page shows for it. */
export interface Step {
  readonly command: string;
  readonly expectedOutput: readonly string[];
}

const fence = /^```[a-z]*\n([\s\S]*?)^```$/gm;

/** The fenced blocks of a page. */
export function fencedBlocks(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(fence)].map(([, text]) => text!);
}

/** The commands in the fenced blocks of a page. A command begins with `$ `, and the lines below it are its output. */
export function stepsOf(file: string): Step[] {
  return fencedBlocks(file)
    .filter((block) => block.startsWith('$ '))
    .flatMap((block) => block.split(/^\$ /m).slice(1))
    .map((text) => {
      const [command, ...output] = text.trimEnd().split('\n');
      return { command: command!, expectedOutput: output.filter((line) => line !== '') };
    });
}

/** Ids and order numbers, which differ between runs. */
const ids = /\b(?:[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}|req_\w+|(?=\d*[A-Z])[0-9A-HJKMNP-TV-Z]{10})\b/g;

/** Replaces the parts of a line that differ between runs: ids, times, numbers, column widths and the system user. */
export function normalizeLine(line: string): string {
  if (line.startsWith('{"')) return JSON.stringify(fieldNamesOf(JSON.parse(line)));
  return line
    .replace(/\b[ps]k_(?:…|[0-9A-Za-z]{38})/g, 'KEY')
    .replace(ids, (id) => (id.includes('_') ? id.slice(0, 4) : 'NUMBER'))
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\bcli:\S+( as \S+)?/g, 'cli:USER')
    .replace(/\d+\.\d\d [A-Z]{3}/g, 'AMOUNT')
    .replace(/\d+/g, '0')
    .replace(/tickets?\b/g, 'ticket')
    .replace(/ +/g, ' ')
    .trim();
}

/** The names of all fields of a JSON value, without their values. An array has only its first element. */
function fieldNamesOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(fieldNamesOf);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, fieldNamesOf(field)]));
}

/** Maps ids on a page to the ids that earlier commands printed in this run. */
export class IdMap {
  readonly #printedIds = new Map<string, string>();

  /** Stores the ids of a printed line for the ids of the corresponding line of the page. */
  add(expected: string, printed: string): void {
    const printedIds = printed.match(ids) ?? [];
    for (const [index, id] of (expected.match(ids) ?? []).entries()) {
      if (printedIds[index] !== undefined) this.#printedIds.set(id, printedIds[index]);
    }
  }

  /** Replaces the ids of the page in a command. */
  replaceIn(command: string): string {
    return command.replace(ids, (id) => this.#printedIds.get(id) ?? id);
  }
}
