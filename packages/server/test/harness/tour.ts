import { readFileSync } from 'node:fs';

/** A command of the README, and its output according to the README. */
export interface Step {
  readonly command: string;
  readonly printed: readonly string[];
}

const fence = /^```[a-z]*\n([\s\S]*?)^```$/gm;

/** The fenced blocks of a page. */
export function fencedBlocks(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(fence)].map(([, text]) => text!);
}

/** The commands in the fenced blocks of a page, in sequence: each line that begins with `$ `, with the lines below it. */
export function stepsOf(file: string): Step[] {
  return fencedBlocks(file)
    .filter((block) => block.startsWith('$ '))
    .flatMap((block) => block.split(/^\$ /m).slice(1))
    .map((text) => {
      const [command, ...printed] = text.trimEnd().split('\n');
      return { command: command!, printed: printed.filter((line) => line !== '') };
    });
}

/** Names that differ between runs: ids and order numbers. */
const names = /\b(?:[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}|req_\w+|(?=[A-Z\d]*\d)(?=\d*[A-Z])[0-9A-HJKMNP-TV-Z]{10})\b/g;

/** A line without the parts that differ between runs: names, times, numbers, widths of columns, the system user. */
export function shapeOf(line: string): string {
  if (line.startsWith('{"')) return JSON.stringify(shapeOfJson(JSON.parse(line)));
  return line
    .replace(/\b[ps]k_(?:…|[0-9A-Za-z]{38})/g, 'KEY')
    .replace(names, (name) => (name.includes('_') ? name.slice(0, 4) : 'NUMBER'))
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\bcli:\S+/g, 'cli:USER')
    .replace(/\d+\.\d\d [A-Z]{3}/g, 'AMOUNT')
    .replace(/\d+/g, '0')
    .replace(/tickets?\b/g, 'ticket')
    .replace(/ +/g, ' ')
    .trim();
}

/** The names of all fields. */
function shapeOfJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOfJson);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOfJson(field)]));
}

/** Maps names on the page to the names that earlier commands printed in this run. */
export class Names {
  readonly #real = new Map<string, string>();

  /** Stores the names of a printed line for the names of the corresponding line of the page. */
  learn(expected: string, printed: string): void {
    const real = printed.match(names) ?? [];
    for (const [index, name] of (expected.match(names) ?? []).entries()) {
      if (real[index] !== undefined) this.#real.set(name, real[index]);
    }
  }

  replaceIn(command: string): string {
    return command.replace(names, (name) => this.#real.get(name) ?? name);
  }
}
