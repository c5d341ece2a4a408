import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import type { Program } from './programs.ts';

/** Prints, at the end of a run, which tests were skipped because a program is missing, and how to install it. */
export class MissingProgramsReporter implements Reporter {
  readonly #missing: readonly Program[];
  #namePattern: RegExp | undefined;

  constructor(missing: readonly Program[]) {
    this.#missing = missing;
  }

  onInit(vitest: Vitest): void {
    this.#namePattern = vitest.config.testNamePattern;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')]).filter(this.#isSelected);
    const rows = this.#missing.flatMap(({ tag, tests, packages }) => {
      const count = skipped.filter(({ tags }) => tags.includes(tag)).length;
      return count === 0 ? [] : [[String(count), tag, tests, `apt-get install ${packages.join(' ')}`]];
    });
    if (rows.length > 0) console.log(`Not run, because a program is missing:\n\n${format(rows)}\n`);
  }

  /** Whether the option `-t` selects the test. All others are skipped too. */
  readonly #isSelected = ({ fullName }: TestCase): boolean =>
    this.#namePattern?.test(fullName.replaceAll(' > ', ' ')) ?? true;
}

function format(rows: readonly (readonly string[])[]): string {
  const table = [['tests', 'program', 'what they test', 'on Debian'], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  return table
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd())
    .join('\n');
}
